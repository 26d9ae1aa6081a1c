//! Quoting what somebody typed in a message that must stay short and printable.

/// The beginning of `text`, with control characters escaped.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut chars = text.chars();
    let mut excerpt: String = chars
        .by_ref()
        .take(LONGEST)
        .flat_map(char::escape_debug)
        .collect();
    if chars.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}

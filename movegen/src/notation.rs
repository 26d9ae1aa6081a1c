//! Positions and moves as text: FEN, UCI and SAN.

mod fen;
mod san;
mod uci;

pub use fen::FenError;
pub use uci::{IllegalMove, ParseMoveError, castle_from_text};

/// Shortens user input for quoting in a message: at most its first 40 characters, control
/// characters escaped.
///
/// ```
/// assert_eq!(movegen::excerpt("e2e9\u{7}"), "e2e9\\u{7}");
/// assert!(movegen::excerpt(&"x".repeat(100)).ends_with("x…"));
/// ```
pub fn excerpt(text: &str) -> String {
    const MAX_CHARS: usize = 40;
    let mut chars = text.chars();
    let mut excerpt = String::new();
    for char in chars.by_ref().take(MAX_CHARS) {
        match char {
            '\'' | '"' | '\\' => excerpt.push(char),
            // Escapes only what cannot be seen.
            _ => excerpt.extend(char.escape_debug()),
        }
    }
    if chars.next().is_some() {
        excerpt.push('…');
    }
    excerpt
}

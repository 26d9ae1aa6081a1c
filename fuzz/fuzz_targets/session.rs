//! Sessions: any input bytes end without a panic. The engine prints to standard output; close it
//! with `-close_fd_mask=1`.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;

/// Words that request memory, threads, files or much time, which would stop the fuzzer rather than the
/// engine. The test suite covers them.
const COSTLY: [&str; 9] = [
    "hash",
    "threads",
    "log",
    "book",
    "speedtest",
    "bench",
    "perft",
    "genfens",
    "export",
];

fuzz_target!(|bytes: &[u8]| {
    let mut text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    // Names of options may be written with spaces anywhere.
    text.retain(|letter| !letter.is_whitespace());
    if COSTLY.iter().any(|word| text.contains(word)) {
        return;
    }
    engine::serve(Cursor::new(bytes.to_vec())).expect("an engine can be set up");
});

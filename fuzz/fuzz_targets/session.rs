//! Any bytes are a session that ends in good order. What an engine prints goes to standard output:
//! run this with `-close_fd_mask=1`.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;

/// Words that ask for memory, threads or files: honoured, they would be the end of the fuzzer, not
/// of the engine. The test suite tries them.
const COSTLY: [&str; 6] = ["hash", "threads", "log", "book", "speedtest", "bench"];

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes).to_ascii_lowercase();
    if COSTLY.iter().any(|word| text.contains(word)) {
        return;
    }
    engine::serve(Cursor::new(bytes.to_vec())).expect("an engine can be set up");
});

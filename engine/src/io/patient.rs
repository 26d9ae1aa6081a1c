//! Input and output that still block on a pipe that another program has made non-blocking.

use std::io::{self, ErrorKind, Read, Write};
use std::thread;
use std::time::Duration;

/// Repeats operations that would block.
pub struct Patient<T>(pub T);

fn retry<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    loop {
        match operation() {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                thread::sleep(Duration::from_millis(1));
            }
            result => return result,
        }
    }
}

impl<T: Read> Read for Patient<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        retry(|| self.0.read(buffer))
    }
}

impl<T: Write> Write for Patient<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        retry(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        retry(|| self.0.flush())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Would block before each byte.
    struct Slow(Vec<u8>, bool);

    impl Slow {
        fn block(&mut self) -> io::Result<()> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::WouldBlock.into());
            }
            Ok(())
        }
    }

    impl Read for Slow {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.block()?;
            Ok(self.0.pop().map_or(0, |byte| {
                buffer[0] = byte;
                1
            }))
        }
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.block()?;
            self.0.push(bytes[0]);
            Ok(1)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.block()
        }
    }

    #[test]
    fn nothing_is_lost_where_a_pipe_would_block() {
        let mut slow = Patient(Slow(Vec::new(), false));
        slow.write_all(b"kodaer").unwrap();
        slow.flush().unwrap();
        let mut text = String::new();
        slow.read_to_string(&mut text).unwrap();
        assert_eq!(text, "readok");
    }
}

//! Input and output lines, the log of both, and files named by users.

pub mod files;
pub mod input;
pub mod output;
pub mod patient;

//! The engine as a process, driven through its pipes and its command line.

mod clock;
mod commands;
mod driver;
mod games;
mod input;
mod memory;
mod network;
mod position;
mod river;
mod scores;
mod stopping;
mod storm;
mod strength;
mod syzygy;
mod uci;

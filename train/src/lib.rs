//! Making the network: self-play games, training positions, training and export.
//!
//! Data flows in this order: [`datagen`] writes games ([`format::game`]), [`inspect`] summarizes
//! them, [`shuffle`] turns them into training positions ([`format::record`]), and [`trainer`] reads
//! `train/README.md` describes how to use the commands.

#![forbid(unsafe_code)]

pub mod batches;
pub mod console;
pub mod datagen;
mod files;
pub mod filter;
pub mod format;
pub mod inspect;
pub mod rescale;
pub mod shuffle;
pub mod stop;
pub mod trainer;

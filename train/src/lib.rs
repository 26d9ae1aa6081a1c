//! Network training: self-play games, training positions, training and export.
//!
//! Data flows in this order: [`datagen`] writes games ([`format::game`]), [`branch`] scores positions
//! that branch off them, [`inspect`] summarizes both, [`shuffle`] turns them into training
//! positions ([`format::record`]), and [`trainer`] reads those in [`batches`] and writes a network.
//! [`rescale`] and [`wdl`] are for the finished network.
//! With the feature `tune`, `tune` optimizes the search's parameters and `rules` measures its
//! rules, both with `pairs` of games. `train/README.md` describes how to use the commands.

#![forbid(unsafe_code)]

pub mod average;
pub mod batches;
pub mod branch;
pub mod console;
pub mod datagen;
mod differences;
mod files;
pub mod filter;
pub mod format;
pub mod inspect;
#[cfg(feature = "tune")]
pub mod pairs;
mod random;
pub mod rescale;
#[cfg(feature = "tune")]
pub mod rules;
pub mod shuffle;
mod slope;
pub mod stop;
pub mod trainer;
#[cfg(feature = "tune")]
pub mod tune;
pub mod wdl;

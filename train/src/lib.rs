//! Making the network: games that the engine plays against itself, and training positions made of
//! them.
//!
//! The way of the data: [`datagen`] writes [`games`], [`inspect`] looks at them, [`shuffle`] makes
//! [`Record`](data::Record)s of them, [`data::Batches`] reads those for training.

#![forbid(unsafe_code)]

pub mod console;
pub mod data;
pub mod datagen;
pub mod filter;
pub mod games;
pub mod inspect;
pub mod shuffle;

//! Making the network: games that the engine plays against itself, training positions made of
//! them, and training.
//!
//! The way of the data: [`datagen`] writes [`games`], [`inspect`] looks at them, [`shuffle`] makes
//! [`Record`](data::Record)s of them, [`data::Batches`] reads those for
//! [`fit`].

#![forbid(unsafe_code)]

pub mod console;
pub mod data;
pub mod datagen;
mod files;
pub mod filter;
pub mod fit;
pub mod games;
pub mod inspect;
pub mod rescale;
pub mod shuffle;
pub mod stop;

//! The making of training data, as its commands do it.

mod datagen;
mod game_format;

//! Training data: its generation and file formats.

mod datagen;
mod game_format;

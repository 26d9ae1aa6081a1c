//! The program `train`, and training data: its generation and file formats.

mod commands;
mod datagen;
mod game_format;

//! The text of handouts: reading it from files of all kinds, hostile ones too, and how hard it is to read.

mod extraction;
mod nightly;
mod pdf;
mod searching;

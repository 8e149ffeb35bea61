//! Handout texts: reading them from files of all kinds, including hostile ones, and their reading levels.

mod extraction;
mod nightly;
mod pdf;
mod searching;
mod stopping;

//! Answers knowledge requests of health records (Infobutton). Contract section 10.2.

pub mod answering;
mod candidates;
mod feed;

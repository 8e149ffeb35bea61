//! Knowledge requests of health records (HL7 Infobutton) in their URL form, and the answers to them. Contract section 10.2.

pub mod feed;
pub mod information_recipient;
pub mod request;

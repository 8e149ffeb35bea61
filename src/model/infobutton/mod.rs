//! Knowledge requests of health records (HL7 Infobutton). Contract section 10.2.

pub mod reader;

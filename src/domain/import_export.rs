//! Import and export of whole catalogues.

pub mod catalogue_export;
pub mod import;
pub mod import_file;
pub mod tables;

//! Files in and out: backups, imports, exports, migrations.

pub mod backup;
pub mod downloads;
pub mod drill;
pub mod encrypted;
pub mod imports;
pub mod migrations;
pub mod promote;
pub mod restore;
pub mod sample;
pub mod table_calls;
pub mod table_exports;
pub mod tables;
pub mod targets;
pub mod transfer;

//! The parts list (SBOM) of this program, which `make sbom` makes from the lock files.

use crate::model::error::{Error, Result};
use flate2::read::GzDecoder;
use std::io::Read;

/// `assets/sbom.cdx.json`, compressed by `build.rs`.
const COMPRESSED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/sbom.cdx.json.gz"));

/// The parts list in CycloneDX 1.6, as JSON.
pub fn parts_list() -> Result<String> {
    let mut text = String::new();
    GzDecoder::new(COMPRESSED)
        .read_to_string(&mut text)
        .map_err(|e| Error::internal("reading the parts list", e))?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn the_parts_list_in_the_program_is_the_file() {
        assert!(parts_list().unwrap() == include_str!("../../assets/sbom.cdx.json"));
    }
}

//! Writes a trained model as the file that `src/search/query_model.rs` reads.
//!
//! Little-endian: the number of classes, of dimensions and of row bits (32 bits each), the length of the names and the names of
//! the classes with a line break after each; the biases (32-bit floats); the classes' rows, each a scale (32-bit float) and a
//! signed byte for each dimension; the features' rows, each a scale (bfloat16) and four bits for each dimension.

use crate::tables::{EXTRA_CLASSES, Tables};
use crate::training::{DIMENSIONS, ROW_BITS, Row, Trained};

pub fn compile(model: &Trained, tables: &Tables) -> Vec<u8> {
    let mut bytes = Vec::new();
    let names = tables.concepts.iter().map(String::as_str).chain(EXTRA_CLASSES);
    let names: String = names.flat_map(|name| [name, "\n"]).collect();
    for number in [model.classes.len(), DIMENSIONS, ROW_BITS as usize, names.len()] {
        bytes.extend((number as u32).to_le_bytes());
    }
    bytes.extend(names.as_bytes());
    model.biases.iter().for_each(|bias| bytes.extend(bias.to_le_bytes()));
    for row in &model.classes {
        let scale = highest(row) / 127.0;
        bytes.extend(scale.to_le_bytes());
        bytes.extend(row.iter().map(|weight| quantized(*weight, scale, 127.0) as u8));
    }
    for row in &model.rows {
        let (scale, codes) = four_bits(row);
        bytes.extend(&scale.to_le_bytes()[2..]);
        bytes.extend(codes.chunks_exact(2).map(|pair| (pair[0] as u8 & 0xF) | (pair[1] as u8) << 4));
    }
    bytes
}

fn highest(row: &Row) -> f32 {
    row.iter().fold(0.0, |highest, weight| weight.abs().max(highest))
}

fn quantized(weight: f32, scale: f32, limit: f32) -> i8 {
    if scale > 0.0 { (weight / scale).round().clamp(-limit - 1.0, limit) as i8 } else { 0 }
}

/// The scale with the smallest error among a few, and the weights in four bits.
fn four_bits(row: &Row) -> (f32, Vec<i8>) {
    let highest = highest(row);
    let mut best = (f32::MAX, 0.0, vec![0; DIMENSIONS]);
    for step in 0..12 {
        let scale = truncated(highest / (7.0 + 0.5 * step as f32));
        let codes: Vec<i8> = row.iter().map(|weight| quantized(*weight, scale, 7.0)).collect();
        let error = row.iter().zip(&codes).map(|(weight, code)| (weight - scale * f32::from(*code)).powi(2)).sum();
        if error < best.0 {
            best = (error, scale, codes);
        }
    }
    (best.1, best.2)
}

/// The number as a bfloat16.
fn truncated(number: f32) -> f32 {
    f32::from_bits(number.to_bits() & 0xFFFF_0000)
}

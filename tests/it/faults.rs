//! What the real binary must bear: crashes, full disks, damaged files, crowds, and neighbors that are down.
//! Each prints its figures (`cargo nextest run --test it faults --no-capture`).

mod crashes;
mod crowds;
mod damage;
mod full_disk;
mod outages;

/// A number from the environment: tests are short by default and long on demand.
fn how_many(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// The value that `share` of the sorted `values` do not exceed.
fn percentile(values: &mut [std::time::Duration], share: f64) -> std::time::Duration {
    values.sort_unstable();
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * share) as usize).copied().unwrap_or_default()
}

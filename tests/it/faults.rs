//! Errors that the real binary has to withstand: crashes, full disks, damaged and replaced files, many clients at once,
//! and services that are down. Each test prints its figures (`cargo nextest run --test it faults --no-capture`).
//!
//! Whatever is killed at random moments is killed twice by default and `HANDOUT_KILL_ROUNDS` times on demand
//! (`make kills` for 1,000): the server, imports, backups, restores, index rebuilds, order transitions, digests, and
//! mails being sent.

mod crashes;
mod crowds;
mod damage;
mod full_disk;
mod killed_backups;
mod killed_bulk;
mod killed_digests;
mod killed_imports;
mod killed_mails;
mod killed_orders;
mod killed_promotions;
mod killed_rebuilds;
mod killed_restores;
mod killed_uploads;
mod outages;
mod replaced;

/// Random moments, different in every run.
pub struct Moments(u64);

impl Moments {
    /// `what` is printed with the seed, so that a failure names it.
    pub fn new(what: &str) -> Moments {
        let now = jiff::Timestamp::now().subsec_nanosecond();
        let seed = u64::from(std::process::id()) << 20 | u64::from(now.unsigned_abs());
        println!("{what}: seed {seed}");
        Moments(seed)
    }

    /// A moment within `span`.
    pub fn within(&mut self, span: std::time::Duration) -> std::time::Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        span.mul_f64((self.0 >> 33) as f64 / f64::from(u32::MAX >> 1))
    }
}

/// Allows this process, and the servers that inherit the limit, thousands of connections.
pub fn allow_descriptors() {
    let own = std::process::id().to_string();
    let allowed =
        std::process::Command::new("prlimit").args(["--pid", &own, "--nofile=8192:"]).status().unwrap();
    assert!(allowed.success());
}

/// A number from the environment: tests are short by default and long on demand.
pub fn how_many(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// How often each kind of work is killed.
pub fn kill_rounds() -> u64 {
    how_many("HANDOUT_KILL_ROUNDS", 2)
}

/// How many additional rounds are allowed until one has hit its target, because a random moment may come too late.
pub const MORE_ROUNDS: u64 = 10;

/// The percentile `share` of the values, which are sorted by it.
pub fn percentile(values: &mut [std::time::Duration], share: f64) -> std::time::Duration {
    values.sort_unstable();
    let last = values.len().saturating_sub(1);
    values.get((last as f64 * share) as usize).copied().unwrap_or_default()
}

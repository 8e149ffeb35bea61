//! Names of scheduled backups, and whether the newest is recent.

use crate::model::day::Day;
use jiff::civil::Date;

/// Begins the name of a scheduled backup; the day follows.
const PREFIX: &str = "catalogue-";
const SUFFIX: &str = ".db";
/// Ends the name of one that is encrypted.
const ENCRYPTED_SUFFIX: &str = ".db.age";
/// A backup is made every day; the newest is older than this only if some failed.
const MAX_AGE_DAYS: i32 = 2;

/// The name of the backup of a day.
pub fn scheduled_name(day: Date, is_encrypted: bool) -> String {
    format!("{PREFIX}{day}{}", if is_encrypted { ENCRYPTED_SUFFIX } else { SUFFIX })
}

/// The day of a scheduled backup, from the name of its file; `None` for other files.
pub fn scheduled_day(name: &str) -> Option<Date> {
    let name = name.strip_prefix(PREFIX)?;
    let day = name.strip_suffix(ENCRYPTED_SUFFIX).or_else(|| name.strip_suffix(SUFFIX))?;
    Day::parse(day).map(Day::date)
}

/// Whether the newest backup, of `day`, is as recent as it should be `today`.
pub fn is_recent(day: Date, today: Date) -> bool {
    (today - day).get_days() <= MAX_AGE_DAYS
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_name_is_read_as_it_is_written() {
        let day = date(2026, 11, 5);
        for is_encrypted in [false, true] {
            assert_eq!(scheduled_day(&scheduled_name(day, is_encrypted)), Some(day));
        }
        for other in
            ["catalogue.db", "catalogue-2026-11-05.db.part-x", "catalogue-2026-13-05.db", "my.db.age"]
        {
            assert_eq!(scheduled_day(other), None, "{other}");
        }
    }

    #[test]
    fn a_backup_is_recent_for_two_days() {
        assert!(is_recent(date(2026, 2, 27), date(2026, 3, 1)));
        assert!(!is_recent(date(2026, 2, 26), date(2026, 3, 1)));
    }
}

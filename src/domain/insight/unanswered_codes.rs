//! Codes that health records ask for and no citation answers. Stored are the code, the day and a count, nothing about who
//! asked.

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::insight::{first_day, last_days};
use crate::model::accounts::rights::Right;
use crate::model::citations::codes::CodeSystem;
use crate::model::clock;
use crate::model::error::Result;
use crate::model::search::insight::PAGE;
use crate::model::search::unanswered_codes::UnansweredCodes;
use crate::store::CountedCode;

/// Different codes counted on one day.
const MAX_CODES_A_DAY: u32 = 2_000;

/// Counts a request for a code that no citation answered, unless the settings turn the insight off. A text that does not
/// have the form of a code is not counted: it could be anything, even a name.
pub fn record_unanswered_code(app: &App, system: CodeSystem, code: &str) {
    // A replica cannot write it.
    if app.settings.search.insight_days > 0
        && app.store.replica().is_none()
        && let Ok(code) = system.normalize(code)
    {
        app.unstored.unanswered_codes.count([(system, code)]);
    }
}

/// Writes the counts in memory. On an error they stay there for the next call.
pub fn write_unanswered_codes(app: &App) -> Result<()> {
    let counted = app.unstored.unanswered_codes.take();
    if counted.is_empty() {
        return Ok(());
    }
    let rows: Vec<CountedCode> = counted
        .iter()
        .map(|((day, (system, code)), count)| CountedCode {
            day: day.to_string(),
            system: *system,
            code: code.clone(),
            count: *count,
        })
        .collect();
    app.store
        .write(|db| db.add_unanswered_codes(&rows, MAX_CODES_A_DAY))
        .inspect_err(|_| app.unstored.unanswered_codes.restore(counted))
}

/// Deletes counts older than `search.insight_days`, and those of future days, left by a clock that was ahead.
pub fn remove_old_unanswered_codes(app: &App) -> Result<()> {
    let today = clock::today();
    let from = first_day(today, app.settings.search.insight_days);
    app.store.write(|db| db.delete_unanswered_codes_outside(&from, &today.to_string()))
}

/// The unanswered codes of the last `days` days, today included; a page of them from `start`.
pub fn unanswered_codes(app: &App, actor: &Actor, days: u32, start: u32) -> Result<UnansweredCodes> {
    actor.require(Right::SeeInsight)?;
    page(app, days, start, PAGE)
}

/// The same with every code.
pub fn all_unanswered_codes(app: &App, actor: &Actor, days: u32) -> Result<UnansweredCodes> {
    actor.require(Right::SeeInsight)?;
    page(app, days, 0, u32::MAX)
}

fn page(app: &App, days: u32, start: u32, limit: u32) -> Result<UnansweredCodes> {
    let (from, to) = last_days(&app.settings, days);
    app.store.read(|db| {
        let days = (from.as_str(), to.as_str());
        let (found, total) = db.unanswered_code_count(days)?;
        Ok(UnansweredCodes { found, total, codes: db.unanswered_codes(days, start, limit)? })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::citations::citation::Citation;
    use crate::model::citations::codes::Code;
    use crate::settings::Settings;
    use crate::store::Editor;
    use std::path::Path;
    use std::sync::Arc;

    fn app(folder: &Path, days: u32) -> App {
        let mut settings = Settings::default();
        settings.data.dir = folder.to_owned();
        settings.search.insight_days = days;
        App::open(Arc::new(settings), "http://127.0.0.1").unwrap()
    }

    fn listed(app: &App) -> Vec<(CodeSystem, String, u64)> {
        write_unanswered_codes(app).unwrap();
        let all = all_unanswered_codes(app, &Actor::command("test"), 90).unwrap();
        assert_eq!(all.found, all.codes.len() as u64);
        assert_eq!(all.total, all.codes.iter().map(|code| code.count).sum::<u64>());
        all.codes.into_iter().map(|code| (code.system, code.code, code.count)).collect()
    }

    #[test]
    fn codes_are_counted_until_a_citation_has_them() {
        use CodeSystem::{Icd10cm, Snomed};
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), 90);
        for (system, code) in [
            (Icd10cm, "J45.909"),
            (Icd10cm, "j45909"),
            (Snomed, "195967001"),
            (Snomed, "195967002"),
            (Icd10cm, "Ada Lovelace"),
            (Icd10cm, ""),
        ] {
            record_unanswered_code(&app, system, code);
        }
        let (asthma, snomed) = ((Icd10cm, "J45.909".to_owned(), 2), (Snomed, "195967001".to_owned(), 1));
        assert_eq!(listed(&app), [asthma, snomed.clone()]);
        record_unanswered_code(&app, Icd10cm, "J45.909");
        assert_eq!(listed(&app)[0].2, 3);
        let code = Code { system: Icd10cm, code: "J45.909".into(), display: None };
        let mut citation =
            Citation { id: "a".into(), title: "Asthma".into(), codes: vec![code], ..Citation::default() };
        let save = |citation: &Citation| {
            let editor = Editor { user: None, name: "test".into() };
            app.store.write(|db| db.put_citation(citation, &editor)).unwrap();
        };
        save(&citation);
        assert_eq!(listed(&app), [snomed]);
        citation.obsolete = true;
        save(&citation);
        assert_eq!(listed(&app).len(), 2);
    }

    #[test]
    fn old_counts_are_deleted_and_none_are_made_when_insight_is_off() {
        let folder = tempfile::tempdir().unwrap();
        let app = app(folder.path(), 7);
        let days = |ago: i64| clock::today().saturating_sub(jiff::ToSpan::days(ago)).to_string();
        let counted =
            |day: String, code: String| CountedCode { day, system: CodeSystem::Rxnorm, code, count: 1 };
        let rows: Vec<CountedCode> =
            [-1, 0, 6, 7].into_iter().map(|ago| counted(days(ago), "435".into())).collect();
        app.store.write(|db| db.add_unanswered_codes(&rows, MAX_CODES_A_DAY)).unwrap();
        let sum = || {
            let all = ("0000-01-01", "9999-12-31");
            app.store.read(|db| db.unanswered_code_count(all)).unwrap().1
        };
        assert_eq!(sum(), 4);
        remove_old_unanswered_codes(&app).unwrap();
        assert_eq!(sum(), 2);
        let many: Vec<CountedCode> = (0..9).map(|n| counted(days(0), format!("{n}"))).collect();
        app.store.write(|db| db.add_unanswered_codes(&many, 5)).unwrap();
        assert_eq!(sum(), 6, "at most five codes a day, and one of the day before");
        drop(app);
        let app = super::tests::app(folder.path(), 0);
        record_unanswered_code(&app, CodeSystem::Rxnorm, "1");
        assert!(app.unstored.unanswered_codes.take().is_empty());
    }
}

//! The numbers of the overview. Each is counted by the module whose list it links to.

use crate::domain::accessibility::listing;
use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::link_check::report;
use crate::domain::{insight, orders, reviews, translations};
use crate::model::accounts::rights::Right;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::languages::tag::LanguageTag;
use crate::model::overview::Overview;
use crate::model::search::filter::{Filter, FilterField};

/// The numbers as they are now; translations are counted in `lang`, without it in the language that is most used.
pub fn overview(app: &App, actor: &Actor, lang: Option<&LanguageTag>) -> Result<Overview> {
    actor.require(Right::EditCitations)?;
    let first = match lang {
        Some(_) => None,
        None => translations::first_language(&app.search)?,
    };
    let snapshot = app.search.snapshot()?;
    let incomplete = snapshot.count(&Filter::Term(FilterField::Incomplete, "any".into()));
    let duplicates = snapshot.duplicates()?.len() as u64;
    app.store.read(|db| {
        let (orders_open, orders_late) = orders::open_and_late(db)?;
        let translations_missing = match lang.or(first.as_ref()) {
            Some(lang) => translations::missing(db, lang)?,
            None => 0,
        };
        Ok(Overview {
            reviews_overdue: reviews::overdue(app, db, Day::from(clock::today()))?,
            links_broken: report::broken_links(db)?,
            translations_missing,
            searches_without_result: insight::texts_without_result(&app.settings, db)?,
            incomplete,
            duplicates,
            packets_with_obsolete: db.packets_with_obsolete()?,
            files_inaccessible: listing::inaccessible(app, db)?,
            reports_open: db.open_reports()?,
            orders_open,
            orders_late,
            mails_refused: db.mails_refused()?,
        })
    })
}

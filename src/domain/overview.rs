//! The numbers of the overview. Each is counted by the module whose list it links to.

use crate::domain::accessibility;
use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::domain::link_check;
use crate::domain::{insight, orders, reviews, translations};
use crate::model::accounts::Right;
use crate::model::clock;
use crate::model::day::Day;
use crate::model::error::Result;
use crate::model::languages::tag::LanguageTag;
use crate::model::search::filter::{Filter, FilterField};
use serde::Serialize;
use utoipa::ToSchema;

/// How much there is to look after; each number is that of the list it leads to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Citations whose review is overdue.
    pub reviews_overdue: u64,
    /// Links that are broken: gone, without an answer, or a page instead of a file.
    pub links_broken: u64,
    /// Citations without a version in the requested language.
    pub translations_missing: u64,
    /// Texts that found nothing or only some of the words, three times or more in the last 90 days.
    pub searches_without_result: u64,
    /// Citations in use that lack something the form requires.
    pub incomplete: u64,
    /// Groups of citations in use that share a title, an item number or an address.
    pub duplicates: u64,
    /// Department packets with a citation that is obsolete.
    pub packets_with_obsolete: u64,
    /// Files of versions in use with findings that are not advice.
    pub files_inaccessible: u64,
    /// Problem reports that are open.
    pub reports_open: u64,
    /// Orders that are neither sent nor cancelled.
    pub orders_open: u64,
    /// Those of them that were required before today.
    pub orders_late: u64,
    /// Mails that the mail server has refused and that are still to be sent.
    pub mails_refused: u64,
}

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
            links_broken: link_check::broken_links(db)?,
            translations_missing,
            searches_without_result: insight::texts_without_result(&app.settings, db)?,
            incomplete,
            duplicates,
            packets_with_obsolete: db.packets_with_obsolete()?,
            files_inaccessible: accessibility::inaccessible(app, db)?,
            reports_open: db.open_reports()?,
            orders_open,
            orders_late,
            mails_refused: db.mails_refused()?,
        })
    })
}

//! `/feed.atom`: the citations that changed last, of all or of those that match a search (Atom 1.0, RFC 4287).

use crate::domain::app::App;
use crate::model::citations::citation::Citation;
use crate::model::error::Result;
use crate::model::page_urls;
use crate::model::search::request::SearchRequest;
use crate::web::conditional::revalidate;
use crate::web::problem::HttpResult;
use crate::web::query::parameters;
use crate::web::screen_language::screen_languages;
use crate::web::state::Web;
use crate::web::xml::XmlDocument;
use actix_web::{HttpRequest, get, web};
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::Arc;
use utoipa::IntoParams;

const NAMESPACE: (&str, &str) = ("xmlns", "http://www.w3.org/2005/Atom");
const CONTENT_TYPE: &str = "application/atom+xml; charset=utf-8";
/// How many citations a feed has.
const MAX_ENTRIES: usize = 50;
/// Longest summary, in characters.
const MAX_SUMMARY: usize = 500;
/// When a feed without an entry was updated.
const NEVER: &str = "1970-01-01T00:00:00Z";

/// Which citations; as for a search.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
struct FeedParameters {
    /// The text of a search.
    #[param(required = false, max_length = 500)]
    q: String,
    /// A filter, as in `/api/search`.
    #[param(required = false)]
    fq: String,
}

/// A citation, and when it changed (ISO 8601, UTC).
type Entry = (Citation, String);

/// The citations that changed last, the latest first. A search by `q` and `fq` finds the same ones.
#[utoipa::path(tag = "discovery", operation_id = "listChangesAsFeed", params(FeedParameters), responses(
    (status = 200, body = String, content_type = "application/atom+xml", headers(("ETag" = String))),
    (status = 304, description = "The client has it"),
    (status = 400, description = "A parameter cannot be read"),
    (status = 429),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`), or too much is waiting"),
))]
#[get("/feed.atom")]
pub(in crate::web) async fn changes(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResult {
    state.limit.check_visitor(&request, &app).await?;
    let feed: FeedParameters = parameters(&request)?;
    let search = SearchRequest::new(&feed.q, &feed.fq)?;
    let work = move |app: &Arc<App>| Ok(written(app, &feed, &changed_last(app, &search)?));
    let bytes = state.heavy.run(&app, &request, work).await?;
    Ok(revalidate(&request, CONTENT_TYPE, bytes))
}

fn changed_last(app: &App, search: &SearchRequest) -> Result<Vec<Entry>> {
    let is_everything = search.q.trim().is_empty() && search.filter.is_none();
    let matches: Option<HashSet<String>> = if is_everything {
        None
    } else {
        Some(app.search.snapshot()?.matches(search)?.into_iter().collect())
    };
    let is_match = |id: &str| matches.as_ref().is_none_or(|matches| matches.contains(id));
    app.store.read(|db| {
        let changed = db.changed_last(MAX_ENTRIES, is_match)?;
        changed.into_iter().map(|(key, saved_at)| Ok((db.citation(key)?, saved_at))).collect()
    })
}

/// The feed. It is the same for every client: its own words are in the default language of the screens.
fn written(app: &App, request: &FeedParameters, entries: &[Entry]) -> Vec<u8> {
    let usual = screen_languages(&app.settings).into_iter().next();
    let product = usual.map_or("", |language| language.texts.server.product);
    let title = match request.q.trim() {
        "" => product.to_owned(),
        q => format!("{product}: {q}"),
    };
    let own_address = own_address(&app.public_url, request);
    let updated = entries.first().map_or(NEVER, |(_, saved_at)| saved_at);
    XmlDocument::write("feed", &[NAMESPACE], |feed| {
        feed.text("title", &[], &title);
        feed.element("author", &[], |author| author.text("name", &[], &app.settings.hospital.name));
        feed.text("updated", &[], updated);
        feed.text("id", &[], &own_address);
        feed.empty("link", &[("rel", "self"), ("type", "application/atom+xml"), ("href", &own_address)]);
        if request.fq.trim().is_empty() {
            let page = page_urls::search(&app.public_url, request.q.trim(), None);
            feed.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &page)]);
        }
        for (citation, saved_at) in entries {
            entry(feed, &app.public_url, citation, saved_at);
        }
    })
}

/// The address of the feed itself, which depends on the search.
fn own_address(public_url: &str, request: &FeedParameters) -> String {
    let given = [("q", request.q.trim()), ("fq", request.fq.trim())];
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(given.iter().filter(|(_, value)| !value.is_empty()));
    match query.finish() {
        query if query.is_empty() => format!("{public_url}/feed.atom"),
        query => format!("{public_url}/feed.atom?{query}"),
    }
}

fn entry(feed: &mut XmlDocument, public_url: &str, citation: &Citation, saved_at: &str) {
    feed.element("entry", &[], |entry| {
        entry.text("title", &[], &citation.title);
        // By the ID, which never changes, while the readable ID follows the title.
        entry.text("id", &[], &page_urls::citation(public_url, &citation.id));
        entry.text("updated", &[], saved_at);
        let page = page_urls::citation(public_url, citation.address_id());
        entry.empty("link", &[("rel", "alternate"), ("type", "text/html"), ("href", &page)]);
        for keyword in &citation.keywords {
            entry.empty("category", &[("term", keyword)]);
        }
        entry.text("summary", &[], &summary(citation));
    })
}

/// The beginning of the abstract, up to the end of a word; the title where there is none.
fn summary(citation: &Citation) -> String {
    let text = citation.abstract_text.as_deref().unwrap_or(&citation.title);
    match text.char_indices().nth(MAX_SUMMARY) {
        None => text.to_owned(),
        Some((end, _)) => {
            let start = &text[..end];
            let whole = start.rsplit_once(char::is_whitespace).map_or(start, |(words, _)| words);
            format!("{}…", whole.trim_end())
        }
    }
}

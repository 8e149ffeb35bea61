//! Search, facets and suggestions, also as a browser's address bar requests them.

use crate::domain::app::App;
use crate::domain::{crisis, insight, languages, promotions, sessions, translations};
use crate::model::error::{Error, lock};
use crate::model::keys::UserKey;
use crate::model::languages::language::read_lang;
use crate::model::languages::tag::LanguageTag;
use crate::model::page_urls;
use crate::model::search::crisis::CrisisNotice;
use crate::model::search::insight::SearchOutcome;
use crate::model::search::request::{
    Facets, SearchAnswer, SearchRequest, SearchSummary, Suggestion, Suggestions, check_text,
    read_disjunctive_facets, read_filter, read_first_hit, read_flag, text_parts,
};
use crate::web::blocking::run;
use crate::web::caller::Visitor;
use crate::web::client_address::{client_address, client_key};
use crate::web::middleware::head_requests::IsHead;
use crate::web::problem::{HttpResult, Problem};
use crate::web::query::parameters;
use crate::web::screen_language::{VARY, screen_language};
use crate::web::state::Web;
use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpMessage, HttpRequest, HttpResponse, get};
use serde::Deserialize;
use std::cell::Cell;
use std::net::IpAddr;
use std::sync::Arc;
use utoipa::IntoParams;

/// What to search for.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SearchParameters {
    /// Words, a `"phrase"`, `-word` to leave out; empty for everything by title. The first 64 words count.
    #[param(required = false, max_length = 500)]
    pub q: String,
    /// First hit to answer, from 0.
    #[param(required = false, value_type = u32, maximum = 100000)]
    pub start: String,
    /// `true`: obsolete citations as well.
    #[param(required = false, value_type = bool)]
    pub obsolete: String,
    /// `true`: all fields weigh the same.
    #[param(required = false, value_type = bool)]
    pub no_boost: String,
    /// Filter, such as `(and languages:'Spanish' audience:'Parents')`.
    #[param(required = false)]
    pub fq: String,
    /// The language that the person reads, as a tag, code or name, such as `es`: decides between meanings, puts
    /// citations that have it first among equals, and brings their version in it.
    #[param(required = false)]
    pub lang: String,
    /// Disjunctive facets, such as `languages,audience`: they are counted without the members of the outermost `and` of
    /// `fq` that are about them alone.
    #[param(required = false)]
    pub any: String,
    /// `false` for the search of a form in which a citation is chosen: it is neither stored as a recent search nor counted.
    #[param(required = false, value_type = bool, default = true)]
    pub record: String,
}

impl SearchParameters {
    /// The search; the error names the invalid parameter.
    fn read(&self, app: &App) -> Result<Search, Error> {
        let is_recorded = self.record.is_empty() || read_flag("record", &self.record)?;
        check_text(&self.q)?;
        let request = SearchRequest {
            q: self.q.clone(),
            start: read_first_hit(&self.start)?,
            filter: read_filter(&self.fq)?,
            obsolete: read_flag("obsolete", &self.obsolete)?,
            no_boost: read_flag("no_boost", &self.no_boost)?,
            lang: read_search_language(app, &self.lang)?,
            any: read_disjunctive_facets(&self.any)?,
            screen_language: "",
        };
        Ok(Search { request, is_recorded })
    }
}

/// Reads the parameter `lang` of a search: a language value in use, or any tag, code or name.
pub(in crate::web) fn read_search_language(app: &App, text: &str) -> Result<Option<LanguageTag>, Error> {
    let tag = languages::tag_of_value(app, text);
    read_lang(tag.as_ref().map_or(text, LanguageTag::as_str))
}

/// A search of the API or of a page.
pub(in crate::web) struct Search {
    pub request: SearchRequest,
    /// Whether it may be stored as a recent search and counted.
    pub is_recorded: bool,
}

/// Citations that match, ten at a time, with the facets of all matches.
#[utoipa::path(params(SearchParameters), responses(
    (status = 200, body = SearchAnswer),
    (status = 400, description = "A parameter cannot be read"),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`), or too much is waiting"),
))]
#[get("/search")]
pub async fn search(
    request: HttpRequest,
    caller: Visitor,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResult {
    let search = parameters::<SearchParameters>(&request)?.read(&app)?;
    let json = run_search(&request, &caller, &app, &state, search).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, VARY))
        .body(json.into_body()))
}

/// Searches, records the search unless a crisis forbids it, and returns the response as JSON.
pub(in crate::web) async fn run_search(
    request: &HttpRequest,
    caller: &Visitor,
    app: &web::Data<App>,
    state: &web::Data<Web>,
    Search { request: query, is_recorded }: Search,
) -> Result<ResponseBuffer, Problem> {
    let query = SearchRequest { screen_language: screen_language(request, &app.settings).tag, ..query };
    let crisis = crisis::categories(&query.q);
    let notice = crisis::notice(&app.settings, &crisis);
    let (query, (summary, json)) = if is_heavy(app, query.parts()) {
        let work = move |app: &Arc<App>| {
            write_response(app, &query, notice.as_ref()).map(|written| (query, written))
        };
        state.heavy.run(app, request, work).await?
    } else {
        // Runs on the worker: most searches take less time than moving them to another thread.
        let written = write_response(app, &query, notice.as_ref())?;
        (query, written)
    };
    if crisis.is_empty() {
        state.metrics.search(summary.found == 0);
    }
    // Nothing is stored of a search that gets a crisis notice, and HEAD changes nothing.
    let is_head = request.extensions().get::<IsHead>().is_some();
    if is_recorded && crisis.is_empty() && !is_head {
        record_search(request, caller, app, &query, &summary);
    }
    Ok(json)
}

/// Records a search for a text, from its first hit on: for translations, Search Insight and the recent searches of a person.
fn record_search(
    request: &HttpRequest,
    caller: &Visitor,
    app: &App,
    query: &SearchRequest,
    summary: &SearchSummary,
) {
    if query.start > 0 || query.q.trim().is_empty() {
        return;
    }
    if let Some(lang) = &query.lang {
        translations::record_search(app, &summary.untranslated, lang);
    }
    if query.filter.is_none() {
        let outcome = match &summary.understood {
            _ if summary.found == 0 => SearchOutcome::Nothing,
            Some(understood) if understood.kind == "part" || !understood.is_sure => SearchOutcome::OnlyPart,
            _ => SearchOutcome::Found,
        };
        insight::record_search(app, search_client(request, caller, app), &query.q, outcome);
    }
    if let Some(actor) = caller.actor() {
        sessions::record_search(app, &actor, &query.q);
    }
}

/// Number of lookups times citations above which a search may take more than a few milliseconds.
const HEAVY_THRESHOLD: u64 = 250_000;

/// Whether a search with this many lookups could block an event loop.
pub(in crate::web) fn is_heavy(app: &App, parts: usize) -> bool {
    app.search.index.documents().saturating_mul(parts as u64) >= HEAVY_THRESHOLD
}

/// Searches; returns a summary and the response as JSON.
fn write_response(
    app: &App,
    query: &SearchRequest,
    notice: Option<&CrisisNotice>,
) -> Result<(SearchSummary, ResponseBuffer), Error> {
    let packets = app.search.packet_titles.current();
    let promoted =
        (query.start == 0).then(|| promotions::promoted_results(app, &query.q, query.lang.as_ref()));
    let promoted = promoted.transpose()?;
    let mut json = ResponseBuffer::take();
    let summary = app.search.snapshot()?.search_json(query, notice, &packets, &mut json.0)?;
    if let Some(promoted) = promoted {
        // The object is opened again for what the index does not know.
        json.0.pop();
        json.0.extend_from_slice(b",\"promoted\":");
        serde_json::to_writer(&mut json.0, &promoted)
            .map_err(|e| Error::internal("writing the response to a search", e))?;
        json.0.push(b'}');
    }
    Ok((summary, json))
}

/// Identifies the client of a search: the person, otherwise the IP address.
fn search_client(request: &HttpRequest, caller: &Visitor, app: &App) -> (Option<UserKey>, Option<IpAddr>) {
    match &caller.0 {
        Some(caller) => (Some(caller.person.key), None),
        None => (None, client_address(request, &app.settings.server.trusted_proxies).map(client_key)),
    }
}

/// Every value in use of every facet, those of obsolete citations too.
#[utoipa::path(params(
    ("updated" = Option<bool>, Query, description = "Always true; kept for its callers"),
), responses(
    (status = 200, body = Facets),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`)"),
))]
#[get("/search/facets")]
pub async fn list_facets(app: web::Data<App>, state: web::Data<Web>) -> HttpResult {
    let shared = state.clone().into_inner();
    let counted = run(&app, move |app| all_facets(app, &shared)).await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(counted))
}

/// Every facet as JSON; cached until the index changes.
pub(in crate::web) fn all_facets(app: &App, state: &Web) -> Result<web::Bytes, Error> {
    let snapshot = app.search.snapshot()?;
    let kept = || lock(&state.facets);
    if let Some((counted, json)) = &*kept()
        && std::ptr::eq(counted.as_ptr(), Arc::as_ptr(&snapshot))
    {
        return Ok(json.clone());
    }
    let json =
        serde_json::to_vec(&snapshot.facets()?).map_err(|e| Error::internal("writing the facets", e))?;
    let json = web::Bytes::from(json);
    *kept() = Some((Arc::downgrade(&snapshot), json.clone()));
    Ok(json)
}

/// How many suggestions are made.
const MAX_SUGGESTIONS: usize = 10;
/// How many of them may be packets.
const MAX_SUGGESTED_PACKETS: usize = 3;

/// A typed text.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct SuggestionParameters {
    /// What is typed so far.
    #[param(required = false, max_length = 500)]
    pub q: String,
}

/// Up to ten suggestions for a text that is being typed: first packets, at most three, then titles and search words.
#[utoipa::path(params(SuggestionParameters), responses(
    (status = 200, body = Suggestions),
    (status = 400, description = "A parameter cannot be read"),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`), or too much is waiting"),
))]
#[get("/search/suggestions")]
pub async fn list_suggestions(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResult {
    let query: SuggestionParameters = parameters(&request)?;
    let suggestions = suggestions_for(&request, &app, &state, query.q).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(suggestions))
}

/// The suggestions for a text that is being typed.
pub(in crate::web) async fn suggestions_for(
    request: &HttpRequest,
    app: &web::Data<App>,
    state: &Web,
    typed: String,
) -> Result<Suggestions, Problem> {
    check_text(&typed)?;
    let titles = app.search.packet_titles.current();
    let packets = titles.with_prefix(&typed, MAX_SUGGESTED_PACKETS);
    let most = MAX_SUGGESTIONS - packets.len();
    let texts = if is_heavy(app, text_parts(&typed)) {
        state.heavy.run(app, request, move |app| Ok(app.search.snapshot()?.suggestions(&typed, most))).await?
    } else {
        app.search.snapshot()?.suggestions(&typed, most)
    };
    Ok(Suggestions::new(packets.into_iter(), texts))
}

/// The same suggestions in the form of OpenSearch: the typed text, then of each suggestion its text, what it is, and its
/// page.
#[utoipa::path(params(SuggestionParameters), responses(
    (status = 200, content_type = "application/x-suggestions+json", body = (String, Vec<String>, Vec<String>, Vec<String>)),
    (status = 400, description = "A parameter cannot be read"),
    (status = 503, description = "The first index of the catalogue is being built (`preparing`), or too much is waiting"),
))]
#[get("/search/completions")]
pub async fn list_completions(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResult {
    let query: SuggestionParameters = parameters(&request)?;
    let typed = query.q.clone();
    let suggestions = suggestions_for(&request, &app, &state, query.q).await?.suggest.suggestions;
    let texts = &screen_language(&request, &app.settings).texts.server;
    let description = |of: &Suggestion| if of.readable_id.is_some() { texts.packet } else { "" };
    let url = |of: &Suggestion| match &of.readable_id {
        Some(readable_id) => page_urls::packet(&app.public_url, readable_id, None),
        None => page_urls::search(&app.public_url, &of.suggestion, None),
    };
    let descriptions: Vec<&str> = suggestions.iter().map(description).collect();
    let urls: Vec<String> = suggestions.iter().map(url).collect();
    let completions: Vec<String> = suggestions.into_iter().map(|of| of.suggestion).collect();
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/x-suggestions+json; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, VARY))
        .json((typed, completions, descriptions, urls)))
}

/// The size of a new buffer: enough for most searches.
const NEW_BYTES: usize = 32 << 10;
/// The size up to which a buffer is kept.
const MAX_KEPT_BYTES: usize = 64 << 10;

thread_local! {
    static SPARE: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

/// Receives a response. When it is dropped, the thread keeps its memory.
pub(in crate::web) struct ResponseBuffer(pub Vec<u8>);

impl ResponseBuffer {
    /// An empty buffer.
    pub fn take() -> ResponseBuffer {
        let mut buffer = SPARE.take();
        buffer.reserve(NEW_BYTES);
        ResponseBuffer(buffer)
    }

    /// The response as a body. Its memory is kept when the last reference is dropped.
    pub fn into_body(self) -> Bytes {
        Bytes::from_owner(self)
    }
}

impl AsRef<[u8]> for ResponseBuffer {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for ResponseBuffer {
    fn drop(&mut self) {
        let mut buffer = std::mem::take(&mut self.0);
        if buffer.capacity() <= MAX_KEPT_BYTES {
            buffer.clear();
            // While a thread ends there is nothing to keep it in.
            let _ = SPARE.try_with(|spare| spare.set(buffer));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_response_is_used_for_the_next_one() {
        let mut buffer = ResponseBuffer::take();
        buffer.0.extend_from_slice(b"first");
        let body = buffer.into_body();
        assert_eq!(body, "first");
        let memory = body.as_ptr();
        let piece = body.slice(1..3);
        drop(body);
        assert_eq!(piece, "ir");
        assert_ne!(ResponseBuffer::take().0.as_ptr(), memory, "a piece is still in use");
        drop(piece);
        let next = ResponseBuffer::take();
        assert_eq!(next.0.as_ptr(), memory);
        assert!(next.0.is_empty());
    }

    #[test]
    fn the_memory_of_an_unusually_long_response_is_not_kept() {
        let mut buffer = ResponseBuffer::take();
        buffer.0.resize(MAX_KEPT_BYTES + 1, b'a');
        drop(buffer);
        assert!(ResponseBuffer::take().0.capacity() <= MAX_KEPT_BYTES);
    }
}

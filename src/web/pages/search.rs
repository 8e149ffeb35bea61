//! `/` and `/search`: the home view without a query, results with one.

use crate::domain::app::App;
use crate::domain::infobutton::answering;
use crate::model::error::Error;
use crate::model::infobutton::feed::{KnowledgeFeed, KnowledgeResponse};
use crate::model::infobutton::request::KnowledgeRequest;
use crate::model::languages::tag::LanguageTag;
use crate::model::search::request::{Facets, SearchAnswer, SearchRequest};
use crate::web::addresses::SEARCH;
use crate::web::api::infobutton;
use crate::web::api::search::{Search, run_search};
use crate::web::caller::{Visitor, visitor_of_cookie};
use crate::web::pages::document::{Head, Kind, Page, PageData, respond, respond_with_error};
use crate::web::pages::languages::to_language_tag;
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::search::home::home;
use crate::web::pages::search::record_handouts::{call_of_page, heading, record_page};
use crate::web::pages::search::results::{Outcome, search_page};
use crate::web::pages::view::View;
use crate::web::problem::Problem;
use crate::web::state::Web;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};

pub(super) mod address;
pub(super) mod crisis_notice;
pub(super) mod filters;
pub(super) mod hit_row;
pub(super) mod home;
pub(super) mod record_handouts;
pub(super) mod results;

/// The maximum length of a query in the title of a page, in characters.
const TITLE_CHARACTERS: usize = 100;

/// The home view, or the results of the search in the address.
pub(in crate::web) async fn search(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResponse {
    if let Some(redirect) = to_language_tag(&request, &app) {
        return redirect;
    }
    let mut search = SearchAddress::parse(request.query_string());
    if LanguageTag::parse(&search.lang).is_err() {
        search.lang.clear();
    }
    let mut view = View::new(&request, &app, &search.lang);
    let languages = view.read_languages(&app);
    let searching = Searching { request: &request, app: &app, state: &state };
    let mut data = PageData::with_shared_responses(&view);
    if let Some(call) = call_of_page(request.query_string()) {
        return searching.record_handouts(&view, &call, data).await;
    }
    let outcome = if search.is_home() {
        match searching.check_home().await {
            Ok(()) => return searching.home(&view, &search, languages.is_ok(), data).await,
            Err(limited) => Outcome::Failed(limited),
        }
    } else {
        searching.outcome(&view, &search, &mut data).await
    };
    let texts = view.texts;
    let title = match search.q.as_str() {
        "" => texts.search.filtered.to_owned(),
        q => q.chars().take(TITLE_CHARACTERS).collect(),
    };
    let status = match &outcome {
        Outcome::Found { .. } => StatusCode::OK,
        Outcome::Preparing => StatusCode::SERVICE_UNAVAILABLE,
        Outcome::Failed(problem) => problem.status(),
        Outcome::TooLong => StatusCode::BAD_REQUEST,
    };
    let content = search_page(&view, &search, &outcome);
    let page = Page { status, head: Head::part(&title, texts), kind: Kind::Results, content, data };
    match outcome {
        Outcome::Failed(problem) => respond_with_error(&view, &page, &problem),
        Outcome::Preparing => respond_with_error(&view, &page, &Error::Preparing.into()),
        Outcome::Found { .. } | Outcome::TooLong => respond(&view, &page),
    }
}

/// The context of a search for a page.
struct Searching<'r> {
    request: &'r HttpRequest,
    app: &'r web::Data<App>,
    state: &'r web::Data<Web>,
}

impl Searching<'_> {
    /// Lets the home view through: at `/search` it counts as a search.
    async fn check_home(&self) -> Result<(), Problem> {
        let [home, _] = SEARCH;
        if self.request.path() == home {
            return Ok(());
        }
        self.state.limit.check_visitor(self.request, self.app).await
    }

    async fn home(
        &self,
        view: &View,
        search: &SearchAddress,
        is_ready: bool,
        mut data: PageData,
    ) -> HttpResponse {
        let everything =
            if is_ready && !view.has_session { self.everything(&mut data).await.ok() } else { None };
        let page = Page {
            status: StatusCode::OK,
            head: Head::plain(view.texts.server.product, view.texts),
            kind: Kind::Home,
            content: home(view, search, everything.as_ref()),
            data,
        };
        respond(view, &page)
    }

    /// The handouts for a knowledge request, given by the call that responds to it.
    async fn record_handouts(&self, view: &View, call: &str, mut data: PageData) -> HttpResponse {
        let page = |feed: Option<&KnowledgeFeed>, status, data| Page {
            status,
            head: Head::part(&heading(view, feed), view.texts),
            kind: Kind::Results,
            content: record_page(view, feed),
            data,
        };
        match self.feed(call).await {
            Ok(feed) => {
                let response = KnowledgeResponse::new(feed);
                data.add(call, &response);
                respond(view, &page(Some(&response.feed), StatusCode::OK, data))
            }
            Err(problem) => {
                data.add_problem(call, &problem);
                respond_with_error(view, &page(None, problem.status(), data), &problem)
            }
        }
    }

    async fn feed(&self, call: &str) -> Result<KnowledgeFeed, Problem> {
        self.state.limit.check_visitor(self.request, self.app).await?;
        let knowledge = KnowledgeRequest::parse(call.split_once('?').map_or("", |(_, query)| query))?;
        infobutton::respond(self.request, self.app, self.state, knowledge, answering::feed).await
    }

    /// Searches for the hits and everything else that the page shows.
    async fn outcome(&self, view: &View, search: &SearchAddress, data: &mut PageData) -> Outcome {
        if search.excess_length().is_some() {
            return Outcome::TooLong;
        }
        let caller =
            if view.has_session { visitor_of_cookie(self.request, self.app).await } else { Visitor(None) };
        let path = search.call_path();
        let (request, answer) = match self.answer_of_page(&path, &caller, search, data).await {
            Ok(answer) => answer,
            Err(problem) if problem.is_preparing() => return Outcome::Preparing,
            Err(problem) => {
                data.add_problem(&path, &problem);
                return Outcome::Failed(problem);
            }
        };
        let is_empty = answer.hits.found == 0;
        let is_doubtful = answer.hits.are_doubtful();
        let mut with_obsolete = 0;
        if is_empty && !search.obsolete {
            let request = SearchRequest { start: 0, obsolete: true, any: Vec::new(), ..request };
            let with_all = Search { request, is_recorded: false };
            let answer = self.run(&search.obsolete_call_path(), &Visitor(None), with_all, data).await;
            with_obsolete = answer.map_or(0, |answer| answer.hits.found);
        }
        let everything = if is_empty || is_doubtful {
            self.everything(data).await.unwrap_or_default()
        } else {
            Facets::new()
        };
        Outcome::Found { answer: Box::new(answer), with_obsolete, everything }
    }

    /// The search of the page with its response.
    async fn answer_of_page(
        &self,
        path: &str,
        caller: &Visitor,
        search: &SearchAddress,
        data: &mut PageData,
    ) -> Result<(SearchRequest, SearchAnswer), Problem> {
        // Searches of visitors count against the limit of the API, because the screens would have called it.
        if caller.0.is_none() {
            self.state.limit.check(self.request, &self.app.settings.server)?;
        }
        let request = search.request(self.app)?;
        let of_page = Search { request: request.clone(), is_recorded: true };
        Ok((request, self.run(path, caller, of_page, data).await?))
    }

    /// The facets of all citations.
    async fn everything(&self, data: &mut PageData) -> Result<Facets, Problem> {
        let all = Search { request: SearchRequest::default(), is_recorded: false };
        Ok(self.run(&SearchAddress::everything().call_path(), &Visitor(None), all, data).await?.facets)
    }

    /// Searches as the API call with this path does; the response is added to the data of the page.
    async fn run(
        &self,
        path: &str,
        caller: &Visitor,
        search: Search,
        data: &mut PageData,
    ) -> Result<SearchAnswer, Problem> {
        let json = run_search(self.request, caller, self.app, self.state, search).await?;
        data.add_json(path, json.as_ref());
        Ok(SearchAnswer::from_json(json.as_ref())?)
    }
}

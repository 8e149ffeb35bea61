//! `/citation/{id}`: the page of a citation.

use crate::domain::app::App;
use crate::domain::citations::editing;
use crate::model::citations::citation::Citation;
use crate::model::error::{Error, Result};
use crate::model::keys::CitationKey;
use crate::model::languages::message::fill;
use crate::model::page_urls::{self, Found};
use crate::model::usage::UsageKind;
use crate::web::api::citations::{CitationWithPackets, with_entity_tag};
use crate::web::blocking::run;
use crate::web::pages::citation::content::{NamedVersion, citation_content, missing_citation, shown_title};
use crate::web::pages::document::{Head, Kind, Page, PageData, respond};
use crate::web::pages::languages::to_language_tag;
use crate::web::pages::redirects::to_current_page;
use crate::web::pages::screens;
use crate::web::pages::structured_data::medical_web_page;
use crate::web::pages::view::{View, component, named_language};
use crate::web::problem::{HttpResult, Problem};
use crate::web::usage_client;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};

pub(super) mod content;
pub(super) mod language_table;

/// Length of a description, in characters.
const DESCRIPTION_CHARACTERS: usize = 300;

/// What the store finds under an ID.
enum Stored {
    /// The citation with its entity tag, and the one that replaces it.
    Here(Box<StoredCitation>),
    /// The ID is a former one.
    Moved(String),
    Missing(Problem),
}

type Described = (CitationWithPackets, String);

struct StoredCitation {
    key: CitationKey,
    current: Described,
    replacement: Option<Described>,
}

/// The page of a citation: 404 for an unknown one, 302 for a former readable ID.
pub(in crate::web) async fn citation(
    request: HttpRequest,
    app: web::Data<App>,
    id: web::Path<String>,
) -> HttpResult {
    // The record of a day is only for signed-in people: the screens request it.
    if url::form_urlencoded::parse(request.query_string().as_bytes()).any(|(name, _)| name == "asOf") {
        return Ok(screens::screen(request, app).await);
    }
    if let Some(redirect) = to_language_tag(&request, &app) {
        return Ok(redirect);
    }
    let id = id.into_inner();
    let mut view = View::new(&request, &app, &named_language(&request));
    let requested_id = id.clone();
    let (stored, view) = run(&app, move |app| {
        let _ = view.read_languages(app);
        Ok((read(app, &requested_id)?, view))
    })
    .await?;
    let mut data = PageData::with_shared_responses(&view);
    let path = |id: &str| format!("/api/citations/{}", component(id));
    Ok(match stored {
        Stored::Moved(to) => to_current_page(&request, &page_urls::citation("", &to)),
        Stored::Missing(problem) => {
            data.add_problem(&path(&id), &problem);
            let page = Page {
                status: StatusCode::NOT_FOUND,
                head: Head::plain(view.texts.server.no_citation, view.texts),
                kind: Kind::Citation,
                content: missing_citation(&view),
                data,
            };
            respond(&view, &page)
        }
        Stored::Here(stored) => {
            let StoredCitation { key, current: (current, tag), replacement } = *stored;
            usage_client::count(&request, &app, (key, view.language.tag), UsageKind::View);
            add(&mut data, &path(&id), &tag, &current);
            if let (Some((other, tag)), Some(id)) = (&replacement, &current.citation.replaced_by) {
                add(&mut data, &path(id), tag, other);
            }
            let named = NamedVersion::new(&view, &current.citation, &named_language(&request));
            let other = replacement.as_ref().map(|(other, _)| &other.citation);
            let page = Page {
                status: StatusCode::OK,
                head: head(&app, &view, &current.citation, named.as_ref()),
                kind: Kind::Citation,
                content: citation_content(&view, &current, other, named.as_ref()),
                data,
            };
            respond(&view, &page)
        }
    })
}

fn add(data: &mut PageData, path: &str, tag: &str, citation: &CitationWithPackets) {
    if let Ok(json) = serde_json::to_vec(citation) {
        data.add_tagged(path, tag, &json);
    }
}

fn read(app: &App, id: &str) -> Result<Stored> {
    match editing::citation(&app.store, id) {
        Ok(Found::Here(current)) => {
            let key = current.key;
            let current = with_entity_tag(*current, false);
            let replacement = match &current.0.citation {
                Citation { obsolete: true, replaced_by: Some(other), id, .. } if other != id => {
                    replacement(app, other)?
                }
                _ => None,
            };
            Ok(Stored::Here(Box::new(StoredCitation { key, current, replacement })))
        }
        Ok(Found::Moved(to)) => Ok(Stored::Moved(to)),
        Err(missing @ Error::NotFound(_)) => Ok(Stored::Missing(missing.into())),
        Err(other) => Err(other),
    }
}

/// The citation that replaces another one; `None` when it was never imported.
fn replacement(app: &App, id: &str) -> Result<Option<Described>> {
    match editing::citation(&app.store, id) {
        Ok(Found::Here(current)) => Ok(Some(with_entity_tag(*current, false))),
        Ok(Found::Moved(_)) | Err(Error::NotFound(_)) => Ok(None),
        Err(other) => Err(other),
    }
}

fn head(app: &App, view: &View, citation: &Citation, named: Option<&NamedVersion<'_>>) -> Head {
    let address = page_urls::citation(&app.public_url, citation.address_id());
    let about = citation.abstract_text.as_deref().unwrap_or(&citation.title);
    let description: String = about.chars().take(DESCRIPTION_CHARACTERS).collect();
    let snapshot = app.search.index.snapshot();
    let tag_of = |language: &str| snapshot.language(language).tag;
    let data = medical_web_page(&app.public_url, citation, &description, tag_of);
    Head {
        title: fill(view.texts.server.citation_title, "title", shown_title(view, citation, named).text),
        description,
        canonical: Some(view.canonical(address)),
        is_listed: true,
        data: Some(data),
    }
}

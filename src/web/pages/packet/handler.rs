//! Answers `/packet/{id}`.

use crate::domain::app::App;
use crate::domain::packets::reading::{self, CurrentPacket};
use crate::model::error::Error;
use crate::model::languages::message::filled;
use crate::model::languages::tag::LanguageTag;
use crate::model::packets::packet::Packet;
use crate::model::page_urls;
use crate::model::page_urls::Found;
use crate::web::blocking::run;
use crate::web::conditional::representation_tag;
use crate::web::pages::document::{Page, answer};
use crate::web::pages::head::{Head, Kind};
use crate::web::pages::languages::{OwnLanguage, is_same_language, to_language_tag};
use crate::web::pages::packet::content::{missing_packet, packet_content};
use crate::web::pages::page_data::PageData;
use crate::web::pages::redirects::to_current_page;
use crate::web::pages::urls::component;
use crate::web::pages::view::View;
use crate::web::pages::view::named_language;
use crate::web::problem::Problem;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use maud::html;

/// The page of a packet: 404 for one that a visitor may not see, 410 for a deleted one, 302 for a former readable ID.
pub(in crate::web) async fn packet(
    request: HttpRequest,
    app: web::Data<App>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    if let Some(redirect) = to_language_tag(&request, &app) {
        return Ok(redirect);
    }
    let id = id.into_inner();
    let mut view = View::new(&request, &app, &named_language(&request));
    let requested_id = id.clone();
    let (found, view) = run(&app, move |app| {
        let _ = view.read_languages(app);
        let found = match reading::packet(&app.store, &requested_id, None, None) {
            Ok(Found::Moved(to)) => Ok(Found::Moved(to)),
            Ok(Found::Here(current)) => {
                let name = reading::packet_page(&app.store, &requested_id, None)?.0;
                Ok(Found::Here((current, name)))
            }
            Err(missing @ (Error::NotFound(_) | Error::Gone(_))) => Err(Problem::from(missing)),
            Err(other) => return Err(other),
        };
        Ok((found, view))
    })
    .await?;
    let data = PageData::with_shared_answers(&view);
    let path = format!("/api/packets/{}", component(&id));
    let page = match found {
        Ok(Found::Moved(to)) => return Ok(to_current_page(&request, &page_urls::packet("", &to, None))),
        Ok(Found::Here((current, name))) => {
            let language = handout_language(&view, &request, &current.packet);
            let address = current.packet.head.readable_id.as_deref().unwrap_or(&id);
            Page {
                content: packet_content(&view, &current.packet, address, language.as_ref()),
                ..found_page(
                    &view,
                    &path,
                    data,
                    &current,
                    view.canonical(page_urls::packet(&app.public_url, &name, None)),
                )?
            }
        }
        Err(problem) => missing_page(&view, &path, data, &problem),
    };
    Ok(answer(&view, &page))
}

/// The page of a packet before its content.
fn found_page(
    view: &View,
    path: &str,
    mut data: PageData,
    current: &CurrentPacket,
    canonical: String,
) -> Result<Page, Error> {
    let packet = &current.packet;
    let json = serde_json::to_vec(packet).map_err(|e| Error::internal("writing a packet", e))?;
    // Its owner and administrators get a different page.
    if !view.has_session {
        data.add_tagged(path, &representation_tag(&current.state, &json), &json);
    }
    let title = filled(view.texts.server.citation_title, "title", &packet.head.title);
    // The address of a personal packet is only for those who have its code.
    let is_listed = packet.head.published;
    let head = Head { canonical: Some(canonical), is_listed, ..Head::plain(title, view.texts) };
    Ok(Page { status: StatusCode::OK, head, kind: Kind::Packet, content: html! {}, data })
}

/// The page of an unknown or a deleted packet. A signed-in person may be its owner: the screens show it then, so only a
/// browser without scripts says that it is missing.
fn missing_page(view: &View, path: &str, mut data: PageData, problem: &Problem) -> Page {
    let is_deleted = problem.status() == StatusCode::GONE;
    if !view.has_session {
        data.add_problem(path, problem);
    }
    Page {
        status: problem.status(),
        head: Head::part(view.texts.shell.not_found_title, view.texts),
        kind: Kind::Packet,
        content: match view.has_session {
            true => html! { noscript { (missing_packet(view, is_deleted)) } },
            false => missing_packet(view, is_deleted),
        },
        data,
    }
}

/// The language in the page's address: as a handout of the packet has it, or by its name.
fn handout_language(view: &View, request: &HttpRequest, packet: &Packet) -> Option<OwnLanguage> {
    let (_, lang) =
        url::form_urlencoded::parse(request.query_string().as_bytes()).find(|(name, _)| name == "lang")?;
    let requested = LanguageTag::parse(&lang).ok()?;
    let known = packet.languages.iter().find(|language| {
        language.tag.as_ref().is_some_and(|tag| is_same_language(requested.as_str(), tag.as_str()))
    });
    Some(match known {
        Some(language) => OwnLanguage {
            tag: language.tag.as_ref().map(|tag| tag.as_str().to_owned()),
            name: language.name.clone(),
            dir: language.dir,
        },
        None => view.preferred(requested.as_str()).own,
    })
}

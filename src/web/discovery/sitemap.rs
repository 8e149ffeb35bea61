//! What search engines may fetch (`/robots.txt`, RFC 9309), and `/sitemap.xml`: an index of files that list every page for
//! visitors (sitemaps.org, protocol 0.9).
//!
//! If the screens are in several languages, a page has an address for each of them, beside the one that chooses the
//! language by the browser. Each address lists all of them, as search engines require (`hreflang`).

use crate::domain::app::App;
use crate::model::error::Result;
use crate::model::page_urls;
use crate::store::{ListedPage, PageKind, ReadTx};
use crate::web::addresses::screens;
use crate::web::blocking::run;
use crate::web::conditional::{digest_tag, document, document_not_modified};
use crate::web::pages::screens;
use crate::web::problem::HttpResult;
use crate::web::screen_language::screen_languages;
use crate::web::state::Web;
use crate::web::xml::XmlDocument;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, web};
use std::fmt::Write;
use std::sync::Arc;

const NAMESPACE: (&str, &str) = ("xmlns", "http://www.sitemaps.org/schemas/sitemap/0.9");
const XHTML: (&str, &str) = ("xmlns:xhtml", "http://www.w3.org/1999/xhtml");
const CONTENT_TYPE: &str = "application/xml; charset=utf-8";
/// Addresses of a file; search engines take 50,000.
const MAX_ADDRESSES: usize = 10_000;
/// The pages that are neither of a citation nor of a packet.
const FIXED_PAGES: [&str; 2] = ["/", "/packets"];

/// The index of the files.
#[utoipa::path(tag = "discovery", operation_id = "getSitemap", responses(
    (status = 200, body = String, content_type = "application/xml", headers(("ETag" = String))),
    (status = 304, description = "The client has it"),
    (status = 429),
    (status = 503, description = "Too much is waiting"),
))]
#[get("/sitemap.xml")]
pub(in crate::web) async fn file_index(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
) -> HttpResult {
    respond(request, app, state, None).await
}

/// The file with this number, from 1.
#[utoipa::path(tag = "discovery", operation_id = "getSitemapFile",
    params(("number" = usize, Path, description = "From 1, as the index names them")),
    responses(
        (status = 200, body = String, content_type = "application/xml", headers(("ETag" = String))),
        (status = 304, description = "The client has it"),
        (status = 404, description = "No file has this number: a page", body = String, content_type = "text/html"),
        (status = 429),
        (status = 503, description = "Too much is waiting"),
    ))]
#[get("/sitemap-{number}.xml")]
pub(in crate::web) async fn numbered_file(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
    number: web::Path<String>,
) -> HttpResult {
    let number = Some(number.into_inner()).filter(|number| !number.starts_with(['0', '+']));
    match number.and_then(|number| number.parse().ok()) {
        Some(number) => respond(request, app, state, Some(number)).await,
        None => Ok(screens::not_found(&request, &app)),
    }
}

async fn respond(
    request: HttpRequest,
    app: web::Data<App>,
    state: web::Data<Web>,
    number: Option<usize>,
) -> HttpResult {
    state.limit.check_visitor(&request, &app).await?;
    let tag = run(&app, move |app| state_tag(app, number)).await?;
    if let Some(unchanged) = document_not_modified(&request, &tag) {
        return Ok(unchanged);
    }
    let work = move |app: &Arc<App>| app.store.read(|db| Sitemap::new(app, db)?.document(number));
    Ok(match state.heavy.run(&app, &request, work).await? {
        Some(bytes) => document(CONTENT_TYPE, &tag, bytes),
        None => screens::not_found(&request, &app),
    })
}

/// The entity tag of a file for the current state of the catalogue. Read before the content, which may be newer: then it is
/// sent once more.
fn state_tag(app: &App, number: Option<usize>) -> Result<String> {
    let (instance, change) = app.store.read(|db| Ok((db.instance().to_owned(), db.latest_change()?)))?;
    let languages = &app.settings.hospital.screen_languages;
    let state = format!("{instance} {change} {} {languages:?} {number:?}", app.public_url);
    Ok(digest_tag(state.as_bytes()))
}

/// The files at one state of the catalogue.
struct Sitemap<'a> {
    db: &'a ReadTx<'a>,
    public_url: &'a str,
    /// The tags of the languages that have addresses of their own; empty where there is one language.
    languages: Vec<&'static str>,
    /// How many pages a file lists.
    pages_of_file: usize,
    /// How many files there are.
    files: usize,
}

impl<'a> Sitemap<'a> {
    fn new(app: &'a App, db: &'a ReadTx<'a>) -> Result<Sitemap<'a>> {
        let mut languages: Vec<&str> = screen_languages(&app.settings).iter().map(|of| of.tag).collect();
        if languages.len() < 2 {
            languages.clear();
        }
        let pages_of_file = MAX_ADDRESSES / (1 + languages.len());
        let files = (FIXED_PAGES.len() + db.count_listed_pages()?).div_ceil(pages_of_file);
        Ok(Sitemap { db, public_url: &app.public_url, languages, pages_of_file, files })
    }

    /// The index, or the file with this number; `None` if there is none.
    fn document(&self, number: Option<usize>) -> Result<Option<Vec<u8>>> {
        match number {
            None => Ok(Some(self.index())),
            Some(number) if (1..=self.files).contains(&number) => self.file(number).map(Some),
            Some(_) => Ok(None),
        }
    }

    fn index(&self) -> Vec<u8> {
        XmlDocument::write("sitemapindex", &[NAMESPACE], |index| {
            for number in 1..=self.files {
                let address = format!("{}/sitemap-{number}.xml", self.public_url);
                index.element("sitemap", &[], |sitemap| sitemap.text("loc", &[], &address));
            }
        })
    }

    fn file(&self, number: usize) -> Result<Vec<u8>> {
        let from = (number - 1) * self.pages_of_file;
        let fixed = FIXED_PAGES.get(from..).unwrap_or_default();
        let skipped = from.saturating_sub(FIXED_PAGES.len());
        let pages = self.db.listed_pages(skipped, self.pages_of_file - fixed.len())?;
        let attributes = if self.languages.is_empty() { &[NAMESPACE][..] } else { &[NAMESPACE, XHTML] };
        Ok(XmlDocument::write("urlset", attributes, |set| {
            for path in fixed {
                self.page(set, &format!("{}{path}", self.public_url), None);
            }
            for ListedPage { kind, address_id, saved_at } in &pages {
                let address = match kind {
                    PageKind::Citation => page_urls::citation(self.public_url, address_id),
                    PageKind::Packet => page_urls::packet(self.public_url, address_id, None),
                };
                self.page(set, &address, Some(saved_at));
            }
        }))
    }

    /// A page at each of its addresses.
    fn page(&self, set: &mut XmlDocument, address: &str, modified: Option<&str>) {
        let in_language = |tag: &&'static str| (*tag, format!("{address}?lang={tag}"));
        let alternates: Vec<(&str, String)> = if self.languages.is_empty() {
            Vec::new()
        } else {
            [("x-default", address.to_owned())]
                .into_iter()
                .chain(self.languages.iter().map(in_language))
                .collect()
        };
        let addresses = alternates.iter().map(|(_, address)| address.as_str());
        for address in std::iter::once(address).chain(addresses.skip(1)) {
            set.element("url", &[], |url| {
                url.text("loc", &[], address);
                if let Some(modified) = modified {
                    url.text("lastmod", &[], modified);
                }
                for (tag, href) in &alternates {
                    url.empty("xhtml:link", &[("rel", "alternate"), ("hreflang", tag), ("href", href)]);
                }
            });
        }
    }
}

/// What is neither a page for visitors nor one of its files. Filtered results are excluded: there is one for each
/// combination.
const NOT_FETCHED: [&str; 7] =
    ["/api/", "/language/", "/login", "/logout", "/qrredirect", "/*?*filters=", "/*?*asOf="];

/// Robots may read the pages for visitors and find them in the sitemap.
#[get("/robots.txt")]
pub(in crate::web) async fn robots(app: web::Data<App>) -> HttpResponse {
    let mut text = String::from("User-agent: *\n");
    for rule in NOT_FETCHED.map(str::to_owned).into_iter().chain(screens().flat_map(rules_for_screen)) {
        let _ = writeln!(text, "Disallow: {rule}");
    }
    let _ = writeln!(text, "\nSitemap: {}/sitemap.xml", app.public_url);
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; charset=utf-8"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text)
}

/// Rules that match a screen and no longer path: `/citation/add` would match `/citation/addisons-disease` too.
fn rules_for_screen(pattern: &str) -> Vec<String> {
    match pattern.split_once('{') {
        Some((folder, _)) => vec![folder.to_owned()],
        None => vec![format!("{pattern}$"), format!("{pattern}?")],
    }
}

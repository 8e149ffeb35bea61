//! Makes the table of `src/model/guide.rs` from the Markdown in `docs/guide`. What a page must not contain is an error of the
//! build: raw HTML, a link that leads nowhere, an unknown role.

use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd, html};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// Who a page is for: as the page names it, and the variant of `Reader`.
const READERS: [(&str, &str); 6] = [
    ("families", "Families"),
    ("staff", "Staff"),
    ("copy-center", "CopyCenter"),
    ("specialists", "Specialists"),
    ("auditors", "Auditors"),
    ("it", "It"),
];

/// The page that exists in every language of the screens.
const FAMILIES: &str = "families";

/// The code of the table. `languages` are those of the screens.
pub fn guide_code(folder: &Path, languages: &[&str]) -> Result<String, String> {
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(|e| e.to_string())? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_suffix(".md")) {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{name}.md: {e}"))?;
            pages.insert(name.to_owned(), text);
        }
    }
    let file_of = |tag: &&str| if *tag == "en" { FAMILIES.to_owned() } else { format!("{FAMILIES}.{tag}") };
    if let Some(missing) = languages.iter().map(file_of).find(|name| !pages.contains_key(name)) {
        return Err(format!("{missing}.md is missing"));
    }
    let mut code =
        String::from("/// Every page, in the order of the files' names.\nconst PAGES: &[GuidePage] = &[\n");
    for (file, text) in &pages {
        let page = page_code(file, text, &|name| pages.contains_key(name));
        code.push_str(&page.map_err(|e| format!("{file}.md: {e}"))?);
    }
    code.push_str("];\n");
    Ok(code)
}

/// A page as an entry of the table.
fn page_code(file: &str, text: &str, is_page: &dyn Fn(&str) -> bool) -> Result<String, String> {
    let (name, lang) = file.split_once('.').unwrap_or((file, "en"));
    let (front, body) = text
        .strip_prefix("---\n")
        .and_then(|rest| rest.split_once("\n---\n"))
        .ok_or("it does not begin with its title, role, screens and order between two lines of ---")?;
    let mut values: BTreeMap<&str, &str> = BTreeMap::new();
    for line in front.lines() {
        let (key, value) = line.split_once(": ").unwrap_or((line.trim_end_matches(':'), ""));
        values.insert(key, value.trim());
    }
    let value = |key: &str| values.get(key).copied().ok_or(format!("{key} is missing"));
    let role = value("role")?;
    let reader = READERS.iter().find(|(known, _)| *known == role).ok_or(format!("unknown role {role}"))?.1;
    let screens: Vec<&str> = value("screens")?.split(", ").filter(|screen| !screen.is_empty()).collect();
    let order: u16 = value("order")?.parse().map_err(|_| "order is not a number")?;
    let (html, plain) = rendered(body, is_page)?;
    let mut code = String::new();
    let _ = writeln!(
        code,
        "    GuidePage {{ name: {name:?}, lang: {lang:?}, title: {:?}, reader: Reader::{reader}, screens: &{screens:?}, \
         order: {order}, html: {html:?}, text: {plain:?} }},",
        value("title")?
    );
    Ok(code)
}

/// The HTML of a page, and its text without markup.
fn rendered(body: &str, is_page: &dyn Fn(&str) -> bool) -> Result<(String, String), String> {
    let mut events = Vec::new();
    let mut plain = String::new();
    for event in Parser::new(body) {
        match &event {
            Event::Html(_) | Event::InlineHtml(_) => return Err("raw HTML".into()),
            Event::Start(Tag::Image { dest_url, .. }) => return Err(format!("picture {dest_url}")),
            Event::Start(Tag::Heading { level, .. }) if *level as u8 == 1 => {
                return Err("a heading of level 1; the title is in front".into());
            }
            Event::Text(text) | Event::Code(text) => plain.push_str(text),
            Event::SoftBreak
            | Event::HardBreak
            | Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::CodeBlock) => {
                plain.push_str("\n\n");
            }
            _ => {}
        }
        events.push(match event {
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Link { link_type, dest_url: address(&dest_url, is_page)?, title, id })
            }
            other => other,
        });
    }
    let mut html = String::new();
    html::push_html(&mut html, events.into_iter());
    Ok((html, plain.trim().to_owned()))
}

/// The address in the product of what a page links to.
fn address(target: &str, is_page: &dyn Fn(&str) -> bool) -> Result<CowStr<'static>, String> {
    if target.starts_with("https://") {
        return Ok(target.to_owned().into());
    }
    match target.strip_suffix(".md") {
        Some(page) if is_page(page) => Ok(format!("/help/{page}").into()),
        _ => Err(format!("a link to {target}, which is not a page of the guide")),
    }
}

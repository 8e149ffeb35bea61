//! Makes the tables of `src/model/guide.rs` from the Markdown and the pictures in `docs/guide`. What a page must not contain is an
//! error of the build: raw HTML, a link or a picture that is not there, an unknown role.

use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd, html};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
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

/// The folder of the pictures, in that of the pages.
const PICTURES: &str = "pictures";

/// A picture as it is shown, by the name of its file.
type Pictures = BTreeMap<String, Picture>;

struct Picture {
    width: u16,
    height: u16,
    /// Its address in the product, which changes with the content.
    address: String,
}

/// The code of the tables. `languages` are those of the screens.
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
    let pictures = pictures(&folder.join(PICTURES))?;
    let mut code =
        String::from("/// Every page, in the order of the files' names.\nconst PAGES: &[GuidePage] = &[\n");
    for (file, text) in &pages {
        let page = page_code(file, text, &|name| pages.contains_key(name), &pictures);
        code.push_str(&page.map_err(|e| format!("{file}.md: {e}"))?);
    }
    code.push_str("];\n/// Every picture, by the name of its file.\nconst PICTURES: &[(&str, &[u8])] = &[\n");
    for name in pictures.keys() {
        let path = std::path::absolute(folder.join(PICTURES).join(name)).map_err(|e| e.to_string())?;
        let _ = writeln!(code, "    ({name:?}, include_bytes!({path:?})),");
    }
    code.push_str("];\n");
    Ok(code)
}

/// The pictures of the folder.
fn pictures(folder: &Path) -> Result<Pictures, String> {
    let mut pictures = Pictures::new();
    for entry in std::fs::read_dir(folder).map_err(|e| e.to_string())? {
        let path = entry.map_err(|e| e.to_string())?.path();
        let Some(name) =
            path.file_name().and_then(|name| name.to_str()).filter(|name| name.ends_with(".webp"))
        else {
            continue;
        };
        let content = std::fs::read(&path).map_err(|e| format!("{name}: {e}"))?;
        let (width, height) =
            size_of_webp(&content).ok_or(format!("{name} is not a WebP picture in the extended format"))?;
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let address = format!("/help/{PICTURES}/{name}?v={:08x}", hasher.finish() as u32);
        pictures.insert(name.to_owned(), Picture { width, height, address });
    }
    Ok(pictures)
}

/// Width and height of a WebP picture in the extended format, which browsers write. Source: RFC 9649, section 2.7.
fn size_of_webp(content: &[u8]) -> Option<(u16, u16)> {
    let is_extended = content.get(..4)? == b"RIFF" && content.get(8..16)? == b"WEBPVP8X";
    let number = |at: usize| u16::from_le_bytes(content.get(at..at + 2)?.try_into().ok()?).checked_add(1);
    is_extended.then_some((number(24)?, number(27)?))
}

/// A page as an entry of the table.
fn page_code(
    file: &str,
    text: &str,
    is_page: &dyn Fn(&str) -> bool,
    pictures: &Pictures,
) -> Result<String, String> {
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
    let (html, plain) = rendered(body, is_page, pictures)?;
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
fn rendered(
    body: &str,
    is_page: &dyn Fn(&str) -> bool,
    pictures: &Pictures,
) -> Result<(String, String), String> {
    let mut events = Vec::new();
    let mut plain = String::new();
    let mut parser = Parser::new(body);
    while let Some(event) = parser.next() {
        match &event {
            Event::Html(_) | Event::InlineHtml(_) => return Err("raw HTML".into()),
            Event::Start(Tag::Image { dest_url, .. }) => {
                let alternative: String = parser
                    .by_ref()
                    .take_while(|event| !matches!(event, Event::End(TagEnd::Image)))
                    .filter_map(|event| match event {
                        Event::Text(text) => Some(text.into_string()),
                        _ => None,
                    })
                    .collect();
                events.push(Event::Html(picture_code(dest_url, &alternative, pictures)?.into()));
                continue;
            }
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

/// A picture of a desktop; narrow screens show that of a phone, the file with `-phone` in its name.
fn picture_code(target: &str, alternative: &str, pictures: &Pictures) -> Result<String, String> {
    let name = target.strip_prefix(PICTURES).and_then(|rest| rest.strip_prefix('/')?.strip_suffix(".webp"));
    let picture = |suffix: &str| pictures.get(&format!("{}{suffix}.webp", name?));
    let (Some(wide), Some(narrow)) = (picture(""), picture("-phone")) else {
        return Err(format!("{target} is not a picture of the guide, or has none of a phone"));
    };
    if alternative.is_empty() || alternative.contains(['"', '&', '<', '>']) {
        return Err(format!("the alternative text of {target} is missing, or has signs of HTML"));
    }
    Ok(format!(
        "<picture><source media=\"(width &lt; 48rem)\" srcset=\"{}\" width=\"{}\" height=\"{}\"><img src=\"{}\" \
         width=\"{}\" height=\"{}\" alt=\"{alternative}\" loading=\"lazy\" decoding=\"async\"></picture>",
        narrow.address, narrow.width, narrow.height, wide.address, wide.width, wide.height
    ))
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

//! Telephone lines above the results of a search that may come from someone in danger.

use crate::model::languages::message::CrisisTexts;
use crate::model::search::crisis::{Crisis, CrisisLine, CrisisNotice};
use crate::web::pages::view::{View, component};
use maud::{Markup, html};

/// The number whose line has a translated name.
const EMERGENCY_NUMBER: &str = "911";

/// How a help line is reached.
#[derive(Debug, PartialEq, Eq)]
enum Contact<'c> {
    Call(&'c str),
    Text { word: &'c str, number: &'c str },
    Other(&'c str),
}

impl Contact<'_> {
    /// A contact such as '988', '1-800-222-1222' or 'text HOME to 741741'.
    fn parse(contact: &str) -> Contact<'_> {
        let contact = contact.trim();
        let text = || {
            let rest = contact
                .get(..5)
                .filter(|start| start.eq_ignore_ascii_case("text "))
                .map(|_| &contact[5..])?;
            let (word, rest) = rest.split_once(' ')?;
            let number = rest.get(..3).filter(|to| to.eq_ignore_ascii_case("to ")).map(|_| &rest[3..])?;
            let is_number = number
                .chars()
                .enumerate()
                .all(|(n, c)| c.is_ascii_digit() || " ()-".contains(c) || (n == 0 && c == '+'));
            (is_number && !word.is_empty() && !number.is_empty()).then_some(Contact::Text { word, number })
        };
        let is_call = contact
            .chars()
            .enumerate()
            .all(|(n, c)| c.is_ascii_digit() || " ().*#/-".contains(c) || (n == 0 && c == '+'))
            && contact.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit));
        text().unwrap_or(if is_call { Contact::Call(contact) } else { Contact::Other(contact) })
    }

    /// What a telephone opens; `None` for other contacts.
    fn href(&self) -> Option<String> {
        let digits = |number: &str| -> String {
            number.chars().filter(|c| c.is_ascii_digit() || "+*#".contains(*c)).collect()
        };
        match self {
            Contact::Call(number) => Some(format!("tel:{}", digits(number))),
            // Both separators, because phone systems differ in which one they accept.
            Contact::Text { word, number } => {
                Some(format!("sms:{}?&body={}", digits(number), component(word)))
            }
            Contact::Other(_) => None,
        }
    }

    fn label(&self, view: &View) -> String {
        let texts = &view.texts.crisis;
        match self {
            Contact::Call(number) => view.text(texts.call, &[("number", (*number).into())]),
            Contact::Text { word, number } => {
                view.text(texts.text, &[("word", (*word).into()), ("number", (*number).into())])
            }
            Contact::Other(text) => (*text).to_owned(),
        }
    }
}

fn words(texts: &CrisisTexts, category: Crisis) -> (&'static str, &'static str) {
    match category {
        Crisis::Emergency => (texts.emergency_title, texts.emergency_text),
        Crisis::Overdose | Crisis::Poisoning => (texts.poison_title, texts.poison_text),
        Crisis::Suicide | Crisis::SelfHarm => (texts.suicide_title, texts.suicide_text),
        Crisis::SexualAssault | Crisis::ChildAbuse | Crisis::DomesticViolence | Crisis::Trafficking => {
            (texts.harm_title, texts.harm_text)
        }
    }
}

/// The notice.
pub(in crate::web::pages) fn crisis_notice(view: &View, notice: &CrisisNotice) -> Markup {
    let (title, text) = words(&view.texts.crisis, notice.category);
    html! {
        section aria-labelledby="crisis" class=[view.class("CrisisNotice.notice")] {
            h2 id="crisis" class=[view.class("CrisisNotice.title")] { (title) }
            p { (text) }
            ul class=[view.class("CrisisNotice.lines")] {
                @for help in &notice.lines { (line(view, help)) }
            }
        }
    }
}

fn line(view: &View, line: &CrisisLine) -> Markup {
    let texts = &view.texts.crisis;
    let contact = Contact::parse(&line.contact);
    let is_emergency = line.contact == EMERGENCY_NUMBER;
    let icon = if matches!(contact, Contact::Text { .. }) { "message-square" } else { "phone" };
    let details = details(view, line);
    let lang = if is_emergency { None } else { view.english() };
    html! {
        li class=[view.class("CrisisNotice.line")] {
            @match contact.href() {
                Some(href) => a href=(href) class=(view.classes(&["Button.button", "CrisisNotice.contact"])) data-variant="primary" {
                    (view.icon(icon))
                    span { (contact.label(view)) }
                },
                None => bdi class=[view.class("CrisisNotice.contact")] { (contact.label(view)) },
            }
            p {
                span class=[view.class("CrisisNotice.name")] lang=[lang] {
                    @if is_emergency { (texts.emergency_services) } @else { (line.name) }
                }
                @if !details.is_empty() { span class=[view.class("CrisisNotice.details")] { (details) } }
            }
        }
    }
}

/// Languages and hours of a line.
fn details(view: &View, line: &CrisisLine) -> String {
    let texts = &view.texts.crisis;
    let format = view.manifest.formats.get(view.language.tag);
    let name = |code: &String| match code.as_str() {
        "interpreter" => texts.interpreters.to_owned(),
        code => {
            format.and_then(|format| format.languages.get(code)).cloned().unwrap_or_else(|| code.to_owned())
        }
    };
    let languages = line.languages.iter().map(name).collect::<Vec<_>>().join(", ");
    let hours = if line.hours == "24/7" { texts.always } else { &line.hours };
    [languages.as_str(), hours].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contacts_are_called_or_texted() {
        let check = |contact: &str, expected: Option<&str>| {
            assert_eq!(Contact::parse(contact).href().as_deref(), expected, "{contact}");
        };
        check("988", Some("tel:988"));
        check("1-800-222-1222", Some("tel:18002221222"));
        check("text HOME to 741741", Some("sms:741741?&body=HOME"));
        check("Text HOME to the line", None);
        check("go to the front desk", None);
        check("*", None);
    }
}

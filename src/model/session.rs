//! The session of a signed-in person: favorites, cart, preferred language. Spec section 3, contract section 9.2.

use crate::model::citations::citation::MAX_PRINTING_SPECS;
use crate::model::error::{Error, FieldError, Result};
use crate::model::languages::tag::LanguageTag;
use crate::model::text::is_blank;
use crate::model::text_bounds::{OutOfBounds, TextBounds};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

/// How many favorites a person may keep.
const MAX_FAVORITES: usize = 2_000;
/// How many lines an order may have.
pub const MAX_LINES: usize = 500;
/// The largest quantity of one line.
pub const MAX_QUANTITY: i64 = 10_000;
/// Longest text of a line, in characters; the printing specs have a bound of their own.
const MAX_CHARACTERS: usize = 5_000;

/// `{favorites, order, language}`
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Session {
    /// Sorted by title.
    pub favorites: Vec<Favorite>,
    /// The cart, oldest line first.
    pub order: Vec<OrderItem>,
    /// Tag of the language in which the person looks for handouts; null when none is chosen.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub language: Option<LanguageTag>,
}

/// A favorite citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Favorite {
    /// Id of the citation.
    pub id: String,
    /// Its title when it was marked.
    pub title: String,
}

/// One line of a cart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    /// Id of the citation.
    pub id: String,
    /// Item number of the language version.
    #[serde(default)]
    pub item_num: Option<String>,
    /// Name of the language.
    pub lang: String,
    /// From 1 to 10,000.
    #[schema(minimum = 1, maximum = 10000)]
    pub quantity: i64,
    /// Readable id of the citation.
    #[serde(default)]
    pub readable_id: Option<String>,
    /// Title of the citation.
    pub title: String,
    /// Address of the handout.
    #[serde(default)]
    pub url: Option<String>,
    /// How it is printed.
    #[serde(default)]
    pub printing_specs: Option<String>,
}

/// A session as it is sent, with what the sender last had from the server.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub struct SessionRequest {
    /// Favorites.
    pub favorites: Vec<Favorite>,
    /// Cart.
    pub order: Vec<OrderItem>,
    /// What the sender had from the server when it began to change it: only the differences are applied then, so that
    /// two tabs or devices never drop what the other one added. Without it, what is sent replaces all.
    #[serde(default)]
    pub base: Option<Session>,
    /// Tag of the language of handouts: null ends the choice; left out, it stays as it is.
    #[serde(default, deserialize_with = "given")]
    #[schema(value_type = Option<String>)]
    pub language: Option<Option<String>>,
}

/// A field that is given, be it null.
fn given<'de, D: Deserializer<'de>>(field: D) -> std::result::Result<Option<Option<String>>, D::Error> {
    Option::deserialize(field).map(Some)
}

impl SessionRequest {
    /// Every error, or the session to keep, given the one that is kept now.
    pub fn check(self, kept: Session) -> Result<Session> {
        let mut errors = Vec::new();
        if self.favorites.len() > MAX_FAVORITES {
            errors.push(too_many_favorites());
        }
        for (n, favorite) in self.favorites.iter().enumerate().take(MAX_FAVORITES) {
            check_text(&mut errors, format!("favorites[{n}].id"), Some(&favorite.id), true);
            check_text(&mut errors, format!("favorites[{n}].title"), Some(&favorite.title), false);
        }
        check_lines(&mut errors, "order", &self.order);
        let language = match self.language.as_ref().map(|given| given.as_deref().map(LanguageTag::parse)) {
            None => kept.language.clone(),
            Some(None) => None,
            Some(Some(Ok(tag))) => Some(tag),
            Some(Some(Err(error))) => {
                errors.push(FieldError::new("language", format!("This is not a language: {error}.")));
                None
            }
        };
        if !errors.is_empty() {
            return Err(Error::Invalid(errors));
        }
        let sent = Session { favorites: self.favorites, order: self.order, language: None };
        let mut session = match self.base {
            Some(base) => merge(base, kept, sent),
            None => sent,
        };
        session.language = language;
        let mut seen = std::collections::HashSet::new();
        session.favorites.retain(|favorite| seen.insert(favorite.id.clone()));
        session.favorites.sort_by_cached_key(|f| (f.title.to_lowercase(), f.id.clone()));
        // Merging may have made it too long; nothing is dropped in silence.
        if session.favorites.len() > MAX_FAVORITES {
            errors.push(too_many_favorites());
        }
        if session.order.len() > MAX_LINES {
            errors.push(too_many_lines("order"));
        }
        if errors.is_empty() { Ok(session) } else { Err(Error::Invalid(errors)) }
    }
}

fn too_many_favorites() -> FieldError {
    FieldError::new("favorites", format!("At most {MAX_FAVORITES} favorites can be kept."))
}

fn too_many_lines(field: &str) -> FieldError {
    FieldError::new(field, format!("An order has at most {MAX_LINES} lines."))
}

/// Checks the lines of an order, wherever they stand.
pub fn check_lines(errors: &mut Vec<FieldError>, field: &str, lines: &[OrderItem]) {
    if lines.len() > MAX_LINES {
        errors.push(too_many_lines(field));
    }
    for (n, line) in lines.iter().enumerate().take(MAX_LINES) {
        let at = |part: &str| format!("{field}[{n}].{part}");
        check_text(errors, at("id"), Some(&line.id), true);
        check_text(errors, at("lang"), Some(&line.lang), true);
        check_text(errors, at("title"), Some(&line.title), false);
        check_text(errors, at("itemNum"), line.item_num.as_deref(), false);
        check_text(errors, at("readableId"), line.readable_id.as_deref(), false);
        check_text(errors, at("url"), line.url.as_deref(), false);
        // A text of several lines: line breaks are allowed.
        let specs = line.printing_specs.as_deref().map(|text| text.replace(['\n', '\r', '\t'], " "));
        check_text_up_to(MAX_PRINTING_SPECS, errors, at("printingSpecs"), specs.as_deref(), false);
        if !(1..=MAX_QUANTITY).contains(&line.quantity) {
            errors.push(FieldError::new(at("quantity"), "The quantity is a whole number from 1 to 10,000."));
        }
    }
}

fn check_text(errors: &mut Vec<FieldError>, field: String, text: Option<&str>, required: bool) {
    check_text_up_to(MAX_CHARACTERS, errors, field, text, required);
}

fn check_text_up_to(
    most: usize,
    errors: &mut Vec<FieldError>,
    field: String,
    text: Option<&str>,
    required: bool,
) {
    let text = text.unwrap_or_default();
    match TextBounds::line(most).check(text) {
        _ if required && is_blank(text) => errors.push(FieldError::new(field, "This is required.")),
        Some(OutOfBounds::TooLong) => errors.push(FieldError::new(field, "This is too long.")),
        Some(OutOfBounds::ControlCharacter) => {
            errors.push(FieldError::new(field, "Control characters and line breaks are not allowed."));
        }
        None => {}
    }
}

/// What `sent` changed of favorites and cart against `base`, done to `kept`.
///
/// Additions, removals and changes of both sides are applied; where both changed the quantity of a line, the
/// one sent now wins.
fn merge(base: Session, kept: Session, sent: Session) -> Session {
    let mut favorites = kept.favorites;
    let had = |list: &[Favorite], id: &str| list.iter().any(|f| f.id == id);
    favorites.retain(|f| had(&sent.favorites, &f.id) || !had(&base.favorites, &f.id));
    for favorite in sent.favorites {
        if !had(&base.favorites, &favorite.id) && !had(&favorites, &favorite.id) {
            favorites.push(favorite);
        }
    }
    let find = |list: &[OrderItem], line: &OrderItem| -> Option<OrderItem> {
        list.iter().find(|other| other.id == line.id && other.lang == line.lang).cloned()
    };
    let mut order = kept.order;
    order.retain(|line| find(&sent.order, line).is_some() || find(&base.order, line).is_none());
    for line in sent.order {
        let before = find(&base.order, &line);
        match order.iter_mut().find(|other| other.id == line.id && other.lang == line.lang) {
            Some(known) if before.as_ref() != Some(&line) => *known = line,
            Some(_) => {}
            None if before.is_none() => order.push(line),
            // Removed elsewhere and changed here: the change says that it is wanted.
            None if before.as_ref() != Some(&line) => order.push(line),
            None => {}
        }
    }
    Session { favorites, order, language: None }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn favorites(ids: &[&str]) -> Vec<Favorite> {
        ids.iter().map(|id| Favorite { id: (*id).into(), title: format!("Title {id}") }).collect()
    }

    fn line(id: &str, quantity: i64) -> OrderItem {
        OrderItem {
            id: id.into(),
            item_num: None,
            lang: "English".into(),
            quantity,
            readable_id: None,
            title: "T".into(),
            url: None,
            printing_specs: None,
        }
    }

    fn session(ids: &[&str], lines: &[(&str, i64)]) -> Session {
        let order = lines.iter().map(|(id, n)| line(id, *n)).collect();
        Session { favorites: favorites(ids), order, language: None }
    }

    #[test]
    fn two_devices_never_drop_what_the_other_one_added() {
        let check = |base: Session, kept: Session, sent: Session, expected: Session| {
            let request = SessionRequest {
                favorites: sent.favorites,
                order: sent.order,
                base: Some(base),
                language: None,
            };
            assert_eq!(request.check(kept).unwrap(), expected);
        };
        check(
            session(&[], &[]),
            session(&["a"], &[("x", 1)]),
            session(&["b"], &[("y", 2)]),
            session(&["a", "b"], &[("x", 1), ("y", 2)]),
        );
        check(
            session(&["a", "b"], &[]),
            session(&["a", "b", "c"], &[]),
            session(&["b"], &[]),
            session(&["b", "c"], &[]),
        );
        check(session(&["a"], &[]), session(&[], &[]), session(&["a"], &[]), session(&[], &[]));
        check(
            session(&[], &[("x", 1)]),
            session(&[], &[("x", 5)]),
            session(&[], &[("x", 1)]),
            session(&[], &[("x", 5)]),
        );
        check(
            session(&[], &[("x", 1)]),
            session(&[], &[]),
            session(&[], &[("x", 3)]),
            session(&[], &[("x", 3)]),
        );
    }

    #[test]
    fn every_invalid_field_is_named() {
        let request = SessionRequest {
            favorites: favorites(&["", "b\n"]),
            order: vec![line("x", 0), line("y", 10_001), line("z", 1)],
            base: None,
            language: None,
        };
        let Err(Error::Invalid(errors)) = request.check(Session::default()) else { unreachable!() };
        let fields: Vec<&str> = errors.iter().map(|f| f.field.as_str()).collect();
        assert_eq!(
            fields,
            [
                "favorites[0].id",
                "favorites[1].id",
                "favorites[1].title",
                "order[0].quantity",
                "order[1].quantity"
            ]
        );
    }
}

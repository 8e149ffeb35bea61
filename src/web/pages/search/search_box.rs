//! The search box: a form that leads to the search page.

use crate::model::search::request::MAX_CHARACTERS;
use crate::web::pages::search::address::SearchAddress;
use crate::web::pages::view::{DEFAULT_ITEM_NUMBER_LABEL, View};
use maud::{Markup, html};

/// The box with the text of the page.
pub(in crate::web::pages) fn search_box(view: &View, search: &SearchAddress) -> Markup {
    let texts = &view.texts.search;
    let item_number = match view.config.hospital.item_number_label.as_str() {
        DEFAULT_ITEM_NUMBER_LABEL => texts.item_number,
        own => own,
    };
    let excess = search.excess_length();
    let clear = view.classes(&["IconButton.button", "SearchBox.clear"]);
    html! {
        search {
            form method="get" action="/search" class=[view.class("SearchBox.form")] {
                div class=[view.class("SearchBox.box")] {
                    (view.icon_with_class("search", "SearchBox.icon"))
                    input id="search-text" type="text" name="q" inputmode="search" enterkeyhint="search"
                        aria-label=(texts.label) aria-invalid=[excess.map(|_| "true")]
                        aria-describedby=[excess.map(|_| "search-error")] autocomplete="off" autocapitalize="none"
                        spellcheck="false" dir="auto" class=[view.class("SearchBox.input")]
                        placeholder=(view.text(texts.placeholder, &[("itemNumber", item_number.into())]))
                        value=(search.q);
                    @if !search.q.is_empty() {
                        a href="/" aria-label=(texts.clear) title=(texts.clear) class=(clear) { (view.icon("x")) }
                    }
                }
                @if search.obsolete { input type="hidden" name="obsolete" value="true"; }
                @if !search.lang.is_empty() { input type="hidden" name="lang" value=(search.lang); }
                button type="submit" class=(view.classes(&["Button.button", "SearchBox.submit"]))
                    data-variant="primary" data-size="normal" {
                    span { (texts.button) }
                }
            }
            @if let Some(length) = excess {
                p id="search-error" role="alert" class=[view.class("SearchBox.error")] {
                    (view.icon("circle-alert"))
                    span {
                        (view.text(texts.too_long, &[("length", length.into()), ("max", MAX_CHARACTERS.into())]))
                    }
                }
            }
        }
    }
}

/// The h1 of a page.
pub(in crate::web::pages) fn page_heading(is_hidden: bool, lang: Option<&str>, content: &Markup) -> Markup {
    directed_heading(is_hidden, (lang, "auto"), content)
}

/// The same in a language with this direction.
pub(in crate::web::pages) fn directed_heading(
    is_hidden: bool,
    (lang, dir): (Option<&str>, &str),
    content: &Markup,
) -> Markup {
    html! {
        h1 tabindex="-1" class=[is_hidden.then_some("visually-hidden")] dir=(dir) lang=[lang] { (content) }
    }
}

/// A search box below a message, for those who cannot use the links that scripts bring.
pub(in crate::web::pages) fn search_below(view: &View, query: &str) -> Markup {
    let search = SearchAddress { q: query.to_owned(), page: 1, ..SearchAddress::default() };
    html! { div class="without-scripts" { (search_box(view, &search)) } }
}

//! The preview of a file.

use crate::web::pages::view::View;
use maud::{Markup, html};
use url::Url;

/// The preview at this address, which has no width, else a plain sheet with the type of the file; `class` is one of a CSS
/// module. The page asks for the path alone: the server may also be open at another address than `server.public_url`.
pub(in crate::web::pages) fn preview(
    view: &View,
    address: Option<&str>,
    type_name: Option<&str>,
    class: &str,
) -> Markup {
    let path =
        |address: &str| Url::parse(address).map_or_else(|_| address.to_owned(), |url| url.path().to_owned());
    html! {
        span class=(view.classes(&["Preview.sheet", class])) data-type=[type_name] {
            @if let Some(path) = address.map(path) {
                img src={ (path) "?w=160" } srcset={ (path) "?w=160 1x, " (path) "?w=320 2x" } alt="" loading="lazy"
                    decoding="async";
            }
        }
    }
}

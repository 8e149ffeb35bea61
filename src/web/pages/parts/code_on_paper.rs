//! The QR code on a printed page, for those without scripts.

use maud::{Markup, html};

/// What an image shows on the screen: nothing. Without scripts browsers ignore `loading="lazy"`.
const NO_IMAGE: &str = "data:,";

/// The code, which is fetched only when the page is printed. It has no alternative text, because its target is printed
/// beside it.
pub(in crate::web::pages) fn code_on_paper(image: &str, class: Option<&str>) -> Markup {
    html! {
        picture {
            source media="print" srcset=(image);
            img src=(NO_IMAGE) alt="" aria-hidden="true" width="192" height="192" class=[class];
        }
    }
}

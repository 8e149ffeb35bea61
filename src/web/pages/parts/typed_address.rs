//! The address of an item number, printed beside its code.

use maud::{Markup, html};

/// The address to type. It breaks before its path.
pub(in crate::web::pages) fn typed_address(class: Option<&str>, address: &str) -> Markup {
    let end = address.rfind("/i/").unwrap_or(address.len());
    html! { bdi dir="ltr" class=[class] { (address[..end]) wbr; (address[end..]) } }
}

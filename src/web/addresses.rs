//! The addresses of this server: the screens, and which methods each address allows.

use crate::web::interface::LazyInterface;

/// The home view, and the results of a search.
pub(super) const SEARCH: [&str; 2] = ["/", "/search"];
/// The list of packets.
pub(super) const PACKETS: &str = "/packets";
/// The list of the help's pages, and each of them.
pub(super) const HELP: [&str; 2] = ["/help", "/help/{page}"];
/// Those for people who are signed in.
const SCREENS: [&str; 25] = [
    "/citation/add",
    "/citation/edit/{id}",
    "/packet/add",
    "/packet/edit/{id}",
    "/order",
    "/my_orders",
    "/my_packets",
    "/orders",
    "/orders/{id}",
    "/profile",
    "/manage_lookups",
    "/search_insight",
    "/usage",
    "/reports",
    "/translations",
    "/overview",
    "/review",
    "/links",
    "/reading_level",
    "/accessibility",
    "/duplicates",
    "/import_export",
    "/jobs",
    "/jobs/change",
    "/audit",
];

/// The call that pages of every origin may make.
pub(super) const INFOBUTTON_CALL: &str = "/api/infobutton";

/// Everything in the catalogue as a file.
pub(super) const EXPORT_CALL: &str = "/api/system/export";

/// The path to which the provider redirects a browser.
pub(super) const SIGN_IN_CALLBACK: &str = "/login/callback";

/// Addresses that look like the page of a citation or packet: `edit` without an ID is neither.
pub(super) const NO_SCREENS: [&str; 2] = ["/citation/edit", "/packet/edit"];

/// Every screen that is made by scripts, for people who are signed in, as a route pattern.
pub(super) fn screens() -> impl Iterator<Item = &'static str> {
    SCREENS.into_iter()
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.strip_prefix('/').unwrap_or(path).split('/')
}

fn fits(pattern: &[String], path: &str) -> bool {
    let mut parts = segments(path);
    pattern
        .iter()
        .all(|p| parts.next().is_some_and(|part| p.starts_with('{') && !part.is_empty() || p == part))
        && parts.next().is_none()
}

/// The methods of an address that exists, as the Allow header lists them.
pub(super) fn allowed_methods(interface: &LazyInterface, public_url: &str, path: &str) -> Option<String> {
    let mut methods: Vec<&str> = Vec::new();
    let paths = interface.get(public_url).map_or(&[][..], |interface| &interface.paths);
    for (pattern, of_pattern) in paths {
        if fits(pattern, path) {
            methods.extend(of_pattern.iter().map(String::as_str));
        }
    }
    if methods.is_empty() {
        methods.extend(match path {
            "/logout" => ["POST"].as_slice(),
            "/login" | "/login/callback" | "/qrredirect" | "/healthz" | "/readyz" | "/metrics"
            | "/robots.txt" => &["GET", "HEAD"],
            _ if is_sitemap(path) || is_screen(path) || is_file(path) => &["GET", "HEAD"],
            _ => &[],
        });
    }
    if path == INFOBUTTON_CALL {
        methods.push("OPTIONS");
    }
    methods.dedup();
    (!methods.is_empty()).then(|| methods.join(", "))
}

/// Whether an address has the form of a file of the sitemap.
fn is_sitemap(path: &str) -> bool {
    path.strip_prefix("/sitemap-")
        .and_then(|rest| rest.strip_suffix(".xml"))
        .is_some_and(|number| !number.is_empty() && !number.contains('/'))
}

/// Whether an address has the form of a stored file.
fn is_file(path: &str) -> bool {
    ["/file/{citation}/{part}", "/file/{citation}/{part}/{rest}"]
        .iter()
        .any(|pattern| fits(&shape(pattern), path))
}

fn is_screen(path: &str) -> bool {
    !NO_SCREENS.contains(&path)
        && (is_screen_of_the_signed_in(path)
            || SEARCH
                .iter()
                .chain(&HELP)
                .chain(&[PACKETS, "/citation/{id}", "/packet/{id}", "/language/{tag}"])
                .any(|pattern| fits(&shape(pattern), path)))
}

/// Whether an address is a screen that asks visitors to sign in.
pub(super) fn is_screen_of_the_signed_in(path: &str) -> bool {
    SCREENS.iter().any(|pattern| fits(&shape(pattern), path))
}

fn shape(pattern: &str) -> Vec<String> {
    segments(pattern).map(str::to_owned).collect()
}

/// Whether an address can be opened, or is that of the sign-out.
pub(super) fn is_known(interface: &LazyInterface, public_url: &str, path: &str) -> bool {
    path == "/logout"
        || allowed_methods(interface, public_url, path).is_some_and(|methods| methods.contains("GET"))
}

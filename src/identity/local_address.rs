//! The address to return to after a sign-in: never one of another host.

/// Longest address to return to, in bytes. The server has some thousands of them in memory.
const MAX_RETURN_BYTES: usize = 2_500;

/// The local address to return to, as a browser reads `wanted`: path, query and fragment. Anything else, such as
/// another host or the sign-in itself, becomes `/`.
pub fn local_address(wanted: &str) -> String {
    let nowhere = || "/".to_owned();
    let odd = |c: char| c.is_control() || c == '\\';
    if !wanted.starts_with('/') || wanted.starts_with("//") || wanted.contains(odd) {
        return nowhere();
    }
    let Ok(url) = url::Url::parse("http://local.invalid").and_then(|base| base.join(wanted)) else {
        return nowhere();
    };
    let address = &url[url::Position::BeforePath..];
    // Dots may have led to a second slash in front.
    let stays = url.host_str() == Some("local.invalid") && !address.starts_with("//");
    let signs_in = matches!(url.path().trim_end_matches('/'), "/login" | "/login/callback" | "/logout");
    if stays && !signs_in && address.len() <= MAX_RETURN_BYTES { address.to_owned() } else { nowhere() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_local_addresses_are_returned_to() {
        let check = |wanted: &str, expected: &str| assert_eq!(local_address(wanted), expected, "{wanted:?}");
        check("/", "/");
        check("/search?q=croup&filters=W10%3D&page=2#top", "/search?q=croup&filters=W10%3D&page=2#top");
        check("/citation/asthma#languages", "/citation/asthma#languages");
        check("/search?q=fi\u{e8}vre", "/search?q=fi%C3%A8vre");
        check("/citation/\u{6c14}", "/citation/%E6%B0%94");
        check("/order?next=//evil.example", "/order?next=//evil.example");
        for elsewhere in [
            "",
            "order",
            "//evil.example",
            "///evil.example",
            "/\\evil.example",
            "\\/evil.example",
            "/..//evil.example",
            "/./\t/evil.example",
            "/\n/evil.example",
            "/a\r\nSet-Cookie: x",
            "https://evil.example",
            "javascript:alert(1)",
            "http:evil.example",
            "/login",
            "/login?return=/login",
            "/login/callback?code=1",
            "/logout",
            "/login/",
        ] {
            check(elsewhere, "/");
        }
        check(&format!("/search?q={}", "a".repeat(MAX_RETURN_BYTES)), "/");
    }
}

//! URLs of our screens for mails.

/// The page of a citation, by its readable id or id.
pub(super) fn citation_link(public_url: &str, id: &str) -> String {
    let encoded: String = url::form_urlencoded::byte_serialize(id.as_bytes()).collect();
    format!("{public_url}/citation/{}", encoded.replace('+', "%20"))
}

/// The screen 'Review' with citations that are overdue, or due soon; of one department, or of all.
pub(super) fn review_link(public_url: &str, is_overdue: bool, department: Option<&str>) -> String {
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    if !is_overdue {
        query.append_pair("state", "due");
    }
    if let Some(department) = department {
        query.append_pair("department", department);
    }
    match query.finish() {
        query if query.is_empty() => format!("{public_url}/review"),
        query => format!("{public_url}/review?{query}"),
    }
}

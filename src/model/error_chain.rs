//! An error with its causes as one line, for logs.

/// The message of an error followed by those of everything that caused it, on one line.
pub fn error_chain(error: &dyn std::error::Error) -> String {
    let mut message = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        message.push_str(": ");
        message.push_str(&error.to_string());
        cause = error.source();
    }
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

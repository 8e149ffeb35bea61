//! A row of the audit trail as a syslog message (RFC 5424).

use crate::model::audit::chain::AuditRow;
use crate::model::audit::event::Outcome;

/// The facility 'log audit', and two severities of it.
const FACILITY: u8 = 13;
const INFORMATIONAL: u8 = 6;
const WARNING: u8 = 4;

/// The name of the structured data. 32473 is the private enterprise number for documentation (RFC 5612): Handout has none
/// of its own.
const SD_ID: &str = "audit@32473";

/// The message of a row, sent by this host and process.
pub fn syslog_message(row: &AuditRow, host: &str, process: u32) -> String {
    let severity = if row.outcome == Outcome::Ok.name() { INFORMATIONAL } else { WARNING };
    let priority = FACILITY * 8 + severity;
    let (number, count) = (row.number.to_string(), row.count.to_string());
    let members = [
        ("number", &number),
        ("actor", &row.actor),
        ("role", &row.role),
        ("client", &row.client),
        ("action", &row.action),
        ("object", &row.object),
        ("outcome", &row.outcome),
        ("request", &row.request),
        ("tagBefore", &row.tag_before),
        ("tagAfter", &row.tag_after),
        ("count", &count),
        ("detail", &row.detail),
        ("previous", &row.previous),
        ("hash", &row.hash),
    ];
    let data: String =
        members.iter().map(|(name, value)| format!(" {name}=\"{}\"", escaped(value))).collect();
    let (at, action) = (&row.at, &row.action);
    // The byte order mark says that the text is UTF-8.
    format!("<{priority}>1 {at} {host} handout {process} {action} [{SD_ID}{data}] \u{feff}{}", text(row))
}

/// The text for people.
fn text(row: &AuditRow) -> String {
    let who = if row.actor.is_empty() { &row.role } else { &row.actor };
    let text = format!("{who}: {} {} ({})", row.action, row.object, row.outcome);
    text.replace(char::is_control, " ")
}

/// A value of structured data: quotation mark, backslash and bracket are escaped, control characters are blanks.
fn escaped(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        if matches!(c, '"' | '\\' | ']') {
            escaped.push('\\');
        }
        escaped.push(if c.is_control() { ' ' } else { c });
    }
    escaped
}

/// The name of this machine, as a message has it; `-` when it is unknown or has characters that are not allowed.
pub fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let name = name.trim();
    let is_allowed =
        !name.is_empty() && name.len() <= 255 && name.bytes().all(|byte| byte.is_ascii_graphic());
    if is_allowed { name.to_owned() } else { "-".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_is_in_the_structured_data_and_nothing_breaks_out_of_it() {
        let row = AuditRow {
            number: 7,
            at: "2026-11-24T02:44:55.034Z".into(),
            actor: "https://idp.example.org|ada".into(),
            role: "admin".into(),
            client: "192.0.2.1".into(),
            action: "lookup.rename".into(),
            object: "lookup/tags/a \"b\" \\ [c]\n<13>1 fièvre".into(),
            outcome: "refused".into(),
            request: "r".into(),
            tag_before: String::new(),
            tag_after: "t".into(),
            count: 1,
            detail: String::new(),
            previous: "p".into(),
            hash: "h".into(),
        };
        assert_eq!(
            syslog_message(&row, "handouts", 42),
            "<108>1 2026-11-24T02:44:55.034Z handouts handout 42 lookup.rename [audit@32473 number=\"7\" \
             actor=\"https://idp.example.org|ada\" role=\"admin\" client=\"192.0.2.1\" action=\"lookup.rename\" \
             object=\"lookup/tags/a \\\"b\\\" \\\\ [c\\] <13>1 fièvre\" outcome=\"refused\" request=\"r\" tagBefore=\"\" \
             tagAfter=\"t\" count=\"1\" detail=\"\" previous=\"p\" hash=\"h\"] \u{feff}https://idp.example.org|ada: \
             lookup.rename lookup/tags/a \"b\" \\ [c] <13>1 fièvre (refused)"
        );
    }
}

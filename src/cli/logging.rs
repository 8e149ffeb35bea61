//! Log lines to stderr: text for people, JSON for machines. `RUST_LOG` selects the level. The text of a field is
//! bounded and stays on its line, because some of it comes from outside.

use serde_json::{Map, Value};
use std::fmt::{self, Debug, Write};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::field::MakeExt;
pub(super) use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::FmtContext;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer, debug_fn};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::registry::LookupSpan;

/// Longest text of a field, in characters.
const MAX_FIELD_CHARACTERS: usize = 1_000;

/// One JSON object a line: timestamp, level, the fields, target.
pub(super) struct JsonLines;

impl<S, N> FormatEvent<S, N> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        _: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let mut time = String::new();
        SystemTime.format_time(&mut Writer::new(&mut time))?;
        let mut line = Map::new();
        line.insert("timestamp".into(), time.into());
        line.insert("level".into(), event.metadata().level().as_str().into());
        event.record(&mut Fields(&mut line));
        line.insert("target".into(), event.metadata().target().into());
        writeln!(writer, "{}", Value::Object(line))
    }
}

/// Puts the fields of an event into an object.
struct Fields<'m>(&'m mut Map<String, Value>);

impl Fields<'_> {
    fn set(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields<'_> {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.set(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.set(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.set(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.set(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.set(field, Bounded::text(format_args!("{value}")));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.set(field, Bounded::text(format_args!("{value:?}")));
    }
}

/// Collects text up to a limit and escapes control characters.
struct Bounded {
    text: String,
    left: usize,
}

impl Bounded {
    fn text(from: fmt::Arguments<'_>) -> String {
        let mut bounded = Bounded { text: String::new(), left: MAX_FIELD_CHARACTERS };
        if bounded.write_fmt(from).is_err() {
            bounded.text.push('…');
        }
        bounded.text
    }
}

impl Write for Bounded {
    /// Fails when the limit is reached, which ends the formatting.
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // Fast path: most texts are short and need no escaping.
        if text.len() <= self.left && text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            self.left -= text.len();
            self.text.push_str(text);
            return Ok(());
        }
        for c in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            if c.is_control() {
                self.text.extend(c.escape_debug());
            } else {
                self.text.push(c);
            }
        }
        Ok(())
    }
}

/// Starts logging for this process, of this level and above unless `RUST_LOG` names another.
pub(super) fn start(json: bool, level: LevelFilter) {
    let filter = EnvFilter::builder().with_default_directive(level.into()).from_env_lossy();
    // The index logs every commit at its own level. Malformed requests from outside are not errors of this server.
    let filter =
        ["tantivy=warn", "cosmic_text=error", "actix_server=warn", "actix_http=off", "refinery_core=warn"]
            .into_iter()
            .filter_map(|directive| directive.parse().ok())
            .fold(filter, EnvFilter::add_directive);
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        // It would report a failed write with another line to the same stream, and panic.
        .log_internal_errors(false);
    // A second start in one process, as tests do, keeps the first.
    let _ = if json {
        lines.event_format(JsonLines).try_init()
    } else {
        let is_terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
        let fields = debug_fn(text_field).delimited(" ");
        lines.fmt_fields(fields).with_ansi(is_terminal).with_target(false).try_init()
    };
}

/// A field of a text line: `name=value`, the message without its name.
pub(super) fn text_field(writer: &mut Writer<'_>, field: &Field, value: &dyn Debug) -> fmt::Result {
    let text = Bounded::text(format_args!("{value:?}"));
    match field.name() {
        "message" => writer.write_str(&text),
        name => write!(writer, "{name}={text}"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::sync::{Arc, Mutex};
    use tracing_subscriber::field::MakeExt;
    use tracing_subscriber::fmt::MakeWriter;
    use tracing_subscriber::fmt::format::debug_fn;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    impl<'a> MakeWriter<'a> for Lines {
        type Writer = Lines;

        fn make_writer(&'a self) -> Lines {
            self.clone()
        }
    }

    fn log() {
        let long = "x".repeat(100_000);
        tracing::info!(n = 7, ms = %"1.5", name = "a\"b", cause = %format_args!("two\nlines\u{1b}[0m"), long, "a {}", "message");
    }

    fn written(by: impl FnOnce(Lines) -> tracing::Dispatch) -> String {
        let lines = Lines::default();
        tracing::dispatcher::with_default(&by(lines.clone()), log);
        let written = lines.0.lock().unwrap().clone();
        String::from_utf8(written).unwrap()
    }

    #[test]
    fn a_text_line_stays_one_bounded_line() {
        let line = written(|to| {
            let fields = debug_fn(text_field).delimited(" ");
            tracing_subscriber::fmt().with_writer(to).with_ansi(false).fmt_fields(fields).finish().into()
        });
        assert_eq!(line.lines().count(), 1, "{line}");
        assert!(
            line.contains(r#" a message n=7 ms=1.5 name="a\"b" cause=two\nlines\u{1b}[0m long="xxx"#),
            "{line}"
        );
        assert!(line.len() < 1_300, "{}", line.len());
    }

    #[test]
    fn a_json_line_is_one_bounded_object() {
        let line =
            written(|to| tracing_subscriber::fmt().with_writer(to).event_format(JsonLines).finish().into());
        assert_eq!(line.lines().count(), 1, "{line}");
        let object: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(object["message"], "a message");
        assert_eq!(object["n"], 7);
        assert_eq!(object["name"], "a\"b");
        assert_eq!(object["cause"], "two\\nlines\\u{1b}[0m");
        assert_eq!(object["level"], "INFO");
        assert!(object["timestamp"].as_str().unwrap().ends_with('Z'));
        assert_eq!(object["long"].as_str().unwrap().chars().count(), MAX_FIELD_CHARACTERS + 1);
    }
}

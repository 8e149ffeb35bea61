//! Log lines to stderr: text for people, JSON for machines. `RUST_LOG` selects the level.

use crate::cli::log_lines::{JsonLines, text_field};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::field::MakeExt;
pub(super) use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::debug_fn;

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

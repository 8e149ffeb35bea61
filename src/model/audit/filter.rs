//! Which rows of the audit trail are listed.

use crate::model::audit::chain::AuditRow;
use crate::model::audit::event::Action;
use crate::model::error::{Error, Result};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// What a caller asks for.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct AuditQuery {
    /// First day, in the server's time zone.
    #[param(required = false, value_type = String, format = Date)]
    pub from: Option<String>,
    /// Last day, included.
    #[param(required = false, value_type = String, format = Date)]
    pub to: Option<String>,
    /// Part of the actor, or of the name or email address of the person.
    #[param(required = false)]
    pub actor: Option<String>,
    /// An action, such as `citation.change`, or what several begin with, such as `citation`.
    #[param(required = false)]
    pub action: Option<String>,
    /// Part of the object.
    #[param(required = false)]
    pub object: Option<String>,
}

/// Which rows are shown, parsed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Not before this moment.
    pub from: Option<Timestamp>,
    /// Before this moment.
    pub until: Option<Timestamp>,
    /// Part of the actor, or of the name or email address of the person.
    pub actor: Option<String>,
    /// One of these actions; `None` for every action.
    pub actions: Option<Vec<Action>>,
    /// Part of the object.
    pub object: Option<String>,
}

impl AuditQuery {
    /// Checks every parameter.
    ///
    /// # Errors
    /// [`Error::Unreadable`] names one that is not a day or not an action.
    pub fn check(self) -> Result<AuditFilter> {
        let text =
            |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let begin = |day: Date| day.to_zoned(TimeZone::system()).map(|moment| moment.timestamp()).ok();
        let from = text(self.from).map(|day| read_day("from", &day)).transpose()?;
        let to = text(self.to).map(|day| read_day("to", &day)).transpose()?;
        Ok(AuditFilter {
            from: from.and_then(begin),
            until: to.and_then(|day| day.tomorrow().ok()).and_then(begin),
            actor: text(self.actor),
            actions: text(self.action).map(|action| actions(&action)).transpose()?,
            object: text(self.object),
        })
    }
}

fn read_day(name: &str, text: &str) -> Result<Date> {
    text.parse().map_err(|_| Error::Unreadable(format!("{name}: '{text}' is not a date such as 2026-01-31.")))
}

/// The actions of this name, or whose names begin with it and a dot.
fn actions(text: &str) -> Result<Vec<Action>> {
    let is_meant = |action: &Action| {
        let rest = action.name().strip_prefix(text);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let meant: Vec<Action> = Action::ALL.into_iter().filter(is_meant).collect();
    if meant.is_empty() {
        return Err(Error::Unreadable(format!("action: '{text}' is not a recorded action.")));
    }
    Ok(meant)
}

/// A row as it is listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditEntry {
    /// The row.
    #[serde(flatten)]
    pub row: AuditRow,
    /// The name of the person today; absent for a visitor, a command and the server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// A page of the audit trail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AuditPage {
    /// How many rows match.
    pub found: u64,
    /// Those of this page, newest first.
    pub rows: Vec<AuditEntry>,
    /// Every action that is recorded.
    pub actions: Vec<&'static str>,
}

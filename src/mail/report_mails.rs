//! Mails about problem reports: the reply to the person who reported, and the list of new reports for a department.

use crate::mail::order_mail::indent;
use crate::model::languages::message::{self, ServerTexts, fill};
use crate::model::page_urls;
use crate::model::reports::{ReportKind, WantedFormat};
use crate::model::text::count_with_noun;
use std::fmt::Write;

/// Maximum number of reports listed in a mail; the rest are counted.
const MAX_LISTED: usize = 50;

/// The reply to a report. It contains nothing that the person who reported has written.
pub struct ReplyTexts<'r> {
    /// Tag of the language of the screen on which it was reported.
    pub screen_language: &'r str,
    /// Title of the citation or packet.
    pub title: &'r str,
    /// URL of its page; `None` if it is not public.
    pub page: Option<&'r str>,
    /// The reply.
    pub note: &'r str,
    /// For how many days a closed report is stored.
    pub days: u32,
}

impl ReplyTexts<'_> {
    fn texts(&self) -> &'static ServerTexts {
        &message::language(self.screen_language).unwrap_or_else(message::english).1.server
    }

    /// The subject, on one line.
    pub fn subject(&self) -> String {
        fill(self.texts().reply_subject, "title", self.title)
    }

    pub fn text(&self) -> String {
        let texts = self.texts();
        let opening = fill(texts.reply_opening, "title", self.title);
        let closing = fill(texts.reply_closing, "days", &self.days.to_string());
        let page = self.page.map(|page| format!("{page}\n\n")).unwrap_or_default();
        format!("{opening}\n\n{}\n{page}{closing}\n", indent(self.note))
    }
}

/// New reports for one address.
pub struct ReportListTexts<'r> {
    /// Base URL of links.
    pub public_url: &'r str,
    /// By department, at least one.
    pub sections: &'r [ReportSection],
}

/// The new reports of a department.
#[derive(Debug, Clone)]
pub struct ReportSection {
    /// The department; `None` for handouts without one.
    pub department: Option<String>,
    /// The reports, oldest first, at least one.
    pub entries: Vec<ReportEntry>,
}

/// A report in the list. What the person has written stays in the list on the screen.
#[derive(Debug, Clone)]
pub struct ReportEntry {
    /// Title of the citation or packet.
    pub title: String,
    /// The language version.
    pub language: Option<String>,
    /// What is wrong.
    pub kind: ReportKind,
    /// The format that is needed.
    pub format: Option<WantedFormat>,
}

impl ReportListTexts<'_> {
    /// The subject, on one line.
    pub fn subject(&self) -> String {
        match self.sections {
            [ReportSection { department: Some(department), entries }] => {
                format!("{department}: {}", count_reports(entries.len()))
            }
            sections => count_reports(sections.iter().map(|section| section.entries.len()).sum()),
        }
    }

    pub fn text(&self) -> String {
        let mut text =
            String::from("Hello,\n\nThese problems with handouts were reported and are still open.\n");
        for section in self.sections {
            // Writing to a String cannot fail.
            let heading = format!(
                "{}: {}",
                section.department.as_deref().unwrap_or("Without a department"),
                count_reports(section.entries.len())
            );
            let _ = write!(text, "\n\n{heading}\n{}\n\n", "-".repeat(heading.chars().count()));
            for entry in section.entries.iter().take(MAX_LISTED) {
                let language =
                    entry.language.as_ref().map(|language| format!(" ({language})")).unwrap_or_default();
                let _ =
                    writeln!(text, "  {}{language}: {}", entry.title, entry.kind.label_with(entry.format));
            }
            if section.entries.len() > MAX_LISTED {
                let _ = writeln!(text, "  and {} more", section.entries.len() - MAX_LISTED);
            }
            let _ =
                writeln!(text, "\n  {}", page_urls::reports(self.public_url, section.department.as_deref()));
        }
        text.push_str(
            "\n\nThis mail comes at most once a day, when there are new reports. Replies go to the people who keep the \
             handouts.\n",
        );
        text
    }
}

/// `1 new problem report`
fn count_reports(count: usize) -> String {
    count_with_noun(count as u64, "new problem report", "new problem reports")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_speaks_the_language_of_the_screen() {
        let reply = |screen_language: &str| {
            let texts = ReplyTexts {
                screen_language,
                title: "Asthma Action Plan",
                page: Some("https://h.example.org/citation/asthma-action-plan"),
                note: "The file was replaced.\nThank you!",
                days: 365,
            };
            format!("{}\n\n{}", texts.subject(), texts.text())
        };
        insta::assert_snapshot!([reply("en"), reply("es"), reply("xx")].join("\n--------\n\n"));
    }

    #[test]
    fn new_reports_are_listed_by_department() {
        let entry = |title: &str, language: Option<&str>, kind| ReportEntry {
            title: title.into(),
            language: language.map(str::to_owned),
            kind,
            format: None,
        };
        let pulmonary = ReportSection {
            department: Some("Pulmonary & Sleep".into()),
            entries: vec![entry("Asma", Some("Spanish"), ReportKind::Wrong)],
        };
        let others = ReportSection {
            department: None,
            entries: (0..MAX_LISTED + 2).map(|_| entry("Fever", None, ReportKind::Link)).collect(),
        };
        let mail = |sections: &[ReportSection]| {
            let texts = ReportListTexts { public_url: "https://h.example.org", sections };
            format!("{}\n\n{}", texts.subject(), texts.text())
        };
        insta::assert_snapshot!(
            [mail(std::slice::from_ref(&pulmonary)), mail(&[pulmonary, others])].join("\n--------\n\n")
        );
    }
}

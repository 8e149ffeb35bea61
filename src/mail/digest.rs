//! The digest of reviews, as a department's contact reads it.

use crate::model::day::Day;
use crate::model::page_urls;
use crate::model::reviews::DigestFrequency;
use std::fmt::Write;

/// The handouts of one mail that are overdue or due soon.
pub struct DigestTexts<'d> {
    /// Base URL of links.
    pub public_url: &'d str,
    /// How often such a mail comes.
    pub frequency: DigestFrequency,
    /// Reviews up to this day count as due soon.
    pub due_by: Day,
    /// By department, at least one.
    pub sections: &'d [DigestSection],
}

/// The handouts of a department.
#[derive(Debug, Clone, Default)]
pub struct DigestSection {
    /// The department; `None` for handouts without one.
    pub department: Option<String>,
    /// The contact of the department is an email address; otherwise the mail goes to the hospital's.
    pub has_contact: bool,
    /// How many are overdue.
    pub overdue: usize,
    /// How many are due soon.
    pub due: usize,
    /// Those that the mail lists, most overdue first.
    pub entries: Vec<DigestEntry>,
}

/// A handout in the list.
#[derive(Debug, Clone)]
pub struct DigestEntry {
    /// Title.
    pub title: String,
    /// Its item number, or else its readable id.
    pub label: String,
    /// Its readable id, or else its id.
    pub id: String,
    /// When it was last reviewed.
    pub reviewed: Option<Day>,
    /// When the next review is due.
    pub due_on: Option<Day>,
    /// Whether that day has passed.
    pub is_overdue: bool,
}

impl DigestTexts<'_> {
    /// The subject, on one line.
    pub fn subject(&self) -> String {
        let department = match self.only_department() {
            Some(department) => format!(" of {department}"),
            None => String::new(),
        };
        let (overdue, due) = self.sums();
        format!("Handouts{department} to review: {}", counts(overdue, due))
    }

    pub fn text(&self) -> String {
        let mut text = format!("Hello,\n\n{}\n", self.opening());
        for section in self.sections {
            // Writing to a String cannot fail.
            if self.sections.len() > 1 || !section.has_contact {
                let heading = section.heading();
                let _ = write!(text, "\n\n{heading}\n{}\n", "-".repeat(heading.chars().count()));
            }
            self.list(&mut text, section, true, section.overdue, "Overdue");
            self.list(&mut text, section, false, section.due, "Due soon");
        }
        let often = match self.frequency {
            DigestFrequency::Monthly => "on the first day of every month",
            DigestFrequency::Weekly | DigestFrequency::Off => "every Monday",
        };
        let _ = write!(
            text,
            "\n\nThis mail comes {often}, as long as something is to be reviewed. Replies go to the people who keep \
             the handouts.\n"
        );
        text
    }

    fn opening(&self) -> String {
        let department =
            self.only_department().map(|department| format!(" of {department}")).unwrap_or_default();
        let (overdue, due) = self.sums();
        let by = shown(self.due_by);
        let is = |count: usize| if count == 1 { "is" } else { "are" };
        match (overdue, due) {
            (overdue, 0) => format!("{}{department} {} overdue for review.", handouts(overdue), is(overdue)),
            (0, due) => format!("{}{department} {} due for review by {by}.", handouts(due), is(due)),
            (overdue, due) => format!(
                "{}{department} {} overdue for review, and {} more {} due by {by}.",
                handouts(overdue),
                is(overdue),
                group_digits(due),
                is(due)
            ),
        }
    }

    /// The overdue handouts of a department, or those that are due soon, with how many more there are.
    fn list(&self, text: &mut String, section: &DigestSection, is_overdue: bool, count: usize, title: &str) {
        if count == 0 {
            return;
        }
        // Writing to a String cannot fail.
        let _ = writeln!(text, "\n{title}");
        let mut listed = 0;
        for entry in section.entries.iter().filter(|entry| entry.is_overdue == is_overdue) {
            listed += 1;
            let _ = writeln!(text, "\n  {} ({})", entry.title, entry.label);
            if let (Some(reviewed), Some(due_on)) = (entry.reviewed, entry.due_on) {
                let _ = writeln!(text, "  Last reviewed {}, due {}", shown(reviewed), shown(due_on));
            }
            let _ = writeln!(text, "  {}", page_urls::citation(self.public_url, &entry.id));
        }
        if listed < count {
            let link = page_urls::review(self.public_url, is_overdue, section.department.as_deref());
            let _ = match listed {
                0 => writeln!(text, "\n  {}: {link}", handouts(count)),
                _ => writeln!(text, "\n  and {} more: {link}", group_digits(count - listed)),
            };
        }
    }

    /// The department, if the mail is about only one.
    fn only_department(&self) -> Option<&str> {
        match self.sections {
            [only] => only.department.as_deref(),
            _ => None,
        }
    }

    fn sums(&self) -> (usize, usize) {
        let sum = |count: fn(&DigestSection) -> usize| self.sections.iter().map(count).sum();
        (sum(|section| section.overdue), sum(|section| section.due))
    }
}

impl DigestSection {
    fn heading(&self) -> String {
        let counts = counts(self.overdue, self.due);
        match &self.department {
            None => format!("Without a department: {counts}"),
            Some(department) if self.has_contact => format!("{department}: {counts}"),
            Some(department) => format!("{department} (without an email address as its contact): {counts}"),
        }
    }
}

/// `2 overdue, 3 due soon`
fn counts(overdue: usize, due: usize) -> String {
    let parts = [(overdue, "overdue"), (due, "due soon")];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    parts.map(|(count, what)| format!("{} {what}", group_digits(*count))).collect::<Vec<_>>().join(", ")
}

fn handouts(count: usize) -> String {
    format!("{} {}", group_digits(count), if count == 1 { "handout" } else { "handouts" })
}

/// `12,345`
fn group_digits(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (n, digit) in digits.chars().enumerate() {
        if n > 0 && (digits.len() - n).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `May 3, 2026`
fn shown(day: Day) -> String {
    day.date().strftime("%B %-d, %Y").to_string()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn entry(title: &str, label: &str, due_on: &str, is_overdue: bool) -> DigestEntry {
        DigestEntry {
            title: title.into(),
            label: label.into(),
            id: title.to_lowercase().replace(' ', "-"),
            reviewed: Day::parse("2023-05-03"),
            due_on: Day::parse(due_on),
            is_overdue,
        }
    }

    fn mail(frequency: DigestFrequency, sections: &[DigestSection]) -> String {
        let public_url = "https://h.example.org";
        let due_by = Day::parse("2027-02-21").unwrap();
        let texts = DigestTexts { public_url, frequency, due_by, sections };
        format!("Subject: {}\n\n{}", texts.subject(), texts.text())
    }

    #[test]
    fn a_department_reads_what_is_overdue_and_what_is_next() {
        let surgery = DigestSection {
            department: Some("Ear, Nose & Throat".into()),
            has_contact: true,
            overdue: 1,
            due: 1_342,
            entries: vec![
                entry("Tonsils out", "KSBG1042", "2026-05-03", true),
                entry("أذن", "ear", "2027-01-31", false),
            ],
        };
        let one = DigestSection {
            department: Some("ICU".into()),
            has_contact: true,
            overdue: 0,
            due: 1,
            entries: vec![entry("Lines", "lines", "2027-01-31", false)],
        };
        let both = [mail(DigestFrequency::Weekly, &[surgery]), mail(DigestFrequency::Monthly, &[one])];
        insta::assert_snapshot!(both.join("\n========\n\n"));
    }

    #[test]
    fn the_hospital_reads_of_every_department_that_has_no_address() {
        let section = |department: Option<&str>, overdue: usize, entries: Vec<DigestEntry>| DigestSection {
            department: department.map(str::to_owned),
            has_contact: department == Some("Clinic"),
            overdue,
            due: 0,
            entries,
        };
        let listed = vec![entry("Fever", "KSBG7", "2024-02-29", true)];
        insta::assert_snapshot!(mail(
            DigestFrequency::Weekly,
            &[
                section(None, 1, listed.clone()),
                section(Some("Clinic"), 3, listed),
                section(Some("ICU"), 340, Vec::new())
            ]
        ));
    }
}

//! General information about a citation. Rows without a value are left out.

use crate::model::citations::citation::Citation;
use crate::model::day::Day;
use crate::web::pages::view::View;
use maud::{Markup, html};

/// One row: its label, its values, and whether they are a day, which is in the language of the screens.
struct Row<'c> {
    label: &'static str,
    values: Vec<&'c str>,
    is_day: bool,
}

/// The section.
pub(in crate::web::pages) fn general_information(view: &View, citation: &Citation) -> Markup {
    let texts = &view.texts.citation;
    let day = |day: Option<Day>| day.map_or_else(String::new, |day| view.day(&day.to_string()));
    let (published, reviewed) = (day(citation.publish_date), day(citation.dept_review_date));
    let month = citation.dept_review_date.map(|day| view.month(&day.to_string()));
    let all = rows(view, citation, &published, &reviewed);
    let class = view.classes(&["CitationView.section", "CitationView.general"]);
    html! {
        section class=(class) aria-labelledby="general" {
            div class=[view.class("CitationView.sectionLine")] { h2 id="general" { (texts.general) } }
            @if let Some(month) = month {
                p class=[view.class("CitationView.reviewed")] {
                    (view.text(texts.reviewed, &[("month", (&month).into())]))
                }
            }
            dl class=[view.class("GeneralInformation.rows")] {
                @for row in all.iter().filter(|row| !row.values.is_empty()) {
                    div class=[view.class("GeneralInformation.row")] {
                        dt { (row.label) }
                        dd lang=[view.english().filter(|_| !row.is_day)] {
                            @for (n, value) in row.values.iter().enumerate() {
                                @if n > 0 { ", " }
                                bdi { (value) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn rows<'c>(view: &View, citation: &'c Citation, published: &'c str, reviewed: &'c str) -> Vec<Row<'c>> {
    let texts = &view.texts.citation;
    let of = |label: &'static str, values: Vec<&'c str>| Row {
        label,
        values: values.into_iter().filter(|value| !value.is_empty()).collect(),
        is_day: false,
    };
    let all = |values: &'c [String]| values.iter().map(String::as_str).collect::<Vec<_>>();
    let one = |value: Option<&'c String>| value.map(String::as_str).into_iter().collect::<Vec<_>>();
    vec![
        of(texts.author, all(&citation.authors)),
        of(texts.publisher, one(citation.publisher.as_ref().map(|publisher| &publisher.name))),
        of(texts.keywords, all(&citation.keywords)),
        of(texts.audience, all(&citation.audience)),
        of(texts.format, one(citation.material_format.as_ref())),
        Row { is_day: true, ..of(texts.publication_date, vec![published]) },
        Row { is_day: true, ..of(texts.review_date, vec![reviewed]) },
        of(texts.where_to_obtain, one(citation.where_to_obtain.as_ref())),
        of(texts.key_subject, one(citation.key_subject_heading.as_ref())),
        of(texts.submitted_by, one(citation.dept_submitted_by.as_ref().map(|department| &department.name))),
    ]
}

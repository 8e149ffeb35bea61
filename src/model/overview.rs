//! The numbers of the overview for administrators. Contract section 9.4.

use serde::Serialize;
use utoipa::ToSchema;

/// How much there is to look after; each number is that of the list it leads to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Citations whose review is overdue.
    pub reviews_overdue: u64,
    /// Links that are broken: gone, without an answer, or a page instead of a file.
    pub links_broken: u64,
    /// Citations without a version in the language asked for.
    pub translations_missing: u64,
    /// Texts that found nothing or only some of the words, three times or more in the last 90 days.
    pub searches_without_result: u64,
    /// Citations in use that lack something the form requires.
    pub incomplete: u64,
    /// Groups of citations in use that share a title, an item number or an address.
    pub duplicates: u64,
    /// Department packets with a citation that is obsolete.
    pub packets_with_obsolete: u64,
    /// Files of versions in use with findings that are no advice.
    pub files_inaccessible: u64,
    /// Problem reports that are open.
    pub reports_open: u64,
    /// Orders that are neither sent nor cancelled.
    pub orders_open: u64,
    /// Those of them that were required before today.
    pub orders_late: u64,
    /// Mails that the mail server has refused and that are still to be sent.
    pub mails_refused: u64,
}

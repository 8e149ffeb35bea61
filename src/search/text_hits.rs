//! The snippets of hits that contain words of the query only in the text of a handout.

use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::text_matches::TextMatch;
use crate::search::segments::handout_texts::StoredText;
use crate::search::snapshot::Snapshot;
use crate::search::snippets::Highlighter;
use crate::search::snippets::text_form::TextForm;

/// The snippet of such a hit.
pub(super) struct HandoutSnippet {
    /// The language value of the handout.
    pub lang: String,
    /// In the form that was requested.
    pub text: Vec<u8>,
}

/// Makes the snippets of such hits. The texts are read from the index on disk, those of one hit at a time.
pub(super) struct TextHits<'s> {
    snapshot: &'s Snapshot,
    plan: Option<&'s QueryPlan>,
    /// Created for the first hit.
    highlighter: Option<Highlighter>,
}

impl<'s> TextHits<'s> {
    /// For the hits of a search.
    pub fn new(snapshot: &'s Snapshot, plan: Option<&'s QueryPlan>) -> TextHits<'s> {
        TextHits { snapshot, plan, highlighter: None }
    }

    /// The snippet of a hit; `None` if its texts cannot be read, for example because they are damaged.
    pub fn snippet(&mut self, found: &TextMatch, form: TextForm) -> Option<HandoutSnippet> {
        let plan = self.plan?;
        let segment = &self.snapshot.segments[usize::from(found.segment)].data;
        let mut texts = segment.handout_texts.as_ref()?.stored_texts(found.doc).unwrap_or_else(|cause| {
            tracing::warn!(%cause, "the texts of a hit cannot be read");
            Vec::new()
        });
        texts.retain(|text| found.fields >> text.field() & 1 == 1);
        let highlighter = self.highlighter.get_or_insert_with(|| highlighter(plan));
        let mut text = Vec::new();
        let best = highlighter.write_handout(texts.iter().map(StoredText::text), form, &mut text)?;
        let lang = texts.get(best).map_or_else(String::new, |text| text.lang().to_owned());
        Some(HandoutSnippet { lang, text })
    }
}

/// Highlights the words of a query as they were corrected and as they were typed.
fn highlighter(plan: &QueryPlan) -> Highlighter {
    let typed = plan.typed_words.iter().flat_map(|(_, word)| word.forms.iter().cloned());
    let words: Vec<String> = plan.corrected_words.iter().cloned().chain(typed).collect();
    Highlighter::new(&plan.query, &plan.expanded_prefix, &words)
}

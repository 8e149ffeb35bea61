//! The snippets of hits that contain words of the query only in the text of a handout.

use crate::search::ranking::text_matches::TextMatch;
use crate::search::segments::handout_texts::StoredText;
use crate::search::snapshot::Snapshot;
use crate::search::snippets::Highlighter;

/// The snippet of such a hit.
pub(super) struct HandoutSnippet {
    /// The language value of the handout.
    pub lang: String,
    /// The content of a JSON string.
    pub text: Vec<u8>,
}

/// Makes the snippet of such a hit from its texts, which are read from the index on disk; `None` if they cannot be read, for
/// example because they are damaged.
pub(super) fn handout_snippet(
    snapshot: &Snapshot,
    found: &TextMatch,
    highlighter: &mut Highlighter,
) -> Option<HandoutSnippet> {
    let segment = &snapshot.segments[usize::from(found.segment)].data;
    let mut texts = segment.handout_texts.as_ref()?.stored_texts(found.doc).unwrap_or_else(|cause| {
        tracing::warn!(%cause, "the texts of a hit cannot be read");
        Vec::new()
    });
    texts.retain(|text| found.fields >> text.field() & 1 == 1);
    let mut text = Vec::new();
    let best = highlighter.write_handout(texts.iter().map(StoredText::text), &mut text)?;
    let lang = texts.get(best).map_or_else(String::new, |text| text.lang().to_owned());
    Some(HandoutSnippet { lang, text })
}

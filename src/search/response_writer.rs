//! Writes the response to a search as JSON.

use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::handout_text::file::IN_THE_HANDOUT;
use crate::model::search::crisis::CrisisNotice;
use crate::model::search::request::{HitVersion, PacketHit, Understood};
use crate::search::ranking::text_matches::TextMatch;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::snapshot::Snapshot;
use crate::search::snippets::Highlighter;
use serde::Serialize;

/// What precedes the hits.
pub(super) struct ResponseHead<'r> {
    /// The number of all matches.
    pub found: usize,
    /// The number of the first hit.
    pub start: usize,
    pub understood: Option<&'r Understood>,
    /// The query is about the hospital itself.
    pub is_about_hospital: bool,
    pub notice: Option<&'r CrisisNotice>,
}

/// The snippet of a hit.
pub(super) struct Snippet {
    pub text: String,
    /// The language value of the handout whose text it is from; `None` for a snippet of the abstract.
    pub handout: Option<String>,
}

/// Makes the snippet of a hit that contains words of the query only in texts of handouts, which are read from the index on disk; `None` if they cannot be read, for
/// example because they are damaged.
pub(super) fn handout_snippet(
    snapshot: &Snapshot,
    found: &TextMatch,
    highlighter: &mut Highlighter,
) -> Option<Snippet> {
    let segment = &snapshot.segments[usize::from(found.segment)].data;
    let mut texts = segment.handout_texts.as_ref()?.stored_texts(found.doc).unwrap_or_else(|cause| {
        tracing::warn!(%cause, "the texts of a hit cannot be read");
        Vec::new()
    });
    texts.retain(|text| found.fields >> text.field() & 1 == 1);
    let (snippet, best) = highlighter.snippet(texts.iter().map(|text| &*text.text))?;
    let text = format!("{IN_THE_HANDOUT}{snippet}");
    Some(Snippet { text, handout: Some(texts.swap_remove(best).lang.into_owned()) })
}

/// Writes a response part by part, in the order of these functions: most of it is stored as JSON already.
pub(in crate::search) struct JsonResponse<'j> {
    json: &'j mut Vec<u8>,
    hits: usize,
    facets: usize,
}

impl<'j> JsonResponse<'j> {
    /// Appends to `json`.
    pub fn new(json: &'j mut Vec<u8>) -> JsonResponse<'j> {
        JsonResponse { json, hits: 0, facets: 0 }
    }

    fn text(&mut self, text: &str) {
        self.json.extend_from_slice(text.as_bytes());
    }

    fn value(&mut self, value: &impl Serialize) -> Result<()> {
        serde_json::to_writer(&mut *self.json, value)
            .map_err(|e| Error::internal("writing the response to a search", e))
    }

    /// Starts the hits.
    pub fn start(&mut self, head: &ResponseHead<'_>) -> Result<()> {
        self.text(&format!("{{\"hits\":{{\"found\":{},\"start\":{}", head.found, head.start));
        if let Some(understood) = head.understood {
            self.text(",\"understood\":");
            self.value(understood)?;
        }
        if head.is_about_hospital {
            self.text(",\"intent\":\"hospital\"");
        }
        if let Some(notice) = head.notice {
            self.text(",\"notice\":");
            self.value(notice)?;
        }
        self.text(",\"hit\":[");
        Ok(())
    }

    /// Adds a hit, from its stored JSON.
    pub fn hit(
        &mut self,
        stored: &str,
        snippet: &Snippet,
        version: Option<HitVersion>,
        preview: Option<String>,
    ) -> Result<()> {
        self.text(if self.hits > 0 { "," } else { "" });
        self.hits += 1;
        self.text(stored);
        if let Some(lang) = &snippet.handout {
            self.text(",\"match\":\"text\",\"textLang\":");
            self.value(lang)?;
        }
        self.text(",\"highlights\":{\"abstract\":");
        self.value(&snippet.text)?;
        self.text("}");
        if let Some(version) = version {
            self.text(",\"version\":");
            self.value(&version)?;
        }
        if let Some(preview) = preview {
            self.text(",\"preview\":");
            self.value(&preview)?;
        }
        self.text("}");
        Ok(())
    }

    /// Ends the hits, and adds the packets. The facets follow.
    pub fn packets<'p>(&mut self, packets: impl Iterator<Item = &'p PacketHit>) -> Result<()> {
        self.text("]},\"packets\":[");
        for (n, packet) in packets.enumerate() {
            self.text(if n > 0 { "," } else { "" });
            self.value(packet)?;
        }
        self.text("],\"facets\":{");
        Ok(())
    }

    /// Adds a facet with its values in this order.
    pub fn facet(&mut self, category: Category, counted: &[(Ordinal, u32)], values: &ValueDictionary) {
        self.text(if self.facets > 0 { ",\"" } else { "\"" });
        self.facets += 1;
        self.text(category.name());
        self.text("\":{\"buckets\":[");
        write_values(counted, values, self.json);
        self.text("]}");
    }

    /// Ends the response.
    pub fn finish(mut self) {
        self.text("}}");
    }
}

/// Writes `{"value":"…","count":1},…`.
fn write_values(counted: &[(Ordinal, u32)], values: &ValueDictionary, json: &mut Vec<u8>) {
    for (n, (value, count)) in counted.iter().enumerate() {
        let value_json = values.json(*value).as_bytes();
        // Without the end of another value before the first one.
        json.extend_from_slice(if n == 0 { &value_json[b"},".len()..] } else { value_json });
        match count {
            0..10 => json.push(b'0' + *count as u8),
            // Faster than the standard formatter; writing to memory cannot fail.
            _ => _ = serde_json::to_writer(&mut *json, count),
        }
    }
    if !counted.is_empty() {
        json.push(b'}');
    }
}

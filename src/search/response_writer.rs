//! The two forms of a response to a search: JSON, which the API sends, and a value.

use crate::model::category::Category;
use crate::model::error::{Error, Result};
use crate::model::search::crisis::CrisisNotice;
use crate::model::search::request::{
    Facet, FacetValue, Highlights, Hit, HitVersion, PacketHit, SearchAnswer, Understood,
};
use crate::search::facets::facet_response::{FacetWriter, write_values};
use crate::search::segments::document::StoredHit;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::snippets::Highlighter;
use crate::search::snippets::TextForm;
use crate::search::text_hits::HandoutSnippet;
use serde::Serialize;

/// What a response to a search is written to, part by part in the order of these functions.
pub(super) trait ResponseWriter: FacetWriter {
    /// The form of the snippets.
    const FORM: TextForm;

    /// Starts the hits.
    fn start(&mut self, head: &ResponseHead<'_>) -> Result<()>;

    /// Adds a hit, from its stored JSON.
    fn hit(
        &mut self,
        stored: &str,
        snippet: Snippet<'_>,
        version: Option<HitVersion>,
        preview: Option<String>,
    ) -> Result<()>;

    /// Ends the hits, and adds the packets. The facets follow.
    fn packets<'p>(&mut self, packets: impl Iterator<Item = &'p PacketHit>) -> Result<()>;
}

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
pub(super) enum Snippet<'h> {
    /// Made from the abstract when it is written.
    Abstract(&'h mut Highlighter, &'h str),
    Handout(HandoutSnippet),
}

/// Writes a response as JSON, piece by piece: most of it is stored as JSON already.
pub(super) struct JsonResponse<'j> {
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

    /// Ends the response.
    pub fn finish(mut self) {
        self.text("}}");
    }
}

impl ResponseWriter for JsonResponse<'_> {
    const FORM: TextForm = TextForm::Json;

    fn start(&mut self, head: &ResponseHead<'_>) -> Result<()> {
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

    fn hit(
        &mut self,
        stored: &str,
        snippet: Snippet<'_>,
        version: Option<HitVersion>,
        preview: Option<String>,
    ) -> Result<()> {
        self.text(if self.hits > 0 { "," } else { "" });
        self.hits += 1;
        self.text(stored);
        match snippet {
            Snippet::Abstract(highlighter, text) => {
                self.text(",\"highlights\":{\"abstract\":\"");
                highlighter.write(text, Self::FORM, self.json);
            }
            Snippet::Handout(HandoutSnippet { lang, text }) => {
                self.text(",\"match\":\"text\",\"textLang\":");
                self.value(&lang)?;
                self.text(",\"highlights\":{\"abstract\":\"");
                self.json.extend_from_slice(&text);
            }
        }
        self.text("\"}");
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

    fn packets<'p>(&mut self, packets: impl Iterator<Item = &'p PacketHit>) -> Result<()> {
        self.text("]},\"packets\":[");
        for (n, packet) in packets.enumerate() {
            self.text(if n > 0 { "," } else { "" });
            self.value(packet)?;
        }
        self.text("],\"facets\":{");
        Ok(())
    }
}

impl FacetWriter for JsonResponse<'_> {
    fn facet(&mut self, category: Category, counted: &[(Ordinal, u32)], values: &ValueDictionary) {
        self.text(if self.facets > 0 { ",\"" } else { "\"" });
        self.facets += 1;
        self.text(category.name());
        self.text("\":{\"buckets\":[");
        write_values(counted, values, self.json);
        self.text("]}");
    }
}

impl ResponseWriter for SearchAnswer {
    const FORM: TextForm = TextForm::Plain;

    fn start(&mut self, head: &ResponseHead<'_>) -> Result<()> {
        (self.hits.found, self.hits.start) = (head.found as u64, head.start as u64);
        self.hits.intent = head.is_about_hospital.then(|| "hospital".to_owned());
        (self.hits.understood, self.hits.notice) = (head.understood.cloned(), head.notice.cloned());
        Ok(())
    }

    fn hit(
        &mut self,
        stored: &str,
        snippet: Snippet<'_>,
        version: Option<HitVersion>,
        preview: Option<String>,
    ) -> Result<()> {
        let StoredHit { id, fields } =
            StoredHit::parse(stored).map_err(|e| Error::internal("parsing a stored hit", e))?;
        let (text, lang) = match snippet {
            Snippet::Abstract(highlighter, abstract_text) => {
                let mut text = Vec::new();
                highlighter.write(abstract_text, Self::FORM, &mut text);
                (text, None)
            }
            Snippet::Handout(HandoutSnippet { lang, text }) => (text, Some(lang)),
        };
        self.hits.hit.push(Hit {
            id,
            fields,
            match_type: lang.is_some().then(|| "text".to_owned()),
            text_lang: lang,
            highlights: Highlights { abstract_text: String::from_utf8_lossy(&text).into_owned() },
            version,
            preview,
        });
        Ok(())
    }

    fn packets<'p>(&mut self, packets: impl Iterator<Item = &'p PacketHit>) -> Result<()> {
        self.packets = packets.cloned().collect();
        Ok(())
    }
}

impl FacetWriter for SearchAnswer {
    fn facet(&mut self, category: Category, counted: &[(Ordinal, u32)], values: &ValueDictionary) {
        let facet_value = |(value, count): &(Ordinal, u32)| FacetValue {
            value: values.text(*value).to_owned(),
            count: *count,
        };
        let buckets = counted.iter().map(facet_value).collect();
        self.facets.insert(category.name().to_owned(), Facet { buckets });
    }
}

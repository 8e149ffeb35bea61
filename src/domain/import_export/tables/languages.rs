//! Languages as tables name them: which value of the catalogue a header or cell means.

use crate::model::category::{normalize_value, same_value, value_key};
use crate::model::languages::language::requested_language;
use crate::model::languages::language::tag_from_name;
use crate::model::languages::tag::LanguageTag;
use std::cmp::Reverse;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Languages of handouts by tag, with the name that a new value gets.
const HANDOUT_LANGUAGES: &str = "en English,es Spanish,so Somali,vi Vietnamese,ar Arabic,zh Chinese,zh-Hans Chinese (Simplified),\
     zh-Hant Chinese (Traditional),hmn Hmong,mww White Hmong,ksw Karen,kyu Karenni,kar Karen,my Burmese,ne Nepali,fa Farsi,\
     prs Dari,ps Pashto,ru Russian,uk Ukrainian,fr French,pt Portuguese,pt-BR Portuguese (Brazil),ht Haitian Creole,ko Korean,\
     ja Japanese,sw Swahili,am Amharic,om Oromo,ti Tigrinya,ur Urdu,hi Hindi,bn Bengali,pa Punjabi,gu Gujarati,ta Tamil,\
     te Telugu,ml Malayalam,mr Marathi,km Khmer,lo Lao,th Thai,tl Tagalog,fil Filipino,pl Polish,de German,it Italian,\
     ro Romanian,bs Bosnian,hr Croatian,sr Serbian,sq Albanian,hu Hungarian,cs Czech,sk Slovak,bg Bulgarian,el Greek,he Hebrew,\
     tr Turkish,ku Kurdish,ckb Central Kurdish,uz Uzbek,kk Kazakh,mn Mongolian,cnh Hakha Chin,rhg Rohingya,chk Chuukese,\
     mh Marshallese,sm Samoan,to Tongan,rw Kinyarwanda,rn Kirundi,ln Lingala,lg Luganda,yo Yoruba,ig Igbo,ha Hausa,wo Wolof,\
     ff Fula,mnk Mandinka,zu Zulu,mg Malagasy,id Indonesian,ms Malay,haw Hawaiian,ilo Ilocano,ceb Cebuano,nv Navajo,yi Yiddish,\
     lt Lithuanian,lv Latvian,et Estonian,fi Finnish,sv Swedish,nb Norwegian,da Danish,nl Dutch,ase American Sign Language,\
     mam Mam,kjb Q'anjob'al,quc K'iche',kek Q'eqchi',hy Armenian,ka Georgian,yue Cantonese,cmn Mandarin";

/// Names of languages in Spanish, folded.
const SPANISH_NAMES: &str = "ingles en,espanol es,castellano es,somali so,vietnamita vi,arabe ar,chino zh,chino simplificado zh-Hans,\
     chino tradicional zh-Hant,birmano my,nepali ne,persa fa,ruso ru,ucraniano uk,frances fr,portugues pt,criollo haitiano ht,\
     criollo ht,haitiano ht,coreano ko,japones ja,suajili sw,swahili sw,amarico am,tigrina ti,hindi hi,bengali bn,jemer km,\
     tailandes th,tagalo tl,polaco pl,aleman de,italiano it,rumano ro,bosnio bs,croata hr,serbio sr,albanes sq,hungaro hu,\
     checo cs,griego el,hebreo he,turco tr,kurdo ku,samoano sm";

/// Codes that are words of headers.
const HEADER_WORDS: [&str; 13] =
    ["no", "id", "to", "is", "or", "as", "am", "be", "in", "it", "de", "la", "el"];

/// The languages that the catalogue has, with their tags.
#[derive(Debug, Clone, Default)]
pub struct TableLanguages {
    values: Vec<(String, Option<LanguageTag>)>,
}

impl TableLanguages {
    /// These values of the catalogue.
    pub fn new(values: impl IntoIterator<Item = (String, Option<LanguageTag>)>) -> TableLanguages {
        TableLanguages { values: values.into_iter().collect() }
    }

    /// The value that a text means, by name, own name or code; `None` if it names no language.
    pub fn value(&self, text: &str) -> Option<String> {
        if let Some((value, _)) = self.values.iter().find(|(value, _)| same_value(value, text)) {
            return Some(value.clone());
        }
        let tag = spanish_name(text).or_else(|| requested_language(text))?;
        Some(self.value_of_tag(&tag).unwrap_or_else(|| normalize_value(text)))
    }

    /// The value of a cell in a column of languages: any text may be a new one.
    pub fn value_or_text(&self, text: &str) -> String {
        self.value(text).unwrap_or_else(|| normalize_value(text))
    }

    fn value_of_tag(&self, tag: &LanguageTag) -> Option<String> {
        let has_tag = |(_, known): &&(String, Option<LanguageTag>)| {
            known.as_ref().is_some_and(|known| known.comparable() == tag.comparable())
        };
        let known = self.values.iter().find(has_tag).map(|(value, _)| value.clone());
        known.or_else(|| handout_language(tag).map(str::to_owned))
    }

    /// The language that words of a header name, and the words without it. Longer names go before shorter ones; only the
    /// languages of the catalogue and those that handouts are usually in count.
    pub fn split_header(&self, words: &[String]) -> Option<(String, Vec<String>)> {
        for length in (1..=words.len().min(4)).rev() {
            // 'Título en español': a name goes before a code.
            let mut names: Vec<(usize, String)> =
                words.windows(length).map(|name| name.join(" ")).enumerate().collect();
            names.sort_by_key(|(_, name)| Reverse(name.chars().count()));
            for (first, name) in names {
                let Some(value) = self.header_language(&name) else { continue };
                let rest = words[..first].iter().chain(&words[first + length..]).cloned().collect();
                return Some((value, rest));
            }
        }
        None
    }

    /// The language that a whole text of a header names.
    pub fn header_language(&self, name: &str) -> Option<String> {
        let key = value_key(name);
        if key.chars().count() < 2 || HEADER_WORDS.contains(&key.as_str()) {
            return None;
        }
        if let Some((value, _)) = self.values.iter().find(|(value, _)| value_key(value) == key) {
            return Some(value.clone());
        }
        // A code of more letters is more likely a word.
        let is_code = key.is_ascii() && key.len() <= 3 || name.contains('-') && key.len() <= 7;
        let tag = spanish_name(name)
            .or_else(|| if is_code { requested_language(name) } else { tag_from_name(name) })?;
        self.value_of_tag(&tag)
    }
}

/// The words of a header, folded: without case, accents and marks; signs of numbers are the word 'number'.
pub fn fold_words(header: &str) -> Vec<String> {
    let header = header.to_lowercase();
    let mut numbers = header.replace(['#', '№'], " number ");
    for sign in ["n.º", "n.°", "nº", "n°"] {
        numbers = numbers.replace(sign, " number ");
    }
    let plain: String = numbers.nfkd().filter(|c| !is_combining_mark(*c)).collect();
    let plain = plain.replace(['\'', '’', 'ʼ'], "");
    let words = plain.split(|c: char| !c.is_alphanumeric() && c != '-');
    let words = words.map(|word| word.trim_matches('-')).filter(|word| !word.is_empty());
    words
        .flat_map(|word| match word {
            // A tag such as zh-Hans stays whole.
            _ if word.contains('-') && !word.starts_with("zh-") => {
                word.split('-').map(str::to_owned).collect()
            }
            "no" | "nr" | "nro" | "num" | "nbr" | "numero" => vec!["number".to_owned()],
            _ => vec![word.to_owned()],
        })
        .filter(|word| !word.is_empty())
        .collect()
}

fn handout_language(tag: &LanguageTag) -> Option<&'static str> {
    let pairs = HANDOUT_LANGUAGES.split(',').filter_map(|pair| pair.trim().split_once(' '));
    let mut same = pairs.filter(|(known, _)| known.eq_ignore_ascii_case(tag.as_str()));
    same.next().map(|(_, name)| name)
}

fn spanish_name(text: &str) -> Option<LanguageTag> {
    let folded = fold_words(text).join(" ");
    let mut pairs = SPANISH_NAMES.split(',').filter_map(|pair| pair.trim().rsplit_once(' '));
    let (_, tag) = pairs.find(|(name, _)| *name == folded)?;
    LanguageTag::parse(tag).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn languages() -> TableLanguages {
        let values = ["English", "Spanish", "Chinese, Simplified (Mandarin dialect)", "Hmong"];
        TableLanguages::new(values.map(|value| (value.to_owned(), tag_from_name(value))))
    }

    #[test]
    fn a_language_is_the_value_that_the_catalogue_has() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(languages().value(text).as_deref(), expected, "{text}");
        };
        check("spanish", Some("Spanish"));
        check("Español", Some("Spanish"));
        check("es", Some("Spanish"));
        check("SP", Some("Spanish"));
        check("Inglés", Some("English"));
        check("Simplified Chinese", Some("Chinese, Simplified (Mandarin dialect)"));
        check("zh-Hans", Some("Chinese, Simplified (Mandarin dialect)"));
        check("Soomaali", Some("Somali"));
        check("chino tradicional", Some("Chinese (Traditional)"));
        check("Lus Hmoob", Some("Hmong"));
        check("Elvish", None);
    }

    #[test]
    fn the_language_stands_anywhere_in_a_header() {
        let check = |header: &str, expected: Option<(&str, &str)>| {
            let found = languages().split_header(&fold_words(header));
            let found = found.map(|(value, rest)| (value, rest.join(" ")));
            assert_eq!(found.as_ref().map(|(a, b)| (a.as_str(), b.as_str())), expected, "{header}");
        };
        check("Spanish link", Some(("Spanish", "link")));
        check("Link (Spanish)", Some(("Spanish", "link")));
        check("URL - Soomaali", Some(("Somali", "url")));
        check("Enlace en español", Some(("Spanish", "enlace en")));
        check("Item # ES", Some(("Spanish", "item number")));
        check("Simplified Chinese URL", Some(("Chinese, Simplified (Mandarin dialect)", "url")));
        check("Item No", None);
        check("ID", None);
        check("Notes", None);
        check("Day", None);
    }
}

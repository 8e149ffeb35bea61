//! Matches names with a catalogue: item numbers first, then titles; and which version of a citation a language means.

use crate::domain::files::matching::languages::{Codes, Found, Languages, Named, one_language};
use crate::domain::files::matching::words::{Word, number_key, title_key, without_noise, words};
use crate::domain::files::matching::words::{is_ignored, is_pdf, is_unfinished, parts, stem};
use crate::model::files::{AttachableCitation, AttachableVersion};
use crate::model::languages::tag::LanguageTag;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The most words of an item number.
const MAX_NUMBER_WORDS: usize = 8;
/// The most languages in a name that are tried as parts of a title.
const MAX_LANGUAGES: usize = 4;

/// A catalogue in the form in which names are looked up in it.
pub struct Matcher<'c> {
    catalogue: &'c [AttachableCitation],
    numbers: HashMap<String, Number>,
    /// Keys of item numbers by their digits, without the letters before them.
    digits: HashMap<String, BTreeSet<String>>,
    titles: HashMap<String, BTreeSet<Candidate>>,
    languages: Languages,
}

impl<'c> Matcher<'c> {
    pub fn new(catalogue: &'c [AttachableCitation]) -> Matcher<'c> {
        let mut matcher = Matcher {
            catalogue,
            numbers: HashMap::new(),
            digits: HashMap::new(),
            titles: HashMap::new(),
            languages: Languages::new(catalogue),
        };
        for (at, citation) in catalogue.iter().enumerate() {
            matcher.add_title(&citation.title, (at, None));
            for (n, version) in citation.versions.iter().enumerate() {
                if let Some(title) = &version.title {
                    matcher.add_title(title, (at, Some(n)));
                }
                let Some((key, boundaries)) = version.item_number.as_deref().and_then(number_key) else {
                    continue;
                };
                let digits = key.trim_start_matches(|c: char| !c.is_numeric());
                if digits.len() < key.len() && digits.chars().all(char::is_numeric) {
                    matcher.digits.entry(digits.to_owned()).or_default().insert(key.clone());
                }
                let number = matcher.numbers.entry(key).or_default();
                number.versions.push((at, n));
                number.boundaries.extend(boundaries);
            }
        }
        matcher
    }

    fn add_title(&mut self, title: &str, candidate: Candidate) {
        let key = title_key(&words(title));
        if !key.is_empty() {
            self.titles.entry(key).or_default().insert(candidate);
        }
    }

    /// What a name says: a path with its folders, separated by `/`. `folder` is the name of the folder that all are in.
    pub fn find(&self, path: &str, folder: &str) -> Match {
        let (folders, name) = parts(path);
        if let Some(ignored) = folders.iter().chain([&name]).find(|part| is_ignored(part)) {
            return Match::Ignored { reason: format!("'{ignored}' holds no handout") };
        }
        if is_unfinished(&name) {
            return Match::no_match("still being written: the name is that of an unfinished download");
        }
        let words = words(stem(&name));
        let by_folder = self.folder_language(&folders, folder);
        match self.subject(&words) {
            Ok(subject) => self.version(&subject, by_folder),
            Err(no_subject) => no_subject,
        }
    }

    /// The language of the nearest folder that names one.
    fn folder_language(&self, folders: &[String], outermost: &str) -> Result<Option<Named>, Vec<String>> {
        let inner = folders.iter().rev().map(|folder| (&**folder, Codes::WholeFolder));
        for (folder, codes) in inner.chain([(outermost, Codes::None)]) {
            let words = words(folder);
            let found = self.languages.find(&words, codes);
            if !found.is_empty() {
                return one_language(found.iter().map(|found| &found.language));
            }
        }
        Ok(None)
    }

    /// The citation that the words of a name mean.
    fn subject(&self, words: &[Word]) -> Result<Subject, Match> {
        let spans = self.number_spans(words);
        let keys: BTreeSet<&String> = spans.iter().map(|(_, key)| key).collect();
        let keys: Vec<&String> = keys.into_iter().collect();
        match *keys {
            [] => {}
            [key] => return self.by_number(words, &spans[0].0, key),
            _ => {
                let candidates = keys.iter().flat_map(|key| self.candidates_of_number(key)).collect();
                return Err(Match::ambiguous(format!("{} item numbers in the name", keys.len()), candidates));
            }
        }
        if let [word] = words
            && word.is_number()
            && let Some(keys) = self.digits.get(&word.text)
        {
            let keys: Vec<&String> = keys.iter().collect();
            return match *keys {
                [key] => self.by_number(words, &(0..1), key),
                _ => {
                    let candidates = keys.iter().flat_map(|key| self.candidates_of_number(key)).collect();
                    Err(Match::ambiguous("several item numbers end in this number", candidates))
                }
            };
        }
        self.by_title(words)
    }

    /// Where item numbers stand, without those within longer ones.
    fn number_spans(&self, words: &[Word]) -> Vec<(std::ops::Range<usize>, String)> {
        let mut spans: Vec<(std::ops::Range<usize>, String)> = Vec::new();
        for start in 0..words.len() {
            let (mut key, mut ends, mut length) = (String::new(), HashSet::new(), 0);
            for (end, word) in words.iter().enumerate().skip(start).take(MAX_NUMBER_WORDS) {
                if word.is_sign() {
                    break;
                }
                ends.insert(length);
                key += &word.text;
                length += word.text.chars().count();
                let is_number =
                    self.numbers.get(&key).is_some_and(|number| ends.is_subset(&number.boundaries));
                if is_number {
                    spans.push((start..end + 1, key.clone()));
                }
            }
        }
        let within = |inner: &std::ops::Range<usize>, outer: &std::ops::Range<usize>| {
            inner != outer && outer.start <= inner.start && inner.end <= outer.end
        };
        let all = spans.clone();
        spans.retain(|(span, _)| !all.iter().any(|(other, _)| within(span, other)));
        spans
    }

    fn candidates_of_number(&self, key: &str) -> Vec<Candidate> {
        let versions = self.numbers.get(key).map(|number| &*number.versions).unwrap_or_default();
        versions.iter().map(|(citation, version)| (*citation, Some(*version))).collect()
    }

    /// Those in use, or all if none is.
    fn in_use(&self, citations: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let all: BTreeSet<usize> = citations.into_iter().collect();
        let in_use: Vec<usize> = all.iter().copied().filter(|at| !self.catalogue[*at].is_obsolete).collect();
        if in_use.is_empty() { all.into_iter().collect() } else { in_use }
    }

    fn by_number(&self, words: &[Word], span: &std::ops::Range<usize>, key: &str) -> Result<Subject, Match> {
        let candidates = self.candidates_of_number(key);
        let citations = self.in_use(candidates.iter().map(|(citation, _)| *citation));
        let [citation] = *citations else {
            return Err(Match::ambiguous("several citations have this item number", candidates));
        };
        let rest: Vec<Word> = [&words[..span.start], &words[span.end..]].concat();
        for part in [words, &rest] {
            let titled: BTreeSet<usize> = self
                .find_by_title(part)
                .into_iter()
                .flat_map(|titled| titled.candidates)
                .map(|(at, _)| at)
                .collect();
            if !titled.is_empty() && !titled.contains(&citation) {
                let others = titled.into_iter().map(|at| (at, None));
                return Err(Match::ambiguous(
                    "its item number and its title are those of two citations",
                    std::iter::once((citation, None)).chain(others).collect(),
                ));
            }
        }
        let versions: Vec<usize> =
            candidates.iter().filter(|(at, _)| *at == citation).filter_map(|(_, version)| *version).collect();
        let end = without_noise(&words[span.end..]).pop().unwrap_or_default();
        let codes = if end.is_empty() { Codes::BeforeEnd } else { Codes::InName };
        let language = self.language_beside_number(words, (&rest, codes), citation, &versions)?;
        Ok(Subject { citation, versions, language, is_by_version_title: false })
    }

    /// The language in a name that has an item number; its other words may be any.
    fn language_beside_number(
        &self,
        words: &[Word],
        (rest, codes): (&[Word], Codes),
        citation: usize,
        versions: &[usize],
    ) -> Result<Option<Named>, Match> {
        let entry = &self.catalogue[citation];
        let is_title = |part: &[Word]| {
            self.titles.get(&title_key(part)).is_some_and(|found| found.iter().any(|(at, _)| *at == citation))
        };
        if [words, rest].iter().any(|part| without_noise(part).into_iter().any(is_title)) {
            return Ok(None);
        }
        let rest = without_noise(rest).pop().unwrap_or_default().to_vec();
        let title = self::words(&entry.title);
        let codes = if ends_with(&rest, &title) { Codes::BeforeEnd } else { codes };
        let rest = without_title(&rest, &title);
        let found = self.languages.find(&rest, codes);
        let language = one_language(found.iter().map(|found| &found.language))
            .map_err(|languages| two_languages(&languages, citation))?;
        let all = || (0..entry.versions.len()).map(|at| (citation, Some(at))).collect();
        if let Some(named) = &language {
            let is_doubtful = found.iter().all(|found| found.is_doubtful);
            if is_doubtful && in_language(entry, named) != Choice::None {
                return Err(Match::ambiguous(doubt(&named.written), all()));
            }
            return Ok(language);
        }
        let chosen = match self.default_version(citation, versions) {
            Choice::One(at) => &*entry.versions[at].lang,
            _ => "",
        };
        let short = (0..rest.len()).find(|at| self.languages.may_be_short_form(&rest, *at, chosen));
        match short {
            Some(at) => Err(Match::ambiguous(format!("'{}' may stand for a language", rest[at].raw), all())),
            None => Ok(None),
        }
    }

    fn by_title(&self, words: &[Word]) -> Result<Subject, Match> {
        let Some(Titled { candidates, languages, doubtful }) = self.find_by_title(words) else {
            return Err(Match::no_match("no citation has this item number or title"));
        };
        let citations = self.in_use(candidates.iter().map(|(citation, _)| *citation));
        let [citation] = *citations else {
            let language = one_language(&languages).ok().flatten();
            let candidates = candidates.into_iter().filter(|(at, _)| citations.contains(at));
            let with_versions =
                candidates.map(|(at, own)| (at, own.or_else(|| self.likely_version(at, language.as_ref()))));
            return Err(Match::ambiguous("several citations have this title", with_versions.collect()));
        };
        if let Some(code) = doubtful {
            return Err(Match::ambiguous(doubt(&code), vec![(citation, None)]));
        }
        let language = one_language(&languages).map_err(|languages| two_languages(&languages, citation))?;
        let own: Vec<Option<usize>> =
            candidates.iter().filter(|(at, _)| *at == citation).map(|(_, version)| *version).collect();
        // The title of the citation says nothing about the version.
        let is_by_version_title = !own.contains(&None);
        let versions = if is_by_version_title { own.into_iter().flatten().collect() } else { Vec::new() };
        Ok(Subject { citation, versions, language, is_by_version_title })
    }

    /// The citations that have the words as their title, with the languages beside it; the most words as a title win.
    fn find_by_title(&self, words: &[Word]) -> Option<Titled> {
        if let Some(candidates) = self.whole_title(words) {
            return Some(Titled { candidates, languages: Vec::new(), doubtful: None });
        }
        let stripped = without_noise(words).pop().unwrap_or_default();
        let found = self.languages.find(stripped, Codes::InName);
        let found = &found[..found.len().min(MAX_LANGUAGES)];
        let mut subsets: Vec<u32> = (1..1_u32 << found.len()).collect();
        subsets.sort_by_key(|subset| subset.count_ones());
        let mut best: Option<(u32, Vec<Titled>)> = None;
        for subset in subsets {
            if best.as_ref().is_some_and(|(count, _)| *count < subset.count_ones()) {
                break;
            }
            let chosen: Vec<&Found> = found
                .iter()
                .enumerate()
                .filter(|(n, _)| subset >> n & 1 == 1)
                .map(|(_, found)| found)
                .collect();
            let is_kept = |at: usize| !chosen.iter().any(|found| found.words.contains(&at));
            let rest: Vec<Word> = stripped
                .iter()
                .enumerate()
                .filter(|(at, _)| is_kept(*at))
                .map(|(_, word)| word.clone())
                .collect();
            if let Some(candidates) = self.whole_title(&rest) {
                let languages = chosen.iter().map(|found| found.language.clone()).collect();
                let (_, all) = best.get_or_insert((subset.count_ones(), Vec::new()));
                let doubtful =
                    chosen.iter().find(|found| found.is_doubtful).map(|found| found.language.written.clone());
                all.push(Titled { candidates, languages, doubtful });
            }
        }
        best.map(|(_, all)| all)?.into_iter().reduce(|mut one, other| {
            one.candidates.extend(other.candidates);
            one.languages.extend(other.languages);
            one.doubtful = one.doubtful.or(other.doubtful);
            one
        })
    }

    /// The citations that have all these words as their title, but for noise at the ends.
    fn whole_title(&self, words: &[Word]) -> Option<BTreeSet<Candidate>> {
        without_noise(words).into_iter().find_map(|part| self.titles.get(&title_key(part)).cloned())
    }

    /// The version without a language in the name.
    fn default_version(&self, citation: usize, versions: &[usize]) -> Choice {
        let entry = &self.catalogue[citation];
        let among: Vec<usize> =
            if versions.is_empty() { (0..entry.versions.len()).collect() } else { versions.to_vec() };
        match *among {
            [] => Choice::None,
            [one] => Choice::One(one),
            _ => match english(entry, &among) {
                Choice::None => Choice::Several(among),
                choice => choice,
            },
        }
    }

    /// The version that a person may choose for a name with this language.
    fn likely_version(&self, citation: usize, language: Option<&Named>) -> Option<usize> {
        let choice = match language {
            Some(named) => in_language(&self.catalogue[citation], named),
            None => self.default_version(citation, &[]),
        };
        match choice {
            Choice::One(version) => Some(version),
            _ => None,
        }
    }

    fn version(&self, subject: &Subject, by_folder: Result<Option<Named>, Vec<String>>) -> Match {
        let Subject { citation, versions, language, is_by_version_title } = subject;
        let entry = &self.catalogue[*citation];
        let several = |found: Vec<usize>, reason: String| {
            Match::ambiguous(reason, found.into_iter().map(|at| (*citation, Some(at))).collect())
        };
        let language = match (language, by_folder) {
            (Some(named), Err(_)) => Ok(Some(named.clone())),
            (_, Err(languages)) => Err(languages),
            (named, Ok(by_folder)) => one_language(named.iter().chain(&by_folder)),
        };
        let language = match language {
            Ok(language) => language,
            Err(languages) => return two_languages(&languages, *citation),
        };
        let Some(named) = language else {
            return match self.default_version(*citation, versions) {
                Choice::One(version) => Match::Matched { citation: *citation, version },
                Choice::Several(found) => several(found, "the name says no language".into()),
                Choice::None => Match::no_match(format!("'{}' has no language version", entry.title)),
            };
        };
        match in_language(entry, &named) {
            Choice::One(version) if *is_by_version_title && !versions.contains(&version) => {
                several(vec![version, versions[0]], "its title is that of another language".into())
            }
            Choice::One(version) => Match::Matched { citation: *citation, version },
            Choice::Several(found) => {
                several(found, format!("'{}' may mean several languages", named.written))
            }
            Choice::None => {
                Match::no_match(format!("'{}' has no version for '{}'", entry.title, named.written))
            }
        }
    }
}

#[derive(Default)]
struct Number {
    versions: Vec<(usize, usize)>,
    boundaries: HashSet<usize>,
}

/// What chooses the version of a citation.
struct Subject {
    citation: usize,
    /// The versions with the item number or the title; empty where they say nothing.
    versions: Vec<usize>,
    /// The language in the name.
    language: Option<Named>,
    /// Whether the title is that of these versions alone.
    is_by_version_title: bool,
}

/// Citations by their title.
struct Titled {
    candidates: BTreeSet<Candidate>,
    languages: Vec<Named>,
    /// A code beside it that may be a word.
    doubtful: Option<String>,
}

/// A version of a citation by their indexes; `None` where no version is chosen.
pub type Candidate = (usize, Option<usize>);

/// What a name says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// The one version that it belongs to.
    Matched { citation: usize, version: usize },
    /// It may belong to several.
    Ambiguous { reason: String, candidates: Vec<Candidate> },
    /// It belongs to none.
    Unmatched { reason: String },
    /// What systems and programs leave in folders.
    Ignored { reason: String },
}

impl Match {
    pub(super) fn ambiguous(reason: impl Into<String>, candidates: Vec<Candidate>) -> Match {
        Match::Ambiguous { reason: reason.into(), candidates }
    }

    pub(super) fn no_match(reason: impl Into<String>) -> Match {
        Match::Unmatched { reason: reason.into() }
    }
}

/// What a citation has of a language.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Choice {
    One(usize),
    /// The name may mean several, such as Chinese.
    Several(Vec<usize>),
    None,
}

impl Choice {
    fn new(found: Vec<usize>) -> Choice {
        match *found {
            [] => Choice::None,
            [one] => Choice::One(one),
            _ => Choice::Several(found),
        }
    }
}

fn doubt(code: &str) -> String {
    format!("'{code}' may be a word or the code of a language")
}

fn two_languages(languages: &[String], citation: usize) -> Match {
    Match::ambiguous(format!("two languages: {}", languages.join(", ")), vec![(citation, None)])
}

fn ends_with(words: &[Word], title: &[Word]) -> bool {
    let end = words.len().checked_sub(title.len()).map(|from| &words[from..]);
    !title.is_empty()
        && end.is_some_and(|end| end.iter().zip(title).all(|(one, other)| one.text == other.text))
}

/// The words without those of the title, where they stand together.
fn without_title(words: &[Word], title: &[Word]) -> Vec<Word> {
    let is_title = |part: &[Word]| part.iter().zip(title).all(|(one, other)| one.text == other.text);
    let start = match title.len() {
        0 => None,
        length => words.windows(length).position(is_title),
    };
    match start {
        Some(start) => [&words[..start], &words[start + title.len()..]].concat(),
        None => words.to_vec(),
    }
}

/// The versions in a language that a name names.
pub(super) fn in_language(citation: &AttachableCitation, named: &Named) -> Choice {
    let versions = citation.versions.iter().enumerate();
    let Some(tag) = &named.tag else {
        let has_value = |(at, version): (usize, &AttachableVersion)| {
            (title_key(&words(&version.lang)) == named.key).then_some(at)
        };
        return Choice::new(versions.filter_map(has_value).collect());
    };
    let mut closest: Vec<(u8, usize, &LanguageTag)> = versions
        .filter_map(|(at, version)| {
            let own = version.tag.as_ref()?;
            Some((own.closeness(tag)?, at, own))
        })
        .collect();
    // A family of languages is not one of them, except where there is nothing else by its name.
    let is_sure = |closeness: u8| closeness > 0;
    if closest.iter().any(|(closeness, ..)| is_sure(*closeness)) {
        closest.retain(|(closeness, ..)| is_sure(*closeness));
    } else if !closest.is_empty() {
        return Choice::Several(closest.into_iter().map(|(_, at, _)| at).collect());
    }
    let all =
        |closest: &[(u8, usize, &LanguageTag)]| closest.iter().map(|(_, at, _)| *at).collect::<Vec<_>>();
    // 'Chinese' is the name of two written languages, whichever of them the citation has.
    let names_several = |general: &LanguageTag, exact: &LanguageTag| {
        general.script().is_none()
            && general.region().is_none()
            && (exact.script().is_some() || (exact.region().is_some() && exact.language() == "zh"))
    };
    if closest.iter().any(|(_, _, own)| names_several(tag, own) || names_several(own, tag)) {
        return Choice::Several(all(&closest));
    }
    if closest.iter().any(|(closeness, ..)| *closeness == 2) {
        closest.retain(|(closeness, ..)| *closeness == 2);
    }
    Choice::new(all(&closest))
}

/// The English version among these.
pub(super) fn english(citation: &AttachableCitation, among: &[usize]) -> Choice {
    let english = LanguageTag::parse("en").ok();
    let named = Named { tag: english, key: "english".into(), written: "English".into() };
    match in_language(citation, &named) {
        Choice::One(at) if among.contains(&at) => Choice::One(at),
        Choice::Several(found) => Choice::new(found.into_iter().filter(|at| among.contains(at)).collect()),
        _ => Choice::None,
    }
}

/// Of names that differ in type alone only the PDF stays. Returns the versions that several others are matched with, and the
/// indexes of their names.
pub fn prefer_pdfs(names: &[String], matches: &mut [Match]) -> BTreeMap<(usize, usize), Vec<usize>> {
    let mut groups: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (n, found) in matches.iter().enumerate() {
        if let Match::Matched { citation, version } = found {
            groups.entry((*citation, *version)).or_default().push(n);
        }
    }
    let key = |n: usize| title_key(&words(stem(&parts(&names[n]).1)));
    for group in groups.values_mut().filter(|group| group.len() > 1) {
        let pdfs: HashSet<String> = group.iter().filter(|n| is_pdf(&names[**n])).map(|n| key(*n)).collect();
        group.retain(|n| {
            let is_used = is_pdf(&names[*n]) || !pdfs.contains(&key(*n));
            if !is_used {
                matches[*n] = Match::Ignored { reason: "the PDF of the same name is used".into() };
            }
            is_used
        });
    }
    groups.retain(|_, group| group.len() > 1);
    groups
}

/// Several names for one version.
pub fn several_names(names: &[String], group: &[usize], version: Candidate) -> Match {
    let named: Vec<&str> = group.iter().map(|n| &*names[*n]).collect();
    let reason = format!("{} files for one version: {}", named.len(), named.join(", "));
    Match::Ambiguous { reason, candidates: vec![version] }
}

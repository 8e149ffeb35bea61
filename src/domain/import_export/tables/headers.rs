//! Headers of tables: what a column holds by its header, in English and Spanish.

use crate::domain::import_export::tables::languages::{TableLanguages, fold_words};
use crate::domain::import_export::tables::targets::{Part, Target};
use crate::model::citations::citation_fields::citation_fields;

/// Words of headers that say nothing about the field.
const FILL_WORDS: [&str; 16] = [
    "the", "of", "for", "and", "a", "en", "in", "de", "del", "la", "el", "los", "las", "y", "required",
    "optional",
];

/// Common headers: what they mean, then the headers, without case, accents, spaces and the words above.
const COMMON: &str = "\
title: handouttitle resourcetitle documenttitle materialtitle citationtitle name handoutname documentname resourcename titulo \
nombre titulofolleto nombrefolleto titulomaterial nombrematerial titulodocumento nombredocumento
id: citationid recordid
ksbgNumber: itemnumber item itemid itemcode stocknumber sku partnumber formnumber catalognumber cataloguenumber handoutnumber \
documentnumber docnumber ksbg childrensitemnumber numberarticulo articulo numberfolleto numbermaterial number codigoarticulo codigofolleto \
numberdocumento ordernumber
url: link weblink address webaddress hyperlink pdf pdflink pdfurl file filelink handoutlink linkto linktohandout weburl documentlink \
website enlace vinculo liga direccion direccionweb enlaceweb archivo paginaweb
revisionDate: revised reviseddate daterevised lastrevised lastrevisiondate revdate lastupdated updated dateupdated versiondate \
fecharevision revisado ultimarevision fechaactualizacion actualizado
pages: pagecount numberpages pagenumber numberpaginas paginas
lang: language languagename handoutlanguage idioma lengua
publishDate: publicationdate published datepublished pubdate publishedon datecreated created originaldate fechapublicacion publicado \
fechacreacion
deptReviewDate: reviewdate lastreviewed lastreviewdate datereviewed reviewed departmentreviewdate reviewedon \
fecharevisiondepartamento ultimarevisiondepartamento
authors: author writtenby autor autores
publisher: publishers publishername publishedby editorial publicadopor
materialFormat: format materialtype mediatype type formato tipo tipomaterial formatomaterial
keywords: keyword searchterms palabrasclave palabraclave
keySubjectHeading: subjectheading subject heading topic tema materia asunto
whereToObtain: obtain wheretoget whereavailable dondeobtener dondeobtenerlo
tags: tag etiquetas etiqueta
printingSpecs: printspecs printingspecifications printspecifications printing especificacionesimpresion impresion
obsolete: retired inactive archived discontinued obsoleto retirado inactivo
abstract: summary description synopsis resumen descripcion
audience: targetaudience audiencia publico publicoobjetivo destinatarios
reviewedBy: hecsreviewer reviewer healtheducationreviewer revisadopor revisor
deptSubmittedBy: department dept departments deptname departmentname submittedby submittingdepartment owningdepartment \
deptsubmittedbyname departamento servicio
assessment: pmatsam pmat sam evaluacion
famReview: familyreview familyreviewed revisionfamiliar
productionSpecialist: especialistaproduccion
originator: contentreviewer contentexpert revisorcontenido
notes: note comments comment remarks notas nota comentarios observaciones
legacyId: oldid formerid idearliersystem
folder: carpeta
paperColors: papercolor paper colorpapel colorespapel
codes: codigos
replacedBy: replacement reemplazadopor sustituidopor
reviewCycleMonths: reviewcycle ciclorevision
accessibleFormats: formatosaccesibles";

/// Columns of our own exports that are computed or joined from language versions.
const COMPUTED: &str = "itemnumbers state requests searches englishrevisiondate due lastresult reason lastchecked group same grade \
     estimate fleschkincaid smog fernandezhuerta inflesz words findings criteria checked opens views opened scanned ordered";

/// The key by which headers are compared.
fn key(words: &[String]) -> String {
    let kept = words.iter().filter(|word| !FILL_WORDS.contains(&word.as_str()));
    let key: String = kept.flat_map(|word| word.split('-')).collect();
    // 'Number of Item Number', 'Item # No.'
    key.replace("numbernumber", "number")
}

/// What a header means, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// A field, perhaps of a version in a language.
    Field { target: Target, lang: Option<String>, reason: String },
    /// A column of our exports that is not imported.
    Computed,
    /// Nothing that is known.
    Unknown,
}

/// What headers mean to this hospital.
pub struct Headers<'a> {
    pub languages: &'a TableLanguages,
    /// What the hospital calls its item numbers.
    pub item_number_label: &'a str,
}

impl Headers<'_> {
    /// What a header means. `is_own` is whether the table has a column `ID`, as our exports have.
    pub fn meaning(&self, header: &str, is_own: bool) -> Meaning {
        let words = fold_words(header);
        if let Some(meaning) = self.known(&words, is_own) {
            return meaning;
        }
        let Some((lang, rest)) = self.languages.split_header(&words) else { return Meaning::Unknown };
        let reason = format!("The header names the language {lang}.");
        if key(&rest).is_empty() {
            return Meaning::Field { target: Target::Part(Part::Whole), lang: Some(lang), reason };
        }
        let target = match self.known(&rest, false) {
            Some(Meaning::Field { target: Target::Part(part), .. }) => Target::Part(part),
            Some(Meaning::Field { target: Target::Pages, .. }) => Target::Part(Part::Pages),
            Some(Meaning::Field { target: Target::Field(field), .. }) if field.json == "title" => {
                Target::Part(Part::Title)
            }
            _ => match key(&rest).as_str() {
                "version" | "translation" | "traduccion" | "available" | "disponible" | "handout"
                | "folleto" | "document" | "documento" | "material" => Target::Part(Part::Whole),
                _ => return Meaning::Unknown,
            },
        };
        Meaning::Field { target, lang: Some(lang), reason }
    }

    fn known(&self, words: &[String], is_own: bool) -> Option<Meaning> {
        let key = key(words);
        if key.is_empty() {
            return None;
        }
        let is_computed = COMPUTED.split_whitespace().any(|known| known == key);
        if key == "itemnumbers" || is_own && (is_computed || key == "link") {
            return Some(Meaning::Computed);
        }
        if let Some(target) = by_key(&key) {
            let reason = "The header is the name of the field.".to_owned();
            return Some(Meaning::Field { target, lang: None, reason });
        }
        let is_label = |label: &str| self::key(&fold_words(label)) == key;
        let labels = citation_fields().iter().filter(|field| field.json != "languages");
        let mut labels = labels.filter(|field| is_label(field.label) || is_label(field.label_in_form()));
        let target = match labels.next() {
            Some(field) => Target::from_name(field.json),
            None if is_label(self.item_number_label) => Some(Target::Part(Part::Number)),
            None => common(&key),
        };
        let reason = "The header is a common one for this field.".to_owned();
        target.map(|target| Meaning::Field { target, lang: None, reason })
    }

    /// The field that a person names, by its name in JSON, its label or a common header.
    pub fn field(&self, name: &str) -> Option<Target> {
        match self.known(&fold_words(name), false) {
            Some(Meaning::Field { target, .. }) => Some(target),
            _ => None,
        }
    }
}

/// The field of this name, without case and accents.
fn by_key(key: &str) -> Option<Target> {
    Target::names().find(|name| name.to_lowercase().replace('.', "") == key).and_then(Target::from_name)
}

fn common(key: &str) -> Option<Target> {
    let mut lines = COMMON.lines().filter_map(|line| line.split_once(':'));
    let (name, _) = lines.find(|(_, headers)| headers.split_whitespace().any(|header| header == key))?;
    Target::from_name(name)
}

/// Whether a header is the name of the field of language versions exactly as our JSON has it: its cells are then forms.
pub fn is_json_name(header: &str) -> bool {
    header.trim() == "languages"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(header: &str, is_own: bool) -> String {
        let languages = TableLanguages::default();
        let headers = Headers { languages: &languages, item_number_label: "Forms Catalog Code" };
        match headers.meaning(header, is_own) {
            Meaning::Field { target, lang: Some(lang), .. } => format!("{}@{lang}", target.name()),
            Meaning::Field { target, .. } => target.name().to_owned(),
            Meaning::Computed => "computed".into(),
            Meaning::Unknown => "unknown".into(),
        }
    }

    #[test]
    fn headers_mean_fields_by_name_label_and_custom() {
        let check = |header: &str, expected: &str| assert_eq!(meaning(header, false), expected, "{header}");
        check("title", "title");
        check(" Title * ", "title");
        check("TITLE (required)", "title");
        check("Handout Title", "title");
        check("Título del folleto:", "title");
        check("ID", "id");
        check("publishDate", "publishDate");
        check("Publication Date", "publishDate");
        check("Fecha de publicación", "publishDate");
        check("publisher.name", "publisher");
        check("deptSubmittedBy.name", "deptSubmittedBy");
        check("Dept. Submitted By", "deptSubmittedBy");
        check("Department", "deptSubmittedBy");
        check("HE/CS Reviewer", "reviewedBy");
        check("PMAT/SAM", "assessment");
        check("Item #", "ksbgNumber");
        check("Item No.", "ksbgNumber");
        check("Children's Item Number", "ksbgNumber");
        check("Forms catalog code", "ksbgNumber");
        check("ksbgNumber", "ksbgNumber");
        check("N.º de folleto", "ksbgNumber");
        check("Nº artículo", "ksbgNumber");
        check("Núm. de documento", "ksbgNumber");
        check("Número de folleto", "ksbgNumber");
        check("Número de páginas", "pages");
        check("Palabras clave", "keywords");
        check("Where to Obtain", "whereToObtain");
        check("Target Audience", "audience");
        check("Link", "url");
        check("Language", "lang");
        check("Languages", "languages");
        check("languages", "languages");
        check("pages", "pages");
        check("titles", "titles");
        check("revisionDates", "revisionDates");
        check("Item Numbers", "computed");
        check("Shelf", "unknown");
        check("", "unknown");
    }

    #[test]
    fn a_language_in_a_header_makes_it_one_of_a_version() {
        let check = |header: &str, expected: &str| assert_eq!(meaning(header, false), expected, "{header}");
        check("Spanish link", "url@Spanish");
        check("Link (Español)", "url@Spanish");
        check("Spanish title", "title@Spanish");
        check("Título en español", "title@Spanish");
        check("Spanish Item #", "ksbgNumber@Spanish");
        check("Item # (Spanish)", "ksbgNumber@Spanish");
        check("Somali", "version@Somali");
        check("Soomaali", "version@Somali");
        check("Spanish version", "version@Spanish");
        check("Folleto en español", "version@Spanish");
        check("Spanish handout", "version@Spanish");
        check("N.º en español", "ksbgNumber@Spanish");
        check("zh-Hans URL", "url@Chinese (Simplified)");
        check("Spanish revision date", "revisionDate@Spanish");
        check("Pages - Vietnamese", "pages@Vietnamese");
        check("Spanish reviewer", "unknown");
        check("Spanish Department", "unknown");
    }

    #[test]
    fn what_our_exports_compute_is_not_imported() {
        let check = |header: &str, expected: &str| assert_eq!(meaning(header, true), expected, "{header}");
        for computed in
            ["Link", "State", "Requests", "English Revision Date", "Due", "Flesch-Kincaid", "Views"]
        {
            check(computed, "computed");
        }
        check("Last Reviewed", "deptReviewDate");
        check("Address", "url");
        assert_eq!(meaning("State", false), "unknown");
    }
}

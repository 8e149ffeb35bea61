//! The languages of recipients as health records send them: BCP 47 tags, the three-letter codes of ISO 639-2, English names.

use crate::model::languages::names::tag_from_name;
use crate::model::languages::tag::LanguageTag;

/// Three-letter codes, each before the two-letter code that BCP 47 requires instead. Source: ISO 639-2, both its bibliographic
/// and its terminological codes.
const THREE_LETTERS: &str = "\
aar aa abk ab afr af aka ak alb sq amh am ara ar arg an arm hy asm as ava av ave ae aym ay aze az bak ba bam bm baq eu bel be \
ben bn bih bh bis bi bod bo bos bs bre br bul bg bur my cat ca ces cs cha ch che ce chi zh chu cu chv cv cor kw cos co cre cr \
cym cy cze cs dan da deu de div dv dut nl dzo dz ell el eng en epo eo est et eus eu ewe ee fao fo fas fa fij fj fin fi fra fr \
fre fr fry fy ful ff geo ka ger de gla gd gle ga glg gl glv gv gre el grn gn guj gu hat ht hau ha heb he her hz hin hi hmo ho \
hrv hr hun hu hye hy ibo ig ice is ido io iii ii iku iu ile ie ina ia ind id ipk ik isl is ita it jav jv jpn ja kal kl kan kn \
kas ks kat ka kau kr kaz kk khm km kik ki kin rw kir ky kom kv kon kg kor ko kua kj kur ku lao lo lat la lav lv lim li lin ln \
lit lt ltz lb lub lu lug lg mac mk mah mh mal ml mao mi mar mr may ms mkd mk mlg mg mlt mt mon mn mri mi msa ms mya my nau na \
nav nv nbl nr nde nd ndo ng nep ne nld nl nno nn nob nb nor no nya ny oci oc oji oj ori or orm om oss os pan pa per fa pli pi \
pol pl por pt pus ps que qu roh rm ron ro rum ro run rn rus ru sag sg san sa sin si slk sk slo sk slv sl sme se smo sm sna sn \
snd sd som so sot st spa es sqi sq srd sc srp sr ssw ss sun su swa sw swe sv tah ty tam ta tat tt tel te tgk tg tgl tl tha th \
tib bo tir ti ton to tsn tn tso ts tuk tk tur tr twi tw uig ug ukr uk urd ur uzb uz ven ve vie vi vol vo wel cy wln wa wol wo \
xho xh yid yi yor yo zha za zho zh zul zu";

/// The length of the longest codes.
const LONGEST_CODE: usize = 3;

/// The language of a recipient; `None` when the text is neither a code nor a name of one.
pub fn preferred_language(text: &str) -> Option<LanguageTag> {
    let text = text.trim();
    let tag = text.replace('_', "-");
    let (language, rest) = tag.split_at(tag.find('-').unwrap_or(tag.len()));
    // Languages have names as short as codes, such as So.
    if language.len() > LONGEST_CODE {
        return tag_from_name(text);
    }
    let language = two_letters(&language.to_ascii_lowercase()).unwrap_or(language);
    LanguageTag::parse(&format!("{language}{rest}")).ok()
}

/// The two-letter code of a language with a three-letter code.
fn two_letters(code: &str) -> Option<&'static str> {
    let mut codes = THREE_LETTERS.split_ascii_whitespace();
    while let (Some(three), Some(two)) = (codes.next(), codes.next()) {
        if three == code {
            return Some(two);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_language_is_a_tag_a_three_letter_code_or_a_name() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(preferred_language(text).as_ref().map(LanguageTag::as_str), expected, "{text}");
        };
        check("es", Some("es"));
        check("ES", Some("es"));
        check("spa", Some("es"));
        check(" es-US ", Some("es-US"));
        check("spa_MX", Some("es-MX"));
        check("zho-Hant", Some("zh-Hant"));
        check("chi", Some("zh"));
        check("SOM", Some("so"));
        check("so", Some("so"));
        check("hmn", Some("hmn"));
        check("Spanish", Some("es"));
        check("vietnamese", Some("vi"));
        for wrong in ["", "e", "es-", "-", "<script>", "ñ", "español con ñ"] {
            check(wrong, None);
        }
    }

    #[test]
    fn every_code_is_registered() {
        let codes: Vec<&str> = THREE_LETTERS.split_ascii_whitespace().collect();
        assert_eq!(codes.len() % 2, 0);
        for pair in codes.chunks(2) {
            assert_eq!((pair[0].len(), pair[1].len()), (3, 2), "{pair:?}");
            let tag = LanguageTag::parse(pair[1]).unwrap();
            assert_eq!(tag.unknown_part(), None, "{pair:?}");
        }
    }
}

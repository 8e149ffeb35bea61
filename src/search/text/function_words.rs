//! Folded stop words and light words, in the languages of the thesaurus.

use crate::search::text::folding::fold;
use std::collections::HashMap;
use std::sync::LazyLock;

/// How much a word of a query counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum Meaning {
    /// A stop word: counts only in a query without other words, such as "the", "how", "para".
    Function,
    /// Optional in a match, and adds a little to its score, such as "child", "symptoms".
    Light,
    /// Required in a match.
    Content,
}

/// The meaning of a folded word.
pub(in crate::search) fn meaning(word: &str) -> Meaning {
    MEANINGS.get(word).copied().unwrap_or(Meaning::Content)
}

/// The key of a text as a whole: its folded words in alphabetical order, without function words unless there are no others.
/// `None` for a text without a letter or digit.
pub fn whole_query_key(text: &str) -> Option<String> {
    let folded = fold(text);
    let words = || folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let mut key: Vec<&str> = words().filter(|word| meaning(word) != Meaning::Function).collect();
    if key.is_empty() {
        key = words().collect();
    }
    key.sort_unstable();
    Some(key.join(" ")).filter(|key| !key.is_empty())
}

/// The meanings of the words in both lists.
static MEANINGS: LazyLock<HashMap<&str, Meaning>> = LazyLock::new(|| {
    let light = LIGHT.iter().map(|word| (*word, Meaning::Light));
    light.chain(FUNCTION.iter().map(|word| (*word, Meaning::Function))).collect()
});

/// Returns whether a folded word is an article or possessive of English or Spanish, which does not change the meaning of a label.
pub(in crate::search) fn is_article(word: &str) -> bool {
    const ARTICLES: [&str; 17] = [
        "a", "an", "el", "her", "his", "la", "las", "los", "mi", "mis", "my", "our", "su", "sus", "the",
        "their", "your",
    ];
    ARTICLES.contains(&word)
}

/// Words that occur in handouts about many subjects, sorted.
#[rustfmt::skip]
const LIGHT: &[&str] = &[
    "adult", "adults", "babies", "baby", "bad", "bebe", "bebes", "boy", "boys", "brother", "care", "causa",
    "causas", "cause", "caused", "causes", "causing", "child", "childhood", "children", "childrens",
    "cuidado", "cuidados", "cuidar", "cure", "cures", "dad", "dads", "daughter", "day", "days", "doctor", "down",
    "effects", "examples", "family", "father", "feel", "feeling", "feels", "fix", "girl", "girls", "guide",
    "handout", "hija", "hijo", "hijos", "home", "hour", "hours", "hurt", "hurting", "hurts", "husband",
    "infant", "infants", "kid", "kids", "little", "mom", "moms", "month", "months", "mother", "nina",
    "ninas", "nino", "ninos", "old", "parent", "parents", "patient", "patients", "people", "person",
    "prevent", "prevented", "prevention", "reason", "reasons", "remedies", "remedy", "sign", "signs",
    "sintomas", "sister", "son", "sons", "start", "started", "starts", "stop", "stopping", "stops", "stuff",
    "symptom", "symptoms", "talk", "talking", "teen", "teenager", "teens", "time", "times", "tip", "tips",
    "today", "toddler", "toddlers", "tratamiento", "tratar", "treat", "treated", "treating", "treatment",
    "treatments", "week", "weeks", "wife", "wrong", "year", "yearold", "years", "young",
];

/// Function words and the usual words of questions, sorted.
#[rustfmt::skip]
const FUNCTION: &[&str] = &[
    "a", "aad", "aan", "aber", "able", "about", "after", "ah", "ak", "ako", "al", "albo", "ale", "algo",
    "all", "alla", "allo", "allow", "allowed", "als", "also", "always", "am", "ama", "an", "and", "ang",
    "ano", "another", "ante", "any", "anybody", "anyone", "anything", "ao", "aos", "ap", "aqui", "are",
    "arent", "around", "as", "asi", "ask", "at", "au", "auch", "auf", "aun", "aunque", "aus", "aux", "avec",
    "away", "ay", "ayaa", "ayuu", "ba", "bakit", "be", "because", "been", "before", "bei", "being", "best",
    "better", "between", "bi", "bin", "bis", "both", "bring", "bringing", "brings", "but", "by", "byc",
    "cac", "cada", "came", "can", "cant", "cas", "ce", "ces", "cette", "che", "chez", "chi", "cho", "ci",
    "co", "com", "come", "comes", "coming", "comment", "como", "con", "contra", "could", "couldnt", "cua",
    "cual", "cuales", "cuando", "cuanto", "cuantos", "czy", "da", "dahil", "dalla", "dans", "das", "dass",
    "de", "deal", "dealing", "debe", "deben", "debo", "degli", "dei", "del", "dela", "dele", "della",
    "delle", "dem", "den", "der", "des", "desde", "di", "did", "didnt", "dla", "do", "doch", "does",
    "doesnt", "doing", "donde", "dont", "dos", "du", "duoc", "durante", "during", "e", "each", "ee",
    "ein", "eine", "einem", "einen", "einer", "eines", "either", "el", "ela", "ele", "ella", "ellas",
    "elle", "ellos", "else", "em", "en", "enough", "entre", "er", "era", "es", "esa", "esas", "ese", "eso",
    "esos", "essa", "esse", "est", "esta", "estan", "estar", "estas", "este", "esto", "estos", "estoy",
    "et", "etc", "eu", "eux", "ever", "every", "everyday", "expect", "explain", "fast", "find", "foi",
    "for", "from", "fue", "fur", "gani", "gave", "gdy", "gdzie", "get", "gets", "getting", "gi", "give",
    "given", "gives", "giving", "gli", "go", "goes", "going", "gone", "good", "got", "ha", "habe", "haben",
    "hace", "hacer", "had", "hago", "han", "handle", "handling", "happen", "happening", "happens", "has",
    "hasnt", "hasta", "have", "havent", "having", "hay", "hello", "help", "her", "here", "hers", "hey",
    "hi", "hii", "him", "hindi", "his", "ho", "how", "however", "i", "ich", "if", "ihr", "il", "ili", "ils",
    "im", "in", "information", "into", "io", "is", "isnt", "isso", "ist", "isto", "it", "ito", "its", "ive",
    "iyo", "ja", "jak", "jaka", "jaki", "je", "jego", "jej", "jest", "jinsi", "just", "ka", "kailan",
    "kala", "kama", "kann", "kapag", "katika", "keep", "keeps", "kein", "keine", "kept", "khi", "khong",
    "ki", "kijan", "kisa", "know", "knowing", "ko", "koj", "kong", "ktora", "ktory", "ku", "kung", "kuv",
    "kuwa", "kwa", "la", "lam", "las", "le", "learn", "leh", "les", "let", "lets", "leur", "leurs", "lhe",
    "li", "like", "lini", "lo", "look", "looking", "los", "lot", "lots", "lub", "lui", "ma", "made", "mais",
    "make", "makes", "making", "mam", "many", "mas", "maxaa", "may", "maya", "maybe", "me", "mean", "means",
    "mein", "meine", "meinem", "meinen", "meiner", "mes", "meu", "meus", "mga", "mi", "mia", "mie", "miei",
    "might", "mimi", "mine", "minha", "mio", "mis", "mit", "mnie", "mo", "moj", "moja", "moje", "mon",
    "more", "most", "mot", "muaj", "much", "mucho", "muito", "must", "muy", "mwen", "my", "na", "nach",
    "namin", "nan", "nang", "nao", "nas", "natin", "nay", "ne", "near", "need", "needed", "needs", "nel",
    "nella", "never", "ng", "ngayon", "nhu", "nhung", "ni", "nicht", "nie", "nini", "nito", "niya", "no",
    "noch", "non", "normal", "nos", "not", "notre", "nou", "nous", "now", "nuestro", "nur", "nws", "o",
    "od", "oder", "of", "off", "often", "ok", "okay", "on", "once", "one", "only", "onto", "oo", "or",
    "oraz", "os", "other", "otra", "otro", "ou", "our", "out", "over", "pa", "paano", "par", "para", "pas",
    "pela", "pelo", "per", "perche", "perhaps", "pero", "piu", "please", "po", "poco", "por", "porque",
    "possible", "posso", "pou", "pour", "pourquoi", "przez", "pude", "puede", "pueden", "puedo", "quais",
    "qual", "quale", "quand", "quando", "que", "quel", "quelle", "quels", "quem", "question", "questions",
    "qui", "quickly", "quien", "quiero", "rau", "really", "rid", "right", "roi", "sa", "saan", "saber",
    "said", "same", "sao", "say", "says", "se", "see", "seem", "seems", "sein", "seine", "sem", "ser",
    "ses", "seu", "seus", "shall", "she", "should", "shouldnt", "show", "sich", "sidee", "sie", "sila",
    "sin", "since", "sind", "siya", "so", "sobre", "some", "somebody", "someone", "something", "sono",
    "sont", "soo", "soon", "sou", "still", "su", "sua", "suas", "such", "sul", "sulla", "suo", "sure",
    "sus", "ta", "tai", "take", "takes", "taking", "tambien", "te", "tell", "tem", "ten", "tengo", "tenho",
    "tes", "than", "thank", "thanks", "that", "thats", "the", "their", "them", "then", "there", "theres",
    "these", "they", "theyre", "thi", "thiab", "thing", "things", "think", "this", "those", "though",
    "through", "tiene", "tienen", "till", "to", "toi", "ton", "too", "took", "trong", "try", "trying", "tu",
    "tus", "u", "ua", "uber", "um", "uma", "un", "una", "unas", "und", "une", "uno", "unos", "uns", "unser",
    "until", "up", "upon", "us", "use", "used", "using", "usted", "uu", "va", "ve", "very", "vi", "voce",
    "voi", "vom", "von", "vor", "vos", "votre", "vous", "w", "wa", "waa", "waan", "wangu", "wann", "want",
    "wants", "warum", "was", "wasnt", "waxa", "waxaan", "waxay", "way", "ways", "we", "well", "wenn",
    "went", "wer", "were", "what", "whats", "when", "where", "wheres", "whether", "which", "while", "who",
    "whom", "whos", "whose", "why", "wie", "will", "wir", "wish", "with", "without", "wo", "wont",
    "worried", "worry", "would", "wouldnt", "xagga", "y", "ya", "yake", "yangu", "yes", "yet", "yo", "yog",
    "yon", "you", "your", "youre", "yours", "yung", "z", "za", "ze", "zu", "zum", "zur", "а", "або", "але",
    "без", "бо", "бы", "был", "была", "были", "было", "в", "вам", "вас", "ви", "во", "вона", "вони", "вот",
    "все", "вы", "він", "где", "да", "делать", "для", "до", "его", "ее", "еи", "ему", "если", "есть", "еще",
    "же", "з", "за", "и", "из", "или", "им", "иого", "их", "к", "как", "какая", "какие", "какои", "ко",
    "когда", "коли", "кто", "ли", "мене", "меня", "мені", "мне", "моего", "моеи", "можно", "мои", "моя",
    "моє", "моєі", "мы", "міи", "на", "над", "не", "него", "нее", "нет", "но", "ну", "нужно", "ні", "о",
    "об", "он", "она", "они", "оно", "от", "по", "под", "почему", "при", "про", "робити", "с", "со", "та",
    "так", "там", "те", "то", "тоже", "только", "ты", "у", "уже", "це", "цеи", "чи", "что", "чтобы", "що",
    "эта", "эти", "это", "этот", "я", "як", "яка", "якии", "є", "і", "із", "іх", "іі", "ابنتي", "ابني",
    "از", "است", "الي", "ان", "او", "اين", "با", "براي", "به", "تا", "در", "را", "طفلي", "علي", "عن", "عند",
    "عندما", "في", "كان", "كه", "كيف", "لا", "لماذا", "ما", "ماذا", "متي", "مع", "من", "هذا", "هذه", "هست",
    "هل", "هو", "هي", "و", "يا", "چرا", "چه", "چگونه", "और", "कब", "का", "की", "के", "कैसे", "को", "क्या",
    "क्यों", "पर", "में", "मेरा", "मेरी", "मेरे", "यह", "वह", "से", "है", "हैं", "것", "그", "내", "는",
    "무엇", "수", "어떻게", "왜", "우리", "은", "을", "이", "제", "하는", "为什", "么办", "么样", "什么", "什麼",
    "可以", "如何", "孩子", "应该", "怎么", "怎样", "怎麼", "我的", "样治", "為什", "的孩", "麼辦",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_order_and_function_words_do_not_change_the_key_of_a_text() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(whole_query_key(text).as_deref(), expected, "{text}");
        };
        check("where can I park", Some("park"));
        check("PARK, where?", Some("park"));
        check("Hours: visiting", Some("hours visiting"));
        check("the visiting hours", Some("hours visiting"));
        check("¿Dónde está el estacionamiento?", Some("estacionamiento"));
        check("who are you", Some("are who you"));
        check(" ?! ", None);
        check("", None);
    }

    #[test]
    fn the_lists_are_sorted_and_disjoint() {
        assert!(FUNCTION.is_sorted() && LIGHT.is_sorted());
        assert_eq!(MEANINGS.len(), FUNCTION.len() + LIGHT.len());
        assert!(LIGHT.iter().all(|word| meaning(word) == Meaning::Light));
        assert_eq!(meaning("asthma"), Meaning::Content);
        assert_eq!(meaning("how"), Meaning::Function);
    }
}

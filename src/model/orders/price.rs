//! What printing an order is estimated to cost. Prices: spec section 4; colors: contract section 9.3.

/// A page in black and white, in cents.
const BLACK_AND_WHITE: u32 = 7;
/// A page in color, in cents.
const COLOR: u32 = 17;

/// The price of a page in cents. Printing specs say color when they hold 'color' or 'colour' as a word without 'no' or
/// 'not' before it; words before a punctuation mark or a line break do not count.
///
/// The order form estimates by the same rule; `tests/color_specs.json` holds both to it.
pub fn cents_a_page(printing_specs: Option<&str>) -> u32 {
    let specs = printing_specs.unwrap_or_default().to_lowercase();
    let is_color = specs.split(['.', ',', ';', ':', '(', ')', '\n', '\r']).any(|clause| {
        clause
            .split(|c: char| !c.is_alphanumeric())
            .take_while(|word| !matches!(*word, "no" | "not"))
            .any(|word| matches!(word, "color" | "colour"))
    });
    if is_color { COLOR } else { BLACK_AND_WHITE }
}

/// Cents as dollars, for JSON: a number with two decimals at most.
pub fn dollars(cents: u64) -> f64 {
    // Exact up to far beyond what any hospital prints: the quotient is the double nearest to the two decimals.
    cents as f64 / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn color_is_a_word_that_is_not_denied() {
        let cases: Vec<(String, bool)> =
            serde_json::from_str(include_str!("../../../tests/color_specs.json")).expect("cases");
        for (specs, is_color) in cases {
            assert_eq!(cents_a_page(Some(&specs)), if is_color { 17 } else { 7 }, "{specs}");
        }
        assert_eq!(cents_a_page(None), 7);
    }

    #[test]
    fn dollars_have_two_decimals() {
        assert_eq!(
            serde_json::json!([dollars(7), dollars(110), dollars(12_345_678)]).to_string(),
            "[0.07,1.1,123456.78]"
        );
    }
}

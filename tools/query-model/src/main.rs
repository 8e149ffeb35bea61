//! Trains the query model from the tables of the thesaurus: `query-model ROOT OUTPUT`. See README.md.

mod damage;
mod examples;
mod phrases;
mod random;
mod romanize;
mod tables;
mod training;
mod writing;

// The product's own sources, so that features are computed in one way only.
#[path = "../../../src/model"]
#[allow(dead_code)]
mod model {
    pub mod text;
}
#[path = "../../../src/search"]
#[allow(dead_code)]
mod search {
    #[path = "text"]
    pub mod text {
        pub mod folding;
        // The product's own needs its index.
        pub mod string_pool {
            #[derive(Default)]
            pub struct StringPool(Vec<String>);
            impl StringPool {
                pub fn push(&mut self, text: &str) {
                    self.0.push(text.to_owned());
                }
                pub fn get(&self, number: usize) -> &str {
                    self.0.get(number).map_or("", String::as_str)
                }
                pub fn shrink(&mut self) {}
            }
        }
    }
    #[path = "query_model"]
    pub mod query_model {
        pub mod features;
    }
    // What the rest of this program uses of them; they are visible to `search` alone.
    pub struct Word {
        pub folded: String,
        pub accented: Option<String>,
    }
    pub fn words(text: &str) -> Vec<Word> {
        let tokens = query_model::features::tokens(text).into_iter();
        tokens.map(|token| Word { folded: token.folded, accented: token.accented }).collect()
    }
    pub fn features(text: &str, found: &mut Vec<u32>) {
        query_model::features::features(&query_model::features::tokens(text), found);
    }
}

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, root, output] = arguments.as_slice() else { return Err("usage: query-model ROOT OUTPUT".into()) };
    let tables = tables::Tables::read(Path::new(root))?;
    let examples = examples::examples(&tables);
    let trained = training::train(&examples, tables.classes());
    let bytes = writing::compile(&trained, &tables);
    std::fs::write(output, &bytes)?;
    eprintln!("{output}: {} classes, {} bytes", tables.classes(), bytes.len());
    Ok(())
}

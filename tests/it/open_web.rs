//! Interfaces for other programs and typed URLs: item numbers, OpenSearch, sitemap, feed, structured data.

mod catalogue;
mod feed;
mod item_numbers;
mod open_search;
mod sitemap;
mod structured_data;
mod validators;

//! The JSON interface, a file per group of addresses.

pub mod bulk;
mod citation_input;
pub mod citations;
pub mod config;
pub mod departments;
pub mod doubles;
pub mod downloads;
pub mod import;
pub mod insight;
pub mod jobs;
pub mod languages;
pub mod links;
pub mod lookups;
pub mod orders;
pub mod overview;
pub mod qr;
pub mod reviews;
pub mod search;
pub mod synonyms;
pub mod terms;
pub mod translation_requests;
pub mod translations;
pub mod user;
mod word_import;

use utoipa_actix_web::service_config::ServiceConfig;

/// Every address under `/api`.
pub fn routes(config: &mut ServiceConfig) {
    config
        .service(config::config)
        .service(search::search)
        .service(search::facets)
        .service(search::suggestions)
        .service(citations::citation)
        .service(citations::add)
        .service(citations::replace)
        .service(citations::versions)
        .service(citations::restore)
        .service(reviews::review)
        .service(links::marks)
        .service(qr::qr_image)
        .service(user::user)
        .service(user::profile)
        .service(user::session)
        .service(downloads::download)
        .service(orders::own::submit)
        .service(orders::own::mine)
        .service(orders::own::cancel)
        .service(orders::own::reply)
        .service(orders::listing::list)
        .service(orders::listing::download)
        .service(orders::totals::totals)
        .service(orders::totals::download)
        .service(orders::listing::qr_image)
        .service(orders::steps::take_many)
        .service(orders::steps::take)
        .service(orders::listing::one)
        .service(import::import)
        .service(import::progress)
        .service(downloads::export)
        .service(synonyms::list)
        .service(synonyms::download)
        .service(synonyms::add)
        .service(synonyms::import)
        .service(synonyms::try_out)
        .service(synonyms::replace)
        .service(synonyms::remove)
        .service(terms::list)
        .service(terms::download)
        .service(terms::switch)
        .service(terms::own)
        .service(terms::replace_own)
        .service(insight::searches)
        .service(insight::download)
        .service(jobs::list)
        .service(jobs::add)
        .service(jobs::undo)
        .service(bulk::change)
        .service(languages::list)
        .service(languages::set_tag)
        .service(translations::list)
        .service(translations::download)
        .service(translation_requests::add)
        .service(translation_requests::list)
        .service(translation_requests::download)
        .service(translation_requests::close)
        .service(overview::counts)
        .service(doubles::list)
        .service(doubles::download)
        .service(reviews::list)
        .service(reviews::download)
        .service(reviews::add_job)
        .service(links::list)
        .service(links::download)
        .service(links::check)
        .service(lookups::impact)
        .service(lookups::rules)
        .service(departments::list)
        .service(departments::add);
}

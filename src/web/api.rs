//! The JSON interface, a file per group of addresses.

pub mod accessibility;
pub mod audit;
pub mod bulk;
mod citation_input;
pub mod citations;
pub mod completions;
pub mod config;
pub mod departments;
pub mod downloads;
pub mod duplicates;
pub mod file_matching;
pub mod files;
pub mod handout_text;
pub mod imports;
pub mod infobutton;
pub mod insight;
pub mod jobs;
pub mod languages;
pub mod links;
pub mod lookups;
pub mod orders;
pub mod overview;
pub mod packets;
pub mod promotions;
pub mod qr;
pub mod release;
pub mod reports;
pub mod reviews;
pub mod search;
pub mod thesaurus;
pub mod translations;
pub mod usage;
pub mod user;

use crate::web::interface::handlers;

handlers![
    config::config,
    search::search,
    search::facets,
    search::suggestions,
    completions::completions,
    infobutton::feed::feed,
    citations::citation,
    citations::add,
    citations::replace,
    usage::counting::count,
    usage::reading::list,
    usage::reading::download,
    usage::reading::citation,
    reports::submission::submit,
    reports::queue::list,
    reports::queue::download,
    reports::queue::change,
    citations::versions,
    citations::restore,
    citations::store,
    citations::attach,
    reviews::review,
    links::marks,
    qr::qr_image,
    qr::packet_image,
    user::user,
    user::profile,
    user::session,
    downloads::download,
    orders::own::submit,
    orders::own::mine,
    orders::own::cancel,
    orders::own::reply,
    orders::listing::list,
    orders::listing::download,
    orders::totals::totals,
    orders::totals::download,
    orders::files::several,
    orders::files::one,
    orders::listing::qr_image,
    orders::transitions::take_many,
    orders::transitions::take,
    orders::listing::one,
    file_matching::match_files,
    files::upload,
    files::file,
    files::content,
    files::preview,
    files::withdraw,
    imports::add,
    imports::list,
    imports::read,
    imports::map,
    imports::remove,
    imports::preview,
    imports::start,
    imports::mappings,
    imports::add_mapping,
    imports::replace_mapping,
    imports::remove_mapping,
    downloads::export,
    promotions::list,
    promotions::download,
    promotions::add,
    promotions::replace,
    promotions::remove,
    promotions::history,
    thesaurus::synonyms::list,
    thesaurus::synonyms::download,
    thesaurus::synonyms::add,
    thesaurus::synonyms::import,
    thesaurus::synonyms::try_out,
    thesaurus::synonyms::replace,
    thesaurus::synonyms::remove,
    thesaurus::terms::list,
    thesaurus::terms::download,
    thesaurus::terms::switch,
    thesaurus::terms::own,
    thesaurus::terms::replace_own,
    insight::searches,
    insight::download,
    insight::codes,
    insight::download_codes,
    jobs::list,
    jobs::add,
    jobs::undo,
    bulk::change,
    languages::list,
    languages::set_tag,
    translations::missing::list,
    translations::missing::download,
    translations::requests::add,
    translations::requests::list,
    translations::requests::download,
    translations::requests::close,
    packets::lists::published,
    packets::lists::download,
    packets::lists::own,
    packets::lists::download_own,
    packets::one::packet,
    packets::one::add,
    packets::one::replace,
    packets::one::remove,
    packets::history::list,
    packets::history::restore,
    overview::counts,
    duplicates::list,
    duplicates::download,
    reviews::list,
    reviews::download,
    reviews::add_job,
    links::list,
    links::download,
    links::check,
    handout_text::readability::list,
    handout_text::readability::download,
    handout_text::readability::citation,
    accessibility::list,
    accessibility::download,
    accessibility::set_aside,
    lookups::impact,
    lookups::rules,
    departments::list,
    departments::add,
    audit::trail::list,
    audit::trail::download,
    release::sbom,
];

//! The JSON interface, a file per group of addresses.

pub mod accessibility;
pub mod audit;
pub mod citations;
pub mod config;
pub mod downloads;
pub mod duplicates;
pub mod files;
pub mod handout_text;
pub mod imports;
pub mod infobutton;
pub mod insight;
pub mod jobs;
pub mod links;
pub mod lookups;
pub mod order_files;
pub mod orders;
pub mod overview;
pub mod packets;
pub mod promotions;
pub mod qr;
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
    search::list_suggestions,
    search::completions,
    infobutton::feed,
    citations::get_citation,
    citations::add,
    citations::replace,
    usage::count,
    usage::list,
    usage::download,
    usage::citation_usage,
    reports::submit,
    reports::list,
    reports::download,
    reports::change,
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
    orders::submit_order,
    orders::list_my_orders,
    orders::cancel_my_order,
    orders::reply_to_question,
    orders::list_orders,
    orders::download_orders,
    orders::list_order_totals,
    orders::download_order_totals,
    order_files::download_files_of_orders,
    order_files::download_files_of_order,
    orders::order_qr_image,
    orders::transition_orders,
    orders::transition_order,
    orders::get_order,
    files::match_files,
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
    thesaurus::list_synonyms,
    thesaurus::download_synonyms,
    thesaurus::add_synonym,
    thesaurus::import_synonyms,
    thesaurus::try_out,
    thesaurus::replace_synonym,
    thesaurus::remove_synonym,
    thesaurus::list_concepts,
    thesaurus::download_concepts,
    thesaurus::switch_concept,
    thesaurus::list_own_concepts,
    thesaurus::replace_own_concepts,
    insight::searches,
    insight::download,
    insight::codes,
    insight::download_codes,
    jobs::list,
    jobs::add,
    jobs::undo,
    jobs::change_citations,
    lookups::list_languages,
    lookups::set_language_tag,
    translations::list_missing,
    translations::download_missing,
    translations::add_request,
    translations::list_requests,
    translations::download_requests,
    translations::close_request,
    packets::list_packets,
    packets::download_packets,
    packets::list_own_packets,
    packets::download_own_packets,
    packets::packet,
    packets::add_packet,
    packets::replace_packet,
    packets::remove_packet,
    packets::list_packet_history,
    packets::restore_packet,
    overview::counts,
    duplicates::list,
    duplicates::download,
    reviews::list,
    reviews::download,
    reviews::add_job,
    links::list,
    links::download,
    links::check,
    handout_text::list,
    handout_text::download,
    handout_text::citation,
    accessibility::list,
    accessibility::download,
    accessibility::set_aside,
    lookups::impact,
    lookups::rules,
    lookups::list_departments,
    lookups::add_department,
    audit::list,
    audit::download,
    overview::sbom,
];

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
    config::get_config,
    search::search,
    search::list_facets,
    search::list_suggestions,
    search::list_completions,
    infobutton::find_handouts,
    citations::get_citation,
    citations::add_citation,
    citations::replace_citation,
    usage::count_use,
    usage::get_usage,
    usage::download_usage,
    usage::get_citation_usage,
    reports::report_problem,
    reports::list_reports,
    reports::download_reports,
    reports::change_report,
    citations::list_citation_versions,
    citations::restore_citation_version,
    citations::store_link,
    citations::attach_file,
    reviews::review_citation,
    links::citation_links,
    qr::get_qr_code,
    qr::get_packet_qr_code,
    user::get_user,
    user::get_profile,
    user::save_session,
    downloads::download_search,
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
    orders::get_order_qr_code,
    orders::transition_orders,
    orders::transition_order,
    orders::get_order,
    files::match_files,
    files::upload_file,
    files::get_file,
    files::get_file_content,
    files::get_file_preview,
    files::withdraw_file,
    imports::add_import,
    imports::list_imports,
    imports::get_import,
    imports::map_import,
    imports::delete_import,
    imports::preview_import,
    imports::run_import,
    imports::list_mappings,
    imports::add_mapping,
    imports::replace_mapping,
    imports::delete_mapping,
    downloads::export_catalogue,
    promotions::list_promotions,
    promotions::download_promotions,
    promotions::add_promotion,
    promotions::replace_promotion,
    promotions::delete_promotion,
    promotions::get_promotion_history,
    thesaurus::list_synonyms,
    thesaurus::download_synonyms,
    thesaurus::add_synonym,
    thesaurus::import_synonyms,
    thesaurus::try_synonym,
    thesaurus::replace_synonym,
    thesaurus::delete_synonym,
    thesaurus::list_terms,
    thesaurus::download_terms,
    thesaurus::switch_term,
    thesaurus::get_own_terms,
    thesaurus::replace_own_terms,
    insight::get_search_insight,
    insight::download_search_insight,
    insight::get_unanswered_codes,
    insight::download_unanswered_codes,
    jobs::list_jobs,
    jobs::add_job,
    jobs::undo_job,
    jobs::change_citations,
    lookups::list_languages,
    lookups::set_language_tag,
    translations::list_translations,
    translations::download_translations,
    translations::request_translation,
    translations::list_translation_requests,
    translations::download_translation_requests,
    translations::close_translation_request,
    packets::list_packets,
    packets::download_packets,
    packets::list_own_packets,
    packets::download_own_packets,
    packets::get_packet,
    packets::add_packet,
    packets::replace_packet,
    packets::delete_packet,
    packets::list_packet_states,
    packets::restore_packet_state,
    overview::get_overview,
    duplicates::list_duplicates,
    duplicates::download_duplicates,
    reviews::list_reviews,
    reviews::download_reviews,
    reviews::add_review_job,
    links::list_links,
    links::download_links,
    links::check_link,
    handout_text::list_readability,
    handout_text::download_readability,
    handout_text::citation_readability,
    accessibility::list_accessibility,
    accessibility::download_accessibility,
    accessibility::set_finding_aside,
    lookups::get_lookup_impact,
    lookups::list_lookup_rules,
    lookups::list_departments,
    lookups::add_department,
    audit::list_audit,
    audit::download_audit,
    overview::get_sbom,
];

//! Imports of synonyms and concepts by administrators, with a dry run and a report by line.

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use crate::model::search::request::read_flag;
use crate::model::thesaurus::WordImportReport;
use crate::web::blocking::run;
use crate::web::body::json::read_file;
use crate::web::problem::Problem;
use crate::web::query::parameters::parameters;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use utoipa::IntoParams;

/// How to import.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct WordImportParameters {
    /// `true`: check everything, write nothing.
    #[param(required = false, value_type = bool)]
    pub dry_run: String,
}

impl WordImportParameters {
    /// Whether this is a dry run.
    pub(in crate::web) fn is_dry_run(&self) -> Result<bool, Error> {
        read_flag("dryRun", &self.dry_run)
    }
}

/// Reads a file of at most `most` bytes and passes it to `import`, with whether this is a dry run.
pub(in crate::web) async fn import_words(
    request: &HttpRequest,
    app: &web::Data<App>,
    payload: web::Payload,
    most: usize,
    import: impl FnOnce(&App, &[u8], bool) -> Result<WordImportReport> + Send + 'static,
) -> std::result::Result<HttpResponse, Problem> {
    let dry_run = parameters::<WordImportParameters>(request)?.is_dry_run()?;
    let file = read_file(payload, most).await?;
    let report = run(app, move |app| import(app, &file, dry_run)).await?;
    Ok(HttpResponse::Ok().json(report))
}

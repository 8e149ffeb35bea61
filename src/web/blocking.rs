//! Moves blocking use cases off the async workers.

use crate::domain::app::App;
use crate::model::error::{Error, Result};
use crate::web::problem::Problem;
use actix_web::web;
use std::sync::Arc;

/// Runs a use case off the async workers, which never wait for the disk.
pub(in crate::web) async fn run<T: Send + 'static>(
    app: &web::Data<App>,
    work: impl FnOnce(&Arc<App>) -> Result<T> + Send + 'static,
) -> std::result::Result<T, Problem> {
    let app = app.clone().into_inner();
    match web::block(move || work(&app)).await {
        Ok(answer) => answer.map_err(Problem::from),
        Err(_) => Err(Error::Unavailable("The server is stopping. Please try again.".into()).into()),
    }
}

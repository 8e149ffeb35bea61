//! Reads the parameters of an address, with our own error messages.

use crate::model::error::Error;
use crate::model::json_shape::from_parameters;
use crate::web::problem::Problem;
use actix_web::HttpRequest;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

/// Which page of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub(super) struct PageParameters {
    /// First entry, from 0.
    #[param(required = false, value_type = u32)]
    pub start: String,
}

/// The parameters of an address; one that is given twice is refused.
pub(super) fn parameters<T: DeserializeOwned>(request: &HttpRequest) -> Result<T, Problem> {
    let pairs = url::form_urlencoded::parse(request.query_string().as_bytes());
    from_parameters(pairs.into_owned()).map_err(|e| Error::Unreadable(e.to_string()).into())
}

/// Reads a parameter that restricts a list; `None` when it is blank.
pub(super) fn read_restriction(text: String) -> Option<String> {
    Some(text).filter(|text| !text.trim().is_empty())
}

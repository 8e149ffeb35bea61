//! HEAD requests: handlers see them as GET, and the connection leaves the body out.

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};

/// Marks a HEAD request.
#[derive(Debug, Clone, Copy)]
pub(in crate::web) struct IsHead;

/// Passes a HEAD request on as GET.
pub(in crate::web) async fn treat_as_get(
    mut request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
        request.extensions_mut().insert(IsHead);
    }
    next.call(request).await
}

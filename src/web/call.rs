//! A call of a signed-in person: reads its parameters, runs use cases for the person, and responds in the usual ways. The
//! arguments of a handler show who may call it: [`Staff`], [`CopyCenter`], [`Auditor`] or [`Admin`].

use crate::domain::actor::Actor;
use crate::domain::app::App;
use crate::import_export::table::{TableFile, TableTarget};
use crate::model::accounts::Right;
use crate::model::entity_tag::{Precondition, quoted_tag};
use crate::model::error::{Error, Result};
use crate::model::list_part::ListPart;
use crate::model::search::request::read_start;
use crate::web::blocking::run;
use crate::web::caller::{Caller, signed_in};
use crate::web::conditional::{precondition, required_precondition};
use crate::web::problem::{HttpResult, Problem};
use crate::web::query::{PageParameters, parameters};
use crate::web::slots::Slot;
use crate::web::state::Web;
use crate::web::table::{table_file, table_format};
use actix_web::dev::Payload;
use actix_web::http::{StatusCode, header};
use actix_web::{FromRequest, HttpRequest, HttpResponse, web};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::future::{Ready, ready};
use std::ops::Deref;
use std::sync::Arc;
use utoipa::IntoResponses;
use utoipa::openapi::{RefOr, Response};

/// A call of a signed-in person.
pub struct Call {
    pub(super) caller: Arc<Caller>,
    pub(super) request: HttpRequest,
    pub(super) app: web::Data<App>,
}

/// A caller who is signed in and has `$right`, if any; and the refusals of others, for the description of handlers.
macro_rules! signed_in_callers {
    ($($(#[$doc:meta])* $name:ident: $right:expr, $refusals:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name(Call);

        impl Deref for $name {
            type Target = Call;

            fn deref(&self) -> &Call {
                &self.0
            }
        }

        impl FromRequest for $name {
            type Error = Problem;
            type Future = Ready<Result<Self, Problem>>;

            fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
                ready(signed_in(request, $right).and_then(|caller| Call::new(caller, request)).map($name))
            }
        }

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                // Described in `interface/tests.rs`, like every response without a description.
                $refusals.map(|status| (status.to_owned(), Response::default().into())).into()
            }
        }
    )*};
}

signed_in_callers! {
    /// A signed-in person.
    Staff: None, ["401"];
    /// An administrator. The use case checks the exact right; this extractor only prevents reading the body of anyone else.
    Admin: Some(Right::EditCitations), ["401", "403"];
    /// A person who works on orders.
    CopyCenter: Some(Right::WorkOnOrders), ["401", "403"];
    /// A person who reads the audit trail.
    Auditor: Some(Right::ReadAudit), ["401", "403"];
}

impl Call {
    pub(super) fn new(caller: Arc<Caller>, request: &HttpRequest) -> Result<Call, Problem> {
        let app = shared(request)?;
        Ok(Call { caller, request: request.clone(), app })
    }

    /// The person in the form that use cases, the history and the audit trail take.
    pub(super) fn actor(&self) -> Actor {
        self.caller.actor()
    }

    pub(super) fn parameters<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        parameters(&self.request)
    }

    /// The first entry of a page of a list, from 0.
    pub(super) fn start(&self) -> Result<usize, Problem> {
        Ok(read_start(&self.parameters::<PageParameters>()?.start)?)
    }

    /// The requested page of a list.
    pub(super) fn page(&self) -> Result<ListPart, Problem> {
        self.start().map(ListPart::page)
    }

    pub(super) fn precondition(&self) -> Result<Precondition, Problem> {
        precondition(&self.request)
    }

    pub(super) fn required_precondition(&self, what: &str) -> Result<Precondition, Problem> {
        required_precondition(&self.request, what)
    }

    /// A place among the downloads of this person that may run at once.
    pub(super) async fn download_slot(&self) -> Result<Slot, Problem> {
        let state = shared::<Web>(&self.request)?;
        state.downloads.take(self.caller.person.key, &self.request, &self.app.settings.server).await
    }

    /// Runs a use case off the workers.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<App>, &Actor) -> Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let actor = self.actor();
        run(&self.app, move |app| work(app, &actor)).await
    }

    /// As [`Call::run`], in the queue of heavy work.
    pub(super) async fn run_heavy<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<App>, &Actor) -> Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let actor = self.actor();
        let state = shared::<Web>(&self.request)?;
        state.heavy.run(&self.app, &self.request, move |app| work(app, &actor)).await
    }

    /// 200 with what `work` returns, as JSON.
    pub(super) async fn json<T: Serialize + Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<App>, &Actor) -> Result<T> + Send + 'static,
    ) -> HttpResult {
        Ok(HttpResponse::Ok().json(self.run(work).await?))
    }

    /// 202 with the job that `work` adds.
    pub(super) async fn accepted<T: Serialize + Send + 'static>(
        &self,
        work: impl FnOnce(&Arc<App>, &Actor) -> Result<T> + Send + 'static,
    ) -> HttpResult {
        Ok(HttpResponse::Accepted().json(self.run(work).await?))
    }

    /// 204 once `work` is done.
    pub(super) async fn no_content(
        &self,
        work: impl FnOnce(&Arc<App>, &Actor) -> Result<()> + Send + 'static,
    ) -> HttpResult {
        self.run(work).await?;
        Ok(HttpResponse::NoContent().finish())
    }

    /// The table that `work` writes in the requested format, as an attachment.
    pub(super) async fn table(
        &self,
        work: impl FnOnce(&Arc<App>, &Actor, TableTarget<'_>) -> Result<TableFile> + Send + 'static,
    ) -> HttpResult {
        let format = table_format(&self.request)?;
        let write = move |app: &Arc<App>, actor: &Actor| {
            work(app, actor, TableTarget { format, temporary: &app.settings.data.dir })
        };
        Ok(table_file(self.run(write).await?))
    }
}

/// JSON with a version as its entity tag; 201 and Location if it was added at an address.
pub(super) fn tagged_json<T: Serialize>(
    tag: impl std::fmt::Display,
    address: Option<String>,
    body: &T,
) -> HttpResponse {
    let status = if address.is_some() { StatusCode::CREATED } else { StatusCode::OK };
    let mut response = HttpResponse::build(status);
    if let Some(address) = address {
        response.insert_header((header::LOCATION, address));
    }
    response.insert_header((header::ETAG, quoted_tag(tag))).json(body)
}

fn shared<T: 'static>(request: &HttpRequest) -> Result<web::Data<T>, Problem> {
    let data = request.app_data::<web::Data<T>>().cloned();
    data.ok_or_else(|| Error::internal("handling a request", "the server has no shared state").into())
}

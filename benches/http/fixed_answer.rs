//! The server with one more route that answers fixed bytes from memory: the upper limit for an answer of that size on
//! this machine, behind the same middleware. For benchmarks only.
//!
//! `fixed_answer FILE` answers the bytes of FILE at `/bench/fixed`, prints its address, and runs until killed.

#![allow(clippy::print_stdout, reason = "the benchmark reads the address")]

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use handout::domain::app::App;
use handout::settings::Settings;
use std::error::Error;
use std::net::TcpListener;
use std::sync::{Arc, OnceLock};

/// The same allocator as the product's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

static ANSWER: OnceLock<web::Bytes> = OnceLock::new();

async fn fixed() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(ANSWER.get().cloned().unwrap_or_default())
}

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("name the file to answer")?;
    let _ = ANSWER.set(std::fs::read(file)?.into());
    // The product logs every request, so this server does too.
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false).with_ansi(false).init();
    let data = std::env::temp_dir().join(format!("handout-fixed-{}", std::process::id()));
    let mut settings = Settings::default();
    settings.data.dir = data.clone();
    settings.server.rate_limit = 0;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = format!("http://{}", listener.local_addr()?);
    let app = Arc::new(App::open(Arc::new(settings), &address)?);
    actix_web::rt::System::new().block_on(async {
        let running = handout::web::start(app, listener, None, None, |config| {
            config.route("/bench/fixed", web::get().to(fixed));
        })?;
        println!("{address}");
        let _ = running.ended.await;
        std::fs::remove_dir_all(&data)?;
        Ok(())
    })
}

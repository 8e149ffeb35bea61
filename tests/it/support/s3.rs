//! An S3-compatible server, and a proxy in front of it that answers as other stores do.

use super::litestream::Storage;
use reqwest::Method;
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// How the proxy answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Manners {
    /// The key may not list: 403 for an object that does not exist.
    pub forbids_listing: bool,
    /// The bucket has a retention: DELETE is 403, and what is written needs a checksum.
    pub has_retention: bool,
    /// Every request is answered with 503.
    pub is_overloaded: bool,
    /// No request is answered.
    pub is_silent: bool,
    /// Every request is refused with an answer that repeats the access key.
    pub refuses_key: bool,
}

/// A request that came through the proxy.
#[derive(Debug, Clone)]
pub struct S3Request {
    pub method: String,
    /// With the query.
    pub path: String,
    pub headers: HashMap<String, String>,
}

/// The server with the proxy in front.
pub struct S3 {
    _storage: Storage,
    pub endpoint: String,
    shared: Arc<Shared>,
}

struct Shared {
    server: String,
    client: reqwest::Client,
    runtime: tokio::runtime::Handle,
    manners: Mutex<Manners>,
    requests: Mutex<Vec<S3Request>>,
}

pub const BUCKET: &str = "handout-storage";
pub const ACCESS_KEY: &str = "AKIDHANDOUT";
pub const SECRET_KEY: &str = "secret-of-the-bucket";

impl S3 {
    pub async fn start() -> S3 {
        let storage = Storage::in_s3().await;
        let server = storage.url.split("endpoint=").nth(1).unwrap().split('&').next().unwrap().to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            server,
            client: super::http_client(),
            runtime: tokio::runtime::Handle::current(),
            manners: Mutex::default(),
            requests: Mutex::default(),
        });
        let serving = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = serving.clone();
                std::thread::spawn(move || serve(&stream, &shared));
            }
        });
        S3 { _storage: storage, endpoint, shared }
    }

    pub fn set(&self, manners: Manners) {
        *self.shared.manners.lock().unwrap() = manners;
    }

    /// The requests since the last call.
    pub fn take_requests(&self) -> Vec<S3Request> {
        std::mem::take(&mut *self.shared.requests.lock().unwrap())
    }

    /// The settings of a server that stores its files here, below this prefix.
    pub fn settings(&self, prefix: &str) -> [(&'static str, String); 4] {
        [
            ("HANDOUT_FILES__STORE", format!("s3://{BUCKET}/{prefix}")),
            ("HANDOUT_FILES__S3_ENDPOINT", self.endpoint.clone()),
            ("HANDOUT_FILES__S3_ACCESS_KEY", ACCESS_KEY.to_owned()),
            ("HANDOUT_FILES__S3_SECRET_KEY", SECRET_KEY.to_owned()),
        ]
    }
}

/// Serves one connection until it ends.
fn serve(stream: &TcpStream, shared: &Shared) {
    let mut reader = BufReader::new(stream);
    while let Some((request, body)) = read_request(&mut reader) {
        shared.requests.lock().unwrap().push(request.clone());
        let manners = *shared.manners.lock().unwrap();
        if manners.is_silent {
            // Until the client gives up.
            let _ = reader.read(&mut [0]);
            return;
        }
        let (status, headers, body) = answer(&request, body, manners, shared);
        let mut head = format!("HTTP/1.1 {status} X\r\n");
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("content-length: {}\r\n\r\n", body.len());
        let mut stream = stream;
        if stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body)).is_err() {
            return;
        }
    }
}

fn read_request(reader: &mut impl BufRead) -> Option<(S3Request, Vec<u8>)> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok().filter(|bytes| *bytes > 0)?;
        match line.trim_end() {
            "" => break,
            line => lines.push(line.to_owned()),
        }
    }
    let mut first = lines.first()?.split(' ');
    let (method, path) = (first.next()?.to_owned(), first.next()?.to_owned());
    let headers: HashMap<String, String> = lines[1..]
        .iter()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    assert!(!headers.contains_key("transfer-encoding"), "a store may refuse a body without a length");
    let length = headers.get("content-length").map_or(0, |length| length.parse().unwrap());
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((S3Request { method, path, headers }, body))
}

type Response = (u16, Vec<(String, String)>, Vec<u8>);

fn error(status: u16, code: &str) -> Response {
    let body = format!(
        "<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>no</Message><AWSAccessKeyId>{ACCESS_KEY}</AWSAccessKeyId>\
         <StringToSign>{SECRET_KEY}</StringToSign></Error>"
    );
    (status, vec![("content-type".into(), "application/xml".into())], body.into_bytes())
}

fn answer(request: &S3Request, body: Vec<u8>, manners: Manners, shared: &Shared) -> Response {
    let has = |name: &str| request.headers.contains_key(name);
    if manners.refuses_key {
        return error(403, "SignatureDoesNotMatch");
    }
    if manners.is_overloaded {
        return error(503, "SlowDown");
    }
    if request.path.contains("list-type") && manners.forbids_listing {
        return error(403, "AccessDenied");
    }
    if has("if-none-match") || has("if-match") {
        return error(501, "NotImplemented");
    }
    let is_signed_in_pieces =
        request.headers.get("x-amz-content-sha256").is_some_and(|kind| kind.starts_with("STREAMING"));
    if is_signed_in_pieces {
        return error(501, "NotImplemented");
    }
    let is_abort = request.path.contains("uploadId");
    if manners.has_retention && request.method == "DELETE" && !is_abort {
        return error(403, "AccessDenied");
    }
    if manners.has_retention && request.method == "PUT" && !has("x-amz-checksum-sha256") {
        return error(400, "InvalidRequest");
    }
    let method: Method = request.method.parse().unwrap();
    let mut forwarded =
        shared.client.request(method, format!("{}{}", shared.server, request.path)).body(body);
    for (name, value) in &request.headers {
        if !["host", "connection", "content-length"].contains(&name.as_str()) {
            forwarded = forwarded.header(name, value);
        }
    }
    let (status, headers, body) = shared.runtime.block_on(async {
        let answer = forwarded.send().await.unwrap();
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        (status, headers, answer.bytes().await.unwrap())
    });
    if status == 404 && manners.forbids_listing {
        return error(403, "AccessDenied");
    }
    let headers = headers
        .iter()
        .filter(|(name, _)| !["content-length", "connection", "transfer-encoding"].contains(&name.as_str()))
        .map(|(name, value)| (name.to_string(), value.to_str().unwrap_or_default().to_owned()))
        .collect();
    (status, headers, body.to_vec())
}

//! A web server with one fault per path, which records each request: the path, the time and the client.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

/// A recorded request.
#[derive(Debug, Clone)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub headers: HashMap<String, String>,
    pub begun: Instant,
    pub ended: Option<Instant>,
}

/// The server; it stops when dropped.
pub struct FaultServer {
    pub address: String,
    pub port: u16,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    requests: Mutex<Vec<Request>>,
    /// Files that tests replace: path, content and ETag.
    files: Mutex<HashMap<String, (Vec<u8>, String)>>,
    /// Statuses that tests set, whatever file exists.
    statuses: Mutex<HashMap<String, u16>>,
    stopped: AtomicBool,
}

/// Any connection that a request can arrive on.
pub trait Wire: Read + Write {}
impl<T: Read + Write> Wire for T {}

/// A typical handout.
pub const PDF: &[u8] = b"%PDF-1.7 what to do at home";

/// A small file that decompresses to a large one.
static BOMB: OnceLock<Vec<u8>> = OnceLock::new();

fn packed_zeros() -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    packed.write_all(&vec![0; 64 << 20]).unwrap();
    packed.finish().unwrap()
}

impl FaultServer {
    pub fn start() -> FaultServer {
        FaultServer::at(IpAddr::from([127, 0, 0, 1]), 0)
    }

    /// Listens on this IP address and port; 0 for a free one.
    pub fn at(number: IpAddr, port: u16) -> FaultServer {
        FaultServer::listen(number, port, |stream| Some(Box::new(stream)))
    }

    /// Wraps each connection by `secure`; `None` if that fails.
    pub fn listen(
        number: IpAddr,
        port: u16,
        secure: impl Fn(TcpStream) -> Option<Box<dyn Wire + Send>> + Send + Sync + 'static,
    ) -> FaultServer {
        let listener = TcpListener::bind((number, port)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared::default());
        let (of_thread, secure) = (shared.clone(), Arc::new(secure));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if of_thread.stopped.load(Ordering::Relaxed) {
                    return;
                }
                let (shared, secure) = (of_thread.clone(), secure.clone());
                std::thread::spawn(move || {
                    let raw = stream.try_clone().unwrap();
                    if let Some(wire) = secure(stream) {
                        serve(wire, &raw, &shared);
                    }
                });
            }
        });
        FaultServer { address: format!("http://{number}:{port}"), port, shared }
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.address)
    }

    /// Creates in advance what takes long to create.
    pub fn prepare_bomb(&self) {
        BOMB.get_or_init(packed_zeros);
    }

    /// All requests so far.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.requests.lock().unwrap().clone()
    }

    /// The methods of the requests for a path, in order.
    pub fn methods(&self, path: &str) -> Vec<String> {
        let asked = self.requests().into_iter().filter(|request| request.path == path);
        asked.map(|request| request.method).collect()
    }

    /// Puts a file at a path.
    pub fn put(&self, path: &str, content: &[u8], etag: &str) {
        self.shared.files.lock().unwrap().insert(path.to_owned(), (content.to_vec(), etag.to_owned()));
    }

    /// Answers a path with this status from now on; 0 restores the default.
    pub fn set_status(&self, path: &str, status: u16) {
        self.shared.statuses.lock().unwrap().insert(path.to_owned(), status);
    }
}

impl Drop for FaultServer {
    fn drop(&mut self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
    }
}

fn serve(wire: Box<dyn Wire + Send>, raw: &TcpStream, shared: &Shared) {
    let mut wire = BufReader::new(wire);
    let mut line = String::new();
    if wire.read_line(&mut line).is_err() || line.is_empty() {
        return;
    }
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next().unwrap(), words.next().unwrap());
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        if wire.read_line(&mut line).is_err() || line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            headers.insert(name.trim().to_ascii_lowercase(), value.trim().to_owned());
        }
    }
    let request = Request { method, path, headers, begun: Instant::now(), ended: None };
    let (place, before) = {
        let mut requests = shared.requests.lock().unwrap();
        let before = requests.iter().filter(|earlier| earlier.path == request.path).count();
        requests.push(request.clone());
        (requests.len() - 1, before)
    };
    let mut reply = Reply { wire: wire.get_mut().as_mut(), raw, request: &request, before, shared };
    // The client may have disconnected.
    let _ = reply.send();
    let _ = wire.get_mut().flush();
    shared.requests.lock().unwrap()[place].ended = Some(Instant::now());
    let _ = raw.shutdown(Shutdown::Write);
}

struct Reply<'a> {
    wire: &'a mut (dyn Wire + Send),
    raw: &'a TcpStream,
    request: &'a Request,
    /// How often the path was requested before.
    before: usize,
    shared: &'a Shared,
}

impl Reply<'_> {
    fn raw(&mut self, text: &str) -> std::io::Result<()> {
        self.wire.write_all(text.as_bytes())?;
        self.wire.flush()
    }

    fn status(&mut self, status: u16, headers: &str) -> std::io::Result<()> {
        self.raw(&format!("HTTP/1.1 {status} X\r\n{headers}Content-Length: 0\r\n\r\n"))
    }

    fn to(&mut self, status: u16, location: &str) -> std::io::Result<()> {
        self.status(status, &format!("Location: {location}\r\n"))
    }

    /// A file with these headers; only the headers for HEAD, only the first part for a range.
    fn file(&mut self, headers: &str, content: &[u8]) -> std::io::Result<()> {
        let part = self.request.headers.get("range").map(|_| &content[..content.len().min(4)]);
        let (status, range) = match part {
            Some(part) => (206, format!("Content-Range: bytes 0-{}/{}\r\n", part.len() - 1, content.len())),
            None => (200, String::new()),
        };
        let body = part.unwrap_or(content);
        self.raw(&format!("HTTP/1.1 {status} X\r\n{headers}{range}Content-Length: {}\r\n\r\n", body.len()))?;
        if self.request.method == "HEAD" { Ok(()) } else { self.wire.write_all(body) }
    }

    fn pdf(&mut self) -> std::io::Result<()> {
        self.file("Content-Type: application/pdf\r\nETag: \"1\"\r\n", PDF)
    }

    fn page(&mut self) -> std::io::Result<()> {
        self.file("Content-Type: text/html; charset=utf-8\r\n", b"<h1>Not here any more</h1>")
    }

    /// The connection is reset: unsent bytes are discarded.
    fn reset(&self) -> std::io::Result<()> {
        socket2::SockRef::from(self.raw).set_linger(Some(Duration::ZERO))?;
        self.raw.shutdown(Shutdown::Both)
    }

    fn hang(&self) -> std::io::Result<()> {
        std::thread::sleep(Duration::from_secs(20));
        Ok(())
    }

    fn send(&mut self) -> std::io::Result<()> {
        let path = self.request.path.clone();
        let set = self.shared.statuses.lock().unwrap().get(&path).copied().unwrap_or(0);
        if set > 0 {
            return self.status(set, "");
        }
        let file = self.shared.files.lock().unwrap().get(&path).cloned();
        if let Some((content, etag)) = file {
            let etag = if etag.is_empty() { etag } else { format!("ETag: \"{etag}\"\r\n") };
            let kind = match path.rsplit('.').next() {
                Some("html") => "text/html",
                Some("txt") => "text/plain; charset=iso-8859-1",
                Some("docx") => "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                _ => "application/pdf",
            };
            return self.file(&format!("Content-Type: {kind}\r\n{etag}"), &content);
        }
        let is_head = self.request.method == "HEAD";
        if let Some(count) = path.strip_prefix("/hops/").and_then(|count| count.parse::<u32>().ok()) {
            return match count {
                0 => self.pdf(),
                _ => self.to(302, &format!("/hops/{}", count - 1)),
            };
        }
        if let Some(status) = path.strip_prefix("/status/") {
            return self.status(status.parse().unwrap(), "");
        }
        if let Some(location) = path.strip_prefix("/to/") {
            let location = percent_encoding::percent_decode_str(location).decode_utf8().unwrap().into_owned();
            return self.to(302, &location);
        }
        match path.as_str() {
            "/page" | "/page-where-a-file-was.pdf" => self.page(),
            "/circle/a" => self.to(302, "/circle/b"),
            "/circle/b" => self.to(302, "/circle/a"),
            "/circle/self" => self.to(301, "/circle/self#part"),
            "/moved" => self.to(301, "/file.pdf"),
            "/moved-308" => self.to(308, "/file.pdf"),
            "/moved-for-now" => self.to(302, "/moved"),
            "/moved-to-front-page.pdf" => self.to(302, "/page"),
            "/redirect-without-address" => self.status(302, ""),
            "/head-405" if is_head => self.status(405, "Allow: GET\r\n"),
            "/head-501" if is_head => self.status(501, ""),
            "/head-404" if is_head => self.status(404, ""),
            "/head-403" if is_head => self.status(403, ""),
            "/head-500" if is_head => self.status(500, ""),
            "/head-closes" if is_head => Ok(()),
            "/head-hangs" if is_head => self.hang(),
            "/head-html" if is_head => self.page(),
            "/no-first-part" if is_head => self.status(405, ""),
            "/no-first-part" if self.request.headers.contains_key("range") => self.status(416, ""),
            "/ignores-range" if is_head => self.status(405, ""),
            "/ignores-range" => self.raw(&format!(
                "HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nETag: \"1\"\r\nContent-Length: {}\r\n\r\n{}",
                PDF.len(),
                String::from_utf8_lossy(PDF)
            )),
            "/always-a-part" if !is_head => {
                self.raw("HTTP/1.1 206 X\r\nContent-Range: bytes 0-3/27\r\nContent-Length: 4\r\n\r\n%PDF")
            }
            "/slow" => self.hang(),
            "/slow-body" if !is_head => {
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Length: 1000\r\n\r\n")?;
                for _ in 0..1_000 {
                    self.raw("x")?;
                    std::thread::sleep(Duration::from_millis(50));
                }
                Ok(())
            }
            "/slow-but-steady" if !is_head => {
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Length: 900000\r\n\r\n")?;
                for _ in 0..9 {
                    self.wire.write_all(&[0; 100_000])?;
                    std::thread::sleep(Duration::from_millis(100));
                }
                Ok(())
            }
            "/hangs-in-the-middle" if !is_head => {
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Length: 1000\r\n\r\n%PDF")?;
                self.hang()
            }
            "/endless" if !is_head => {
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nTransfer-Encoding: chunked\r\n\r\n")?;
                let chunk = format!("8000\r\n{}\r\n", "x".repeat(0x8000));
                loop {
                    self.raw(&chunk)?;
                }
            }
            "/endless-hints" => loop {
                self.raw("HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n")?;
                std::thread::sleep(Duration::from_millis(5));
            },
            "/endless-line" => {
                self.raw("HTTP/1.1 200 X\r\nX-Long: ")?;
                let line = "x".repeat(0x8000);
                loop {
                    self.raw(&line)?;
                }
            }
            "/ends-early" if !is_head => {
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Length: 1000\r\n\r\n%PDF")
            }
            "/longer-than-it-says" if !is_head => {
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Length: 4\r\n\r\n%PDF and more")
            }
            "/two-lengths" => self.raw("HTTP/1.1 200 X\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n%PDF"),
            "/huge" => self.raw(
                "HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Length: 99000000000\r\n\r\n",
            ),
            "/small-says-head" if is_head => {
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Length: 4\r\n\r\n")
            }
            "/small-says-head" => {
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Length: 99000000\r\n\r\n%PDF")
            }
            "/packed.pdf" => {
                let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
                packed.write_all(PDF)?;
                let packed = packed.finish()?;
                let head = "HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nContent-Encoding: gzip\r\n";
                self.raw(&format!("{head}Content-Length: {}\r\n\r\n", packed.len()))?;
                if is_head { Ok(()) } else { self.wire.write_all(&packed) }
            }
            "/bomb" => {
                let headers = "Content-Type: application/pdf\r\nContent-Encoding: gzip\r\n";
                self.file(headers, BOMB.get_or_init(packed_zeros))
            }
            "/busy" if self.before == 0 => self.status(429, "Retry-After: 1\r\n"),
            "/busy-for-long" => self.status(429, "Retry-After: 86400\r\n"),
            "/busy-until-a-date" => self.status(503, "Retry-After: Fri, 31 Dec 2999 23:59:59 GMT\r\n"),
            "/twice-unavailable" if self.before < 2 => self.status(503, ""),
            "/once-408" if self.before == 0 => self.status(408, ""),
            "/reset" => self.reset(),
            "/empty" => Ok(()),
            "/garbage" => self.raw("HELLO THERE\r\nthis is no HTTP\r\n\r\n"),
            "/http-0.9" => self.raw("<h1>hello</h1>"),
            "/many-headers" => {
                let many: String = (0..5_000).map(|n| format!("X-{n}: y\r\n")).collect();
                self.status(200, &many)
            }
            "/always-304" => self.raw("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"),
            "/no-content" => self.raw("HTTP/1.1 204 No Content\r\n\r\n"),
            "/unmarked.pdf" => {
                let body = format!("file number {}", self.before);
                self.raw("HTTP/1.1 200 X\r\nContent-Type: application/pdf\r\nTransfer-Encoding: chunked\r\n\r\n")?;
                let chunked = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
                if is_head { Ok(()) } else { self.raw(&chunked) }
            }
            _ if path.starts_with("/missing") => self.status(404, ""),
            _ => self.pdf(),
        }
    }
}

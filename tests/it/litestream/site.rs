//! A writer, its Litestream and readers in folders of their own, as on machines of their own.

use super::Seat;
use crate::support::litestream::{Process, Replica, free_port, wait_until_restored};
use crate::support::provider::Provider;
use crate::support::{Server, Start};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// One machine that reads.
pub struct Reader {
    /// Its own data folder, and the file that Litestream keeps.
    pub data: PathBuf,
    pub database: PathBuf,
    pub address: String,
    pub follower: Option<Process>,
    pub server: Option<Server>,
    pub seat: Arc<Seat>,
}

/// All the machines.
pub struct Site {
    pub provider: Provider,
    pub replica: Replica,
    pub writer_data: PathBuf,
    /// Where the writer answers, whichever machine it is.
    pub writer_address: String,
    pub writer: Option<Server>,
    pub replication: Option<Process>,
    pub readers: Vec<Reader>,
    /// An administrator and a nurse at the writer.
    pub admin: Arc<Seat>,
    pub nurse: Arc<Seat>,
    /// Above which age a reader is not ready.
    pub max_age_seconds: u64,
    /// How often a follower asks its reader.
    pub check_seconds: f64,
    machines: usize,
    folder: TempDir,
}

impl Site {
    /// A writer with its Litestream, in a folder unless there is another replica; readers are added to it.
    pub async fn start(replica: Option<Replica>) -> Site {
        let mut site = Site::new(replica);
        site.start_writer();
        site.start_replication();
        site
    }

    /// Nothing runs, and one machine is there to read.
    pub fn unused() -> Site {
        let mut site = Site::new(None);
        site.set_up_machine(0);
        site
    }

    fn new(replica: Option<Replica>) -> Site {
        let folder = tempfile::tempdir().unwrap();
        Site {
            provider: Provider::start(),
            replica: replica.unwrap_or_else(|| Replica::in_folder(&folder.path().join("replica"))),
            writer_data: folder.path().join("writer"),
            writer_address: format!("127.0.0.1:{}", free_port()),
            writer: None,
            replication: None,
            readers: Vec::new(),
            admin: Arc::default(),
            nurse: Arc::default(),
            max_age_seconds: 300,
            check_seconds: 60.0,
            machines: 0,
            folder,
        }
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// A server in the writer's folder, which nobody asks yet.
    pub fn launch_writer(&self) -> Server {
        Start::on(&self.writer_data)
            .signed_in_at(&self.provider)
            .with("ORDERS__PER_HOUR", 0)
            .listening_on(&self.writer_address)
            .run()
    }

    /// Everybody works at this writer from now on.
    pub fn seat_writer(&mut self, server: Server) {
        self.admin.set(Some(server.bearer(self.provider.admin())));
        self.nurse.set(Some(server.bearer(self.provider.staff())));
        self.writer = Some(server);
    }

    pub fn start_writer(&mut self) {
        let server = self.launch_writer();
        self.seat_writer(server);
    }

    /// kill -9.
    pub fn kill_writer(&mut self) {
        self.admin.set(None);
        self.nurse.set(None);
        self.writer.take().unwrap().kill();
    }

    pub fn start_replication(&mut self) {
        self.replication = Some(self.replica.replicate(&self.writer_data));
    }

    /// A new machine that reads, in place of the one with this number or in addition.
    pub async fn add_reader(&mut self, number: usize) {
        self.set_up_machine(number);
        self.start_follower(number);
        let reader = &self.readers[number];
        wait_until_restored(&reader.database, reader.follower.as_ref().unwrap()).await;
        self.start_reader(number);
    }

    fn set_up_machine(&mut self, number: usize) {
        self.machines += 1;
        let folder = self.folder.path().join(format!("reader{}", self.machines));
        std::fs::create_dir_all(folder.join("follow")).unwrap();
        let reader = Reader {
            data: folder.join("data"),
            database: folder.join("follow/catalogue.db"),
            address: format!("http://127.0.0.1:{}", free_port()),
            follower: None,
            server: None,
            seat: self.readers.get(number).map_or_else(Arc::default, |reader| reader.seat.clone()),
        };
        match self.readers.get_mut(number) {
            Some(place) => *place = reader,
            None => self.readers.push(reader),
        }
    }

    pub fn start_follower(&mut self, number: usize) {
        let reader = &mut self.readers[number];
        reader.follower = Some(self.replica.follow(&reader.database, &reader.address, self.check_seconds));
    }

    /// `handout serve --reader`, as in `handout-reader.service`.
    pub fn start_reader(&mut self, number: usize) {
        let reader = &mut self.readers[number];
        let server = Start::on(&reader.data)
            .with("READER__DATABASE", reader.database.display())
            .with("READER__WRITER_URL", format!("http://{}", self.writer_address))
            .with("READER__MAX_AGE_SECONDS", self.max_age_seconds)
            .listening_on(reader.address.trim_start_matches("http://"))
            .with_args(&["serve", "--reader"])
            .run();
        reader.seat.set(Some(server.visitor()));
        reader.server = Some(server);
    }

    /// kill -9.
    pub fn kill_reader(&mut self, number: usize) {
        let reader = &mut self.readers[number];
        reader.seat.set(None);
        reader.server.take().unwrap().kill();
    }
}

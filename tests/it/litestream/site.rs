//! A primary, its Litestream and replicas, each in a folder of its own that stands for a machine.

use super::Endpoint;
use crate::support::litestream::{Process, Storage, free_port, wait_until_restored};
use crate::support::provider::Provider;
use crate::support::{Server, Start};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

/// A machine with a replica.
pub struct Replica {
    /// Its data directory, and the file that Litestream updates.
    pub data: PathBuf,
    pub database: PathBuf,
    pub address: String,
    pub follower: Option<Process>,
    pub server: Option<Server>,
    pub endpoint: Arc<Endpoint>,
}

/// All the machines.
pub struct Site {
    pub provider: Provider,
    pub storage: Storage,
    pub primary_data: PathBuf,
    /// Where the primary answers, on whichever machine it is.
    pub primary_address: String,
    pub primary: Option<Server>,
    pub replication: Option<Process>,
    pub replicas: Vec<Replica>,
    /// An administrator and a nurse at the primary.
    pub admin: Arc<Endpoint>,
    pub nurse: Arc<Endpoint>,
    /// The maximum age of a state for which a replica is ready.
    pub max_age_seconds: u64,
    /// How often a follower asks its replica for the age.
    pub check_seconds: f64,
    machines: usize,
    folder: TempDir,
}

impl Site {
    /// A primary with its Litestream, using a folder unless other storage is given; replicas are added later.
    pub async fn start(storage: Option<Storage>) -> Site {
        let mut site = Site::new(storage);
        site.start_primary();
        site.start_replication();
        site
    }

    /// A site with one replica's machine, on which nothing runs.
    pub fn unused() -> Site {
        let mut site = Site::new(None);
        site.set_up_machine(0);
        site
    }

    fn new(storage: Option<Storage>) -> Site {
        let folder = tempfile::tempdir().unwrap();
        Site {
            provider: Provider::start(),
            storage: storage.unwrap_or_else(|| Storage::in_folder(&folder.path().join("storage"))),
            primary_data: folder.path().join("primary"),
            primary_address: format!("127.0.0.1:{}", free_port()),
            primary: None,
            replication: None,
            replicas: Vec::new(),
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

    /// Starts a server in the primary's directory that nobody calls yet.
    pub fn launch_primary(&self) -> Server {
        Start::on(&self.primary_data)
            .signed_in_at(&self.provider)
            .with("ORDERS__PER_HOUR", 0)
            .listening_on(&self.primary_address)
            .run()
    }

    /// From now on everybody calls this primary.
    pub fn set_primary(&mut self, server: Server) {
        self.admin.set(Some(server.bearer(self.provider.admin())));
        self.nurse.set(Some(server.bearer(self.provider.staff())));
        self.primary = Some(server);
    }

    pub fn start_primary(&mut self) {
        let server = self.launch_primary();
        self.set_primary(server);
    }

    pub fn kill_primary(&mut self) {
        self.admin.set(None);
        self.nurse.set(None);
        self.primary.take().unwrap().kill();
    }

    pub fn start_replication(&mut self) {
        self.replication = Some(self.storage.replicate(&self.primary_data));
    }

    /// Adds a machine with a replica, replacing the one with this number if it exists.
    pub async fn add_replica(&mut self, number: usize) {
        self.set_up_machine(number);
        self.start_follower(number);
        let replica = &self.replicas[number];
        wait_until_restored(&replica.database, replica.follower.as_ref().unwrap()).await;
        self.start_replica(number);
    }

    fn set_up_machine(&mut self, number: usize) {
        self.machines += 1;
        let folder = self.folder.path().join(format!("replica{}", self.machines));
        std::fs::create_dir_all(folder.join("follow")).unwrap();
        let replica = Replica {
            data: folder.join("data"),
            database: folder.join("follow/catalogue.db"),
            address: format!("http://127.0.0.1:{}", free_port()),
            follower: None,
            server: None,
            endpoint: self.replicas.get(number).map_or_else(Arc::default, |replica| replica.endpoint.clone()),
        };
        match self.replicas.get_mut(number) {
            Some(place) => *place = replica,
            None => self.replicas.push(replica),
        }
    }

    pub fn start_follower(&mut self, number: usize) {
        let replica = &mut self.replicas[number];
        replica.follower = Some(self.storage.follow(&replica.database, &replica.address, self.check_seconds));
    }

    /// `handout serve --replica`, as in `handout-replica.service`.
    pub fn start_replica(&mut self, number: usize) {
        let replica = &mut self.replicas[number];
        let server = Start::on(&replica.data)
            .with("REPLICA__DATABASE", replica.database.display())
            .with("REPLICA__PRIMARY_URL", format!("http://{}", self.primary_address))
            .with("REPLICA__MAX_AGE_SECONDS", self.max_age_seconds)
            .listening_on(replica.address.trim_start_matches("http://"))
            .with_args(&["serve", "--replica"])
            .run();
        replica.endpoint.set(Some(server.visitor()));
        replica.server = Some(server);
    }

    pub fn kill_replica(&mut self, number: usize) {
        let replica = &mut self.replicas[number];
        replica.endpoint.set(None);
        replica.server.take().unwrap().kill();
    }
}

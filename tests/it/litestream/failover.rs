//! The primary's machine is lost, and `failover.sh` makes the first replica's the primary's.

use super::answers::Visitors;
use super::load::{Load, state_of};
use super::site::Site;
use crate::support::litestream::{asset, search_path};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// What may be missing afterwards was acknowledged at most so long before the end.
const MAY_BE_LOST: Duration = Duration::from_secs(1);

/// How it went.
pub struct Takeover {
    /// From the end of the old primary until the new one answers.
    pub took: Duration,
    /// How long before the end the first save was acknowledged that is missing; zero when nothing is.
    pub lost_back_to: Duration,
}

/// Kills the primary's machine, lets the first replica's take over, and puts a new replica in its place.
pub async fn take_over(site: &mut Site, load: &Load, visitors: &[Visitors]) -> Takeover {
    let (primary, replication) = (site.primary.take().unwrap(), site.replication.take().unwrap());
    site.admin.set(None);
    site.nurse.set(None);
    // Both in one call: a machine has one end.
    let targets = [primary.pid().to_string(), format!("-{}", replication.pid())];
    assert!(Command::new("kill").args(["-KILL", "--"]).args(targets).status().unwrap().success());
    let ended = Instant::now();
    primary.kill();
    let copied = replication.log();
    drop(replication);

    let replica = &mut site.replicas[0];
    replica.seat.set(None);
    let (server, follower) = (replica.server.take().unwrap(), replica.follower.take().unwrap());
    // As the service manager: it continues when all threads have ended. Their status is for this process to read, later.
    let stand_in = format!(
        "kill -KILL -- {0} -{1}; until [ \"$(grep -hs ^State: /proc/{0}/task/*/status)\" = $'State:\\tZ (zombie)' ]; \
         do sleep 0.01; done",
        server.pid(),
        follower.pid()
    );
    let done = run_script(site, &["--fenced"], &stand_in).await;
    let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{said}");
    server.kill();
    drop(follower);
    site.primary_data = site.replicas[0].data.clone();
    let primary = site.launch_primary();
    let took = ended.elapsed();
    site.start_replication();

    let lost_back_to = check(site, &primary, load, visitors, ended).await;
    // Litestream's own account of its last moments tells a slow machine from an error.
    let last = copied.lines().rev().take(30).collect::<Vec<_>>().join("\n");
    assert!(
        lost_back_to <= MAY_BE_LOST,
        "what was acknowledged {lost_back_to:?} before the end is missing; Litestream, newest first:\n{last}"
    );
    site.seat_primary(primary);
    site.add_replica(0).await;
    Takeover { took, lost_back_to }
}

/// Runs `failover.sh` on the first replica's machine. Instead of the service manager, `ends_services` is run when the
/// replica and its follower are to end; what is to start is left to the test.
async fn run_script(site: &Site, arguments: &[&str], ends_services: &str) -> Output {
    let replica = &site.replicas[0];
    let folder = replica.data.parent().unwrap().to_owned();
    let settings = folder.join("handout.toml");
    let text = format!(
        "[data]\ndir = {:?}\n[replica]\ndatabase = {:?}\nprimary_url = \"http://{}\"\n",
        replica.data, replica.database, site.primary_address
    );
    std::fs::write(&settings, text).unwrap();
    stand_in_for_systemctl(&folder, ends_services);
    let mut command = Command::new("bash");
    site.storage.environment(&mut command, Path::new(""), &replica.database, &replica.address);
    command
        .env("PATH", format!("{}:{}", folder.join("bin").display(), search_path()))
        .env("LITESTREAM_ENV", folder.join("none"))
        .env("HANDOUT_SETTINGS", &settings)
        .arg(asset("failover.sh"))
        .args(arguments);
    tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap()
}

/// Writes down each call beside it.
fn stand_in_for_systemctl(folder: &Path, ends_services: &str) {
    let bin = folder.join("bin");
    std::fs::create_dir_all(&bin).unwrap();
    let file = bin.join("systemctl");
    let text = format!(
        "#!/bin/bash\necho \"$*\" >>{}\ncase $1 in disable) {ends_services} ;; esac\n",
        folder.join("systemctl.log").display()
    );
    std::fs::write(&file, text).unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
}

/// Nothing is missing that a replica has shown. Forgets what is missing; how long before the end the first of it was
/// acknowledged.
async fn check(
    site: &Site,
    primary: &crate::support::Server,
    load: &Load,
    visitors: &[Visitors],
    ended: Instant,
) -> Duration {
    let (admin, nurse) = (primary.bearer(site.provider.admin()), primary.bearer(site.provider.staff()));
    let (citations, orders) = {
        let known = load.known.lock().unwrap();
        let citations: Vec<String> = known.citations.iter().map(|tracked| tracked.id.clone()).collect();
        (citations, known.orders.clone())
    };
    let mut missing = Vec::new();
    for id in citations {
        let answer = admin.get(&format!("/api/citations/{id}")).await;
        assert!([200, 404].contains(&answer.status), "{answer:?}");
        let state = if answer.status == 200 { state_of(&answer.body) } else { 0 };
        for visitor in visitors {
            let shown = visitor.state(&id);
            assert!(shown <= state, "a replica has shown {id} in state {shown}, the new primary has {state}");
        }
        let mut known = load.known.lock().unwrap();
        let tracked = known.citations.iter_mut().find(|tracked| tracked.id == id).unwrap();
        missing.extend(tracked.acknowledged.iter().filter(|(sent, _)| *sent > state).map(|(_, at)| *at));
        tracked.acknowledged.retain(|(sent, _)| *sent <= state);
        known.citations.retain(|tracked| tracked.id != id || state > 0);
    }
    for (number, at) in orders {
        if nurse.get(&format!("/api/orders/{number}")).await.status != 200 {
            missing.push(at);
            load.known.lock().unwrap().orders.retain(|(known, _)| *known != number);
        }
    }
    missing.sort_unstable();
    if missing.len() > 1 {
        let before: Vec<Duration> = missing.iter().map(|at| ended.saturating_duration_since(*at)).collect();
        println!("missing after a takeover, saved so long before the end: {before:?}");
    }
    let first = missing.into_iter().min();
    first.map_or(Duration::ZERO, |first| ended.saturating_duration_since(first))
}

/// Without anybody who vouches that the old primary is off, and when the fence fails, nothing is touched.
#[tokio::test]
async fn nothing_is_taken_over_without_a_fence() {
    let site = Site::unused();
    let folder = site.replicas[0].data.parent().unwrap().to_owned();
    let done = run_script(&site, &[], "true").await;
    assert_eq!(done.status.code(), Some(2), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stderr).contains("--fence"), "{done:?}");
    let done = run_script(&site, &["--fence", "echo it does not answer; exit 3"], "true").await;
    assert_eq!(done.status.code(), Some(3), "{done:?}");
    // A fence that holds, and storage that has nothing: the replica continues.
    let fenced = folder.join("fenced");
    let done = run_script(&site, &["--fence", &format!("touch {}", fenced.display())], "true").await;
    assert!(!done.status.success() && fenced.exists(), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stdout).contains("2 of 5"), "{done:?}");
    assert!(!folder.join("systemctl.log").exists());
}

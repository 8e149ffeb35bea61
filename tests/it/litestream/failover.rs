//! The primary's machine is lost, and `failover.sh` makes the first replica's machine the primary.

use super::answers::Visitors;
use super::load::{Load, state_of};
use super::site::Site;
use crate::support::litestream::{asset, search_path};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Saves that are missing afterwards were acknowledged at most this long before the end.
const MAY_BE_LOST: Duration = Duration::from_secs(1);

/// The result of a failover.
pub struct Takeover {
    /// From the end of the old primary until the new one answers.
    pub took: Duration,
    /// How long before the end the first missing save was acknowledged; zero when nothing is missing.
    pub lost_back_to: Duration,
}

/// Kills the primary's machine, has the first replica's machine take over, and adds a new replica.
pub async fn take_over(site: &mut Site, load: &Load, visitors: &[Visitors]) -> Takeover {
    let (primary, replication) = (site.primary.take().unwrap(), site.replication.take().unwrap());
    site.admin.set(None);
    site.nurse.set(None);
    // Both in one call, because a machine fails as a whole.
    let targets = [primary.pid().to_string(), format!("-{}", replication.pid())];
    assert!(Command::new("kill").args(["-KILL", "--"]).args(targets).status().unwrap().success());
    let ended = Instant::now();
    primary.kill();
    let copied = replication.log();
    drop(replication);

    let replica = &mut site.replicas[0];
    replica.endpoint.set(None);
    let (server, follower) = (replica.server.take().unwrap(), replica.follower.take().unwrap());
    // Like the service manager, it continues when all threads have ended. This process reads their status later.
    let stand_in = format!(
        "kill -KILL -- {0} -{1}; until [ \"$(grep -hs ^State: /proc/{0}/task/*/status)\" = $'State:\\tZ (zombie)' ]; \
         do sleep 0.01; done",
        server.pid(),
        follower.pid()
    );
    let done = run_script(site, &["--fenced"], &stand_in).await;
    let output =
        format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{output}");
    server.kill();
    drop(follower);
    site.primary_data = site.replicas[0].data.clone();
    let primary = site.launch_primary();
    let took = ended.elapsed();
    site.start_replication();

    let lost_back_to = check(site, &primary, load, visitors, ended).await;
    // Litestream's log of its last moments distinguishes a slow machine from an error.
    let last = copied.lines().rev().take(30).collect::<Vec<_>>().join("\n");
    assert!(
        lost_back_to <= MAY_BE_LOST,
        "what was acknowledged {lost_back_to:?} before the end is missing; Litestream, newest first:\n{last}"
    );
    site.set_primary(primary);
    site.add_replica(0).await;
    Takeover { took, lost_back_to }
}

/// Runs `failover.sh` on the first replica's machine. Instead of the service manager, `ends_services` stops the replica
/// and its follower; the test itself starts what is to be started.
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

/// Records each call in a file.
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

/// Asserts that nothing a replica has shown is missing. Forgets what is missing, and returns how long before the end
/// the first of it was acknowledged.
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

/// Nothing is changed unless someone confirms that the old primary is off, nor if fencing fails.
#[tokio::test]
async fn nothing_is_promoted_without_fencing() {
    let site = Site::unused();
    let folder = site.replicas[0].data.parent().unwrap().to_owned();
    let done = run_script(&site, &[], "true").await;
    assert_eq!(done.status.code(), Some(2), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stderr).contains("--fence"), "{done:?}");
    let done = run_script(&site, &["--fence", "echo it does not answer; exit 3"], "true").await;
    assert_eq!(done.status.code(), Some(3), "{done:?}");
    // Fencing succeeds, but the storage is empty: the replica continues.
    let fenced = folder.join("fenced");
    let done = run_script(&site, &["--fence", &format!("touch {}", fenced.display())], "true").await;
    assert!(!done.status.success() && fenced.exists(), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stdout).contains("2 of 5"), "{done:?}");
    assert!(!folder.join("systemctl.log").exists());
}

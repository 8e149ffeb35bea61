//! `handout verify` with files that minisign signed, and the parts list (SBOM) of the program.

use crate::support::provider::Provider;
use crate::support::{Start, binary};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const KEY: &str = "RWTxR1hXDv9sZgNPm2g2cmuB0qDUKrrBeTShFUnL7wn/gMfnpaEGGyp0";
const OTHER_KEY: &str = "RWRCQ5g9BsD5mvF8UVV5NnwJFDxGasCa/E+qxRVza69zVDjVib7UhS5I";
const PACKAGE: &str = "handout_0.1.0-1_amd64.deb";
const CONTENT: &str = "The file of a release.\n";
const LIST: &str =
    "3eec31ef41ad724f90b043d9a8d60fd45fb71d410f08f87c30f9deeacf8279ec  handout_0.1.0-1_amd64.deb\n";
const SIGNATURE: &str = "untrusted comment: signature from minisign secret key
RUTxR1hXDv9sZuePotzo9iS3sBC3vlC0ZXg/W3mxB0FSv4pFKc0Hr/7zCiuoGVkrH8Jknpxw+NJNH+Xbb3jG5infO8c7N8D05Qk=
trusted comment: handout 0.1.0, commit 0123456
AKcjck7zocuP7Wpu1iZ4vxSSpIsqVyCT33FqlLV2Xlq4bH0fX0FIhQIP5ecydXpumgrEKHEDyWdnankiglKEBA==
";
const SIGNATURE_OF_LIST: &str = "untrusted comment: signature from minisign secret key
RUTxR1hXDv9sZn8Oxasmz5p7Ftud0VdJWQ91legtJd3bFfCHLP1N8t7jdHzMzuckk/JyGx3gFDso/h3/iFuspahcxSES1n2bGgc=
trusted comment: handout 0.1.0, commit 0123456
qbQjhLJ92lUjlpEf+pEAXYEb2p9FYcZi5WXXuXwZwa5hdhpWfk5LBEdPY044NfVB1fTtm9ouHZiJfOZFu7JdDA==
";
/// A signature of the list, by `minisign -S -l`.
const OLDER_SIGNATURE: &str = "untrusted comment: signature from minisign secret key
RWTxR1hXDv9sZl5Ts3eASuV63ZIEDS0fPexcejovDrqk05BuEH058sEVYKrRddJDbmF5692pHoMjDMRtcsiSdCH7aopqRFkvXAs=
trusted comment: old
0Gd/ZDajfmnEWWubEb5Yaqk5hluOHJXx/IUgn3YCNtGCdP9Rnwp+ZOqnbqw+2nOYq+MzPA2nO8GzIarT8sjcDg==
";

/// A downloaded release.
struct Release(tempfile::TempDir);

impl Release {
    fn new() -> Self {
        let release = Self(tempfile::tempdir().unwrap());
        release.put(PACKAGE, CONTENT);
        release.put(&format!("{PACKAGE}.minisig"), SIGNATURE);
        release
    }

    fn with_list() -> Self {
        let release = Self::new();
        release.put("SHA256SUMS", LIST);
        release.put("SHA256SUMS.minisig", SIGNATURE_OF_LIST);
        release
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn put(&self, name: &str, content: &str) {
        std::fs::write(self.path(name), content).unwrap();
    }

    /// Exit code and output.
    fn verify(&self, file: &str, args: &[&str]) -> (i32, String) {
        run(self.0.path(), &[&["verify", file], args].concat())
    }
}

fn run(folder: &Path, args: &[&str]) -> (i32, String) {
    // The settings are invalid: the command does not read them.
    let env = [("HANDOUT_SERVER__LISTEN", "nowhere")];
    let ended = Command::new(binary()).args(args).current_dir(folder).env_clear().envs(env).output().unwrap();
    let printed = [ended.stdout, ended.stderr].concat();
    (ended.status.code().unwrap(), String::from_utf8(printed).unwrap())
}

#[test]
fn a_signed_file_is_valid_and_shows_its_trusted_comment() {
    let release = Release::new();
    let expected =
        format!("{PACKAGE}: the signature is valid.\nTrusted comment: handout 0.1.0, commit 0123456\n");
    assert_eq!(release.verify(PACKAGE, &["--key", KEY]), (0, expected.clone()));
    release.put("hospital.pub", &format!("untrusted comment: minisign public key 666CFF0E575847F1\n{KEY}\n"));
    assert_eq!(release.verify(PACKAGE, &["--key", "hospital.pub"]), (0, expected.clone()));
    std::fs::rename(release.path(&format!("{PACKAGE}.minisig")), release.path("elsewhere")).unwrap();
    assert_eq!(release.verify(PACKAGE, &["--key", KEY, "--signature", "elsewhere"]), (0, expected));
}

#[test]
fn a_changed_file_or_signature_is_refused() {
    let refused = |release: &Release, why: &str| {
        let (code, printed) = release.verify(PACKAGE, &["--key", KEY]);
        assert_eq!(code, 1, "{printed}");
        assert!(printed.starts_with("error: ") && printed.contains(why), "{printed}");
        assert!(!printed.contains("valid"), "{printed}");
    };
    let release = Release::new();
    release.put(PACKAGE, "The file of a release!\n");
    refused(&release, "handout_0.1.0-1_amd64.deb.minisig does not belong to it");
    release.put(PACKAGE, "");
    refused(&release, "does not belong to it");
    release.put(PACKAGE, CONTENT);
    let signature = format!("{PACKAGE}.minisig");
    release.put(&signature, &SIGNATURE.replace("0.1.0", "0.2.0"));
    refused(&release, "does not belong to it");
    release.put(&signature, SIGNATURE_OF_LIST);
    refused(&release, "does not belong to it");
    release.put(&signature, "nothing");
    refused(&release, "handout_0.1.0-1_amd64.deb.minisig holds no signature of minisign");
    std::fs::remove_file(release.path(&signature)).unwrap();
    refused(&release, "there is no signature at handout_0.1.0-1_amd64.deb.minisig");
    std::fs::remove_file(release.path(PACKAGE)).unwrap();
    refused(&release, "handout_0.1.0-1_amd64.deb does not exist");
}

#[test]
fn another_key_and_the_older_format_are_refused() {
    let release = Release::with_list();
    let (code, printed) = release.verify(PACKAGE, &["--key", OTHER_KEY]);
    assert_eq!(code, 1, "{printed}");
    assert!(printed.contains("was made with another key than the given one"), "{printed}");
    release.put("SHA256SUMS.minisig", OLDER_SIGNATURE);
    let (code, printed) = release.verify("SHA256SUMS", &["--key", KEY]);
    assert_eq!(code, 1, "{printed}");
    assert!(printed.contains("has the older form of signatures"), "{printed}");
}

#[test]
fn an_invalid_key_is_a_usage_error() {
    let release = Release::new();
    for args in [&[][..], &["--key"], &["--key", "RWTxR1hXDv9sZgNP"], &["--key", "."]] {
        let (code, printed) = release.verify(PACKAGE, args);
        assert_eq!(code, 2, "{args:?}: {printed}");
    }
    let (_, printed) = release.verify(PACKAGE, &[]);
    assert!(
        printed.contains("name it with --key, or put the file into /etc/handout/release.pub"),
        "{printed}"
    );
    let (code, printed) = release.verify(PACKAGE, &["--key", PACKAGE]);
    assert_eq!((code, printed.contains("holds no public key of minisign")), (1, true), "{printed}");
}

#[test]
fn the_list_of_checksums_is_compared_too() {
    let release = Release::with_list();
    let (code, printed) = release.verify(PACKAGE, &["--key", KEY]);
    assert_eq!(
        (code, printed.contains("SHA256SUMS lists it with the same checksum.")),
        (0, true),
        "{printed}"
    );
    let (code, printed) = release.verify("SHA256SUMS", &["--key", KEY]);
    assert_eq!(code, 0, "{printed}");
    assert!(printed.ends_with("1 of 1 listed files are here, all with the right checksum.\n"), "{printed}");
    release.put(PACKAGE, "The file of a release!\n");
    let (code, printed) = release.verify("SHA256SUMS", &["--key", KEY]);
    assert_eq!((code, printed.contains("SHA256SUMS lists another checksum for it")), (1, true), "{printed}");
    release.put(PACKAGE, CONTENT);
    release.put("SHA256SUMS", &LIST.replace("3eec", "0eec"));
    let (code, printed) = release.verify(PACKAGE, &["--key", KEY]);
    assert_eq!((code, printed.contains("SHA256SUMS lists another checksum for it")), (1, true), "{printed}");
    release.put("SHA256SUMS", "nothing\n");
    let (code, printed) = release.verify(PACKAGE, &["--key", KEY]);
    assert_eq!((code, printed.contains("SHA256SUMS, line 1: expected")), (1, true), "{printed}");
    std::fs::remove_file(release.path(PACKAGE)).unwrap();
    release.put("SHA256SUMS", LIST);
    let (code, printed) = release.verify("SHA256SUMS", &["--key", KEY]);
    assert_eq!((code, printed.contains("handout_0.1.0-1_amd64.deb: not here")), (0, true), "{printed}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn administrators_read_the_parts_list() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let provider = Provider::start();
    let server = Start::on(&data).signed_in_at(&provider).run();
    let path = "/api/system/sbom";
    assert_eq!(server.visitor().get(path).await.status, 401);
    assert_eq!(server.bearer(provider.staff()).get(path).await.status, 403);
    let answer = server.bearer(provider.admin()).get(path).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.headers["content-type"], "application/vnd.cyclonedx+json; version=1.6");
    assert_eq!(answer.headers["cache-control"], "no-store");
    let list = answer.body;
    assert_eq!(list["metadata"]["component"]["version"], env!("CARGO_PKG_VERSION"));
    let parts = list["components"].as_array().unwrap();
    let part = |purl: &str| {
        let found = parts.iter().find(|part| part["purl"].as_str().unwrap().starts_with(purl));
        found.unwrap_or(&Value::Null)
    };
    for purl in ["pkg:cargo/tantivy@", "pkg:npm/react@", "pkg:npm/%40ariakit/react@"] {
        let part = part(purl);
        assert!(part["licenses"][0]["expression"].is_string(), "{purl}: {part}");
        assert!(part["hashes"][0]["content"].as_str().unwrap().len() >= 64, "{purl}: {part}");
    }
    assert_eq!(part("pkg:generic/sqlite@")["name"], "sqlite");
    for purl in ["pkg:cargo/proptest@", "pkg:npm/vitest@", "pkg:cargo/handout@"] {
        assert!(part(purl).is_null(), "{purl} is not in the program");
    }
}

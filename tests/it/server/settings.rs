//! Settings from file, environment and command line, and the errors about invalid ones.

use crate::support::{Ended, run_in};
use handout::settings::{Overrides, Settings};
use serde_json::Value;
use std::path::Path;

/// Checks these settings; returns the error line.
fn refused(folder: &Path, toml: &str) -> String {
    std::fs::write(folder.join("s.toml"), toml).unwrap();
    let ended = run_in(folder, &[], &["check", "--config", "s.toml"]);
    assert_eq!(ended.code, Some(2), "{toml}: {ended:?}");
    ended.error().to_owned()
}

/// The data directory that was used, from the database path in the output of `check`.
fn data_dir(ended: &Ended) -> String {
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let line = ended.stdout.lines().find(|line| line.starts_with("database")).unwrap();
    let place = line.split("at ").nth(1).unwrap().split("/catalogue.db").next().unwrap();
    place.to_owned()
}

#[test]
fn a_wrong_setting_is_named_with_its_file_and_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("blank"), " \n").unwrap();
    for (toml, expected) in [
        ("[server]\nlisen = '127.0.0.1:1'", ["line 2: server.lisen:", "unknown setting", "listen"]),
        ("[servers]\nlisten = '127.0.0.1:1'", ["line 1: servers:", "unknown section", "server"]),
        ("[server]\nrate_limit = 'many'", ["line 2: server.rate_limit:", "a whole number", "many"]),
        ("[server]\nrate_limit = -1", ["line 2: server.rate_limit:", "0 or more", "-1"]),
        ("[server]\nrate_limit = [1]", ["line 2: server.rate_limit:", "a whole number", "[1]"]),
        ("[server]\nlisten = 'here'", ["line 2: server.listen:", "127.0.0.1:8080", "here"]),
        ("server = 7", ["line 1: server:", "expected a section", "[server]"]),
        ("server.listen = 7", ["line 1: server.listen:", "127.0.0.1:8080", "found 7"]),
        (
            "[server]\ntrusted_proxies = ['10.0.0.0/40']",
            ["line 2: server.trusted_proxies:", "10.0.0.0/8", "/40"],
        ),
        (
            "[server]\ntrusted_proxies = '10.0.0.0/8'",
            ["line 2: server.trusted_proxies:", "a list", "10.0.0.0/8"],
        ),
        (
            "[server]\npublic_url = 'https://x.example/path'",
            ["line 2: server.public_url:", "without a path", "https://x.example/path"],
        ),
        ("[server]\ntls_cert = 'cert.pem'", ["line 2: server.tls_cert:", "server.tls_key", "both"]),
        ("[server]\n\ntls_key = 'key.pem'", ["line 3: server.tls_key:", "server.tls_cert", "both"]),
        ("[server]\nrate_burst = 0", ["line 2: server.rate_burst:", "1 or more", "server.rate_limit"]),
        ("[server]\ndownloads_per_person = 0", ["line 2: server.downloads_per_person:", "from 1", "found 0"]),
        (
            "[server]\nframe_ancestors = ['*']",
            ["line 2: server.frame_ancestors:", "a list of addresses", "*"],
        ),
        (
            "[search]\ncrisis_lines = [{name = 'Help', category = 'sorrow', contact = '1'}]",
            ["line 2: search.crisis_lines:", "self-harm", "sorrow"],
        ),
        ("[search]\ncrisis_lines = '988'", ["line 2: search.crisis_lines:", "a list of lines", "988"]),
        ("[data]\ndir = ''", ["line 2: data.dir:", "folder", "empty"]),
        (
            "[hospital.links]\ndashboard = 'javascript:alert(1)'",
            ["line 2: hospital.links.dashboard:", "http", "https"],
        ),
        ("[hospital]\nlinks = 'x'", ["line 2: hospital.links:", "expected a section", "[hospital.links]"]),
        ("[hospital]\nemail = 'help'", ["line 2: hospital.email:", "email address", "help"]),
        (
            "[identity]\nissuer = 'id.example.org'",
            ["line 2: identity.issuer:", "http or https", "id.example.org"],
        ),
        (
            "[identity]\nissuer = 'https://id.example.org'",
            ["line 2: identity.client_id:", "required", "issuer"],
        ),
        (
            "[identity]\nsession_idle_hours = 0",
            ["line 2: identity.session_idle_hours:", "1 or more", "found 0"],
        ),
        ("[identity]\nopaque_tokens = 'yes'", ["line 2: identity.opaque_tokens:", "true or false", "yes"]),
        ("[orders]\nsmtp_url = 'smtp://mail:25'", ["line 2: orders.from:", "required", "smtp_url"]),
        (
            "[review]\ndigest = 'daily'",
            ["line 2: review.digest:", "\"off\" or \"weekly\" or \"monthly\"", "daily"],
        ),
        ("[review]\ndigest = 'weekly'", ["line 2: orders.smtp_url:", "required", "review.digest is weekly"]),
        (
            "[review]\ndigest = 'monthly'",
            ["hospital.email:", "required", "review.digest is weekly or monthly"],
        ),
        ("[backup]\nhour = 24", ["line 2: backup.hour:", "from 0 to 23", "found 24"]),
        ("[backup]\nkeep = 0", ["line 2: backup.keep:", "1 or more", "found 0"]),
        (
            "[backup]\nrecipient = 'age1x'",
            ["line 2: backup.recipient:", "an age public key", "found \"age1x\""],
        ),
        (
            "[identity]\nclient_secret_file = 'none'",
            ["line 2: identity.client_secret_file:", "none", "cannot be read"],
        ),
        (
            "[orders]\nsmtp_password_file = 'blank'",
            ["line 2: orders.smtp_password_file:", "blank", "is empty"],
        ),
        ("[usage]\ndays = 99999999999999999999", ["line 2:", "the number is too large", ""]),
        ("[server\nlisten = 1", ["line 1:", "not TOML", "expected"]),
        (
            "[server]\nrate_limit = 'x'\n[backup]\nhour = 'y'",
            ["line 2: server.rate_limit", "; s.toml", "backup.hour"],
        ),
    ] {
        let message = refused(folder.path(), toml);
        assert!(message.starts_with("error: s.toml line "), "{toml:?}: {message}");
        for word in expected {
            assert!(message.contains(word), "{word:?} is missing for {toml:?}: {message}");
        }
        for jargon in ["u32", "u8", "i64", "variant", "struct", "serde", "None", "invalid type", "sequence"] {
            assert!(!message.contains(jargon), "{jargon:?} for {toml:?}: {message}");
        }
    }
}

#[test]
fn a_password_is_in_no_message() {
    let folder = tempfile::tempdir().unwrap();
    for toml in ["[orders]\nsmtp_url = 'http://u:hunter2@mail'", "[identity]\nclient_secret = ['hunter2']"] {
        assert!(!refused(folder.path(), toml).contains("hunter2"), "{toml}");
    }
}

#[test]
fn a_named_settings_file_must_exist() {
    let folder = tempfile::tempdir().unwrap();
    for (variables, args) in [
        (vec![], vec!["check", "--config", "none.toml"]),
        (vec![("HANDOUT_CONFIG", "none.toml")], vec!["check"]),
    ] {
        let ended = run_in(folder.path(), &variables, &args);
        assert_eq!(ended.code, Some(2), "{ended:?}");
        assert!(ended.error().contains("none.toml"), "{ended:?}");
    }
}

#[test]
fn the_command_line_overrides_the_environment_and_both_override_the_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("handout.toml"), "[data]\ndir = './usual'").unwrap();
    std::fs::write(folder.path().join("other.toml"), "[data]\ndir = './named'").unwrap();
    let check = |variables: &[(&str, &str)], args: &[&str], expected: &str| {
        assert_eq!(data_dir(&run_in(folder.path(), variables, args)), expected, "{variables:?} {args:?}");
    };
    check(&[], &["check"], "./usual");
    check(&[("HANDOUT_CONFIG", "other.toml")], &["check"], "./named");
    check(&[("HANDOUT_CONFIG", "handout.toml")], &["check", "--config", "other.toml"], "./named");
    check(&[("HANDOUT_DATA__DIR", "./variable")], &["check"], "./variable");
    check(&[("HANDOUT_DATA__DIR", "./variable")], &["--data", "./flag", "check"], "./flag");
    check(&[("HANDOUT_DATA__DIR", "./variable")], &["check", "--data", "./flag"], "./flag");
}

#[test]
fn a_wrong_variable_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (name, value, expected) in [
        ("HANDOUT_SERVER__RATE_LIMIT", "many", "server.rate_limit: expected a whole number"),
        ("HANDOUT_SERVER__LISTEN", "here", "server.listen: expected an address and port"),
        ("HANDOUT_SERVER__TRUSTED_PROXIES", "10.0.0.0/8", "server.trusted_proxies: expected a list"),
        ("HANDOUT_SERVER__NOTHING", "1", "server.nothing: unknown setting"),
        ("HANDOUT_NOWHERE__LISTEN", "1", "nowhere.listen: unknown section"),
        ("HANDOUT_BACKUP__HOUR", "24", "backup.hour: expected a whole number from 0 to 23"),
        ("HANDOUT_BACKUP__KEEP", "0", "backup.keep: expected"),
        ("HANDOUT_SERVER__TLS_KEY", "key.pem", "server.tls_key: server.tls_cert is missing"),
        ("HANDOUT_IDENTITY__ISSUER", "https://id.example.org", "identity.client_id: is required"),
        ("HANDOUT_SERVER_LISTEN", "127.0.0.1:1", "this is not a setting; HANDOUT_SERVER__LISTEN is"),
        (
            "HANDOUT_HOSPITAL_LINKS_DASHBOARD",
            "x",
            "this is not a setting; HANDOUT_HOSPITAL__LINKS__DASHBOARD is",
        ),
    ] {
        let ended = run_in(folder.path(), &[(name, value)], &["check"]);
        assert_eq!(ended.code, Some(2), "{name}: {ended:?}");
        assert!(ended.error().starts_with(&format!("error: {name}: ")), "{name}: {ended:?}");
        assert!(ended.error().contains(expected), "{name}: {ended:?}");
    }
}

#[test]
fn a_wrong_value_is_refused_also_where_another_source_overrules_it() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("handout.toml"), "[server]\nlisten = 'here'\n[backup]\nhour = 24")
        .unwrap();
    let right = [("HANDOUT_SERVER__LISTEN", "127.0.0.1:1"), ("HANDOUT_BACKUP__HOUR", "3")];
    let ended = run_in(folder.path(), &right, &["check", "--listen", "127.0.0.1:0"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    for error in ["handout.toml line 2: server.listen", "handout.toml line 4: backup.hour"] {
        assert!(ended.error().contains(error), "{ended:?}");
    }
    std::fs::remove_file(folder.path().join("handout.toml")).unwrap();
    let wrong = [("HANDOUT_SERVER__LISTEN", "here")];
    let ended = run_in(folder.path(), &wrong, &["check", "--listen", "127.0.0.1:0"]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.error().contains("HANDOUT_SERVER__LISTEN"), "{ended:?}");
}

#[test]
fn an_empty_variable_counts_as_not_set() {
    let folder = tempfile::tempdir().unwrap();
    let empty = [
        ("HANDOUT_DATA__DIR", ""),
        ("HANDOUT_SERVER__LISTEN", ""),
        ("HANDOUT_SERVER__RATE_LIMIT", ""),
        ("HANDOUT_SERVER__TRUSTED_PROXIES", ""),
        ("HANDOUT_IDENTITY__ISSUER", ""),
        ("HANDOUT_IDENTITY__CLIENT_SECRET", ""),
        ("HANDOUT_ORDERS__SMTP_PASSWORD_FILE", ""),
        ("HANDOUT_SERVER_LISTEN", ""),
        ("HANDOUT_CONFIG", ""),
    ];
    assert_eq!(data_dir(&run_in(folder.path(), &empty, &["check"])), "./data");
    std::fs::write(folder.path().join("handout.toml"), "[data]\ndir = './kept'").unwrap();
    assert_eq!(data_dir(&run_in(folder.path(), &empty, &["check"])), "./kept");
    let ended = run_in(folder.path(), &[], &["check", "--data", ""]);
    assert_eq!(ended.code, Some(2), "{ended:?}");
    assert!(ended.stderr.contains("--data"), "{ended:?}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing was written");
}

#[test]
fn a_secret_of_digits_or_from_a_file_is_used_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let secret = folder.path().join("secret");
    std::fs::write(&secret, "0123\n").unwrap();
    let settings = folder.path().join("s.toml");
    let load = |toml: String| {
        std::fs::write(&settings, toml).unwrap();
        Settings::load(&Overrides { config: Some(settings.clone()), ..Overrides::default() })
    };
    let loaded = load(format!("[orders]\nsmtp_password_file = '{}'", secret.display())).unwrap();
    assert_eq!(loaded.orders.smtp_password.as_deref(), Some("0123"));
    let both = load(format!("[orders]\nsmtp_password = 'x'\nsmtp_password_file = '{}'", secret.display()));
    assert!(both.unwrap_err().to_string().contains("orders.smtp_password"));
    let ended = run_in(
        folder.path(),
        &[
            ("HANDOUT_IDENTITY__ISSUER", "http://127.0.0.1:1"),
            ("HANDOUT_IDENTITY__CLIENT_ID", "42"),
            ("HANDOUT_IDENTITY__CLIENT_SECRET", "0042"),
        ],
        &["check"],
    );
    assert_eq!(ended.code, Some(1), "the provider is down, the settings are right: {ended:?}");
}

#[test]
fn a_usage_error_ends_with_2() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["--nonsense"][..],
        &["serve", "--listen", "nowhere"],
        &["--log-format", "xml"],
        &["import"],
        &["frobnicate"],
        &["admin", "grant"],
        &["import", "x.jsonl", "--demo"],
        &["--demo", "--rebuild-index"],
    ] {
        let ended = run_in(folder.path(), &[], args);
        assert_eq!(ended.code, Some(2), "{args:?}: {ended:?}");
        assert!(ended.stderr.starts_with("error: "), "{args:?}: {ended:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "{args:?} left something behind");
    }
}

#[test]
fn help_lists_every_flag() {
    let folder = tempfile::tempdir().unwrap();
    let output = |args: &[&str]| {
        let ended = run_in(folder.path(), &[], args);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        ended.stdout
    };
    let help = output(&["--help"]);
    for word in [
        "--demo",
        "--rebuild-index",
        "--config",
        "--data",
        "--listen",
        "--log-format",
        "--version",
        "serve",
        "import",
        "export",
        "backup",
        "restore",
        "admin",
        "check",
    ] {
        assert!(help.contains(word), "{word} is missing:\n{help}");
    }
    let help = output(&["import", "--help"]);
    for word in ["--format", "--dry-run", "--skip-bad"] {
        assert!(help.contains(word), "{word} is missing:\n{help}");
    }
    assert_eq!(output(&["--version"]).trim(), concat!("handout ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_example_file_lists_every_key_with_its_default() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/handout.toml.example");
    let text = std::fs::read_to_string(&file).unwrap();
    let loaded = Settings::load(&Overrides { config: Some(file), ..Overrides::default() }).unwrap();
    let plain = |settings: &Settings| serde_json::to_value(settings).unwrap();
    assert_eq!(plain(&loaded), plain(&Settings::default()));
    fn keys(value: &Value, section: &str, found: &mut Vec<(String, String)>) {
        for (key, value) in value.as_object().unwrap() {
            match value {
                Value::Object(_) if section.is_empty() => keys(value, key, found),
                Value::Object(_) => keys(value, &format!("{section}.{key}"), found),
                _ => found.push((section.to_owned(), key.clone())),
            }
        }
    }
    let mut all = Vec::new();
    keys(&plain(&loaded), "", &mut all);
    assert!(all.len() > 30, "{all:?}");
    for (section, key) in all {
        let of_section =
            text.split(&format!("\n[{section}]\n")).nth(1).unwrap_or_else(|| panic!("[{section}]"));
        let of_section = of_section.split("\n[").next().unwrap();
        let listed = of_section
            .lines()
            .any(|line| line.trim_start_matches("# ").split_once(" =").is_some_and(|(name, _)| name == key));
        assert!(listed, "{section}.{key} is not in the example");
    }
}

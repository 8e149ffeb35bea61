//! The child process that reads a file: its output, damaged files, and its confinement.

use super::pdf;
use crate::support::binary;
use std::fs::Permissions;
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The processor time limit of a child, plus time to start and end on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);

fn extract(args: &[&str], file: &[u8]) -> Output {
    let mut child = Command::new(binary())
        .arg("extract-text")
        .args(args)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let file = file.to_vec();
    let writer = std::thread::spawn(move || {
        // A child that fails early stops reading.
        let _ = stdin.write_all(&file);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(args: &[&str], file: &[u8]) -> String {
    let output = extract(args, file);
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The arguments for a PDF: the built-in extractor, and `pdftotext` where it is installed.
fn readers() -> Vec<Vec<&'static str>> {
    let installed = Path::new("/usr/bin/pdftotext").exists();
    let mut readers = vec![vec!["pdf"]];
    readers.extend(installed.then(|| vec!["pdf", "--pdftotext", "/usr/bin/pdftotext"]));
    readers
}

#[test]
fn pdf_files_of_all_scripts_are_read() {
    for reader in readers() {
        let check = |file: &[u8], expected: &str| {
            // The file positions glyphs without spaces: the extractor infers the spaces.
            let packed = |text: &str| text.split_whitespace().collect::<String>();
            let text = text(&reader, file);
            assert!(packed(&text).contains(&packed(expected)), "{reader:?}: {text:?}");
        };
        check(&pdf::handout("Drink plenty of water\nand rest."), "Drink plenty of water");
        check(&pdf::unicode("发烧超过三天"), "发烧超过三天");
        check(&pdf::unicode("Жар у ребёнка"), "Жар у ребёнка");
        check(&pdf::pages(300), "This is page 299 about fever");
        assert_eq!(text(&reader, &pdf::scan()).trim(), "", "{reader:?}");
    }
}

#[test]
fn pages_and_plain_texts_are_read() {
    assert_eq!(text(&["html"], b"<title>x</title><p>Fieber &amp; Husten").trim(), "Fieber & Husten");
    assert_eq!(text(&["text", "--charset=iso-8859-1"], b"ni\xf1o"), "niño");
    assert_eq!(text(&["html"], &b"<div>".repeat(500_000)).trim(), "");
}

/// Each attack ends within its limits, with a failure or without a text.
#[test]
fn hostile_files_end_within_their_limits() {
    for (name, file) in pdf::hostile() {
        for reader in readers() {
            let begun = Instant::now();
            let output = extract(&reader, &file);
            assert!(begun.elapsed() < LONGEST, "{name} {reader:?}: {:?}", begun.elapsed());
            assert!(output.stdout.len() < 1_000, "{name} {reader:?}: {output:?}");
        }
    }
    for reader in readers() {
        assert!(extract(&reader, &pdf::pages(10_000)).stdout.len() < 10_000_000);
    }
}

/// A program in place of `pdftotext` that tries what an attacker in control of it would try.
#[test]
fn the_process_that_reads_a_file_can_do_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let (script, secret, leak) =
        (folder.path().join("reader"), folder.path().join("secret"), folder.path().join("leak"));
    std::fs::write(&secret, "secret").unwrap();
    let network = TcpListener::bind("127.0.0.1:0").unwrap();
    let attempts = format!(
        "#!/bin/bash\n\
         {{ echo x > {leak}; }} 2>/dev/null && echo WROTE\n\
         {{ read line < {secret}; }} 2>/dev/null && echo READ $line\n\
         {{ read line < /etc/passwd; }} 2>/dev/null && echo READ $line\n\
         {{ exec 5<>/dev/tcp/127.0.0.1/{port}; }} 2>/dev/null && echo CONNECTED\n\
         {{ exec 6<>/dev/udp/127.0.0.1/{port}; }} 2>/dev/null && echo SENT\n\
         echo memory $(ulimit -v)\n",
        leak = leak.display(),
        secret = secret.display(),
        port = network.local_addr().unwrap().port(),
    );
    let limits = "ulimit -v; ulimit -t; ulimit -f; ulimit -c; echo HOME=$HOME; echo DONE\n";
    std::fs::write(&script, attempts.replace("echo memory $(ulimit -v)\n", limits)).unwrap();
    std::fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    let output = extract(&["pdf", "--pdftotext", script.to_str().unwrap()], b"");
    assert_eq!(
        String::from_utf8_lossy(&output.stdout).lines().collect::<Vec<_>>(),
        ["524288", "10", "0", "0", "HOME=", "DONE"],
        "{output:?}"
    );
    assert!(!leak.exists());
    // It cannot start another program either.
    std::fs::write(&script, "#!/bin/bash\n(echo FORKED)\n").unwrap();
    let output = extract(&["pdf", "--pdftotext", script.to_str().unwrap()], b"");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{output:?}");
}

/// Files that the server has open or has inherited are not passed to the child.
#[test]
fn open_files_are_not_passed_to_the_child() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("reader");
    std::fs::write(&script, "#!/bin/bash\n{ read line <&7; } 2>/dev/null && echo READ $line\necho DONE\n")
        .unwrap();
    std::fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    let command = format!("{} extract-text pdf --pdftotext {} 7</etc/passwd", binary(), script.display());
    let output = Command::new("bash").args(["-c", &command]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "DONE\n", "{output:?}");
}

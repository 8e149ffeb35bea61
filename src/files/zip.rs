//! A ZIP archive of uncompressed entries, written while it is sent: sizes and CRC-32 stand in the local headers, so that
//! every program that unpacks from a stream can read it. ZIP64 is used from 4 GB on alone.
//!
//! The writer makes what stands between the contents; the caller sends the contents themselves.

use jiff::civil::DateTime;

const LOCAL_HEADER: u32 = 0x0403_4b50;
const DIRECTORY_ENTRY: u32 = 0x0201_4b50;
const DIRECTORY_END: u32 = 0x0605_4b50;
const ZIP64_DIRECTORY_END: u32 = 0x0606_4b50;
const ZIP64_LOCATOR: u32 = 0x0706_4b50;

/// Version 1.0 stores files, 2.0 is what archivers name at least; 4.5 knows ZIP64.
const VERSION: u16 = 20;
const ZIP64_VERSION: u16 = 45;
/// Unix, so that the attributes below are a mode.
const MADE_ON_UNIX: u16 = 3 << 8;
/// An ordinary file that its owner writes and everybody reads.
const MODE: u32 = 0o100_644 << 16;
const NAME_IS_UTF_8: u16 = 1 << 11;

/// The CRC-32 of an entry that is not a stored file.
pub fn crc32(content: &[u8]) -> u32 {
    crc32fast::hash(content)
}

/// An archive that is being written.
#[derive(Debug, Default)]
pub struct ZipWriter {
    position: u64,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    name: String,
    size: u64,
    crc32: u32,
    modified: (u16, u16),
    header_at: u64,
}

impl ZipWriter {
    /// The header of an entry; its content of exactly `size` bytes follows. `modified` is local time.
    pub fn begin_entry(&mut self, name: &str, size: u64, crc32: u32, modified: DateTime) -> Vec<u8> {
        let entry = Entry {
            name: name.to_owned(),
            size,
            crc32,
            modified: dos_time(modified),
            header_at: self.position,
        };
        let is_zip64 = is_large(size);
        let mut bytes = Vec::with_capacity(30 + name.len());
        put_u32(&mut bytes, LOCAL_HEADER);
        put_u16(&mut bytes, if is_zip64 { ZIP64_VERSION } else { VERSION });
        entry.put_common(&mut bytes, is_zip64);
        put_u16(&mut bytes, name.len() as u16);
        put_u16(&mut bytes, if is_zip64 { 20 } else { 0 });
        bytes.extend_from_slice(name.as_bytes());
        if is_zip64 {
            put_u16(&mut bytes, 1);
            put_u16(&mut bytes, 16);
            put_u64(&mut bytes, size);
            put_u64(&mut bytes, size);
        }
        self.position += bytes.len() as u64 + size;
        self.entries.push(entry);
        bytes
    }

    /// The directory, which ends the archive.
    pub fn finish(self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for entry in &self.entries {
            entry.put_directory_entry(&mut bytes);
        }
        let (count, size, at) = (self.entries.len() as u64, bytes.len() as u64, self.position);
        if is_large(at) || is_large(size) || count >= u64::from(u16::MAX) {
            let end_at = at + size;
            put_u32(&mut bytes, ZIP64_DIRECTORY_END);
            put_u64(&mut bytes, 44);
            put_u16(&mut bytes, MADE_ON_UNIX | ZIP64_VERSION);
            put_u16(&mut bytes, ZIP64_VERSION);
            put_u32(&mut bytes, 0);
            put_u32(&mut bytes, 0);
            for value in [count, count, size, at] {
                put_u64(&mut bytes, value);
            }
            put_u32(&mut bytes, ZIP64_LOCATOR);
            put_u32(&mut bytes, 0);
            put_u64(&mut bytes, end_at);
            put_u32(&mut bytes, 1);
        }
        put_u32(&mut bytes, DIRECTORY_END);
        put_u32(&mut bytes, 0);
        put_u16(&mut bytes, short(count));
        put_u16(&mut bytes, short(count));
        put_u32(&mut bytes, long(size));
        put_u32(&mut bytes, long(at));
        put_u16(&mut bytes, 0);
        bytes
    }
}

impl Entry {
    /// Flags, method, time, CRC-32 and sizes, which both headers have in this order.
    fn put_common(&self, bytes: &mut Vec<u8>, is_zip64: bool) {
        put_u16(bytes, if self.name.is_ascii() { 0 } else { NAME_IS_UTF_8 });
        put_u16(bytes, 0);
        put_u16(bytes, self.modified.0);
        put_u16(bytes, self.modified.1);
        put_u32(bytes, self.crc32);
        let size = if is_zip64 { u32::MAX } else { long(self.size) };
        put_u32(bytes, size);
        put_u32(bytes, size);
    }

    fn put_directory_entry(&self, bytes: &mut Vec<u8>) {
        let (large_size, large_position) = (is_large(self.size), is_large(self.header_at));
        let mut extra = Vec::new();
        if large_size || large_position {
            put_u16(&mut extra, 1);
            put_u16(&mut extra, 16 * u16::from(large_size) + 8 * u16::from(large_position));
            if large_size {
                put_u64(&mut extra, self.size);
                put_u64(&mut extra, self.size);
            }
            if large_position {
                put_u64(&mut extra, self.header_at);
            }
        }
        let version = if extra.is_empty() { VERSION } else { ZIP64_VERSION };
        put_u32(bytes, DIRECTORY_ENTRY);
        put_u16(bytes, MADE_ON_UNIX | version);
        put_u16(bytes, version);
        self.put_common(bytes, large_size);
        put_u16(bytes, self.name.len() as u16);
        put_u16(bytes, extra.len() as u16);
        // No comment, first disk, no internal attributes.
        for _ in 0..3 {
            put_u16(bytes, 0);
        }
        put_u32(bytes, MODE);
        put_u32(bytes, long(self.header_at));
        bytes.extend_from_slice(self.name.as_bytes());
        bytes.extend_from_slice(&extra);
    }
}

/// Whether a number needs ZIP64.
fn is_large(number: u64) -> bool {
    number >= u64::from(u32::MAX)
}

/// The number, or the mark that ZIP64 has it.
fn long(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn short(number: u64) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Time and date as MS-DOS stored them, from 1980 to 2107.
fn dos_time(at: DateTime) -> (u16, u16) {
    let year = at.year().clamp(1980, 2107);
    let time = ((at.hour() as u16) << 11) | ((at.minute() as u16) << 5) | (at.second() as u16 / 2);
    let date = ((year - 1980) as u16) << 9 | (at.month() as u16) << 5 | at.day() as u16;
    (time, date)
}

fn put_u16(bytes: &mut Vec<u8>, value: u16) {
    bytes.extend_from_slice(&value.to_le_bytes());
}

fn put_u32(bytes: &mut Vec<u8>, value: u32) {
    bytes.extend_from_slice(&value.to_le_bytes());
}

fn put_u64(bytes: &mut Vec<u8>, value: u64) {
    bytes.extend_from_slice(&value.to_le_bytes());
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use jiff::civil::date;
    use std::process::Command;

    fn archive(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut zip = ZipWriter::default();
        let mut bytes = Vec::new();
        for (name, content) in entries {
            let at = date(2026, 11, 28).at(16, 30, 5, 0);
            bytes.extend(zip.begin_entry(name, content.len() as u64, crc32fast::hash(content), at));
            bytes.extend_from_slice(content);
        }
        bytes.extend(zip.finish());
        bytes
    }

    /// Python's module tells what it reads; it checks every CRC-32 and refuses what does not fit together.
    fn read_by_python(bytes: &[u8]) -> String {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        let program = "import sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n\
                       print([(i.filename,i.file_size,i.date_time,i.flag_bits,i.extra) for i in z.infolist()])";
        let output = Command::new("python3").args(["-c", program]).arg(file.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    #[test]
    fn another_program_reads_names_sizes_and_times() {
        let read = read_by_python(&archive(&[
            ("26-000123-1-KSBG104-x40.pdf", b"%PDF-1.7"),
            ("Fieber für Eltern.txt", b""),
        ]));
        let time = "(2026, 11, 28, 16, 30, 4)";
        assert_eq!(
            read,
            format!(
                "[('26-000123-1-KSBG104-x40.pdf', 8, {time}, 0, b''), ('Fieber für Eltern.txt', 0, {time}, 2048, b'')]"
            )
        );
        assert_eq!(read_by_python(&archive(&[])), "[]");
    }

    #[test]
    fn sizes_and_crc_are_in_the_local_header() {
        let bytes = archive(&[("a.txt", b"123456789")]);
        assert_eq!(bytes[14..18], 0xcbf4_3926_u32.to_le_bytes());
        assert_eq!(bytes[18..26], [9, 0, 0, 0, 9, 0, 0, 0]);
        // Neither a data descriptor nor ZIP64 is announced.
        assert_eq!(bytes[4..8], [20, 0, 0, 0]);
    }

    #[test]
    fn zip64_begins_at_four_gigabytes() {
        let at = date(2026, 11, 28).at(0, 0, 0, 0);
        let mut zip = ZipWriter::default();
        let below = zip.begin_entry("below", u64::from(u32::MAX) - 1, 0, at);
        assert_eq!(below.len(), 30 + 5);
        let beyond = zip.begin_entry("beyond", u64::from(u32::MAX), 0, at);
        assert_eq!(beyond.len(), 30 + 6 + 20);
        assert_eq!(beyond[18..26], [0xFF; 8]);
        let end = zip.finish();
        assert!(memchr::memmem::find(&end, &ZIP64_DIRECTORY_END.to_le_bytes()).is_some());
        let small = archive(&[("a", b"1")]);
        assert!(memchr::memmem::find(&small, &ZIP64_DIRECTORY_END.to_le_bytes()).is_none());
    }
}

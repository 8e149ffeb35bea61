//! Confines the child process before it reads a byte of a file: time, memory, files, network.
//!
//! Landlock drops the rights that the kernel knows: with version 4 (Linux 6.7) TCP, with version 6 signals and abstract
//! sockets. The system call filter forbids every socket on any kernel.

use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError,
    RulesetStatus, Scope, path_beneath_rules,
};
use rustix::process::{Resource, Rlimit, setrlimit};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

const MAX_MEMORY: u64 = 512 * 1024 * 1024;
const MAX_CPU_S: u64 = 10;
const MAX_OPEN_FILES: u64 = 64;
/// The newest version of Landlock whose rights are dropped, where the kernel has it.
const NEWEST: ABI = ABI::V6;
/// What a program needs to start: its libraries, and their list.
const LIBRARIES: [&str; 5] = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/ld.so.preload"];
/// What a program that draws needs besides: fonts and their list; the encoding data of poppler is in /usr.
pub(super) const FONTS: [&str; 3] = ["/etc/fonts", "/var/cache/fontconfig", "/usr/local/share/fonts"];

/// System calls that reading a file never needs: the network, other processes, and the administration of the kernel.
const DENIED: [libc::c_long; 14] = [
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_io_uring_setup,
    libc::SYS_clone,
    libc::SYS_clone3,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_bpf,
    libc::SYS_userfaultfd,
    libc::SYS_unshare,
    libc::SYS_mount,
    libc::SYS_keyctl,
];

/// Has every file closed when the program that reads a file starts, apart from its input, output and errors. The server may
/// have inherited some itself.
pub(super) fn leave_open_files() {
    close_fds::set_fds_cloexec(3, &[]);
}

/// Limits processor time and memory, and forbids writing to files and core dumps.
pub(super) fn limit_resources() -> io::Result<()> {
    let limits = [
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        (Resource::Nofile, MAX_OPEN_FILES),
        (Resource::Cpu, MAX_CPU_S),
        (Resource::As, MAX_MEMORY),
    ];
    for (resource, most) in limits {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })?;
    }
    Ok(())
}

/// Denies access to every file except these programs and what they need to start, and to the network.
pub(super) fn allow_only(programs: &[&Path]) -> io::Result<LandlockStatus> {
    let paths =
        LIBRARIES.iter().map(Path::new).filter(|_| !programs.is_empty()).chain(programs.iter().copied());
    let confined = || -> Result<_, RulesetError> {
        Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(paths, AccessFs::from_read(NEWEST)))?
            .restrict_self()
    };
    let status = confined().map_err(io::Error::other)?;
    Ok(match status.ruleset {
        RulesetStatus::NotEnforced => LandlockStatus::NotEnabled,
        _ => status.landlock,
    })
}

/// Makes the kernel refuse the system calls of [`DENIED`].
pub(super) fn filter_system_calls() -> io::Result<()> {
    let denied: BTreeMap<i64, _> = DENIED.iter().map(|call| (*call, Vec::new())).collect();
    let refusal = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let program: BpfProgram = std::env::consts::ARCH
        .try_into()
        .and_then(|arch| SeccompFilter::new(denied, SeccompAction::Allow, refusal, arch))
        .and_then(TryInto::try_into)
        .map_err(io::Error::other)?;
    apply_filter(&program).map_err(io::Error::other)
}

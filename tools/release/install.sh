# Sourced by make.sh: installs these versions of the release tools into target/tools.
deb_version=3.8.0
auditable_version=0.7.7
tools=${HANDOUT_TOOLS:-$root/target/tools}
PATH=$tools/bin:$PATH
install_tool() {
    if ! cargo install --list --root "$tools" | grep -qx "$1 v$2:"; then
        echo "Installing $1 $2 into $tools"
        # With its own flags and folder, and unoptimized, which compiles in half the time.
        env -u CARGO_ENCODED_RUSTFLAGS -u CFLAGS -u CARGO_TARGET_DIR \
            cargo install "$1" --version "$2" --locked --debug --root "$tools"
    fi
}
install_tool cargo-deb "$deb_version"
install_tool cargo-auditable "$auditable_version"
if [ -n "${KEY-}" ] && ! command -v minisign > /dev/null; then
    echo 'Installing Debian packages: minisign'
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends minisign
fi

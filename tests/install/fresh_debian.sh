#!/bin/bash
# Installs the companion in a fresh Debian tree by the steps of docs/pi.md, and nothing else, then
# runs its service, kills it, starts it again, and sees that the game goes on.
#
#   sudo tests/install/fresh_debian.sh bookworm [FOLDER]     (or trixie; needs root and debootstrap)
#
# With ARCH=arm64 the tree is one for another processor, which qemu stands in for (aarch64.sh).
# There is no systemd inside of a tree, so the unit's own ExecStart is run the way systemd would.
set -euo pipefail
suite=${1:?which Debian: bookworm or trixie}
tree=${2:-$(mktemp -d)/$suite}
arch=${ARCH:-$(dpkg --print-architecture)}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=tests/install/needs.sh
. "$here/needs.sh"
needs "$arch"
step() { printf '\n== %s\n' "$*"; }
enter=(chroot "$tree" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8)
become=(HOME=/home/vera USER=vera PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels ${QEMU_CPU:+QEMU_CPU="$QEMU_CPU"}
  setpriv --reuid=vera --regid=vera --clear-groups --inh-caps=-all)
inside() { "${enter[@]}" "$@"; }
as_vera() { inside "${become[@]}" sh -euc "cd ~; $1"; }
server=
cleanup() {
  [ -z "$server" ] || kill -9 "$server" 2>/dev/null || true
  umount "$tree/proc" 2>/dev/null || true
}
trap cleanup EXIT

step "a fresh tree: $suite in $tree"
a_tree "$suite" "$arch" "$tree"
[ -e "$tree/proc/self" ] || mount -t proc proc "$tree/proc"

packages=$(sed -n 's/^\$ sudo apt install //p' "$root/docs/pi.md" | head -1)
step "sudo apt install $packages"
inside DEBIAN_FRONTEND=noninteractive PACKAGES="$packages" sh -ec \
  'apt-get update -qq; apt-get install -y -qq --no-install-recommends $PACKAGES >/dev/null'
inside python3 -V
inside userdel --remove vera 2>/dev/null || true # nothing of an earlier run may help
inside useradd --create-home vera

step "the packages, fetched outside for the Python inside, since a tree has no network of its own"
version=$(inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
wheels_for "$arch" "$version" "$tree/wheels"

step "git clone, ./install.sh"
project_for_vera "$tree"
as_vera './table-companion/install.sh'
rm -rf "$tree/home/vera/table-companion" # what is installed must not need the clone

step "companion setup, companion doctor"
as_vera '.local/bin/companion setup --yes --port 8765 --players 2'
# A tree has no systemd, no Wi-Fi and maybe no room; what is WRONG ends the test.
as_vera '.local/bin/companion doctor'

step "companion service install"
as_vera '.local/bin/companion service install' || true
unit=$tree/home/vera/.config/systemd/user/table-companion.service
command=$(sed -n 's/^ExecStart=//p' "$unit")
echo "ExecStart=$command"

step "the service, as systemd would start it"
start() {
  # Every word of this replaces the one before, so that $! is the companion itself.
  exec_it="cd ~; exec $command --host 127.0.0.1 --set web.announce=false"
  "${enter[@]}" "${become[@]}" sh -euc "$exec_it" >"$tree/tmp/serve.log" 2>&1 &
  server=$!
  for _ in $(seq 600); do
    [ "$(asked /healthz)" != ok ] || return 0
    kill -0 "$server" || { cat "$tree/tmp/serve.log"; exit 1; }
    sleep 0.5
  done
  echo "it does not answer"; cat "$tree/tmp/serve.log"; exit 1
}
asked() {
  python3 -c 'import sys, urllib.request as u
try: print(u.urlopen("http://127.0.0.1:8765" + sys.argv[1], timeout=5).read().decode())
except OSError: print("-")' "$1"
}
start
head -2 "$tree/tmp/serve.log"

step "a phone joins"
python3 "$root/tests/install/join.py" http://127.0.0.1:8765 "$tree/tmp/serve.log"

step "the plug is pulled, and it starts again"
kill -9 "$server"
wait "$server" 2>/dev/null || true
start
grep "goes on where it was" "$tree/tmp/serve.log"
kill -TERM "$server"
wait "$server"
server=

step "an update keeps the games"
games=$(find "$tree/home/vera/.local/share/table-companion" -name game.log | wc -l)
project_for_vera "$tree"
as_vera './table-companion/install.sh'
[ "$games" = "$(find "$tree/home/vera/.local/share/table-companion" -name game.log | wc -l)" ]
as_vera '.local/bin/companion backup all.zip; .local/bin/companion service uninstall'
printf '\n%s: everything worked\n' "$suite"

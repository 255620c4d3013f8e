#!/bin/bash
# The companion on a Pi's processor, without a Pi: the steps of docs/pi.md in a fresh Debian for arm64
# (fresh_debian.sh), and then the same answers as on this computer.
#
#   sudo tests/install/aarch64.sh bookworm [FOLDER]     (or trixie)
#
# Needs root, debootstrap, and qemu-user-static registered with binfmt_misc. Call `make` something
# before, so that .venv is there. qemu is some ten times slower than a processor: a look takes half a
# minute, everything about half an hour.
set -euo pipefail
suite=${1:?which Debian: bookworm or trixie}
tree=${2:-$(mktemp -d)/$suite-arm64}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
companion=$root/.venv/bin/companion
step() { printf '\n== %s (%s)\n' "$*" "$(date +%T)"; }
[ -x "$companion" ] || { echo "make .venv/ready first"; exit 1; }
[ -e /proc/sys/fs/binfmt_misc/qemu-aarch64 ] ||
  { echo "qemu-user-static is not registered: update-binfmts --enable qemu-aarch64"; exit 1; }

ARCH=arm64 "$here/fresh_debian.sh" "$suite" "$tree"

mount -t proc proc "$tree/proc"
trap 'umount "$tree/proc"' EXIT
as_vera() {
  chroot "$tree" /usr/bin/env -i PATH=/home/vera/.local/bin:/usr/bin:/bin LANG=C.UTF-8 HOME=/home/vera \
    USER=vera setpriv --reuid=vera --regid=vera --clear-groups --inh-caps=-all sh -euc "cd ~; $1"
}
mkdir -p "$tree/home/vera/photos"
rm -f "$tree"/home/vera/photos/*

step "the processor"
as_vera 'uname -m; companion --version'

step "the dice of our own test pictures, and of 20 real photos where they are at hand"
cp "$root"/tests/data/dice/table*.jpg "$tree/home/vera/photos/"
for source in aws_vegas byler_d6 roboflow_dice epanemu matteo; do
  for photo in $(find "$root/../shared/data/dice/$source/images" -name '*.jpg' 2>/dev/null | sort | sed -n '1p;6p;11p;16p'); do
    cp "$photo" "$tree/home/vera/photos/$source-$(basename "$photo")"
  done
done
(cd "$tree/home/vera/photos" && "$companion" look --json ./*.jpg) >"$tree/tmp/here.json"
as_vera 'cd photos; companion look --json ./*.jpg' >"$tree/tmp/there.json" 2>"$tree/tmp/there.err"
python3 "$here/same_answers.py" "$tree/tmp/here.json" "$tree/tmp/there.json"
# A tree has no /sys, which the runtime of the networks complains about; anything else would reach users.
! grep -v cpuinfo "$tree/tmp/there.err" || exit 1

step "a game of the same seed has the same scores"
game='simulate propeller-islands --games 3 --players 3 --seed pi --json'
# shellcheck disable=SC2086  # the words of a command
"$companion" $game | grep -v '"seconds"' >"$tree/tmp/here.txt"
as_vera "companion $game" | grep -v '"seconds"' >"$tree/tmp/there.txt"
diff "$tree/tmp/here.txt" "$tree/tmp/there.txt"
head -5 "$tree/tmp/there.txt"

printf '\n%s on arm64: the same answers\n' "$suite"

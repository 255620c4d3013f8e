#!/bin/bash
# The companion on a Pi's processor, without a Pi: the steps of docs/pi.md in fresh Debians for arm64
# (fresh_debian.sh), and then the same answers as on this computer.
#
#   sudo tests/install/aarch64.sh                 bookworm as a Pi 4, then trixie as a Pi 5
#   sudo tests/install/aarch64.sh trixie          only that one
#
# It needs root, debootstrap, qemu-user-static and binfmt_misc, and .venv, which any `make` makes.
# The trees are kept in $TREES (/var/tmp/pi-trees) for the next time. qemu is forty times slower
# than a processor where the eye looks, half a minute for a photo, and ten times elsewhere: about
# an hour for each Debian on two quiet cores. Real photos are looked for in ../shared.
set -euo pipefail
trees=${TREES:-/var/tmp/pi-trees}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
companion=$root/.venv/bin/companion
step() { printf '\n== %s (%s)\n' "$*" "$(date +%T)"; }

# shellcheck source=tests/install/needs.sh
. "$here/needs.sh"
needs arm64

as_vera() {
  chroot "$tree" /usr/bin/env -i PATH=/home/vera/.local/bin:/usr/bin:/bin LANG=C.UTF-8 HOME=/home/vera \
    USER=vera QEMU_CPU="$QEMU_CPU" setpriv --reuid=vera --regid=vera --clear-groups --inh-caps=-all \
    sh -euc "cd ~; $1"
}

the_same_dice() {
  step "the dice of our own test pictures, and of 20 real photos"
  local photos=$tree/home/vera/photos source photo part parts=() cores
  rm -rf "$photos"
  mkdir "$photos"
  cp "$root"/tests/data/dice/table*.jpg "$photos/"
  for source in aws_vegas byler_d6 roboflow_dice epanemu matteo; do
    find "$root/../shared/data/dice/$source/images" -name '*.jpg' 2>/dev/null | sort |
      sed -n '1p;6p;11p;16p' | while read -r photo; do cp "$photo" "$photos/$source-${photo##*/}"; done
  done
  real=$(find "$photos" -name '*.jpg' -not -name 'table*' | wc -l)
  [ "$real" = 20 ] || echo "SKIPPED: $((20 - real)) of 20 real photos are not here (../shared/data/dice)"
  (cd "$photos" && "$companion" look --json ./*.jpg) >"$tree/tmp/here.json"
  # qemu uses one core for each look, so there are as many as there are cores.
  cores=$(nproc)
  rm -f "$tree"/tmp/there.*
  for part in $(seq 0 $((cores - 1))); do
    as_vera "cd photos; ls | awk 'NR % $cores == $part' | xargs companion look --json --threads 1" \
      >"$tree/tmp/there.$part.json" 2>"$tree/tmp/there.$part.err" &
    parts+=($!)
  done
  for part in "${parts[@]}"; do wait "$part"; done
  python3 "$here/same_answers.py" "$tree/tmp/here.json" "$tree"/tmp/there.*.json
  # Nothing may reach users that they can't act on.
  [ -z "$(cat "$tree"/tmp/there.*.err)" ] || { cat "$tree"/tmp/there.*.err; exit 1; }
}

the_same_scores() {
  step "games of the same seed have the same scores"
  local game='simulate propeller-islands --games 3 --players 3 --seed pi --json'
  # shellcheck disable=SC2086  # the words of a command
  "$companion" $game | grep -v '"seconds"' >"$tree/tmp/here.txt"
  as_vera "companion $game" | grep -v '"seconds"' >"$tree/tmp/there.txt"
  diff "$tree/tmp/here.txt" "$tree/tmp/there.txt"
  tr -d '\n ' <"$tree/tmp/there.txt"; echo
}

a_backup_from_here() {
  step "a backup made here is restored there"
  local made=$tree/tmp/made log=games/*/game.log
  rm -rf "$made" "$tree/home/vera/restored"
  "$companion" serve --camera none --pace 0.05 --seed pi --host 127.0.0.1 --port 0 \
    --set data.folder="$made" --set web.announce=false >"$tree/tmp/made.log" &
  local server=$!
  until grep -q 'code to join' "$tree/tmp/made.log"; do kill -0 $server; sleep 0.2; done
  sleep 10 # for some moves; how many does not matter
  kill -TERM $server
  wait $server
  "$companion" backup "$tree/tmp/here.zip" --set data.folder="$made"
  chmod a+r "$tree/tmp/here.zip"
  as_vera 'companion restore /tmp/here.zip --set data.folder=restored'
  # shellcheck disable=SC2086  # the log's folder is the day's
  "$companion" replay --json $made/$log >"$tree/tmp/here.txt"
  as_vera "companion replay --json restored/$log" >"$tree/tmp/there.txt"
  cmp "$tree/tmp/here.txt" "$tree/tmp/there.txt"
  grep -c '"told"' "$tree/tmp/there.txt" | sed 's/$/ moves, told alike to the last letter/'
  cmp "$made/games/phones.json" "$tree/home/vera/restored/games/phones.json"
}

one_debian() {
  suite=$1 tree=$trees/$1-arm64
  case $suite in
    bookworm) export QEMU_CPU=cortex-a72 model='Pi 4' ;;
    *) export QEMU_CPU=cortex-a76 model='Pi 5' ;;
  esac
  step "$suite, with the processor of a $model ($QEMU_CPU)"
  ARCH=arm64 "$here/fresh_debian.sh" "$suite" "$tree"
  mount -t proc proc "$tree/proc"
  trap 'umount "$tree/proc"' EXIT
  as_vera 'uname -m; companion --version'
  the_same_scores
  a_backup_from_here
  the_same_dice
  umount "$tree/proc"
  trap - EXIT
  printf '\n%s on arm64: the same answers (%s)\n' "$suite" "$(date +%T)"
}

mkdir -p "$trees"
for suite in "${@:-bookworm trixie}"; do
  # shellcheck disable=SC2086  # both words, when none was given
  for suite in $suite; do one_debian "$suite"; done
done

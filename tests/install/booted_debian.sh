#!/bin/bash
# Boots a fresh Debian, installs the companion by the steps of docs/pi.md, and sees that systemd
# looks after it: started anew when it is killed and when it hangs, and there again after a reboot,
# each time with the same game. First as somebody's own service, then as one of the system.
#
#   sudo tests/install/booted_debian.sh bookworm [FOLDER]     (or trixie; needs root and debootstrap)
#
# It takes some minutes; most of them are systemd's patience with a companion that hangs.
set -euo pipefail
suite=${1:?which Debian: bookworm or trixie}
tree=${2:-$(mktemp -d)/$suite}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
needed=systemd,systemd-sysv,libpam-systemd,dbus,dbus-user-session,python3
init=
step() { printf '\n== %s (%s)\n' "$*" "$(date +%T)"; }
fail() { printf '\nFAILED: %s\n' "$*"; as_vera 'companion service logs --lines 20' || true; exit 1; }

# --- the computer ---------------------------------------------------------------------------------

boot() {
  "$here/boot.sh" "$tree" &
  outer=$!
  for _ in $(seq 100); do
    # `unshare` waits for its child, which becomes systemd.
    init=$(cat "/proc/$outer/task/$outer/children" 2>/dev/null | tr -d ' ') || true
    if [ -n "$init" ] && [ "$(cat "/proc/$init/comm" 2>/dev/null)" = systemd ] &&
      inside systemctl is-active --quiet systemd-logind.service 2>/dev/null; then
      return
    fi
    sleep 0.3
  done
  echo "systemd does not come up"; inside systemctl --failed || true; exit 1
}
off() {
  [ -z "$init" ] || kill -9 "$init" 2>/dev/null || true
  wait "$outer" 2>/dev/null || true
  init=
  groups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/table-companion-$outer
  find "$groups" -depth -type d -exec rmdir {} + 2>/dev/null || true
}
trap '[ -z "$init" ] || off; umount "$tree/proc" 2>/dev/null || true' EXIT
inside() {
  nsenter --target "$init" --mount --uts --ipc --net --pid --cgroup --root --wd=/ \
    /usr/bin/env -C / -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 "$@"
}
as_vera() {
  inside HOME=/home/vera USER=vera XDG_RUNTIME_DIR="/run/user/$vera" \
    PATH=/home/vera/.local/bin:/usr/bin:/bin PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels \
    setpriv --reuid=vera --regid=vera --init-groups --inh-caps=-all sh -euc "cd ~; $1"
}

# --- what is to be seen of the service ------------------------------------------------------------

manager=(as_vera) # who is asked about it: vera, or the system
words='systemctl --user'
property() { "${manager[@]}" "$words show table-companion.service --property=$1 --value"; }
asked() {
  inside python3 -c 'import sys, urllib.request as u
try: print(u.urlopen("http://127.0.0.1:8765/healthz", timeout=5).read().decode())
except OSError: print("-")'
}
wait_for() { # what, seconds, condition
  for _ in $(seq "$2"); do
    if eval "$3"; then return; fi
    sleep 1
  done
  fail "$1"
}
is_up() { [ "$(property ActiveState)" = active ] && [ "$(asked)" = ok ]; }
events() {
  inside python3 -c 'import glob, sqlite3
print(sum(sqlite3.connect(log).execute("SELECT count(*) FROM events").fetchone()[0]
          for log in glob.glob("/home/vera/.local/share/table-companion/*/*/game.log")))'
}
games() { find "$tree/home/vera/.local/share/table-companion" -name game.log | wc -l; }
started_anew() { # after what, within seconds
  wait_for "it is not started anew after $1" "$2" \
    '[ "$(property MainPID)" != "$pid" ] && [ "$(property MainPID)" != 0 ] && is_up'
  [ "$(games)" = 1 ] || fail "after $1 another game was begun"
  [ "$(events)" -ge "$before" ] || fail "after $1 events are missing: $(events) of $before"
  echo "after $1: process $(property MainPID) instead of $pid, $(events) events, $before before"
}
look() { pid=$(property MainPID); before=$(events); }
kill_and_hang() {
  step "it is killed"
  wait_for "nothing happens at the table" 300 '[ "$(events)" -gt 0 ]'
  look
  inside sh -c "kill -KILL $pid"
  started_anew "kill -9" 120
  step "it hangs: nobody gets an answer, and no process has ended"
  look
  inside sh -c "kill -STOP $pid"
  [ "$(asked)" = - ] || fail "it still answers"
  started_anew "the watchdog" 300
  "${manager[@]}" "${words/systemctl/journalctl} --unit table-companion.service --no-pager" |
    grep -i "watchdog timeout" || fail "the journal does not know why"
}

# --- the test -------------------------------------------------------------------------------------

step "a fresh tree: $suite in $tree"
[ -d "$tree/usr/bin" ] || debootstrap --variant=minbase --include="$needed" "$suite" "$tree" >/dev/null
cp -L /etc/resolv.conf "$tree/etc/resolv.conf"
mountpoint -q "$tree/proc" || mount -t proc proc "$tree/proc"
packages=$(sed -n 's/^\$ sudo apt install //p' "$root/docs/pi.md" | head -1)
chroot "$tree" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin DEBIAN_FRONTEND=noninteractive \
  sh -ec "apt-get update -qq
    apt-get install -y -qq --no-install-recommends $packages ${needed//,/ } >/dev/null 2>&1
    id -u vera >/dev/null 2>&1 || useradd --create-home --shell /bin/bash vera"
umount "$tree/proc"
vera=$(chroot "$tree" id -u vera)
version=$(chroot "$tree" python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
mkdir -p "$tree/wheels"
python3 -m pip download --quiet --only-binary=:all: --python-version "$version" \
  --dest "$tree/wheels" --requirement "$root/requirements/run.txt" 'setuptools>=80' wheel
# Whatever an earlier run has left in this tree must not help.
rm -rf "$tree/home/vera/table-companion" "$tree/home/vera/.local" "$tree/home/vera/.config" \
  "$tree/var/lib/systemd/linger" "$tree/etc/systemd/system/table-companion.service"
mkdir "$tree/home/vera/table-companion"
git -C "$root" archive HEAD | tar -x -C "$tree/home/vera/table-companion"
chroot "$tree" chown -R vera:vera /home/vera

step "the computer is switched on, and Vera logs in"
boot
inside systemctl --version | head -1
inside systemctl start "user@$vera.service"

step "the documented steps"
as_vera 'cd table-companion; sh install.sh'
as_vera 'companion setup --yes --port 8765 --players 2'
as_vera 'companion service install' | tee /tmp/said.$$
# It says what Vera can't do herself, and she does what it says.
sed -n 's/^  sudo //p' /tmp/said.$$ | while read -r line; do echo "sudo $line"; inside $line; done
rm /tmp/said.$$
wait_for "it does not start" 120 is_up
as_vera 'companion service status'
kill_and_hang
as_vera 'companion service status'

step "the computer is restarted"
look
inside systemctl reboot || true
wait "$outer" || true
off
boot
wait_for "it is not there after a reboot" 180 is_up
[ "$(games)" = 1 ] || fail "another game was begun"
[ "$(events)" -ge "$before" ] || fail "events are missing"
as_vera 'companion service logs --lines 40' | grep "goes on where it was" | tail -1
as_vera 'companion service uninstall'
[ "$(asked)" = - ] || fail "it still answers"

step "as a service of the system"
manager=(inside sh -c)
words=systemctl
inside HOME=/root /home/vera/.local/bin/companion service install --system --as vera \
  --config /home/vera/.config/table-companion/config.toml
wait_for "it does not start" 120 is_up
[ "$(inside stat -c %U "/proc/$(property MainPID)")" = vera ] || fail "it does not run as Vera"
kill_and_hang
inside systemd-analyze security --no-pager table-companion.service | tail -1
inside /home/vera/.local/bin/companion service status --system
inside /home/vera/.local/bin/companion service uninstall --system
[ "$(asked)" = - ] || fail "it still answers"
printf '\n%s: everything worked\n' "$suite"

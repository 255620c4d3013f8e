#!/bin/bash
# A prepared card, as far as a tree of Debian can try it: prepare.py on a boot folder as Imager
# leaves it, the hook as the first start calls it, and then a systemd that really runs and does the
# rest: installs, switches the service on, shows the QR code, and is through with it.
#
#   sudo tests/install/card.sh bookworm     (or trixie)
#
# Needs root, debootstrap and .venv; the tree stays in $TREES (/var/tmp/pi-trees). Some five minutes,
# two when the tree is there. What a Pi's own first start does is not tried: it makes the user, joins
# the Wi-Fi, and calls Imager's script or cloud-init.
set -euo pipefail
suite=${1:?which Debian: bookworm or trixie}
arch=$(dpkg --print-architecture)
tree=${TREES:-/var/tmp/pi-trees}/card-$suite
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=tests/install/needs.sh
. "$here/needs.sh"
needs "$arch"
step() { printf '\n== %s (%s)\n' "$*" "$(date +%T)"; }
in_tree() {
  chroot "$tree" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 "$@"
}

step "a fresh system with a user of its own: $suite"
a_tree "$suite" "$arch" "$tree"
mountpoint -q "$tree/proc" || mount -t proc proc "$tree/proc"
outer=
end() {
  umount "$tree/proc" 2>/dev/null || true
  [ -n "$outer" ] || return 0
  kill -9 "$outer" 2>/dev/null || true # what it has started goes with it
  wait "$outer" 2>/dev/null || true
  groups=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/table-companion-$outer
  find "$groups" -depth -type d -exec rmdir {} + 2>/dev/null || true
}
trap end EXIT
packages=$(sed -n "s/^packages='\(.*\)'/\1/p" "$root/card/first_boot.sh")
in_tree DEBIAN_FRONTEND=noninteractive sh -ec "apt-get update -qq
  apt-get install -y -qq --no-install-recommends $packages systemd systemd-sysv libpam-systemd dbus \
    dbus-user-session >/dev/null 2>&1"
in_tree userdel --remove vera 2>/dev/null || true
in_tree useradd --create-home --uid 1000 --shell /bin/bash vera
rm -rf "$tree"/{boot/firmware,usr/local/lib/table-companion-card,var/lib/table-companion-card} \
  "$tree"/var/lib/systemd/linger "$tree"/etc/systemd/system/*table-companion* \
  "$tree"/etc/systemd/system/*/*table-companion*
version=$(in_tree python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
wheels_for "$arch" "$version" "$tree/wheels"
printf '[global]\nno-index = true\nfind-links = /wheels\n' >"$tree/etc/pip.conf"

step "the card is prepared"
boot=$tree/boot/firmware
mkdir -p "$boot"
touch "$boot/config.txt" "$boot/cmdline.txt"
if [ "$suite" = bookworm ]; then
  printf '#!/bin/bash\nset +e\nrm -f /boot/firstrun.sh\nexit 0\n' >"$boot/firstrun.sh"
  start=(sh /boot/firmware/firstrun.sh)
else
  printf '#cloud-config\nhostname: table\n' >"$boot/user-data"
  # cloud-init calls it while the system runs; a tree has none, so it is called before.
  start=(sh /boot/firmware/table-companion/hook.sh)
fi
python3 "$root/card/prepare.py" "$boot" --players 3 --port 8765
cat "$boot"/firstrun.sh "$boot"/user-data 2>/dev/null || true
ls -l "$boot/table-companion"

step "the first start calls the hook"
in_tree "${start[@]}"
umount "$tree/proc"

step "systemd does the rest"
"$here/boot.sh" "$tree" &
outer=$!
inside() {
  nsenter --target "$init" --mount --uts --ipc --net --pid --cgroup --root --wd=/ \
    /usr/bin/env -C / -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 "$@"
}
as_vera() {
  inside HOME=/home/vera USER=vera XDG_RUNTIME_DIR=/run/user/1000 PATH=/home/vera/.local/bin:/usr/bin:/bin \
    setpriv --reuid=vera --regid=vera --init-groups --inh-caps=-all sh -euc "cd ~; $1"
}
# Its network has nobody else in it, so it gets an address for the QR code.
until init=$(tr -d ' ' <"/proc/$outer/task/$outer/children") && [ -n "$init" ] &&
  [ "$(cat "/proc/$init/comm" 2>/dev/null)" = systemd ]; do
  kill -0 "$outer" || { echo "systemd does not come up"; exit 1; }
  sleep 0.2
done
nsenter --target "$init" --net sh -c 'ip link set lo up; ip address add 192.0.2.9/24 dev lo'
told() { inside journalctl --no-pager --output cat --unit table-companion-first-boot.service; }
until [ -e "$tree/var/lib/table-companion-card/done" ]; do
  kill -0 "$outer" || { echo "systemd ended"; exit 1; }
  tries=$((${tries:-0} + 1))
  [ $tries -lt 900 ] || { told; echo "it does not come to its end"; exit 1; }
  sleep 1
done
told
said=$(told)
[[ $said != *"trying again"* ]] || { echo "it needed more than one try"; exit 1; }
[[ $said == *▄* ]] || { echo "no QR code was shown"; exit 1; }

step "the service runs, as Vera's own"
as_vera 'companion service status'
as_vera 'companion config | grep -E "players|port"'
inside python3 -c 'import urllib.request as u
print(u.urlopen("http://127.0.0.1:8765/healthz", timeout=9).read().decode())'
[ "$(inside systemctl show table-companion-first-boot.service --property=Result --value)" = success ]

step "another start does not install again"
inside systemctl start table-companion-first-boot.service
inside systemctl show table-companion-first-boot.service --property=ConditionResult
[ "$(inside systemctl show table-companion-first-boot.service --property=ConditionResult --value)" = no ]
printf '\n%s: the card works, as far as a tree can tell\n' "$suite"

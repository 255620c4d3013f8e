#!/bin/sh
# Installs the companion by the steps of docs/pi.md for the user of this Pi, switches its service on,
# and shows the QR code. As root; first-boot.service calls it again until it gets to its end.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
state=/var/lib/table-companion-card
packages='python3-venv libgl1 libglib2.0-0'

say() { printf 'Table Companion: %s\n' "$*"; }
later() { say "$*; trying again in half a minute"; exit 1; }

user=$(getent passwd 1000 | cut -d: -f1)
[ -n "$user" ] || later "this Pi has no user yet"
home=$(getent passwd "$user" | cut -d: -f6)
as_user() {
  runuser -u "$user" -- env -C "$home" HOME="$home" USER="$user" \
    XDG_RUNTIME_DIR=/run/user/1000 PATH="$home/.local/bin:/usr/bin:/bin" "$@"
}

# shellcheck disable=SC2086  # the names of packages
if ! dpkg -s $packages >/dev/null 2>&1; then
  say "installing $packages"
  apt-get update -qq || later "no packages can be had"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages ||
    later "packages could not be installed"
fi
# Only Raspberry Pi OS has it; cameras with a ribbon cable need it.
if apt-cache show python3-picamera2 >/dev/null 2>&1 && ! dpkg -s python3-picamera2 >/dev/null 2>&1
then
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-picamera2 ||
    later "picamera2 could not be installed"
fi

if [ ! -e "$state/installed" ]; then
  say "installing for $user, which takes some minutes"
  as_user rm -rf table-companion
  as_user tar -xzf "$here/project.tar.gz" || later "the project could not be unpacked"
  as_user sh table-companion/install.sh || later "it could not be installed"
  set --
  while read -r word; do set -- "$@" "$word"; done <"$here/options"
  case " $* " in
    *" --camera"*) ;;
    *)
      camera=$(as_user "$home/.local/lib/table-companion/bin/python" -c \
        'from hardware.cameras import list_cameras; print(list_cameras()[0].name)' || echo sim:)
      [ "$camera" = sim: ] || set -- "$@" --camera "$camera"
      ;;
  esac
  as_user companion setup --yes "$@" || later "it could not be set up"
  mkdir -p "$state"
  touch "$state/installed"
fi

if [ -d /run/systemd/system ]; then
  loginctl enable-linger "$user"
  systemctl start user@1000.service
fi
as_user companion service install || later "the service does not start"
if [ -d /run/systemd/system ]; then
  say "waiting for the first page"
  tries=0
  until as_user companion codes >/dev/null 2>&1 && as_user companion service status >/dev/null; do
    tries=$((tries + 1))
    [ $tries -lt 60 ] || later "the service does not run; companion service logs says why"
    sleep 2
  done
  as_user companion codes --qr
else
  say "systemd does not run here; the service starts with the computer"
fi
touch "$state/done"
say "ready"

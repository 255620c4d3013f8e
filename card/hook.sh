#!/bin/sh
# Called once, as root, by the first start of a card that prepare.py has made: puts the installer
# where it stays and has systemd call it as soon as there is a network. `now`: it is there already.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
there=/usr/local/lib/table-companion-card
mkdir -p "$there"
cp "$here"/* "$there/"
cp "$here/first-boot.service" /etc/systemd/system/table-companion-first-boot.service
systemctl enable table-companion-first-boot.service
[ "${1:-}" != now ] || systemctl start --no-block table-companion-first-boot.service

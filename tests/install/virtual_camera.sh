#!/bin/bash
# The real picamera2 above the real libcamera, in a tree of Debian 13 whose camera is libcamera's
# virtual one: it shows the simulated table (virtual/).
#
#   sudo tests/install/virtual_camera.sh            for arm64, by qemu: see aarch64.sh
#   sudo tests/install/virtual_camera.sh amd64      for this computer's processor
#
# Needs root, debootstrap, .venv, and for arm64 qemu-user-static. The tree stays in $TREES
# (/var/tmp/pi-trees). Five minutes for amd64 and half an hour for arm64, of which most is apt; with
# the tree of an earlier run one and ten. Where the kernel has no /dev/udmabuf, udmabuf.c answers.
set -euo pipefail
arch=${1:-arm64}
tree=${TREES:-/var/tmp/pi-trees}/camera-$arch
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=tests/install/needs.sh
. "$here/needs.sh"
needs "$arch"
step() { printf '\n== %s (%s)\n' "$*" "$(date +%T)"; }
inside() {
  chroot "$tree" /usr/bin/env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin LANG=C.UTF-8 QEMU_CPU=cortex-a76 "$@"
}
as_vera() {
  inside HOME=/home/vera PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels PYTHONPATH=/opt/virtual \
    LD_PRELOAD="$shim" LIBCAMERA_LOG_LEVELS='*:ERROR' \
    setpriv --reuid=vera --regid=vera --clear-groups --inh-caps=-all sh -euc "cd ~; $1"
}

step "trixie for $arch, with libcamera"
a_tree trixie "$arch" "$tree"
mountpoint -q "$tree/proc" || mount -t proc proc "$tree/proc"
trap 'umount "$tree/proc"' EXIT
inside DEBIAN_FRONTEND=noninteractive sh -ec 'apt-get update -qq
  apt-get install -y -qq --no-install-recommends python3-venv python3-numpy libgl1 libglib2.0-0 \
    python3-libcamera libcamera-tools python3-av python3-jsonschema python3-libarchive-c \
    python3-piexif python3-pil python3-prctl python3-tqdm gcc libc6-dev >/dev/null'
inside userdel --remove vera 2>/dev/null || true
inside useradd --create-home vera

step "picamera2 from its wheel, and what Debian lacks of it"
wheels_for "$arch" 3.13 "$tree/wheels"
wheels_for "$arch" 3.13 "$tree/wheels" --no-deps picamera2 videodev2 simplejpeg
target=$tree/usr/local/lib/python3.13/dist-packages
rm -rf "$target" && mkdir -p "$target"
for wheel in "$tree"/wheels/{picamera2,videodev2,simplejpeg}-*.whl; do
  python3 -m zipfile -e "$wheel" "$target"
done

step "the camera, and what stands in for the kernel"
mkdir -p "$tree/opt/virtual" "$tree/usr/share/libcamera/pipeline/virtual"
cp "$here"/virtual/* "$tree/opt/virtual/"
rm -rf "$tree/srv" && mkdir "$tree/srv"
PYTHONPATH=$root "$root/.venv/bin/python" "$here/virtual/table_pictures.py" "$tree"
mv "$tree/srv/virtual.yaml" "$tree/usr/share/libcamera/pipeline/virtual/"
inside chown -R vera /srv /usr/share/libcamera/pipeline/virtual
shim=
if [ ! -e /dev/udmabuf ]; then
  echo "this kernel has no /dev/udmabuf: udmabuf.c answers"
  shim=/usr/local/lib/udmabuf.so
  inside gcc -O1 -Wall -Wextra -shared -fPIC -o $shim /opt/virtual/udmabuf.c
fi
as_vera 'cam -l'

step "install.sh sees the system's picamera2"
project_for_vera "$tree"
as_vera 'sh table-companion/install.sh'

step "our own code"
python=.local/lib/table-companion/bin/python
as_vera "uname -m; $python -c 'import picamera2; print(picamera2.__file__)'"
as_vera "$python /opt/virtual/try_camera.py"
as_vera '.local/bin/companion cameras --pictures pictures picamera2:0 picamera2:1'
as_vera '.local/bin/companion doctor simplejpeg libcamera camera light --set camera.name=picamera2:0'
printf '\n%s: everything worked\n' "$arch"

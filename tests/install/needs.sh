# What the tests with trees of Debian share; to be sourced.

missing() { echo "${0##*/}: $*" >&2; exit 2; }

# Whether everything is here for trees of that processor; qemu is registered if need be.
needs() {
  [ "$(id -u)" = 0 ] || missing "only root may enter a tree: sudo"
  command -v debootstrap >/dev/null || missing "no debootstrap: apt install debootstrap"
  [ -x "$root/.venv/bin/companion" ] || missing "no .venv: make .venv/ready"
  [ "$1" = arm64 ] || return 0
  local binfmt=/proc/sys/fs/binfmt_misc
  [ -e $binfmt/register ] || mount -t binfmt_misc binfmt_misc $binfmt ||
    missing "this kernel has no binfmt_misc: modprobe binfmt_misc"
  [ ! -e $binfmt/qemu-aarch64 ] || return 0
  command -v qemu-aarch64-static >/dev/null || missing "no qemu: apt install qemu-user-static"
  command -v update-binfmts >/dev/null || missing "no update-binfmts: apt install binfmt-support"
  update-binfmts --enable qemu-aarch64 || missing "qemu could not be registered for aarch64"
}

# a_tree SUITE ARCH TREE: a fresh Debian, or the one that is there.
a_tree() {
  [ -d "$3/usr/bin" ] ||
    debootstrap --arch="$2" --foreign --variant=minbase "$1" "$3" >/dev/null
  [ ! -x "$3/debootstrap/debootstrap" ] || chroot "$3" /debootstrap/debootstrap --second-stage >/dev/null
  cp -L /etc/resolv.conf "$3/etc/resolv.conf"
}

# wheels_for ARCH PYTHON FOLDER [PACKAGE...]: fetched outside, since pip in a tree may know no way
# to the network; what the companion needs, or these packages.
wheels_for() {
  local arch=$1 python=$2 folder=$3 platforms=() kind
  shift 3
  [ $# -gt 0 ] || set -- --requirement "$root/requirements/run.txt" 'setuptools>=80' wheel
  if [ "$arch" = arm64 ]; then
    for kind in 2_17 2_24 2_26 2_27 2_28 2_31 2_34; do
      platforms+=(--platform "manylinux_${kind}_aarch64")
    done
    platforms+=(--platform manylinux2014_aarch64)
  fi
  mkdir -p "$folder"
  python3 -m pip download -qq --only-binary=:all: --python-version "$python" \
    "${platforms[@]}" --dest "$folder" "$@"
}

# The committed project as somebody would unpack it.
project_for_vera() {
  rm -rf "$1/home/vera/table-companion"
  mkdir "$1/home/vera/table-companion"
  git -C "$root" archive HEAD | tar -x -C "$1/home/vera/table-companion"
  chroot "$1" chown -R vera:vera /home/vera
}

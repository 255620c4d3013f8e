#!/bin/sh
# Installs Table Companion for the user who calls it, on Debian, Raspberry Pi OS or Ubuntu:
# a Python environment of its own in ~/.local/lib/table-companion, and the command in ~/.local/bin.
# Call it again to update. Games and settings are never touched.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
home=${COMPANION_HOME:-"$HOME/.local/lib/table-companion"}
bin="$HOME/.local/bin"
python=${PYTHON:-python3}

say() { printf '%s\n' "$*"; }
fail() { say "install.sh: $*" >&2; exit 1; }

[ "$(id -u)" != 0 ] || fail "call it as yourself, not as root; nothing here needs root"
command -v "$python" >/dev/null || fail "no $python here; sudo apt install python3 python3-venv"
"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' ||
  fail "Python 3.11, 3.12 or 3.13 is needed; this is $("$python" -V)"
"$python" -c 'import ensurepip, venv' 2>/dev/null || fail "sudo apt install python3-venv"

# The Pi's camera library comes with the system, so the environment must see the system's packages.
options=
if "$python" -c 'import picamera2' 2>/dev/null; then
  options=--system-site-packages
  say "The system has picamera2: the environment will see it."
fi

new="$home.new"
rm -rf "$new"
"$python" -m venv $options "$new" || fail "no environment could be made in $new"
say "Getting the packages; on a Pi this takes some minutes."
# What the system's packages lack of each other is nothing that anybody could act on here.
"$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-warn-conflicts \
  --requirement "$here/requirements/run.txt"
"$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "$here"
if [ -n "$options" ] && ! "$new/bin/python" -c 'import simplejpeg' 2>/dev/null; then
  say "The system's simplejpeg does not fit our numpy: getting one that does."
  "$new/bin/python" -m pip install --quiet --disable-pip-version-check \
    --force-reinstall --no-deps simplejpeg
fi
"$new/bin/python" -c 'import cv2' 2>/dev/null ||
  fail "OpenCV needs two libraries of the system: sudo apt install libgl1 libglib2.0-0"
"$new/bin/python" -m companion --version >/dev/null || fail "what was installed does not run"

# Only what works replaces what was there. An environment can't be renamed, its scripts name their
# place: so the command is a script of ours.
rm -rf "$home.old"
[ ! -e "$home" ] || mv "$home" "$home.old"
mkdir -p "$(dirname "$home")" "$bin"
mv "$new" "$home"
printf '#!/bin/sh\nexec "%s/bin/python" -m companion "$@"\n' "$home" >"$bin/companion"
chmod 755 "$bin/companion"
rm -rf "$home.old"

say "$("$bin/companion" --version) is installed."
case ":$PATH:" in
  *":$bin:"*) ;;
  *) say "So that your shell finds it: . ~/.profile    (or log in again)" ;;
esac
say "Next: companion setup"

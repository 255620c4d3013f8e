#!/bin/bash
# Boots the systemd of a Debian tree as process 1 of its own namespaces, and stays until it ends.
#
#   boot.sh TREE     (as root; the tree is changed as a computer's disk would be)
#
# It has processes, mounts, a network with nothing but itself, and control groups of its own.
set -euo pipefail
tree=${1:?which tree}
group=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)/table-companion-$$
mkdir "$group"
echo $BASHPID >"$group/cgroup.procs"
exec unshare --pid --fork --kill-child --mount --uts --ipc --net --cgroup --propagation private \
  bash -euc '
    mount --bind "$1" "$1"
    cd "$1"
    mount -t proc proc proc
    mount -t sysfs -o ro sysfs sys
    mount -t cgroup2 cgroup2 sys/fs/cgroup
    mount -t tmpfs -o mode=755,nosuid tmpfs dev
    for device in null zero full random urandom tty; do
      touch "dev/$device"
      mount --bind "/dev/$device" "dev/$device"
    done
    mkdir dev/pts dev/shm
    mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
    mount -t tmpfs -o mode=1777 tmpfs dev/shm
    ln -s pts/ptmx dev/ptmx
    ln -s /proc/self/fd dev/fd
    for number in 0:stdin 1:stdout 2:stderr; do
      ln -s "/proc/self/fd/${number%:*}" "dev/${number#*:}"
    done
    mount -t tmpfs -o mode=755,nosuid,nodev tmpfs run
    mkdir run/old
    pivot_root . run/old
    cd /
    umount -l /run/old
    rmdir /run/old
    hostname table
    exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
  ' boot "$tree" </dev/null

#!/bin/sh
# Installs promtool, which checks the alerts of packaging/ and the names of metrics, to
# .tools/promtool: out of Debian's package of Prometheus, without its server and its service.
set -eu

root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
tools=$root/.tools
if [ -x "$tools/promtool" ]; then
	echo "promtool is already at $tools/promtool"
	exit 0
fi

mkdir -p "$tools"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # apt downloads as a user of its own
cd "$work"
apt-get download -qq prometheus
dpkg-deb -x prometheus_*.deb unpacked
cp unpacked/usr/bin/promtool "$tools/promtool"
echo "installed promtool to $tools/promtool"

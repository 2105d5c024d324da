#!/bin/sh
# Installs PocketBase, the nearest product, whose rate of creates the load test compares with, to .tools.
# It is built outside of the checkout, so nothing of it enters go.mod.
# Usage: scripts/install-rival.sh [VERSION]
set -eu

version=${1:-v0.36.8}
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
tools=$root/.tools
wanted=$tools/pocketbase.version

if [ -x "$tools/pocketbase" ] && [ "$(cat "$wanted" 2>/dev/null || true)" = "$version" ]; then
	exit 0
fi

mkdir -p "$tools/rival"
cd "$tools/rival"
GOBIN=$tools/rival CGO_ENABLED=0 GOFLAGS=-mod=mod go install "github.com/pocketbase/pocketbase/examples/base@$version"
mv "$tools/rival/base" "$tools/pocketbase"
printf '%s\n' "$version" >"$wanted"
echo "installed PocketBase $version to $tools/pocketbase"

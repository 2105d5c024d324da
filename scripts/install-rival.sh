#!/bin/sh
# Installs PocketBase, the nearest product, whose rate of creates the load test compares with, to .tools: once as
# it comes, once with commits that wait for the disk as ours do (pocketbase-full). Beside each stands what its
# connections have for SQLite's `synchronous`, as its source says.
# It is built outside of the checkout, so nothing of it enters go.mod.
# Usage: scripts/install-rival.sh [VERSION]
set -eu

version=${1:-v0.36.8}
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
tools=$root/.tools
wanted=$tools/pocketbase.version

if [ -x "$tools/pocketbase" ] && [ -x "$tools/pocketbase-full" ] && [ "$(cat "$wanted" 2>/dev/null || true)" = "$version" ]; then
	exit 0
fi

mkdir -p "$tools/rival"
cd "$tools/rival"
export CGO_ENABLED=0 GOFLAGS=-mod=mod
source=$(go mod download -json "github.com/pocketbase/pocketbase@$version" | sed -n 's/^[[:space:]]*"Dir": "\(.*\)",*$/\1/p')
rm -rf source
cp -R "$source" source
chmod -R u+w source
cd source
for name in pocketbase pocketbase-full; do
	if [ "$name" = pocketbase-full ]; then
		sed -i.orig 's/synchronous([A-Z]*)/synchronous(FULL)/' core/db_connect.go
	fi
	go build -o "$tools/$name" ./examples/base
	sed -n 's/.*synchronous(\([A-Z]*\)).*/\1/p' core/db_connect.go >"$tools/$name.synchronous"
done
printf '%s\n' "$version" >"$wanted"
echo "installed PocketBase $version to $tools"

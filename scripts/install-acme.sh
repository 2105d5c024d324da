#!/bin/sh
# Installs pebble, the certificate authority that the test of --domain talks to, with the server that
# answers its questions about names, to .tools. Like the S3 server it is built in a module of its own,
# so nothing of it enters go.mod. Usage: scripts/install-acme.sh [VERSION]
set -eu

version=${1:-v2.10.1}
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
tools=$root/.tools
wanted=$tools/pebble.version

if [ -x "$tools/pebble" ] && [ -x "$tools/pebble-challtestsrv" ] && [ "$(cat "$wanted" 2>/dev/null || true)" = "$version" ]; then
	echo "pebble $version is already at $tools/pebble"
	exit 0
fi

mkdir -p "$tools"
# Outside the checkout, "go install pkg@version" ignores the project's go.mod by rule.
cd "$tools"
GOBIN=$tools CGO_ENABLED=0 GOFLAGS=-mod=mod go install \
	"github.com/letsencrypt/pebble/v2/cmd/pebble@$version" "github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv@$version"
printf '%s\n' "$version" >"$wanted"
echo "installed pebble $version to $tools/pebble"

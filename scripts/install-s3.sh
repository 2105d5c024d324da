#!/bin/sh
# Installs versitygw, the S3 server that the tests of internal/platform/blob/s3 talk to, to .tools/versitygw.
# It is built in a module of its own, so nothing of it enters go.mod. Usage: scripts/install-s3.sh [VERSION]
set -eu

version=${1:-v1.8.0}
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
tools=$root/.tools
wanted=$tools/versitygw.version

if [ -x "$tools/versitygw" ] && [ "$(cat "$wanted" 2>/dev/null || true)" = "$version" ]; then
	echo "versitygw $version is already at $tools/versitygw"
	exit 0
fi

mkdir -p "$tools"
# Outside the checkout, "go install pkg@version" ignores the project's go.mod by rule.
cd "$tools"
GOBIN=$tools CGO_ENABLED=0 GOFLAGS=-mod=mod go install "github.com/versity/versitygw/cmd/versitygw@$version"
printf '%s\n' "$version" >"$wanted"
echo "installed versitygw $version to $tools/versitygw"

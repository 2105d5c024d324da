#!/usr/bin/env bash
# Builds the program for all systems into dist/, with checksums, and a list of
# the modules in it with theirs. VERSION names the release.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${VERSION:-$(git describe --tags --always --dirty)}
rm -rf dist
mkdir dist
for system in linux darwin windows; do
	for machine in amd64 arm64; do
		name=quoin-$version-$system-$machine
		[ "$system" != windows ] || name=$name.exe
		echo "dist/$name"
		CGO_ENABLED=0 GOOS=$system GOARCH=$machine go build -trimpath -ldflags "-s -w -X main.release=$version" -o "dist/$name" ./cmd/quoin
	done
done
go version -m "dist/quoin-$version-linux-amd64" >"dist/quoin-$version.modules.txt"
(cd dist && sha256sum quoin-* >SHA256SUMS)

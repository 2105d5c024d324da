#!/usr/bin/env bash
# Builds the program for all systems and packs it into dist/ (or the folder DIST): an
# archive for each system with licence, documents, manual pages, completions and
# service files, for each a list of what the program is made of in the form
# CycloneDX 1.6, and checksums of all. Two runs on the same sources write the same
# bytes. VERSION names the release, SYSTEMS picks some of the systems, such as
# linux/amd64.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${VERSION:-$(git describe --tags --always --dirty)}
systems=${SYSTEMS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}
dist=${DIST:-dist}
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
rm -rf "$dist"
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -o "$work/sbom" ./scripts/sbom
CGO_ENABLED=0 go build -o "$work/pack" ./scripts/pack

# build SYSTEM MACHINE PROGRAM: nothing of the builder's machine gets in, no paths, no
# settings of its processor.
build() {
	CGO_ENABLED=0 GOOS=$1 GOARCH=$2 GOAMD64=v1 GOARM64=v8.0 GOFLAGS= \
		go build -trimpath -ldflags "-s -w -buildid= -X quoin/internal/command.release=$version" -o "$3" ./cmd/quoin
}

# This system's own prints manual pages and completions.
build "$(go env GOHOSTOS)" "$(go env GOHOSTARCH)" "$work/native"
for target in $systems; do
	system=${target%/*} machine=${target#*/}
	name=quoin-$version-$system-$machine
	program=$work/$name
	[ "$system" != windows ] || program=$program.exe
	build "$system" "$machine" "$program"
	"$work/pack" "$program" "$work/native" "$name" "$dist"
	"$work/sbom" "$program" "$version" >"$dist/$name.cdx.json"
	rm "$program"
done
cd "$dist"
sha256sum quoin-* >SHA256SUMS

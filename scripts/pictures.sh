#!/usr/bin/env bash
# pictures.sh: serves a sample site and takes pictures of the admin at three widths, light
# and dark, and of the pages of the built-in theme, into docs/pictures. It needs Chromium, and
# the packages of "make clients".
set -euo pipefail
cd "$(dirname "$0")/.."
port=${PORT:-8099}
data=$(mktemp -d)
export QUOIN_ADMIN_PASSWORD=pictures-of-the-admin
./quoin serve --data "$data" --listen "127.0.0.1:$port" --sample >"$data.log" 2>&1 &
server=$!
trap 'kill $server; wait $server 2>/dev/null || true; rm -rf "$data" "$data.log"' EXIT
for _ in $(seq 100); do curl -so /dev/null "http://127.0.0.1:$port/" && break; sleep 0.2; done
mkdir -p docs/pictures
QUOIN_BASE="http://127.0.0.1:$port" node test/clients/pictures.mjs docs/pictures
QUOIN_PICTURES=$PWD/docs/pictures go test -count=1 ./test/browser -run TestPictures

#!/usr/bin/env bash
# admin.sh [must]: bundles the admin into internal/people/admin/dist when web/admin is newer than
# what lies there. Node and npm are needed for that alone: without them, or without the
# registry, it says so and the build goes on without the editor; with "must" it fails.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=internal/people/admin/dist
manifest=$dist/manifest.json
without() {
	echo "The admin can't be bundled: $1. The program is built $([ -e "$manifest" ] && echo "with the last bundle" || echo "without the editor"); \"make admin\" tries again." >&2
	[ "${must:-}" != must ] || exit 1
	exit 0
}
must=${1:-}
if [ -e "$manifest" ] && [ -z "$(find web/admin internal/people/account/pages/strength.js internal/ext/*/screen internal/ext/*/editor scripts/admin scripts/admin.sh -path web/admin/node_modules -prune -o -type f -newer "$manifest" -print -quit)" ]; then
	exit 0
fi
command -v node >/dev/null && command -v npm >/dev/null || without "Node and npm aren't installed"
if ! cmp -s web/admin/package-lock.json web/admin/node_modules/.installed; then
	echo "Installing the packages of the editor from the npm registry (once, about half a minute)"
	(cd web/admin && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error --fetch-retries=2 --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=5000 && cp package-lock.json node_modules/.installed) || without "npm couldn't install the packages of the editor"
fi
echo "Bundling the admin"
(cd scripts/admin && go run . ../../web/admin "../../$dist") || without "the bundler failed"

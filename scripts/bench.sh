#!/usr/bin/env bash
# Measures speed and size and prints tables: the program beside a plain server
# (test/load), its size, start and import, and the benchmarks of single parts.
# BENCH_QUICK=1 leaves out what takes minutes; BENCH_HUGE=1 adds a million entries.
set -euo pipefail
cd "$(dirname "$0")/.."
export CGO_ENABLED=${CGO_ENABLED:-0}

large=100000 import=50000 time=1s rounds=5 store='BenchmarkList|BenchmarkFields'
if [ "${BENCH_QUICK:-}" ]; then large=0 import=1000 time=100ms rounds=1 store='BenchmarkList/sqlite/^1000$'; fi

# table prints benchmark results in aligned columns.
table() {
	awk '/^Benchmark/ && NF > 3 {
		name = $1; sub(/^Benchmark/, "", name); sub(/-[0-9]+$/, "", name)
		line = sprintf("%-52s %14s ns/op", name, $3)
		for (i = 5; i < NF; i += 2) line = line sprintf("  %12s %s", $i, $(i+1))
		print line
	}
	/^(FAIL|panic|---|bar:)/ || /_test.go:/ { print }'
}

echo "== the program beside a plain server"
go build -o bin/quoin ./cmd/quoin
rival=
if scripts/install-rival.sh; then rival=.tools/pocketbase; else echo "PocketBase can't be built here: its rows are left out"; fi
go run ./test/load -quoin bin/quoin -rival "$rival" -large "$large" -rounds "$rounds"

echo
echo "== size, start, import"
QUOIN_IMPORT_POSTS=$import go test ./test/size -count 1 -v -timeout 60m | sed -n 's/^ *[a-z]*_test.go:[0-9]*: //p'

for part in "internal/storage/store $store" "internal/domain/media/imaging ." "internal/display/render ." "internal/display/view ." "internal/domain/importer/wxr ." "internal/ext/redirection ." "test/api ." "test/nodes Creates|OthersBesideFlushes"; do
	read -r dir which <<<"$part"
	echo
	echo "== $dir"
	go test "./$dir" -run '^$' -bench "$which" -benchtime "$time" -benchmem -timeout 60m | table
done

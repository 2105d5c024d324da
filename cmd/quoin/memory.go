package main

import (
	"os"
	"runtime/debug"

	"quoin/internal/app"
)

// roomyHeap is the memory beside that of kept answers and pictures up to which
// garbage may wait.
const roomyHeap = 512 << 20

// tuneMemory lets garbage wait longer than usual, which makes every request
// cheaper, up to a bound from which memory counts for more. Whoever sets GOGC
// or GOMEMLIMIT has decided otherwise.
func tuneMemory(c app.Config) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(roomyHeap + 2*c.CacheBytes + c.ImageMemory)
}

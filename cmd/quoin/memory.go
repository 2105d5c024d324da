package main

import (
	"os"
	"runtime/debug"

	"quoin/internal/app"
)

// roomyHeap is the memory beside that of cached answers up to which garbage may
// wait.
const roomyHeap = 256 << 20

// tuneMemory lets garbage wait longer than usual, which makes every request
// cheaper, up to about the memory that the program would take anyway once it
// keeps all it may. Whoever sets GOGC or GOMEMLIMIT has decided otherwise.
func tuneMemory(c app.Config) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(roomyHeap + 2*c.CacheBytes)
}

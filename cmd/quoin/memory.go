package main

import (
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"quoin/internal/app"
)

// roomyHeap is the memory beside that of cached answers up to which garbage may
// wait.
const roomyHeap = 256 << 20

// machineMemory is what the container has that the program runs in, or else the
// machine; 0 when that isn't known.
func machineMemory() int64 {
	n, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil || n > 1<<62 {
		return 0
	}
	return int64(n)
}

// fitMemory bounds what the operator left open by what a small machine has: cached
// answers by an eighth of it, images by half.
func fitMemory(given func(flag string) bool, c *app.Config, machine int64) {
	if machine == 0 {
		return
	}
	if !given("cache-bytes") {
		c.CacheBytes = min(c.CacheBytes, machine/8)
	}
	if !given("image-memory") {
		c.ImageMemory = min(c.ImageMemory, max(machine/2, leastImageMemory))
	}
}

// heapLimit is from where on garbage is collected more often than it pays: about the
// memory that the program would take anyway once it keeps all it may, and no more
// than leaves room for the database on a small machine.
func heapLimit(machine, cached int64) int64 {
	limit := roomyHeap + 2*cached
	if machine == 0 {
		return limit
	}
	return min(limit, machine/10*6)
}

// tuneMemory lets garbage wait longer than usual, which makes every request
// cheaper. Whoever sets GOGC or GOMEMLIMIT has decided otherwise.
func tuneMemory(c app.Config, machine int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(heapLimit(machine, c.CacheBytes))
}

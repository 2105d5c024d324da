package command

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
// answers, and long ones under way, by an eighth of it each, images by half.
func fitMemory(given func(flag string) bool, c *app.Config, machine int64) {
	if machine == 0 {
		return
	}
	if !given("cache-bytes") {
		c.CacheBytes = min(c.CacheBytes, machine/8)
	}
	if !given("answer-memory") {
		c.AnswerMemory = min(c.AnswerMemory, max(machine/8, leastAnswerMemory))
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

// Percents of the heap by which garbage may grow: usually, in commands that stay small, and
// while images are worked on, whose garbage is large.
const (
	usualGarbage = 200
	smallGarbage = 80
	imageGarbage = 50
)

// staySmall has garbage collected early, beside what the command does. Whoever sets GOGC or
// GOMEMLIMIT has decided otherwise.
func staySmall() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(smallGarbage)
	}
}

// tuneMemory lets garbage wait longer than usual, which makes every request
// cheaper, but not while images are worked on. Whoever sets GOGC or GOMEMLIMIT has decided
// otherwise.
func tuneMemory(c *app.Config, machine int64) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	debug.SetGCPercent(usualGarbage)
	debug.SetMemoryLimit(heapLimit(machine, c.CacheBytes))
	p := &imagePace{garbage: func(percent int) { debug.SetGCPercent(percent) }, free: debug.FreeOSMemory}
	c.ImagesUse = p.use
}

// imagePace has garbage collected sooner while images are worked on, and gives their memory
// back to the system when the last one is done.
type imagePace struct {
	garbage func(percent int)
	free    func()

	tight      bool
	last, come int64 // bytes in use; those that came since memory was given back
}

// Bytes of images from which on they count, and after which memory is given back.
const (
	largeImages  = 4 << 20
	worthFreeing = 32 << 20
)

// use hears how many bytes images have now.
func (p *imagePace) use(bytes int64) {
	p.come += max(0, bytes-p.last)
	p.last = bytes
	if tight := bytes >= largeImages; tight != p.tight {
		if p.tight = tight; tight {
			p.garbage(imageGarbage)
		} else {
			p.garbage(usualGarbage)
		}
	}
	if bytes == 0 && p.come >= worthFreeing {
		p.come = 0
		p.free()
	}
}

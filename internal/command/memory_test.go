package command

import (
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/config"
)

func TestMemoryOfSmallMachines(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	for _, c := range []struct{ machine, cached, images, heap int64 }{
		{0, 128, 1024, 512}, {256, 32, 128, 153}, {512, 64, 256, 307}, {1024, 128, 512, 512}, {64 << 10, 128, 1024, 512},
	} {
		fitted := app.Config{CacheBytes: config.DefaultCacheBytes, ImageMemory: config.DefaultImageMemory}
		fitMemory(func(string) bool { return false }, &fitted, c.machine*mb)
		heap := heapLimit(c.machine*mb, fitted.CacheBytes)
		if fitted.CacheBytes/mb != c.cached || fitted.ImageMemory/mb != c.images || heap/mb != c.heap {
			t.Errorf("%d MB: %d, %d and %d, want %+v", c.machine, fitted.CacheBytes/mb, fitted.ImageMemory/mb, heap/mb, c)
		}
		given := app.Config{CacheBytes: 5, ImageMemory: 6}
		fitMemory(func(string) bool { return true }, &given, mb)
		if given.CacheBytes != 5 || given.ImageMemory != 6 {
			t.Errorf("what was given became %d and %d", given.CacheBytes, given.ImageMemory)
		}
	}
	if n := machineMemory(); n < 16*mb {
		t.Errorf("this machine has %d bytes", n)
	}
}

// TestImagesLeaveLittleGarbage tells the pace of collecting garbage while images are worked on,
// and that their memory is given back after them.
func TestImagesLeaveLittleGarbage(t *testing.T) {
	t.Parallel()
	percent, freed := usualGarbage, 0
	p := &imagePace{garbage: func(to int) { percent = to }, free: func() { freed++ }}
	for i, step := range []struct{ bytes, percent, freed int }{
		{1 << 20, usualGarbage, 0}, {0, usualGarbage, 0}, // a small image is nothing
		{36 << 20, imageGarbage, 0}, {72 << 20, imageGarbage, 0}, {36 << 20, imageGarbage, 0}, {0, usualGarbage, 1},
		{8 << 20, imageGarbage, 1}, {0, usualGarbage, 1}, // not after each
		{30 << 20, imageGarbage, 1}, {0, usualGarbage, 2},
	} {
		if p.use(int64(step.bytes)); percent != step.percent || freed != step.freed {
			t.Errorf("step %d, %d bytes: %d%%, given back %d times; want %d%%, %d", i, step.bytes, percent, freed, step.percent, step.freed)
		}
	}
}

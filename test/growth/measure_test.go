package growth

import (
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	// size is the length of the short text.
	size = 128 << 10
	// fast is what a text of twice the size may take without a second look:
	// work that grows with the square of the length takes more.
	fast = 60 * time.Millisecond
	// rounds is in how many comparisons of a short with a long text the growth
	// must be seen. Each measures both, so that what slows the machine down for
	// a while slows both down.
	rounds = 8
	// hopeless is a time after which nothing is measured again.
	hopeless = 10 * time.Second
)

// A growth is how much longer a text becomes, and how often its time may grow
// for that: more than n log n with the costs of a larger heap, less than the
// square.
type growth struct{ length, most float64 }

var (
	twice     = growth{2, 3}
	eightfold = growth{8, 36}
)

// took is how much processor time a call takes. Other programs, which the
// machine runs too, don't count, nor does the garbage of earlier calls.
func took(t *testing.T, run func()) time.Duration {
	t.Helper()
	runtime.GC()
	start := processorTime(t)
	run()
	return processorTime(t) - start
}

func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// hold fails when run takes more than n log n for the texts that make makes of
// a length.
func hold(t *testing.T, make func(length int) string, run func(text string)) {
	t.Helper()
	if long := make(2 * size); took(t, func() { run(long) }) < fast {
		return
	}
	for _, g := range []growth{twice, eightfold} {
		short, long := make(size), make(int(g.length*size))
		held, a, b := g.holds(t, func() { run(short) }, func() { run(long) })
		if held {
			return
		}
		t.Logf("%d bytes take %v, %d take %v: %.80q", len(short), a, len(long), b, short)
	}
	t.Error("the time grows faster than the length")
}

// holds reports whether the time of long is within the growth of that of short
// in one of the rounds, and the times of the last.
func (g growth) holds(t *testing.T, short, long func()) (held bool, a, b time.Duration) {
	t.Helper()
	for range rounds {
		a, b = took(t, short), took(t, long)
		if b < fast || float64(b) < g.most*float64(a) {
			return true, a, b
		}
		if b > hopeless {
			break
		}
	}
	return false, a, b
}

// repeat makes texts of one piece over and over between a beginning and an end.
func repeat(before, piece, after string) func(int) string {
	return func(length int) string {
		return before + strings.Repeat(piece, max(1, (length-len(before)-len(after))/len(piece))) + after
	}
}

// count makes texts of pieces that have a number each, so that no two are the
// same.
func count(before string, piece func(n int) string, after string) func(int) string {
	return func(length int) string {
		var b strings.Builder
		b.WriteString(before)
		for n := 0; b.Len()+len(after) < length; n++ {
			b.WriteString(piece(n))
		}
		b.WriteString(after)
		return b.String()
	}
}

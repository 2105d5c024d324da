package growth

import (
	"strings"
	"syscall"
	"testing"
	"time"
)

const (
	// size is the length of the shorter text.
	size = 128 << 10
	// fast is what the longer text may take without a second look: work that
	// grows with the square of the length takes more.
	fast = 60 * time.Millisecond
	// most is how often the time may grow when the length doubles.
	most = 3.0
	// rounds is how many measurements a time is the least of, and tries how
	// often a growth must be seen.
	rounds, tries = 3, 3
	// hopeless is a time after which nothing is measured again.
	hopeless = 10 * time.Second
)

// took is how much processor time a call takes. Other programs, which the
// machine runs too, don't count.
func took(t *testing.T, run func()) time.Duration {
	t.Helper()
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
	short, long := make(size), make(2*size)
	first := took(t, func() { run(long) })
	if first < fast {
		return
	}
	a, b := time.Duration(1<<62), first
	for range tries {
		for range rounds {
			a = min(a, took(t, func() { run(short) }))
			if float64(b) < most*float64(a) || b < fast {
				break
			}
			if b < hopeless {
				b = min(b, took(t, func() { run(long) }))
			}
		}
		if float64(b) < most*float64(a) || b < fast {
			return
		}
		if b > hopeless {
			break
		}
	}
	if grown, c := confirmed(t, make, run, a); grown {
		t.Errorf("%d bytes take %v, %d take %v, %d take %v: %.80q", len(short), a, len(long), b, 8*size, c, short)
	}
}

// confirmed reports whether a text of eight times the length takes more than the
// time a of one length may have grown to in three doublings, and its time.
// A busy machine can triple a time of some milliseconds, but not by 27.
func confirmed(t *testing.T, make func(length int) string, run func(text string), a time.Duration) (bool, time.Duration) {
	t.Helper()
	text, least := make(8*size), time.Duration(1<<62)
	limit := time.Duration(most * most * most * float64(a))
	for range rounds {
		least = min(least, took(t, func() { run(text) }))
		if least < limit {
			return false, least
		}
		if least > hopeless {
			break
		}
	}
	return true, least
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

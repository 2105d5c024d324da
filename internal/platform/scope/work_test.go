package scope

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// What was done before the lock is neither done again in it nor told, also
// when a write made the request forget what it had read.
func TestOnText(t *testing.T) {
	t.Parallel()
	ctx, lock := WithWriteLock(New(context.Background()))
	long, times := strings.Repeat("a", ShortText+1), 0
	do := func(what, text string) {
		t.Helper()
		got := OnText(ctx, what, text, func(s string) string { times++; return what + s })
		if got != what+text {
			t.Errorf("%.20s of %.10s: %.30s", what, text, got)
		}
	}
	do("first", long)
	Forget(ctx)
	lock.Begin()
	do("first", long)
	do("first", "short")
	if slow := lock.End(); times != 2 || slow != nil {
		t.Errorf("done %d times, told %v", times, slow)
	}
	lock.Begin()
	do("second", long)
	do("first", long+"b")
	if slow := lock.End(); times != 4 || !slices.Equal(slow, []string{"second", "first"}) {
		t.Errorf("done %d times, told %v", times, slow)
	}
}

func TestOnTextWithoutScope(t *testing.T) {
	t.Parallel()
	ctx, lock := WithWriteLock(context.Background())
	lock.Begin()
	long := strings.Repeat("a", ShortText+1)
	if got := OnText(ctx, "work", long, strings.ToUpper); got != strings.ToUpper(long) {
		t.Errorf("result: %.10s", got)
	}
	if slow := lock.End(); !slices.Equal(slow, []string{"work"}) {
		t.Errorf("told %v", slow)
	}
}

package scope

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// What was done before the turn is neither done again in it nor told, also
// when a write made the request forget what it had read.
func TestOnText(t *testing.T) {
	t.Parallel()
	ctx, turn := WithTurn(New(context.Background()))
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
	turn.Begin()
	do("first", long)
	do("first", "short")
	if slow := turn.End(); times != 2 || slow != nil {
		t.Errorf("done %d times, told %v", times, slow)
	}
	turn.Begin()
	do("second", long)
	do("first", long+"b")
	if slow := turn.End(); times != 4 || !slices.Equal(slow, []string{"second", "first"}) {
		t.Errorf("done %d times, told %v", times, slow)
	}
}

func TestOnTextWithoutScope(t *testing.T) {
	t.Parallel()
	ctx, turn := WithTurn(context.Background())
	turn.Begin()
	long := strings.Repeat("a", ShortText+1)
	if got := OnText(ctx, "work", long, strings.ToUpper); got != strings.ToUpper(long) {
		t.Errorf("result: %.10s", got)
	}
	if slow := turn.End(); !slices.Equal(slow, []string{"work"}) {
		t.Errorf("told %v", slow)
	}
}

package hook_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"quoin/internal/domain/hook"
)

type thing int

func (t thing) Ref() string { return fmt.Sprint("thing ", int(t)) }

// TestSet calls hooks in their order, those that aren't nil, until one fails.
func TestSet(t *testing.T) {
	t.Parallel()
	var calls []string
	broken := errors.New("broken")
	var s hook.Set[thing, string]
	s.Add(
		hook.Writes[thing, string]{Before: func(_ context.Context, _, _ thing, c *string) error { *c += "!"; return nil }},
		hook.Writes[thing, string]{Saved: func(context.Context, thing, thing) error { calls = append(calls, "first"); return nil }},
		hook.Writes[thing, string]{Saved: func(context.Context, thing, thing) error { return broken }},
		hook.Writes[thing, string]{Saved: func(context.Context, thing, thing) error { calls = append(calls, "never"); return nil }},
	)
	change := "c"
	if err := s.Before(t.Context(), 0, 7, &change); err != nil || change != "c!" {
		t.Errorf("before: %v, change %q", err, change)
	}
	if err := s.Saved(t.Context(), 0, 7); !errors.Is(err, broken) || err.Error() != "after saving thing 7: broken" || !slices.Equal(calls, []string{"first"}) {
		t.Errorf("saved: %v, called %v", err, calls)
	}
	if err := s.Deleted(t.Context(), 7); err != nil {
		t.Error(err)
	}
}

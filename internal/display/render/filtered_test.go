package render

import (
	"strings"
	"testing"

	"quoin/internal/platform/markup/block"
)

// What the filters of a theme may take for a page is bounded; blocks after that are shown
// as they are.
func TestFilteredSteps(t *testing.T) {
	t.Parallel()
	calls := 0
	c := &Context{Context: t.Context(), Theme: &Theme{Filter: func(_ *Context, _ block.Block, html string) (string, int) {
		calls++
		return strings.ToUpper(html), maxFiltered / 3
	}}, run: &run{budget: NewBudget(t.Context(), PageLimits(0), nil)}}
	var out strings.Builder
	for range 10 {
		out.WriteString((&instance{c: c}).filtered("a"))
	}
	if out.String() != "AAAAaaaaaa" || calls != 4 {
		t.Errorf("%s after %d calls", out.String(), calls)
	}
}

package render_test

import (
	"strings"
	"testing"
	"time"

	"quoin/internal/platform/scope"
)

// TestCopyrightLastsAYear: the line with the year keeps a page no shorter than the year.
func TestCopyrightLastsAYear(t *testing.T) {
	t.Parallel()
	ctx, src := scope.New(t.Context()), source()
	src.SiteData.Name, src.SiteData.Now = "A & B", time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)
	got := renderer().Context(ctx, src, nil).Blocks(`<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"quoin/site","args":{"key":"copyright"}}}}} --><p></p><!-- /wp:paragraph -->`)
	if !strings.Contains(got, ">© 2026 A &amp; B</p>") {
		t.Errorf("%s", got)
	}
	if at := scope.From(ctx).Deps().Expires; !at.Equal(time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)) {
		t.Errorf("expires %v", at)
	}
}

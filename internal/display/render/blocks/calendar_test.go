package blocks

import (
	"context"
	"testing"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/display/render/rendertest"
	"quoin/internal/platform/markup/block"
)

func TestShownMonth(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 6, 7, 8, 9, 0, time.UTC)
	for name, c := range map[string]struct {
		request render.Request
		attrs   block.Attrs
		want    string
	}{
		"now":                      {render.Request{}, block.Attrs{}, "2026-05"},
		"named":                    {render.Request{Kind: "single", URL: "http://a/2024/02/05/x/"}, block.Of("year", 2020.0, "month", int64(3)), "2020-03"},
		"that of the archive":      {render.Request{Kind: "date", Date: now.AddDate(-1, 0, 0)}, block.Attrs{}, "2025-05"},
		"that of the entry":        {render.Request{Kind: "single", URL: "http://a/blog/2024/02/05/x/?y=/1999/01/z"}, block.Attrs{}, "2024-02"},
		"of a page":                {render.Request{Kind: "page", URL: "http://a/2024/02/05/"}, block.Attrs{}, "2026-05"},
		"no month":                 {render.Request{Kind: "single", URL: "http://a/2024/22/05/x/"}, block.Attrs{}, "2026-05"},
		"an address without dates": {render.Request{Kind: "single", URL: "http://a/x/"}, block.Attrs{}, "2026-05"},
	} {
		src := rendertest.New()
		src.SiteData.Now, src.RequestData = now, c.request
		ctx := render.New(nil, nil).Context(context.Background(), src, nil)
		if got := shownMonth(ctx, block.Block{Attrs: c.attrs}).Format("2006-01"); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

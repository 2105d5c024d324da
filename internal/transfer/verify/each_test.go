package verify

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// gated is a site whose answers to an application wait until several are asked for at once.
type gated struct {
	mu              sync.Mutex
	asking, most    int
	together, asked int
	open            chan struct{}
}

func (*gated) Base() string { return "https://old.example" }

func (g *gated) Get(ctx context.Context, path string, _ bool) (*Answer, error) {
	g.mu.Lock()
	g.asking++
	g.asked++
	g.most = max(g.most, g.asking)
	if strings.Contains(path, "/revisions") && g.asking == g.together {
		select {
		case <-g.open:
		default:
			close(g.open)
		}
	}
	g.mu.Unlock()
	if strings.Contains(path, "/revisions") {
		select {
		case <-g.open:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.asking--
	a := &Answer{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte("{}")}
	switch {
	case strings.Contains(path, "/v2/types"):
		a.Body = []byte(`{"post":{"rest_base":"posts","rest_namespace":"wp/v2"}}`)
	case strings.Contains(path, "/v2/posts?"):
		a.Header.Set("X-WP-TotalPages", "3")
		var items []string
		for i := range 4 {
			items = append(items, fmt.Sprintf(`{"id":%d,"link":"https://old.example/p%[1]d/","_links":{"version-history":[{"count":1}]}}`, i+10*strings.Count(path, "page=2")))
		}
		a.Body = []byte("[" + strings.Join(items, ",") + "]")
	case strings.Contains(path, "/revisions"):
		a.Body = []byte(`[{"id":1}]`)
	}
	return a, nil
}

// As many paths are asked for at a time as may be and no more, all windows of lists among them,
// and what is told of comes in the same order as if one were asked for after the other.
func TestPathsAreAskedTogether(t *testing.T) {
	t.Parallel()
	var order [2][]string
	for i, parallel := range []int{1, 4} {
		old := &gated{together: parallel, open: make(chan struct{})}
		v := &Verifier{Old: old, New: &gated{together: 1, open: make(chan struct{})}, Parallel: parallel, Progress: func(path string) { order[i] = append(order[i], path) }}
		report, err := v.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if old.most != parallel {
			t.Errorf("%d were asked for at once, not %d", old.most, parallel)
		}
		if len(order[i]) != old.asked || report.Total.Same != report.Total.All {
			t.Errorf("%d of %d were compared: %+v", len(order[i]), old.asked, report.Differences)
		}
	}
	if strings.Join(order[0], "\n") != strings.Join(order[1], "\n") {
		t.Errorf("the order differs:\n%s\n\n%s", strings.Join(order[0], "\n"), strings.Join(order[1], "\n"))
	}
	if all := strings.Join(order[0], "\n"); !strings.Contains(all, "page=3") || !strings.Contains(all, "/10/revisions") {
		t.Error(all)
	}
}

// What one side can't be asked for ends the comparison.
func TestComparisonEnds(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(t.Context())
	v := &Verifier{Old: &gated{together: 100, open: make(chan struct{})}, New: &gated{together: 1, open: make(chan struct{})}, Parallel: 3, Progress: func(path string) {
		if strings.Contains(path, "page=3") {
			stop()
		}
	}}
	if _, err := v.Run(ctx); err == nil {
		t.Error("it went on")
	}
}

package api

import (
	"net/http"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/platform/schema"
)

// TestLongLists sends each list argument of each route more items than anybody
// has a use for: no two alike, and as a list and as one text.
func TestLongLists(t *testing.T) {
	s := start(t, app.Config{})
	const items = 90_000
	list := make([]any, items)
	for i := range list {
		list[i] = "w" + strconv.Itoa(i)
	}
	words := strings.Repeat("a,b,", items/2)
	tried := 0
	for _, route := range s.app.API.Routes() {
		path := "/api" + route.Pattern
		if strings.Contains(path, "(") {
			continue // the same arguments, for things that would have to be there
		}
		for i := range route.Endpoints {
			e := &route.Endpoints[i]
			if e.Methods[0] != http.MethodGet {
				continue
			}
			for _, a := range e.Args {
				if !a.Schema.Is(schema.Array) {
					continue
				}
				tried++
				for _, v := range []any{list, words} {
					before := processorTime(t)
					got := s.do("", http.MethodGet, path, map[string]any{a.Name: v})
					if used := processorTime(t) - before; used > 2*time.Second {
						t.Errorf("%s %s took %v", path, a.Name, used)
					}
					if got.status < 400 || got.status >= 500 {
						t.Errorf("%s %s: %d %.200s", path, a.Name, got.status, got.body)
					}
				}
			}
		}
	}
	if tried < 30 {
		t.Errorf("only %d arguments are lists", tried)
	}
}

// processorTime is what the process used so far.
func processorTime(t testing.TB) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

package api

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
)

// deployments are the routes that each of the two deployments has, of the
// table in testdata: methods by path.
func deployments(t *testing.T) [2]map[string]string {
	t.Helper()
	data, err := os.ReadFile("testdata/deployments.txt")
	if err != nil {
		t.Fatal(err)
	}
	out := [2]map[string]string{{}, {}}
	for line := range strings.Lines(string(data)) {
		parts := strings.Split(strings.TrimSpace(line), "\t")
		if len(parts) != 3 {
			continue
		}
		for _, which := range parts[0] {
			methods := strings.Split(parts[1], ",")
			if known := out[which-'1'][parts[2]]; known != "" {
				methods = append(methods, strings.Split(known, ",")...)
			}
			slices.Sort(methods)
			out[which-'1'][parts[2]] = strings.Join(slices.Compact(methods), ",")
		}
	}
	return out
}

// plainPath is a pattern with its variables as {name}.
func plainPath(pattern string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(pattern, "(?P<")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, rest, _ := strings.Cut(rest, ">")
		b.WriteString("{" + name + "}")
		depth, class, end := 1, false, 0
		for depth > 0 {
			switch c := rest[end]; {
			case c == '\\':
				end++
			case class:
				class = c != ']'
			case c == '[':
				class = true
			case c == '(':
				depth++
			case c == ')':
				depth--
			}
			end++
		}
		pattern = rest[end:]
	}
}

// TestPresetsHaveTheRoutesOfDeployments compares the index with the table.
func TestPresetsHaveTheRoutesOfDeployments(t *testing.T) {
	t.Parallel()
	namespaces := [2][]string{
		{"oembed/1.0", "seo/v1", "duplicate-post/v1", "core/v2", "core-site-health/v1", "core-block-editor/v1", "core-abilities/v1"},
		{"oembed/1.0", "redirection/v1", "seo/v1", "analytics/v1", "loginlimit/v1", "regenerate-thumbnails/v1", "core/v2",
			"core-site-health/v1", "core-block-editor/v1", "core-abilities/v1"},
	}
	for i, want := range deployments(t) {
		s := start(t, app.Config{Preset: fmt.Sprintf("deployment-%d", i+1)})
		index := s.do("", "GET", "/api/", nil).object(t)
		if got := fmt.Sprint(index["namespaces"]); got != fmt.Sprint(namespaces[i]) {
			t.Errorf("deployment %d: namespaces %s, want %s", i+1, got, namespaces[i])
		}
		got := map[string]string{}
		for pattern, route := range index["routes"].(map[string]any) {
			path := plainPath(pattern)
			methods := map[string]bool{}
			for _, m := range at(route, "methods").([]any) {
				methods[m.(string)] = true
			}
			for _, m := range strings.Split(got[path], ",") {
				if m != "" {
					methods[m] = true
				}
			}
			got[path] = strings.Join(slices.Sorted(maps.Keys(methods)), ",")
		}
		for path, methods := range want {
			if got[path] != methods {
				t.Errorf("deployment %d: %s has %q, want %q", i+1, path, got[path], methods)
			}
		}
		for path := range got {
			if want[path] == "" {
				t.Errorf("deployment %d: %s is too many", i+1, path)
			}
		}
	}
}

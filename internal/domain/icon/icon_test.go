package icon

import (
	"encoding/xml"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestDrawings(t *testing.T) {
	t.Parallel()
	all := All()
	if !slices.IsSortedFunc(drawings, func(a, b drawing) int { return strings.Compare(a.name, b.name) }) {
		t.Error("drawings aren't sorted")
	}
	path := regexp.MustCompile(`^[MmLlHhVvAaQqTtZz0-9 .,-]+$`)
	for i, d := range drawings {
		if !path.MatchString(d.lines) || d.lines[0] != 'M' {
			t.Errorf("%s: bad path %q", d.name, d.lines)
		}
		got, ok := Get(all[i].Name)
		if !ok || got != all[i] {
			t.Errorf("%s isn't found by its name", all[i].Name)
		}
		if err := xml.Unmarshal([]byte(got.SVG), new(struct{})); err != nil {
			t.Errorf("%s: %v", d.name, err)
		}
	}
	for _, name := range []string{"arrow-up", "core/nothing", "other/arrow-up", ""} {
		if _, ok := Get(name); ok {
			t.Errorf("found %q", name)
		}
	}
	for _, name := range []string{"core/cover", "core/verse", "core/group", "core/styles", "core/symbol-filled", "core/receipt"} {
		if _, ok := Get(name); !ok {
			t.Errorf("no %s", name)
		}
	}
	// As many as the reference has (7.1).
	if len(all) != 88 {
		t.Errorf("%d icons", len(all))
	}
	if got, _ := Get("core/arrow-down-left"); got.Label != "Arrow Down Left" {
		t.Errorf("label %q", got.Label)
	}
}

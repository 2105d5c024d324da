package blocktypes_test

import (
	"testing"
	"testing/fstest"

	"quoin/internal/api/core/blocktypes"
	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/theme"
)

func TestVariationsOfTemplateParts(t *testing.T) {
	t.Parallel()
	th, err := theme.Load(fstest.MapFS{
		"style.css":            {Data: []byte("/* Theme Name: Plain */")},
		"theme.json":           {Data: []byte(`{"version":3,"templateParts":[{"name":"head","area":"header","title":"Top"}]}`)},
		"templates/index.html": {Data: []byte("index")},
		"parts/head.html":      {Data: []byte("head")},
	}, "plain", theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := coretest.New(t, func(e *env.Env) []rest.Route {
		e.Theme = th
		return blocktypes.Routes(e)
	})
	a := s.Do("contributor", "GET", "core/v2/block-types/core/template-part?_fields=variations", "")
	for path, want := range map[[3]any]any{
		{0, "name", nil}: "area_header", {0, "scope", 0}: nil,
		{1, "name", nil}: "area_footer", {1, "scope", 0}: "inserter",
		{2, "name", nil}: "instance_head", {2, "title", nil}: "Top", {2, "icon", nil}: "header", {2, "scope", 0}: "inserter",
		{2, "attributes", "theme"}: "plain", {3, "name", nil}: nil,
	} {
		keys := []any{"variations", path[0], path[1]}
		if path[2] != nil {
			keys = append(keys, path[2])
		}
		if got := a.Get(keys...); got != want {
			t.Errorf("%v is %v, want %v", keys, got, want)
		}
	}
	if list := s.Do("contributor", "GET", "core/v2/block-types?_fields=name", ""); list.Status != 200 {
		t.Errorf("list: %d", list.Status)
	}
}

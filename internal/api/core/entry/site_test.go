package entry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/core/terms"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

// newSite serves posts, pages, categories and tags.
func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	return coretest.New(t, func(e *env.Env) []rest.Route {
		e.Statuses = []string{"publish", "future", "draft", "pending", "private", "trash", "auto-draft", "inherit"}
		e.EntryMeta = map[string]*meta.Set{"post": {Keys: []meta.Key{
			{Name: "footnotes", Schema: schema.Str("", schema.Default(""))},
			{Name: "number", Schema: schema.Int("", schema.Default(7))},
			{Name: "several", Schema: schema.Str(""), Repeated: true},
			{Name: "_guarded", Schema: schema.Str("", schema.Default("")), Allow: func(a access.Actor) bool { return a.Can("manage_options") }},
		}}}
		return slices.Concat(entry.Of(e, e.Types.Get(content.TypePost)).Routes(), entry.Of(e, e.Types.Get(content.TypeBlock)).Routes(), entry.Of(e, e.Types.Get(content.TypePage)).Routes(), terms.Of(e, e.Taxonomies.Get(taxonomy.Category)).Routes(), terms.Of(e, e.Taxonomies.Get(taxonomy.Tag)).Routes())
	})
}

const postsPath, pagesPath = "core/v2/posts", "core/v2/pages"

// do is a step without a kept id.
func do(role, method, path, body string, status int, code string, want ...string) coretest.Step {
	return coretest.Step{Role: role, Method: method, Path: path, Body: body, Status: status, Code: code, Want: want}
}

// kept is a step that remembers the id of what it answers.
func kept(name string, s coretest.Step) coretest.Step {
	s.Keep = name
	return s
}

// add stores an entry of a role's account and gives its address.
func add(t *testing.T, s *coretest.Site, role, typ string, status content.Status, title string) string {
	t.Helper()
	base := postsPath
	if typ == "page" {
		base = pagesPath
	}
	return fmt.Sprint(base, "/", s.AddEntry(typ, status, s.IDs[role], title))
}

// titles are the titles of a list, in order.
func titles(a coretest.Answer) string {
	list, ok := a.Body.([]any)
	if !ok {
		return fmt.Sprint(a.Status, " ", a.Code())
	}
	out := []string{}
	for i := range list {
		title := a.Get(i, "title", "rendered")
		out = append(out, fmt.Sprint(title))
	}
	return strings.Join(out, ",")
}

package importer

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/importer/wxr"
)

// maxUnknown bounds how many types and taxonomies of a file are looked at.
const maxUnknown = 200

// unknown gathers what a file shows of the types and taxonomies that the site doesn't
// have.
type unknown struct {
	run               *run
	types, taxonomies map[string]*definition.Seen
	typeOf            map[int64]string // of entries of unknown types, for their parents
	nested            map[string][]int64
	language          string
}

func newUnknown(r *run) *unknown {
	return &unknown{run: r, types: map[string]*definition.Seen{}, taxonomies: map[string]*definition.Seen{}, typeOf: map[int64]string{}, nested: map[string][]int64{}}
}

func (u *unknown) see(kind definition.Kind, name string) *definition.Seen {
	all, known := u.types, u.run.Types.Get(name) != nil
	if kind == definition.OfTaxonomy {
		all, known = u.taxonomies, u.run.Terms.Taxonomies.Get(name) != nil
	}
	if known || name == "" {
		return nil
	}
	if all[name] == nil {
		if len(all) == maxUnknown {
			return nil
		}
		all[name] = &definition.Seen{Kind: kind, Name: name, English: strings.HasPrefix(u.language, "en")}
		if kind == definition.OfType {
			all[name].Supports = []string{"title", "editor", "author", "excerpt", "thumbnail", "comments", "revisions", "custom-fields"}
		}
	}
	return all[name]
}

func with(list []string, one string) []string {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

// add looks at a record.
func (u *unknown) add(item wxr.Item) {
	switch i := item.(type) {
	case *wxr.Site:
		u.language = i.Language
	case *wxr.Term:
		if t := u.see(definition.OfTaxonomy, i.Taxonomy); t != nil && i.Parent != "" {
			t.Nested = true
		}
	case *wxr.Entry:
		u.entry(i)
	}
}

func (u *unknown) entry(e *wxr.Entry) {
	for _, ref := range e.Terms {
		if t := u.see(definition.OfTaxonomy, ref.Taxonomy); t != nil {
			t.Of = with(t.Of, e.Type)
		}
	}
	t := u.see(definition.OfType, e.Type)
	if t == nil {
		return
	}
	for _, ref := range e.Terms {
		t.Of = with(t.Of, ref.Taxonomy)
	}
	if len(u.typeOf) < maxRemembered {
		u.typeOf[e.ID] = e.Type
	}
	if list := u.nested[e.Type]; e.Parent > 0 && len(list) < maxRemembered {
		u.nested[e.Type] = append(list, e.Parent)
	}
	if e.MenuOrder != 0 || e.Parent > 0 {
		t.Supports = with(t.Supports, "page-attributes")
	}
	if t.Slug == "" && e.Status == string(content.Publish) && e.Parent == 0 {
		t.Slug = slugOf(e)
	}
}

// slugOf is what stands before the slug of an entry in its address, "" when that isn't
// one word.
func slugOf(e *wxr.Entry) string {
	at, err := url.Parse(e.Link)
	if err != nil || at.RawQuery != "" || e.Slug == "" {
		return ""
	}
	before, ok := strings.CutSuffix(strings.TrimSuffix(at.Path, "/"), "/"+e.Slug)
	if !ok {
		return ""
	}
	if i := strings.LastIndexByte(before, '/'); i >= 0 {
		before = before[i+1:]
	}
	return before
}

// declare declares what the file has and the site hasn't.
func (r *run) declare(ctx context.Context, u *unknown) error {
	if r.Definitions == nil {
		return nil
	}
	var list []definition.Seen
	for _, name := range slices.Sorted(maps.Keys(u.types)) {
		t := u.types[name]
		t.Nested = slices.ContainsFunc(u.nested[name], func(parent int64) bool { return u.typeOf[parent] == name })
		list = append(list, *t)
	}
	for _, name := range slices.Sorted(maps.Keys(u.taxonomies)) {
		list = append(list, *u.taxonomies[name])
	}
	made, err := r.Definitions.ApplySeen(ctx, list, func(kind definition.Kind, name string, why error) {
		r.report.warn(0, "the %s %q can't be declared here: %v", kind, name, why)
	})
	for _, d := range made {
		r.report.imported("declared "+string(d.Kind), 1)
		r.report.warn(0, "the %s %q wasn't known; it is declared by what the file shows of it. See quoin type show %s %s", d.Kind, d.Name, d.Kind, d.Name)
	}
	return err
}

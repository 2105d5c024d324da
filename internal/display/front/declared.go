package front

import (
	"maps"
	"regexp"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
)

// ofType names the type that the form of a path says. Queries can't say it.
const ofType = "post_type"

// declaredRules are the forms of the addresses of the types and taxonomies that the
// owner defined: of entries, of the lists of a type, of terms.
func declaredRules(structure string, types []*content.Type, taxonomies []*taxonomy.Taxonomy) []rule {
	front, m := site.PermalinkFront(structure), &maker{}
	for _, t := range taxonomies {
		if t.Addresses.Slug == "" || !t.Public {
			continue
		}
		path := regexp.QuoteMeta(t.Addresses.Prefix(front)) + `/([^/]+)`
		if t.Addresses.Nested {
			path = regexp.QuoteMeta(t.Addresses.Prefix(front)) + `/(.+?)`
		}
		m.saying(map[string]string{"taxonomy": t.Name}, func(m *maker) { m.listOf(path, "term") })
	}
	for _, t := range types {
		if !t.Declared || !t.Public {
			continue
		}
		m.saying(map[string]string{ofType: t.Name}, func(m *maker) {
			if t.Archive != "" {
				m.listOf(regexp.QuoteMeta(t.ArchivePath(front)))
			}
		})
		if t.Addresses.Slug == "" {
			continue
		}
		path, one := regexp.QuoteMeta(t.Addresses.Prefix(front)), `/([^/]+)`
		if t.Hierarchical {
			one = `/(.+?)`
		} else {
			m.attachedTo(path + `/[^/]+/attachment/`)
		}
		m.saying(map[string]string{ofType: t.Name}, func(m *maker) {
			if t.Archive != "" {
				m.entry(path+one, "name")
				return
			}
			// Compat (core-v2/books#page /note/now/feed/): only what has a list has feeds.
			m.add(path+one+`/embed/?`, map[string]string{"embed": "true"}, "name")
			m.add(path+one+`/trackback/?`, map[string]string{"tb": "1"}, "name")
			m.entryPages(path+one, "name")
		})
		if !t.Hierarchical {
			m.attachedTo(path + `/[^/]+/`)
		}
	}
	return m.list
}

// saying adds forms that all say the same beside what else they say.
func (m *maker) saying(says map[string]string, add func(m *maker)) {
	part := &maker{}
	add(part)
	for _, r := range part.list {
		all := maps.Clone(says)
		maps.Copy(all, r.says)
		r.says = all
		m.list = append(m.list, r)
	}
}

// byName reads the plain addresses of what the owner defined: ?book=slug of an entry, and
// ?genre=slug of a term. What the path says comes first.
func (f *resolver) byName(in *input) {
	if len(in.fromPath) > 0 {
		return
	}
	for sent := range in.query {
		value := strings.Trim(strings.ToValidUTF8(in.query.Get(sent), ""), "/")
		if value == "" {
			continue
		}
		if t := f.Types.Get(sent); t != nil && t.Declared && t.Public {
			in.fromPath = map[string]string{ofType: t.Name, "name": value}
			return
		}
		if t := f.Taxonomies.Get(sent); t != nil && t.Declared() && t.Public {
			in.fromPath = map[string]string{"taxonomy": t.Name, "term": value}
			return
		}
	}
}

// ofType restricts a list to a declared type, or to the types that have terms of the
// declared taxonomy that the address names.
func (f *lists) ofType(in *input, p *resolvedPage, q *content.Query) {
	if t := f.Types.Get(in.fromPath[ofType]); t != nil {
		q.Types, p.is.typeArchive = []string{t.Name}, true
		p.title = escape.HTML(t.Label("name"))
		p.canonical = in.base + "/" + t.ArchivePath(in.rules.front) + in.rules.end()
		return
	}
	tax := f.Taxonomies.Get(in.vars["taxonomy"])
	if tax == nil || !tax.Declared() {
		return
	}
	types := []string{}
	for _, t := range f.Types.All() {
		if t.Public && !t.Unlisted && t.HasTaxonomy(tax.Name) {
			types = append(types, t.Name)
		}
	}
	q.Types = types
}

// end is what all addresses end with.
func (r *rules) end() string {
	if r.slash {
		return "/"
	}
	return ""
}

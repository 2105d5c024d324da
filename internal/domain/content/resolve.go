package content

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/site"
)

// maxNamesakes bounds how many entries of one slug are compared with an
// address.
const maxNamesakes = 50

// Resolve is the entry that an address of the site leads to, or the address of
// its card, nil when it leads to none. Whether anybody may see it isn't asked.
func (p *Permalinks) Resolve(ctx context.Context, address string) (*Entry, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, nil
	}
	base, err := url.Parse(p.Site.Base(ctx))
	if err != nil || plainHost(u) != plainHost(base) {
		return nil, nil
	}
	for _, name := range []string{"p", "page_id", "attachment_id"} {
		if id, err := strconv.ParseInt(u.Query().Get(name), 10, 64); err == nil && id > 0 {
			return p.byID(ctx, id)
		}
	}
	path, ok := strings.CutPrefix(strings.Trim(u.EscapedPath(), "/"), strings.Trim(base.EscapedPath(), "/"))
	if !ok {
		return nil, nil
	}
	path = strings.Trim(path, "/")
	if path == "" {
		if !p.Site.FrontIsPage(ctx) {
			return nil, nil
		}
		return p.byID(ctx, site.PageOnFront.Of(ctx, p.Site))
	}
	e, err := p.byPath(ctx, base, path)
	if page, ok := strings.CutSuffix(path, "/embed"); ok && e == nil && err == nil {
		return p.byPath(ctx, base, page)
	}
	return e, err
}

// plainHost is host and port without www.
func plainHost(u *url.URL) string {
	return strings.TrimPrefix(strings.ToLower(u.Host), "www.")
}

func (p *Permalinks) byID(ctx context.Context, id int64) (*Entry, error) {
	if id <= 0 {
		return nil, nil
	}
	found, err := p.Store.EntriesByID(ctx, []int64{id})
	return found[id], err
}

// slugsIn are the slugs that an entry may have whose address has the parts: the
// last one, and what stands at the place of the slug in the site's structure.
func slugsIn(parts []string, structure string) []string {
	slugs := []string{strings.ToLower(parts[len(parts)-1])}
	for i, segment := range strings.Split(strings.Trim(structure, "/"), "/") {
		if i >= len(parts) {
			break
		}
		if slug := tagIn(segment, "%postname%", strings.ToLower(parts[i])); slug != "" && !slices.Contains(slugs, slug) {
			slugs = append(slugs, slug)
		}
	}
	return slugs
}

var anyTag = regexp.MustCompile(`%[a-z_]+%`)

// tagIn is what stands for a tag in a part of a path that was made from a part
// of a structure; "" when it wasn't.
func tagIn(segment, tag, part string) string {
	if !strings.Contains(segment, tag) {
		return ""
	}
	form := anyTag.ReplaceAllStringFunc(regexp.QuoteMeta(segment), func(found string) string {
		holds := "[0-9]+"
		if slices.Contains([]string{"%postname%", "%category%", "%author%"}, found) {
			holds = ".+"
		}
		if found == tag {
			return "(" + holds + ")"
		}
		return holds
	})
	found := regexp.MustCompile("(?i)^" + form + "$").FindStringSubmatch(part)
	if found == nil {
		return ""
	}
	return found[1]
}

// idsIn are the ids that an entry may have whose address has the parts, which a
// category may have moved from where the structure has them.
func idsIn(parts []string, structure string) []int64 {
	var ids []int64
	for _, segment := range strings.Split(strings.Trim(structure, "/"), "/") {
		for _, part := range parts {
			id, err := strconv.ParseInt(tagIn(segment, "%post_id%", part), 10, 64)
			if err == nil && len(ids) < maxNamesakes {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// byPath finds the entry whose own address has a path: among those that have
// one of its slugs, and, where addresses hold ids, by these.
func (p *Permalinks) byPath(ctx context.Context, base *url.URL, path string) (*Entry, error) {
	parts := strings.Split(path, "/")
	q := Query{Slugs: slugsIn(parts, p.Site.Permalinks(ctx)), Limit: maxNamesakes, SkipTotal: true, Order: []Order{{By: ByID}}}
	for _, t := range p.Types.All() {
		if t.Public {
			q.Types = append(q.Types, t.Name)
		}
	}
	page, err := p.Store.ListEntries(ctx, q)
	if err != nil {
		return nil, err
	}
	candidates := page.Entries
	if structure := p.Site.Permalinks(ctx); strings.Contains(structure, "%post_id%") {
		for _, id := range idsIn(parts, structure) {
			e, err := p.byID(ctx, id)
			if err != nil {
				return nil, err
			}
			if e != nil {
				candidates = append(candidates, e)
			}
		}
	}
	for _, e := range candidates {
		link, err := url.Parse(p.Link(ctx, e))
		if err != nil || link.RawQuery != "" {
			continue
		}
		own, _ := strings.CutPrefix(strings.Trim(link.EscapedPath(), "/"), strings.Trim(base.EscapedPath(), "/"))
		if strings.EqualFold(strings.Trim(own, "/"), path) {
			return e, nil
		}
	}
	return nil, nil
}

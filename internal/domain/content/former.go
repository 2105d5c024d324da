package content

import (
	"context"
	"regexp"
	"strconv"
	"strings"
)

// Structure is a form of addresses of posts, such as /%year%/%postname%/, that
// paths are read by. It is safe for concurrent use.
type Structure struct {
	text    string
	pattern *regexp.Regexp
	hasSlug bool // posts by their slugs
	slash   bool // they end with one
}

// HasSlug tells whether addresses of this form tell the slug of a post.
func (s *Structure) HasSlug() bool { return s.hasSlug }

// Slash tells whether addresses of this form end with a slash.
func (s *Structure) Slash() bool { return s.slash }

// structureTags are the tags of structures with what each may stand for.
func structureTags() map[string]string {
	const two, one = `[0-9]{1,2}`, `[^/]+`
	return map[string]string{
		"year": `[0-9]{4}`, "monthnum": two, "day": two, "hour": two, "minute": two, "second": two,
		"post_id": `[0-9]+`, "postname": one, "author": one, "category": `.+?`,
	}
}

var structureTag = regexp.MustCompile(`%([a-z_]+)%`)

// ParseStructure reads a form of addresses. ok is false for one that names no
// single post.
func ParseStructure(text string) (s *Structure, ok bool) {
	slash := strings.HasSuffix(text, "/")
	text = "/" + strings.Trim(text, "/")
	var b strings.Builder
	b.WriteString("(?i)^")
	last, seen, tags := 0, map[string]bool{}, structureTags()
	for _, at := range structureTag.FindAllStringSubmatchIndex(text, -1) {
		name := text[at[2]:at[3]]
		form := tags[name]
		if form == "" || seen[name] {
			return nil, false
		}
		seen[name] = true
		b.WriteString(regexp.QuoteMeta(text[last:at[0]]) + "(?P<" + name + ">" + form + ")")
		last = at[1]
	}
	b.WriteString(regexp.QuoteMeta(text[last:]) + "/?$")
	pattern, err := regexp.Compile(b.String())
	return &Structure{text, pattern, seen["postname"], slash}, err == nil && (seen["postname"] || seen["post_id"])
}

// Former is the published post that a path below the site's address would mean
// if the site's addresses had another form; nil for none. All that the path says
// of the post must be so, but for its category, which may have changed too.
// reads tells whether the path has that form at all.
func (p *Permalinks) Former(ctx context.Context, s *Structure, path string) (e *Entry, reads bool, err error) {
	match := s.pattern.FindStringSubmatch("/" + strings.Trim(path, "/"))
	if match == nil {
		return nil, false, nil
	}
	said := map[string]string{}
	for i, name := range s.pattern.SubexpNames() {
		if i > 0 {
			said[name] = match[i]
		}
	}
	candidates, err := p.said(ctx, said)
	if err != nil {
		return nil, true, err
	}
	wanted := match[0]
	structure := strings.ReplaceAll(s.text, "%category%", said["category"])
	for _, e := range candidates {
		if e.Type == TypePost && e.Status == Publish &&
			strings.EqualFold(strings.Trim(p.fill(ctx, e, structure, e.Slug), "/"), strings.Trim(wanted, "/")) {
			return e, true, nil
		}
	}
	return nil, true, nil
}

// said are the posts with the id or the slug that an address says.
func (p *Permalinks) said(ctx context.Context, said map[string]string) ([]*Entry, error) {
	if text, ok := said["post_id"]; ok {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, nil // too large a number
		}
		e, err := p.byID(ctx, id)
		if e == nil || err != nil {
			return nil, err
		}
		return []*Entry{e}, nil
	}
	page, err := p.Store.ListEntries(ctx, Query{
		Types: []string{TypePost}, Statuses: []Status{Publish}, Slugs: []string{strings.ToLower(said["postname"])},
		Limit: maxNamesakes, SkipTotal: true, Order: []Order{{By: ByID}},
	})
	return page.Entries, err
}

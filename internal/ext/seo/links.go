package seo

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render/htmltag"
	"quoin/internal/domain/content"
	"quoin/internal/platform/markup/entity"
)

// The kinds of links.
const (
	linkInternal = "internal"
	linkExternal = "external"
)

// maxLinks bounds how many links of one text are kept, maxLink how long each is.
const (
	maxLinks = 1000
	maxLink  = 4 << 10
)

// link is one link in a text.
type link struct {
	url  string
	kind string
	path string // of an internal one, below the address of the site
}

var hasLink = regexp.MustCompile(`(?i)<a\s[^>]*href`)

// linksIn are the links in a text, each address once. Those to the page itself
// are none.
func (s *index) linksIn(ctx context.Context, text, own string) []link {
	if !hasLink.MatchString(text) {
		return nil
	}
	base := s.Site.Base(ctx)
	var out []link
	seen := map[string]bool{}
	p := htmltag.New(text)
	for p.Next() && len(out) < maxLinks {
		if p.Tag() != "A" {
			continue
		}
		href, ok := p.Attr("href")
		href = strings.TrimSpace(entity.DecodeAttribute(href))
		if !ok || href == "" || seen[href] || len(href) > maxLink {
			continue
		}
		seen[href] = true
		if l, ok := readLink(href, base); ok && (l.kind == linkExternal || l.path != own) {
			out = append(out, l)
		}
	}
	return out
}

// readLink tells where an address leads; ok is false for one that leads nowhere
// else.
func readLink(href, base string) (l link, ok bool) {
	u, err := url.Parse(href)
	if err != nil {
		return link{}, false
	}
	own, err := url.Parse(base)
	if err != nil {
		return link{}, false
	}
	l = link{url: href}
	switch {
	case u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https":
		return link{}, false // mail and the like
	case u.Host == "" && u.Path == "":
		return link{}, false // a place on the page
	case u.Host != "" && !strings.EqualFold(strings.TrimPrefix(u.Host, "www."), strings.TrimPrefix(own.Host, "www.")):
		l.kind = linkExternal
		return l, true
	}
	path := u.EscapedPath()
	if u.Host != "" || strings.HasPrefix(path, "/") {
		path = strings.TrimPrefix(path, own.EscapedPath())
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	if last := path[strings.LastIndexByte(path, '/')+1:]; last != "" && !strings.Contains(last, ".") {
		path += "/"
	}
	l.kind, l.path = linkInternal, path
	return l, true
}

// storeLinks stores the links of an entry in place of those that its row has,
// and counts those of everybody concerned. Costs a constant number of
// statements.
func (s *index) storeLinks(ctx context.Context, r *row, links []link, known bool) error {
	// Who makes a page and who links to it find each other.
	places := []string{placeOf(r.path)}
	for _, l := range links {
		if l.kind == linkInternal {
			places = append(places, placeOf(l.path))
		}
	}
	if err := s.DB.Claim(ctx, places...); err != nil {
		return err
	}
	touched := []int64{r.id}
	if known {
		// The row may have links already.
		err := s.DB.Query(ctx, "SELECT DISTINCT target_id FROM seo_link WHERE row_id = ? AND target_id IS NOT NULL", []any{r.id}, func(scan func(...any) error) error {
			var id int64
			err := scan(&id)
			touched = append(touched, id)
			return err
		})
		if err == nil {
			err = s.DB.Send(ctx, "DELETE FROM seo_link WHERE row_id = ?", r.id)
		}
		if err != nil {
			return err
		}
	}
	targets := map[string]int64{}
	var paths []string
	internal := int64(0)
	for _, l := range links {
		if l.kind == linkInternal {
			internal++
			paths = append(paths, l.path)
		}
	}
	if len(paths) > 0 {
		err := s.DB.Query(ctx, "SELECT id, path FROM seo_row WHERE "+s.DB.TextsIn("path")+" ORDER BY id", []any{s.DB.TextList(paths)}, func(scan func(...any) error) error {
			var id int64
			var path string
			err := scan(&id, &path)
			if _, ok := targets[path]; !ok {
				targets[path] = id
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	for chunk := range slices.Chunk(links, 100) {
		var values []string
		var args []any
		for _, l := range chunk {
			var target *int64
			if id, ok := targets[l.path]; ok && l.kind == linkInternal {
				target = &id
				touched = append(touched, id)
			}
			values = append(values, "(?, ?, ?, ?, ?)")
			args = append(args, r.id, l.url, l.kind, l.path, target)
		}
		if err := s.DB.Send(ctx, "INSERT INTO seo_link (row_id, url, kind, path, target_id) VALUES "+strings.Join(values, ", "), args...); err != nil {
			return err
		}
	}
	// Links that led to this address before it was there.
	if err := s.DB.Send(ctx, "UPDATE seo_link SET target_id = ? WHERE path = ? AND target_id IS NULL", r.id, r.path); err != nil {
		return err
	}
	r.links = &internal
	if err := s.countIncoming(ctx, touched); err != nil {
		return err
	}
	return s.DB.Send(ctx, "UPDATE seo_row SET link_count = ? WHERE id = ?", internal, r.id)
}

// countIncoming counts the links to rows again.
func (s *index) countIncoming(ctx context.Context, rows []int64) error {
	if len(rows) == 0 {
		return nil
	}
	slices.Sort(rows)
	rows = slices.Compact(rows)
	// Of two who count the links to one row, the second counts those of the first.
	names := make([]string, len(rows))
	for i, id := range rows {
		names[i] = "row " + strconv.FormatInt(id, 10)
	}
	if err := s.DB.Claim(ctx, names...); err != nil {
		return err
	}
	which, arg := s.DB.IntsIn("id"), s.DB.IntList(rows)
	if len(rows) == 1 {
		which, arg = "id = ?", rows[0] // most of the time, and nothing to plan again
	}
	return s.DB.Send(ctx, "UPDATE seo_row SET incoming_count = (SELECT COUNT(*) FROM seo_link l WHERE l.target_id = seo_row.id) WHERE "+which, arg)
}

// dropLinks removes the links of a row.
func (s *index) dropLinks(ctx context.Context, id int64) error {
	var touched []int64
	err := s.DB.Query(ctx, "SELECT DISTINCT target_id FROM seo_link WHERE row_id = ? AND target_id IS NOT NULL", []any{id}, func(scan func(...any) error) error {
		var to int64
		err := scan(&to)
		touched = append(touched, to)
		return err
	})
	if err != nil {
		return err
	}
	if err := s.DB.Send(ctx, "DELETE FROM seo_link WHERE row_id = ?", id); err != nil {
		return err
	}
	return s.countIncoming(ctx, touched)
}

// keepEntry makes or renews the row of an entry and its links; before is the
// entry as it was, nil for one that was just made, whose row has no id then.
func (s *index) keepEntry(ctx context.Context, before, e *content.Entry, pending bool) (*row, error) {
	if !s.indexed(e) && before == nil {
		return nil, nil // it had no row before it was
	}
	if !s.indexed(e) {
		return nil, s.deleteRow(ctx, ofEntry, e.ID)
	}
	// Others write rows meanwhile: this one belongs to an entry that they can't
	// change, and what links share is claimed.
	ctx = s.DB.Concurrent(ctx)
	r := s.entryRow(ctx, e)
	r.pending = pending
	if before == nil {
		links := s.linksIn(ctx, e.Content, r.path)
		if len(links) == 0 {
			return r, s.storeNew(ctx, r)
		}
		if err := s.storeRow(ctx, r); err != nil {
			return nil, err
		}
		return r, s.storeLinks(ctx, r, links, false)
	}
	if err := s.storeRow(ctx, r); err != nil {
		return nil, err
	}
	if before.Content == e.Content && s.indexed(before) && s.entryRow(ctx, before).path == r.path {
		return r, nil
	}
	return r, s.storeLinks(ctx, r, s.linksIn(ctx, e.Content, r.path), true)
}

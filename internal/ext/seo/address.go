package seo

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// getHead answers the head of the page at an address.
func (s *heads) getHead(r *rest.Request) (*rest.Response, error) {
	k, err := s.headAt(r, argURL.Of(r))
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if k == nil {
		status = http.StatusNotFound
		if k, err = s.missingHead(r.Context()); err != nil {
			return nil, err
		}
	}
	text, err := s.quoted(r, k)
	if err != nil {
		return nil, err
	}
	out := rest.OK(wire.NewObject("html", text, "json", k.object, "status", int64(status)))
	out.Status = status
	return out, nil
}

var aDate = regexp.MustCompile(`^[0-9]{4}(/[0-9]{1,2}){0,2}(/page/[0-9]+)?/?$`)

// headAt is the head of the page at an address, nil when there is none that the
// caller may see. A query says nothing.
//
// Compat (api.TestHeads): an address that isn't written as the site writes it,
// such as without its last slash, is none.
func (s *heads) headAt(r *rest.Request, address string) (*kept, error) {
	ctx := r.Context()
	u, err := url.Parse(address)
	if err != nil {
		return nil, nil
	}
	base := s.Site.Base(ctx)
	own, err := url.Parse(base)
	if err != nil || !strings.EqualFold(own.Host, u.Host) {
		return nil, nil
	}
	path, ok := strings.CutPrefix(u.EscapedPath(), strings.TrimSuffix(own.EscapedPath(), "/")+"/")
	if !ok {
		return nil, nil
	}
	written := base + "/" + path
	switch {
	case address == written && path == "":
		return s.frontHead(r)
	case path == "":
		// Compat (api.TestHeadOfFrontPage): with a query it is the list of posts.
		return s.homeHead(ctx)
	}
	if k, err := s.frontByPath(r, written); k != nil || err != nil {
		return k, err
	}
	if key := s.facts.uploadKey(ctx, written); key != "" {
		return s.fileHead(r, key)
	}
	if aDate.MatchString(path) && s.Site.Permalinks(ctx) != "" {
		// Compat (api.TestHeads): the heads of all dates are one.
		return s.makeHead(ctx, func(ctx context.Context) (*head.Page, error) { return s.facts.datePage(ctx, "", first()), nil })
	}
	slug := strings.ToLower(path)
	slug = strings.Trim(slug, "/")
	slug = slug[strings.LastIndexByte(slug, '/')+1:]
	if k, err := s.archiveHead(r, written, slug); k != nil || err != nil {
		return k, err
	}
	e, err := s.Links.Resolve(ctx, written)
	if err != nil || e == nil {
		return nil, err
	}
	t := s.Types.Get(e.Type)
	if t == nil || !headed(t) || headless(e) || e.Status == content.Trash || !sameAddress(s.Links.Link(ctx, e), written) || !s.Entries.CanRead(ctx, r.Actor, e) {
		return nil, nil
	}
	if s.facts.standsForPosts(ctx, e) {
		return s.listHead(ctx, e)
	}
	return s.entryHead(ctx, e)
}

// fileHead is the head of the attachment with a file, nil for any other file, and where
// attachments have no pages.
func (s *heads) fileHead(r *rest.Request, key string) (*kept, error) {
	ctx := r.Context()
	key, err := url.PathUnescape(key)
	if err != nil || !site.AttachmentPages.Of(ctx, s.Site) {
		return nil, nil
	}
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, MetaValues: map[string][]string{content.MetaAttachedFile: {key}},
		Order: []content.Order{{By: content.ByID}}, Limit: 1, SkipTotal: true,
	})
	if err != nil || len(page.Entries) == 0 {
		return nil, err
	}
	if e := page.Entries[0]; e.Status != content.Trash && s.Entries.CanRead(ctx, r.Actor, e) {
		return s.entryHead(ctx, e)
	}
	return nil, nil
}

// sameAddress compares addresses; how their letters are escaped says nothing.
func sameAddress(a, b string) bool { return a == b || strings.EqualFold(a, b) }

// frontHead is the head of the site's own address.
func (s *heads) frontHead(r *rest.Request) (*kept, error) {
	ctx := r.Context()
	if s.Site.FrontIsPage(ctx) {
		id := site.PageOnFront.Of(ctx, s.Site)
		found, err := s.Store.EntriesByID(ctx, []int64{id})
		if err != nil {
			return nil, err
		}
		if e := found[id]; e != nil && s.Entries.CanRead(ctx, r.Actor, e) {
			return s.entryHead(ctx, e)
		}
	}
	return s.homeHead(ctx)
}

// frontByPath is the head of the page at the front of the site by the address that the index
// still knows it by, nil where that isn't asked for.
func (s *heads) frontByPath(r *rest.Request, written string) (*kept, error) {
	ctx := r.Context()
	known, err := s.facts.start(ctx)
	if err != nil || !sameAddress(known, written) {
		return nil, err
	}
	return s.frontHead(r)
}

// archiveHead is the head of the archive at an address, nil when it is none that the
// caller may know of.
func (s *heads) archiveHead(r *rest.Request, written, slug string) (*kept, error) {
	ctx := r.Context()
	for _, tax := range s.Taxonomies.All() {
		if !tax.Public {
			continue
		}
		of := slug
		if tax.Name == taxonomy.Format {
			of = taxonomy.FormatSlug + slug
		}
		t, err := s.Store.TermBySlug(ctx, tax.Name, of)
		if errors.Is(err, taxonomy.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if sameAddress(s.TermLinks.Link(ctx, t), written) {
			return s.termHead(ctx, t)
		}
	}
	u, err := s.Store.UserBySlug(ctx, slug)
	if errors.Is(err, user.ErrNotFound) {
		return nil, nil
	}
	if err != nil || !sameAddress(user.Link(ctx, s.Site, u), written) {
		return nil, err
	}
	if known, err := s.Users.Policy().MayKnow(ctx, r.Actor, u.ID); err != nil || !known {
		return nil, err
	}
	if idle, err := s.facts.idle(ctx, u.ID); idle || err != nil {
		return nil, err
	}
	return s.authorHead(ctx, u)
}

// anAddress checks that a parameter is an address with a host.
func anAddress(_ *rest.Request, v any, name string) *fault.Error {
	u, err := url.Parse(schema.ToText(v))
	if err != nil || u.Scheme == "" || u.Host == "" {
		return refused(name)
	}
	return nil
}

// refused is what a check answers that has nothing more to say.
func refused(string) *fault.Error { return rest.Invalid() }

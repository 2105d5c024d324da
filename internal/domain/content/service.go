package content

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
)

// Service is the only writer of entries and of what belongs to them: terms,
// meta, revisions. Its methods join the transaction of their context; a caller
// that checks an entry and then changes it does both in one.
type Service struct {
	Store Store
	Terms Terms
	Types *Types
	Site  *site.Site
	Links *Permalinks
	Hooks Hooks
	Policy
}

// ErrEmpty refuses an entry without title, content and excerpt.
var ErrEmpty = errors.New("the entry has no title, no content and no excerpt")

// ErrDate refuses dates that calendars don't have.
var ErrDate = errors.New("the date is out of range")

// Create stores a new entry of a type with all that belongs to it and returns
// it as stored.
func (s *Service) Create(ctx context.Context, a access.Actor, typ string, c Change) (*Entry, error) {
	t := s.Types.Get(typ)
	if t == nil {
		return nil, fmt.Errorf("create entry: no type %q", typ)
	}
	c.By, c.Meta = a, maps.Clone(c.Meta)
	e := &Entry{ID: c.ID, Type: typ, Status: Draft, Author: a.ID}
	e.CommentStatus, e.PingStatus = s.discussion(ctx, t)
	c.Apply(e)
	s.filter(ctx, a, e, &c)
	if s.isEmpty(t, e) {
		return nil, ErrEmpty
	}
	if c.NoDate {
		return nil, ErrDate
	}
	if err := s.resolveStatusAndDates(ctx, nil, e, &c); err != nil {
		return nil, err
	}
	e.Modified, e.ModifiedUTC = e.Date, e.DateUTC
	if c.Modified != nil {
		e.Modified, e.ModifiedUTC = c.Modified.Local, c.Modified.UTC
	}
	if err := s.resolveSlug(ctx, t, nil, e, &c); err != nil {
		return nil, err
	}
	if err := s.resolveFeatured(ctx, a, nil, &c); err != nil {
		return nil, err
	}
	if err := s.Hooks.Before(ctx, nil, e, &c); err != nil {
		return nil, err
	}
	e.Meta = c.newMeta()
	if err := s.insert(ctx, t, e); err != nil {
		return nil, fmt.Errorf("create %s: %w", typ, err)
	}
	if c.MetaByID != nil {
		if err := s.updateMeta(ctx, e, c.MetaByID(e.ID)); err != nil {
			return nil, err
		}
	}
	if err := s.updateTerms(ctx, t, e, &c); err != nil {
		return nil, err
	}
	return e, s.Hooks.Saved(ctx, nil, e)
}

// insert stores a new entry under an id that is known before: slug and GUID may
// need it.
func (s *Service) insert(ctx context.Context, t *Type, e *Entry) error {
	return s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		c := *e // what fails, or runs again, leaves the given one alone
		if c.ID == 0 {
			if c.ID, err = s.Store.ReserveEntry(ctx); err != nil {
				return err
			}
		}
		if t.Name != TypeRevision && c.Slug == "" && !c.Status.Provisional() {
			if err := s.numberSlug(ctx, &c); err != nil {
				return err
			}
		}
		if c.GUID == "" {
			c.GUID = s.Links.GUID(ctx, &c)
		}
		if err := s.Store.InsertEntry(ctx, &c); err != nil {
			return err
		}
		*e = c
		return nil
	})
}

// Update changes an entry, which the caller loaded in the same transaction,
// with all that belongs to it, and returns it as stored. The given entry isn't
// touched.
func (s *Service) Update(ctx context.Context, a access.Actor, before *Entry, c Change) (*Entry, error) {
	t := s.Types.Get(before.Type)
	c.By, c.Meta = a, maps.Clone(c.Meta)
	e := before.Clone()
	c.Apply(e)
	s.filterUpdate(ctx, a, e, &c)
	if t != nil && s.isEmpty(t, e) {
		return nil, ErrEmpty
	}
	if c.NoDate {
		return nil, ErrDate
	}
	s.leaveTrash(before, e, &c)
	if err := s.resolveStatusAndDates(ctx, before, e, &c); err != nil {
		return nil, err
	}
	if err := s.resolveSlug(ctx, t, before, e, &c); err != nil {
		return nil, err
	}
	if e.Slug == "" && !e.Status.Provisional() {
		if err := s.numberSlug(ctx, e); err != nil {
			return nil, err
		}
	}
	e.Modified, e.ModifiedUTC = s.Site.Stamp(ctx)
	if c.Modified != nil {
		e.Modified, e.ModifiedUTC = c.Modified.Local, c.Modified.UTC
	}
	for key, values := range Formerly(t, before, e) {
		c.SetMeta(key, values...)
	}
	if err := s.resolveFeatured(ctx, a, before, &c); err != nil {
		return nil, err
	}
	if !c.NoRevision {
		s.expectRevision(ctx, e)
	}
	if err := s.store(ctx, before, e, &c); err != nil {
		return nil, err
	}
	if err := s.updateTerms(ctx, t, e, &c); err != nil {
		return nil, err
	}
	if !c.NoRevision {
		if err := s.saveRevision(ctx, a, e); err != nil {
			return nil, err
		}
	}
	return e, s.Hooks.Saved(ctx, before, e)
}

// store asks the hooks and writes the row and the meta of a changed entry.
func (s *Service) store(ctx context.Context, before, e *Entry, c *Change) error {
	if err := s.Hooks.Before(ctx, before, e, c); err != nil {
		return err
	}
	if err := s.Store.UpdateEntry(ctx, e); err != nil {
		return fmt.Errorf("update entry %d: %w", e.ID, err)
	}
	return s.updateMeta(ctx, e, c.Meta)
}

// discussion are the comment and ping status of a new entry.
func (s *Service) discussion(ctx context.Context, t *Type) (comments, pings string) {
	comments, pings = "closed", "closed"
	if t.Name == TypePage {
		return comments, pings
	}
	if t.Has("comments") {
		comments = site.DefaultComments.Of(ctx, s.Site)
	}
	if t.Has("trackbacks") {
		pings = site.DefaultPings.Of(ctx, s.Site)
	}
	return comments, pings
}

// IsEmpty tells whether creating an entry of a type would be refused with
// ErrEmpty, as far as that can be told before its HTML is filtered.
func (s *Service) IsEmpty(typ string, c Change) bool {
	var e Entry
	c.Apply(&e)
	e.Title = strings.TrimSpace(e.Title)
	t := s.Types.Get(typ)
	return t != nil && s.isEmpty(t, &e)
}

// isEmpty tells whether nothing is left of an entry that must not be empty.
func (s *Service) isEmpty(t *Type, e *Entry) bool {
	return nothing(e.Title) && nothing(e.Content) && nothing(e.Excerpt) &&
		t.Has("title") && t.Has("editor") && t.Has("excerpt")
}

// nothing tells whether a text says nothing.
//
// Compat (TestEmptyEntries): a zero doesn't either.
func nothing(text string) bool { return text == "" || text == "0" }

// resolveStatusAndDates fixes status and dates, which depend on each other.
func (s *Service) resolveStatusAndDates(ctx context.Context, before, e *Entry, c *Change) error {
	if e.Status == Private {
		e.Password = ""
	}
	now, nowUTC := s.Site.Stamp(ctx)
	switch {
	case c.Date != nil:
		e.Date, e.DateUTC = c.Date.Local, c.Date.UTC
	case c.ResetDate, before == nil, before.Status.Provisional() && before.DateUTC == "":
		e.Date, e.DateUTC = now, ""
	}
	if e.DateUTC == "" && !e.Status.Provisional() {
		e.DateUTC = s.Site.ToUTC(ctx, e.Date)
	}
	if e.Status != Publish && e.Status != Future || e.Type == TypeAttachment {
		return nil
	}
	at, err := time.Parse(site.DateForm, e.DateUTC)
	if err != nil {
		return fmt.Errorf("date %q of entry %d: %w", e.DateUTC, e.ID, err)
	}
	t, err := time.Parse(site.DateForm, nowUTC)
	if err != nil {
		return fmt.Errorf("present time: %w", err)
	}
	e.Status = Publish
	if at.Sub(t) >= time.Minute {
		e.Status = Future
	}
	return nil
}

// leaveTrash restores what trashing had put aside when another status takes an
// entry out of the trash.
func (s *Service) leaveTrash(before, e *Entry, c *Change) {
	if before.Status != Trash || e.Status == Trash {
		return
	}
	// Compat (TestTrash): it wins over a slug that the change asks for.
	if slug := before.Meta.Text(MetaDesiredSlug); slug != "" {
		e.Slug = slug
	}
	for _, key := range []string{MetaDesiredSlug, MetaTrashStatus, MetaTrashTime} {
		c.SetMeta(key)
	}
}

// Formerly are the meta values by which the address that a published entry of type t had before
// leads to the one that it has now: its former slugs and days, those of before among them. nil
// where neither changed, and for types whose addresses aren't found so.
func Formerly(t *Type, before, e *Entry) Meta {
	if t == nil || !t.Public || t.Hierarchical || e.Type != TypeAttachment && (e.Status != Publish || before.Status != Publish) {
		return nil
	}
	var out Meta
	moved := func(key, old, now string) {
		if old == now || old == "" {
			return
		}
		kept := slices.DeleteFunc(slices.Clone(before.Meta[key]), func(v any) bool { return v == now })
		if !slices.Contains(kept, any(old)) {
			kept = append(kept, old)
		}
		if out == nil {
			out = Meta{}
		}
		out[key] = kept
	}
	moved(MetaOldSlug, before.Slug, e.Slug)
	moved(MetaOldDate, before.Date[:min(10, len(before.Date))], e.Date[:min(10, len(e.Date))])
	return out
}

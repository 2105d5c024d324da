package content

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"quoin/internal/access"
	"quoin/internal/fault"
	"quoin/internal/markup/entity"
	"quoin/internal/markup/sanitize"
	"quoin/internal/site"
)

// Service is the only writer of entries. Its methods join the transaction of
// their context; a caller that checks an entry and then changes it does both
// in one.
type Service struct {
	Store Store
	Types *Types
	Site  *site.Site
	Links *Permalinks
	Hooks Hooks
	Policy
}

// Hooks are called inside the transaction of a write; an error rolls it back.
type Hooks struct {
	// Saved follows every create (before is nil) and update.
	Saved []func(ctx context.Context, before, after *Entry) error
	// Deleted follows the removal of an entry.
	Deleted []func(ctx context.Context, e *Entry) error
}

// ErrEmpty refuses an entry without title, content and excerpt.
var ErrEmpty = fault.BadRequest("empty_content", "The entry has no title, no content and no excerpt.")

// Create stores a new entry of a type and returns it as stored.
func (s *Service) Create(ctx context.Context, a access.Actor, typ string, c Change) (*Entry, error) {
	t := s.Types.Get(typ)
	if t == nil {
		return nil, fmt.Errorf("create entry: no type %q", typ)
	}
	e := &Entry{ID: c.ID, Type: typ, Status: Draft, Author: a.ID, Meta: c.Meta}
	e.CommentStatus, e.PingStatus = s.discussion(ctx, typ)
	c.apply(e)
	s.filter(a, e, &c)
	if s.isEmpty(t, e) {
		return nil, ErrEmpty
	}
	if err := s.settle(ctx, nil, e, &c); err != nil {
		return nil, err
	}
	e.Modified, e.ModifiedUTC = e.Date, e.DateUTC
	if c.Modified != nil {
		e.Modified, e.ModifiedUTC = c.Modified.Local, c.Modified.UTC
	}
	if err := s.settleSlug(ctx, t, nil, e, &c); err != nil {
		return nil, err
	}
	if err := s.Store.InsertEntry(ctx, e); err != nil {
		return nil, fmt.Errorf("create %s: %w", typ, err)
	}
	again := t.Name != TypeRevision && e.Slug == "" && !e.Status.FloatsSlug()
	if again {
		if err := s.numberSlug(ctx, e); err != nil {
			return nil, err
		}
	}
	if e.GUID == "" {
		e.GUID, again = s.Links.GUID(ctx, e), true
	}
	if again {
		if err := s.Store.NameEntry(ctx, e); err != nil {
			return nil, fmt.Errorf("create %s: %w", typ, err)
		}
	}
	return e, s.saved(ctx, nil, e)
}

// Update changes an entry, which the caller loaded in the same transaction,
// and returns it as stored. The given entry isn't touched.
func (s *Service) Update(ctx context.Context, a access.Actor, before *Entry, c Change) (*Entry, error) {
	t := s.Types.Get(before.Type)
	e := before.Clone()
	c.apply(e)
	s.filter(a, e, &c)
	if a.ID != 0 && !a.Can("unfiltered_html") {
		// What others were allowed to write must not be stored again by one who
		// isn't.
		s.filter(a, e, &Change{Title: &e.Title, Content: &e.Content, Excerpt: &e.Excerpt})
	}
	if t != nil && s.isEmpty(t, e) {
		return nil, ErrEmpty
	}
	if err := s.leaveTrash(ctx, before, e); err != nil {
		return nil, err
	}
	if err := s.settle(ctx, before, e, &c); err != nil {
		return nil, err
	}
	if err := s.settleSlug(ctx, t, before, e, &c); err != nil {
		return nil, err
	}
	if e.Slug == "" && !e.Status.FloatsSlug() {
		if err := s.numberSlug(ctx, e); err != nil {
			return nil, err
		}
	}
	e.Modified, e.ModifiedUTC = s.Site.Stamp(ctx)
	if c.Modified != nil {
		e.Modified, e.ModifiedUTC = c.Modified.Local, c.Modified.UTC
	}
	if err := s.Store.UpdateEntry(ctx, e); err != nil {
		return nil, fmt.Errorf("update entry %d: %w", e.ID, err)
	}
	if err := s.rememberAddress(ctx, t, before, e); err != nil {
		return nil, err
	}
	return e, s.saved(ctx, before, e)
}

func (s *Service) saved(ctx context.Context, before, after *Entry) error {
	for _, hook := range s.Hooks.Saved {
		if err := hook(ctx, before, after); err != nil {
			return fmt.Errorf("after saving entry %d: %w", after.ID, err)
		}
	}
	return nil
}

// discussion are the comment and ping status of a new entry.
func (s *Service) discussion(ctx context.Context, typ string) (comments, pings string) {
	switch typ {
	case TypePost:
		return s.Site.Text(ctx, "default_comment_status", "open"), s.Site.Text(ctx, "default_ping_status", "open")
	case TypeAttachment:
		return s.Site.Text(ctx, "default_comment_status", "open"), "closed"
	}
	return "closed", "closed"
}

// filter reduces the HTML of those who may not post any they like.
func (s *Service) filter(a access.Actor, e *Entry, c *Change) {
	if c.Title != nil {
		e.Title = strings.TrimSpace(e.Title)
	}
	if c.Content != nil {
		e.Content = entity.FixWindows(e.Content)
	}
	if c.Excerpt != nil {
		e.Excerpt = entity.FixWindows(e.Excerpt)
	}
	if a.Can("unfiltered_html") {
		return
	}
	if c.Title != nil {
		e.Title = sanitize.Inline(e.Title)
	}
	if c.Content != nil {
		e.Content = sanitize.Post(sanitize.StripBlockCustomCSS(e.Content))
	}
	if c.Excerpt != nil {
		e.Excerpt = sanitize.Post(e.Excerpt)
	}
}

// isEmpty tells whether nothing is left of an entry that must not be empty.
func (s *Service) isEmpty(t *Type, e *Entry) bool {
	return e.Title == "" && e.Content == "" && e.Excerpt == "" &&
		t.Has("title") && t.Has("editor") && t.Has("excerpt")
}

// settle fixes status and dates, which depend on each other.
func (s *Service) settle(ctx context.Context, before, e *Entry, c *Change) error {
	if e.Status == Private {
		e.Password = ""
	}
	now, nowUTC := s.Site.Stamp(ctx)
	switch {
	case c.Date != nil:
		e.Date, e.DateUTC = c.Date.Local, c.Date.UTC
	case c.ResetDate, before == nil, before.Status.Floats() && before.DateUTC == "":
		e.Date, e.DateUTC = now, ""
	}
	if e.DateUTC == "" && !e.Status.Floats() {
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
func (s *Service) leaveTrash(ctx context.Context, before, e *Entry) error {
	if before.Status != Trash || e.Status == Trash {
		return nil
	}
	// Compat: it wins over a slug that the change asks for.
	if slug := before.Meta.Text(MetaDesiredSlug); slug != "" {
		e.Slug = slug
	}
	for _, key := range []string{MetaDesiredSlug, MetaTrashStatus, MetaTrashTime} {
		if _, ok := e.Meta[key]; !ok {
			continue
		}
		delete(e.Meta, key)
		if err := s.Store.SetEntryMeta(ctx, e.ID, key); err != nil {
			return fmt.Errorf("take entry %d out of the trash: %w", e.ID, err)
		}
	}
	return nil
}

// rememberAddress keeps the old slug and day of a published entry, so that its
// old address can lead to the new one.
func (s *Service) rememberAddress(ctx context.Context, t *Type, before, e *Entry) error {
	if t == nil || !t.Public || t.Hierarchical || e.Status != Publish && e.Type != TypeAttachment {
		return nil
	}
	moved := func(key, old, now string) error {
		if old == now || old == "" {
			return nil
		}
		kept := slices.DeleteFunc(slices.Clone(e.Meta[key]), func(v any) bool { return v == now })
		if !slices.Contains(kept, any(old)) {
			kept = append(kept, old)
		}
		if e.Meta == nil {
			e.Meta = Meta{}
		}
		e.Meta[key] = kept
		return s.Store.SetEntryMeta(ctx, e.ID, key, kept...)
	}
	if before.Status != Publish && before.Type != TypeAttachment {
		return nil
	}
	if err := moved(MetaOldSlug, before.Slug, e.Slug); err != nil {
		return err
	}
	return moved(MetaOldDate, before.Date[:min(10, len(before.Date))], e.Date[:min(10, len(e.Date))])
}

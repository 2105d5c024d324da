package content

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
)

// revisionedMeta are the meta keys that revisions keep.
var revisionedMeta = []string{MetaFootnotes}

// RevisionedMeta are the meta keys that revisions of entries keep.
func RevisionedMeta() []string { return slices.Clone(revisionedMeta) }

// pruneAtOnce bounds what one update deletes where fewer revisions are kept than before.
const pruneAtOnce = 20

// saveRevision keeps the state of an entry that was just updated, unless it
// equals the newest revision, and deletes the oldest ones that are too many. It is
// the last step of an update, when meta and all are stored.
func (s *Service) saveRevision(ctx context.Context, a access.Actor, e *Entry) error {
	keep := s.keptRevisions(ctx, e)
	if keep == 0 {
		return nil
	}
	last, n, err := s.Store.LastRevision(ctx, e.ID, revisionSlug(e.ID), keep > 0)
	if err != nil {
		return fmt.Errorf("newest revision of entry %d: %w", e.ID, err)
	}
	if last != nil && sameText(last, e) {
		return nil
	}
	r := &Entry{
		Type: TypeRevision, Status: Inherit, Parent: e.ID, Author: a.ID, Slug: revisionSlug(e.ID),
		Date: e.Modified, DateUTC: e.ModifiedUTC, Modified: e.Modified, ModifiedUTC: e.ModifiedUTC,
		Title: e.Title, Content: e.Content, Excerpt: e.Excerpt,
		CommentStatus: "closed", PingStatus: "closed", Meta: Meta{},
	}
	for _, key := range revisionedMeta {
		if v := e.Meta[key]; len(v) > 0 {
			r.Meta[key] = v
		}
	}
	if err := s.insertRevision(ctx, r); err != nil || keep < 0 {
		return err
	}
	return s.pruneRevisions(ctx, e.ID, n+1-keep)
}

// keptRevisions is how many revisions of an entry are kept at most, below 0 for all.
func (s *Service) keptRevisions(ctx context.Context, e *Entry) int {
	t := s.Types.Get(e.Type)
	if t == nil || !t.Has("revisions") || e.Status == AutoDraft {
		return 0
	}
	return int(site.Revisions.Of(ctx, s.Site))
}

// expectRevision says that saveRevision is going to be called.
func (s *Service) expectRevision(ctx context.Context, e *Entry) {
	if keep := s.keptRevisions(ctx, e); keep != 0 {
		s.Store.ExpectRevision(ctx, e.ID, revisionSlug(e.ID), keep > 0)
	}
}

// pruneRevisions deletes the oldest revisions of an entry.
func (s *Service) pruneRevisions(ctx context.Context, id int64, many int) error {
	if many <= 0 {
		return nil
	}
	page, err := s.Store.ListEntries(ctx, Query{
		Types: []string{TypeRevision}, Parents: []int64{id}, Slugs: []string{revisionSlug(id)},
		Order: []Order{{By: ByDate}, {By: ByID}}, Limit: min(many, pruneAtOnce), SkipTotal: true,
	})
	if err != nil {
		return fmt.Errorf("oldest revisions of entry %d: %w", id, err)
	}
	for _, r := range page.Entries {
		if err := s.Store.DeleteEntry(ctx, r.ID); err != nil {
			return fmt.Errorf("delete revision %d of entry %d: %w", r.ID, id, err)
		}
	}
	return nil
}

func (s *Service) insertRevision(ctx context.Context, r *Entry) error {
	if err := s.insert(ctx, s.Types.Get(TypeRevision), r); err != nil {
		return fmt.Errorf("insert revision of entry %d: %w", r.Parent, err)
	}
	return nil
}

func revisionSlug(id int64) string { return strconv.FormatInt(id, 10) + "-revision-v1" }

// AutosaveSlug is the slug of the autosaves of an entry.
func AutosaveSlug(id int64) string { return strconv.FormatInt(id, 10) + "-autosave-v1" }

func sameText(a, b *Entry) bool {
	if squeeze(a.Title) != squeeze(b.Title) || squeeze(a.Content) != squeeze(b.Content) || squeeze(a.Excerpt) != squeeze(b.Excerpt) {
		return false
	}
	for _, key := range revisionedMeta {
		if !wire.Equal(anyList(a.Meta[key]), anyList(b.Meta[key])) {
			return false
		}
	}
	return true
}

// squeeze makes texts equal that differ in the number of blanks or of line
// breaks alone.
func squeeze(s string) string {
	b := make([]byte, 0, len(s))
	for i, s := 0, strings.Trim(s, " \t\n\r\x00\v"); i < len(s); i++ {
		c := s[i]
		switch c {
		case '\r':
			c = '\n'
		case '\t':
			c = ' '
		}
		if n := len(b); (c == ' ' || c == '\n') && n > 0 && b[n-1] == c {
			continue
		}
		b = append(b, c)
	}
	return string(b)
}

// Autosave keeps unsaved changes of an entry for one user: one row a user,
// into which later changes merge. Parts that the change leaves out are empty
// in the first row, but for the values of custom fields, which are those of the entry. Nothing is stored, and the existing row is returned, when
// what the change has equals the entry.
func (s *Service) Autosave(ctx context.Context, a access.Actor, e *Entry, c Change) (*Entry, error) {
	old, err := s.Store.Autosave(ctx, e.ID, a.ID)
	if err != nil {
		return nil, fmt.Errorf("autosave of entry %d: %w", e.ID, err)
	}
	now, nowUTC := s.Site.Stamp(ctx)
	row := &Entry{
		Type: TypeRevision, Status: Inherit, Parent: e.ID, Author: a.ID, Slug: AutosaveSlug(e.ID),
		CommentStatus: "closed", PingStatus: "closed",
	}
	if old != nil {
		row = old.Clone()
	}
	set(&row.Title, c.Title)
	set(&row.Content, c.Content)
	set(&row.Excerpt, c.Excerpt)
	s.filter(ctx, a, row, &c)
	row.Meta = row.Clone().Meta
	if row.Meta == nil {
		row.Meta = Meta{}
	}
	if old == nil {
		for _, key := range RevisionedMeta() {
			if v, ok := e.Meta[key]; ok {
				row.Meta[key] = v
			}
		}
	}
	for key, v := range c.Meta {
		row.Meta[key] = v
	}
	if old != nil && same(c, row, e) {
		return old, nil
	}
	row.Date, row.DateUTC, row.Modified, row.ModifiedUTC = now, nowUTC, now, nowUTC
	if old == nil {
		return row, s.insertRevision(ctx, row)
	}
	if err := s.Store.UpdateEntry(ctx, row); err != nil {
		return nil, fmt.Errorf("update autosave %d: %w", row.ID, err)
	}
	return row, s.updateMeta(ctx, row, c.Meta)
}

// Proposed is an entry as its newest autosave would make it; e itself when it
// has none that is as new as itself. Title and content that an autosave leaves
// empty are those of the entry, and so is the excerpt of one that wasn't saved
// as a whole.
func Proposed(ctx context.Context, store interface {
	Autosave(ctx context.Context, entry, user int64) (*Entry, error)
}, e *Entry,
) (*Entry, error) {
	saved, err := store.Autosave(ctx, e.ID, 0)
	if err != nil || saved == nil || saved.ModifiedUTC < e.ModifiedUTC {
		return e, err
	}
	out := e.Clone()
	out.Title, out.Content = cmp.Or(saved.Title, e.Title), cmp.Or(saved.Content, e.Content)
	if saved.Excerpt != "" || saved.Title != "" && saved.Content != "" {
		out.Excerpt = saved.Excerpt
	}
	for _, key := range RevisionedMeta() {
		if v, ok := saved.Meta[key]; ok {
			if out.Meta == nil {
				out.Meta = Meta{}
			}
			out.Meta[key] = v
		}
	}
	return out, nil
}

// same tells whether the changed parts of an autosave equal the entry.
func same(c Change, row, e *Entry) bool {
	for key, v := range c.Meta {
		if !wire.Equal(anyList(v), anyList(e.Meta[key])) {
			return false
		}
	}
	equal := func(given *string, row, own string) bool { return given == nil || squeeze(row) == squeeze(own) }
	return equal(c.Title, row.Title, e.Title) && equal(c.Content, row.Content, e.Content) && equal(c.Excerpt, row.Excerpt, e.Excerpt)
}

func anyList(v []any) any {
	if v == nil {
		return []any{}
	}
	return v
}

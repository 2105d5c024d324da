package changes

import (
	"context"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
)

// event is what happened to an object.
type event int64

// The events. none is that of changes that somebody doesn't see.
const (
	none event = iota
	created
	updated
	deleted
)

// String is how an event is written.
func (e event) String() string { return [...]string{"", "created", "updated", "deleted"}[e] }

// eventOf is the event for somebody who saw an object before and after, or not.
func eventOf(before, after bool) event {
	switch {
	case before && after:
		return updated
	case after:
		return created
	case before:
		return deleted
	}
	return none
}

// The kinds of objects.
const (
	kindEntry   = "entry"
	kindTerm    = "term"
	kindComment = "comment"
	kindUser    = "user"
	kindOption  = "option"
)

// change is one row of the feed. typ is the type of an entry, the taxonomy of a
// term, else the kind. path is the address that readers have for it, wasPath the
// one they had.
type change struct {
	position
	at            int64 // in milliseconds
	object, typ   string
	id, entry     int64
	name          string
	path, wasPath string
	event, public event
}

// write stores a change in the transaction that makes it. Others may write theirs
// meanwhile: see the comment of the package.
func (s *recorder) write(ctx context.Context, c *change) error {
	if c.event == none {
		return nil
	}
	return s.DB.Send(s.DB.Concurrent(ctx), "INSERT INTO changes_change (mark, at, object, type, object_id, entry_id, name, path, was_path, event, public)"+
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
		rand.Int64(), // #nosec G404 -- tells histories apart, and is no secret
		s.Clock().UnixMilli(), c.object, c.typ, c.id, c.entry, c.name, c.path, c.wasPath, int64(c.event), int64(c.public))
}

// readable tells whether readers may read an entry that is there.
func (s *recorder) readable(ctx context.Context, e *content.Entry) bool {
	return e != nil && s.Entries.CanRead(ctx, access.Actor{}, e)
}

// inFeed tells whether readers are told of a type: they can ask for its entries.
func inFeed(t *content.Type) bool {
	return t.REST && (t.Public || t.Name == content.TypeNavigation)
}

// entryPath is the address of an entry below that of the site.
func (s *recorder) entryPath(ctx context.Context, t *content.Type, e *content.Entry) string {
	if !t.Public {
		return ""
	}
	return s.local(ctx, s.Links.Link(ctx, e))
}

func (s *recorder) local(ctx context.Context, address string) string {
	return strings.TrimPrefix(address, s.Site.Base(ctx))
}

// samePath tells whether two states of an entry have the same address.
func samePath(a, b *content.Entry) bool {
	return a.Slug == b.Slug && a.Parent == b.Parent && a.Date == b.Date && a.Author == b.Author && a.Status == b.Status
}

// entrySaved follows a create (before is nil) or update. What an editor has just
// opened to write isn't there yet.
func (s *recorder) entrySaved(ctx context.Context, before, after *content.Entry) error {
	if before != nil && before.Status == content.AutoDraft {
		before = nil
	}
	if after.Status == content.AutoDraft {
		return nil
	}
	if err := s.writeEntry(ctx, before, after); err != nil {
		return err
	}
	was, is := s.readable(ctx, before), s.readable(ctx, after)
	if before == nil || was == is || after.Type == content.TypeAttachment {
		return nil
	}
	return s.childrenChanged(ctx, after.ID, after.ID, eventOf(was, is))
}

// entryDeleting precedes a removal: the attachments of what readers couldn't
// read become free of it, and readable.
func (s *recorder) entryDeleting(ctx context.Context, e *content.Entry) error {
	if e.Type == content.TypeAttachment || e.Type == content.TypeRevision || s.readable(ctx, e) {
		return nil
	}
	if e.Parent != 0 {
		parents, err := s.Store.EntriesByID(ctx, []int64{e.Parent})
		if err != nil || parents[e.Parent] != nil && !s.readable(ctx, parents[e.Parent]) {
			return err
		}
	}
	return s.childrenChanged(ctx, e.ID, e.Parent, created)
}

func (s *recorder) entryDeleted(ctx context.Context, e *content.Entry) error {
	if e.Status == content.AutoDraft {
		return nil
	}
	return s.writeEntry(ctx, e, nil)
}

// writeEntry stores a change of an entry; nil is an entry that isn't there.
func (s *recorder) writeEntry(ctx context.Context, before, after *content.Entry) error {
	now := after
	if now == nil {
		now = before
	}
	t := s.Types.Get(now.Type)
	if t == nil || !t.REST {
		return nil
	}
	c := &change{object: kindEntry, typ: now.Type, id: now.ID, name: now.Slug, event: eventOf(before != nil, after != nil)}
	if inFeed(t) {
		was, is := s.readable(ctx, before), s.readable(ctx, after)
		c.public = eventOf(was, is)
		if is {
			c.path = s.entryPath(ctx, t, after)
		}
		switch {
		case was && is && samePath(before, after):
			c.wasPath = c.path
		case was:
			c.wasPath = s.entryPath(ctx, t, before)
		}
		if was && !is {
			c.name = before.Slug // a new one is nothing for readers
		}
	}
	return s.write(ctx, c)
}

// childrenChanged tells readers of the attachments of an entry that turn visible or
// hidden with it. parent is the entry that they belong to then.
func (s *recorder) childrenChanged(ctx context.Context, id, parent int64, public event) error {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, Parents: []int64{id}, SkipTotal: true, SkipMeta: true, Order: []content.Order{{By: content.ByID}},
	})
	if err != nil {
		return err
	}
	for _, e := range page.Entries {
		if e.Status != content.Inherit && e.Status != content.Publish {
			continue
		}
		c := &change{object: kindEntry, typ: e.Type, id: e.ID, name: e.Slug, event: updated, public: public}
		if public == created {
			moved := e.Clone()
			moved.Parent = parent
			c.path = s.entryPath(ctx, s.Types.Get(e.Type), moved)
		}
		if err := s.write(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// termSaved follows every write of a term; nil is a term that isn't there.
func (s *recorder) termSaved(ctx context.Context, before, after *taxonomy.Term) error {
	now := after
	if now == nil {
		now = before
	}
	t := s.Taxonomies.Get(now.Taxonomy)
	if t == nil || !t.REST {
		return nil
	}
	c := &change{object: kindTerm, typ: now.Taxonomy, id: now.ID, name: now.Slug, event: eventOf(before != nil, after != nil)}
	if t.Public {
		c.public = c.event
		if after != nil {
			c.path = s.local(ctx, s.TermLinks.Link(ctx, after))
		}
		if before != nil {
			c.wasPath = s.local(ctx, s.TermLinks.Link(ctx, before))
		}
	}
	return s.write(ctx, c)
}

func (s *recorder) commentHooks() comment.Writes {
	return comment.Writes{
		Saved:   s.commentSaved,
		Deleted: func(ctx context.Context, c *comment.Comment) error { return s.commentSaved(ctx, c, nil) },
	}
}

// commentSaved follows every write of a comment; nil is one that isn't there.
func (s *recorder) commentSaved(ctx context.Context, before, after *comment.Comment) error {
	now := after
	if now == nil {
		now = before
	}
	found, err := s.Store.EntriesByID(ctx, []int64{now.Entry})
	if err != nil {
		return err
	}
	e := found[now.Entry]
	open := e != nil && e.Password == "" && s.readable(ctx, e)
	seen := func(c *comment.Comment) bool {
		return c != nil && comment.Policy{Entries: s.Entries.Policy}.CanRead(ctx, access.Actor{}, c, e, open)
	}
	c := &change{object: kindComment, typ: kindComment, id: now.ID, entry: now.Entry, event: eventOf(before != nil, after != nil)}
	c.public = eventOf(seen(before), seen(after))
	return s.write(ctx, c)
}

// userSaved follows a create (before is nil) or update. Readers know authors only,
// and of these what pages show.
func (s *recorder) userSaved(ctx context.Context, before, after *user.User) error {
	c := &change{object: kindUser, typ: kindUser, id: after.ID, name: after.Slug, event: eventOf(before != nil, true)}
	if before != nil && !sameProfile(before, after) {
		public, err := s.Users.Policy().IsPublic(ctx, after.ID)
		if err != nil {
			return err
		}
		if public {
			c.public, c.path, c.wasPath = updated, s.local(ctx, user.Link(ctx, s.Site, after)), s.local(ctx, user.Link(ctx, s.Site, before))
		}
	}
	return s.write(ctx, c)
}

// userDeleting precedes a removal: afterwards nobody knows who was an author.
func (s *recorder) userDeleting(ctx context.Context, u *user.User) error {
	c := &change{object: kindUser, typ: kindUser, id: u.ID, name: u.Slug, event: deleted}
	public, err := s.Users.Policy().IsPublic(ctx, u.ID)
	if err != nil {
		return err
	}
	if public {
		c.public, c.wasPath = deleted, s.local(ctx, user.Link(ctx, s.Site, u))
	}
	return s.write(ctx, c)
}

// sameProfile tells whether what readers see of an author is the same.
func sameProfile(a, b *user.User) bool {
	shown := func(u *user.User) []any {
		return []any{u.Name, u.Slug, u.URL, u.Email, u.Meta.Get(user.MetaDescription), u.Meta.Get(user.MetaFirstName), u.Meta.Get(user.MetaLastName)}
	}
	return reflect.DeepEqual(shown(a), shown(b))
}

// optionSaved follows a write of an option. The values stay where they are.
func (s *recorder) optionSaved(ctx context.Context, name string, before, after any) error {
	if option, _ := site.Find(name); !option.Visible || reflect.DeepEqual(before, after) {
		return nil
	}
	return s.write(ctx, &change{object: kindOption, typ: kindOption, name: name, event: updated, public: updated})
}

// typeNames are the names that a change's type may have, sorted.
func (s *base) typeNames() []string {
	names := map[string]bool{kindComment: true, kindUser: true, kindOption: true}
	for _, t := range s.Types.REST() {
		names[t.Name] = true
	}
	for _, t := range s.Taxonomies.All() {
		if t.REST {
			names[t.Name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

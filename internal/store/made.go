package store

import (
	"context"

	"quoin/internal/content"
)

// maxMade bounds the entries that a transaction remembers.
const maxMade = 16

// made remembers an entry that the transaction of ctx has just stored, so that
// the request needn't read it back after the commit. Any other change to it
// drops it (see changed). One with meta is read back: values may be stored in
// another form than they are given. So is one whose id was given: others may
// have named it before it was there.
func (db *DB) made(ctx context.Context, e *content.Entry) {
	t := txOf(ctx, db)
	if t == nil || len(e.Meta) > 0 {
		return
	}
	c := e.Clone()
	c.Meta = content.Meta{}
	for _, s := range []*string{
		&c.Type, (*string)(&c.Status), &c.Date, &c.DateUTC, &c.Modified, &c.ModifiedUTC, &c.Slug, &c.Password, &c.GUID,
		&c.MimeType, &c.CommentStatus, &c.PingStatus, &c.Title, &c.Excerpt, &c.Content,
	} {
		*s = clean(*s)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.made == nil {
		t.made = map[string]*content.Entry{}
	}
	if len(t.made) < maxMade {
		t.made[entryTag(e.ID)] = c
	}
}

// keepingMade notes by changed a change of an entry that leaves what is made of
// it true, but for what fn does to it.
func (db *DB) keepingMade(ctx context.Context, id int64, fn func(e *content.Entry), changed func() error) error {
	t, tag := txOf(ctx, db), entryTag(id)
	t.mu.Lock()
	e := t.made[tag]
	t.mu.Unlock()
	if err := changed(); err != nil || e == nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	fn(e)
	t.made[tag] = e
	return nil
}

// keepMade remembers the made entries for this and other requests, and that
// they have no revisions yet.
func (t *tx) keepMade(after *glance) {
	for tag, e := range t.made {
		t.db.objects.put(after, entryKey{e.ID}, e, entryKind.size(e), tag)
		revisions := revisionsTag(e.ID)
		if _, some := t.tags[revisions]; !some {
			t.db.objects.put(after, revisionInfoKey{e.ID}, &content.RevisionInfo{}, revisionKind.size(nil), revisions)
		}
	}
}

package user_test

import (
	"fmt"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
)

// TestWhoIsKnown is the table of who may know of an account that has written something.
func TestWhoIsKnown(t *testing.T) {
	t.Parallel()
	s, _ := newService(t)
	for i, c := range []struct {
		has                             string
		entry                           content.Entry
		reader, author, editor, manager bool
	}{
		{"nothing", content.Entry{}, false, false, false, true},
		{"a draft", content.Entry{Type: content.TypePost, Status: content.Draft}, false, false, false, true},
		{"a scheduled post", content.Entry{Type: content.TypePost, Status: content.Future}, false, false, false, true},
		{"a post in the trash", content.Entry{Type: content.TypePost, Status: content.Trash}, false, false, false, true},
		{"a file", content.Entry{Type: content.TypeAttachment, Status: content.Inherit}, false, false, false, true},
		{"a pattern", content.Entry{Type: content.TypeBlock, Status: content.Publish}, false, false, false, true},
		{"a revision", content.Entry{Type: content.TypeRevision, Status: content.Inherit}, false, false, false, true},
		{"a private post", content.Entry{Type: content.TypePost, Status: content.Private}, false, false, true, true},
		{"a private page", content.Entry{Type: content.TypePage, Status: content.Private}, false, false, true, true},
		{"a post", content.Entry{Type: content.TypePost, Status: content.Publish}, true, true, true, true},
		{"a page", content.Entry{Type: content.TypePage, Status: content.Publish}, true, true, true, true},
		{"a post with a password", content.Entry{Type: content.TypePost, Status: content.Publish, Password: "x"}, true, true, true, true},
	} {
		u, err := s.Create(t.Context(), user.Change{Login: str(fmt.Sprint("person", i))})
		if err != nil {
			t.Fatal(err)
		}
		if e := c.entry; e.Type != "" {
			e.Author, e.Slug, e.Meta, e.Date, e.DateUTC = u.ID, u.Login, content.Meta{}, "2026-01-01T00:00:00", "2026-01-01T00:00:00"
			if err := s.Entries.Store.InsertEntry(t.Context(), &e); err != nil {
				t.Fatal(err)
			}
		}
		for _, by := range []struct {
			actor access.Actor
			want  bool
		}{
			{access.Actor{}, c.reader}, {access.NewActor(999, "a", []string{access.Author}), c.author}, {access.NewActor(999, "e", []string{access.Editor}), c.editor},
			{access.NewActor(999, "m", []string{access.Administrator}), c.manager}, {access.NewActor(u.ID, "s", []string{access.Subscriber}), true},
		} {
			got, err := s.Policy().MayKnow(t.Context(), by.actor, u.ID)
			if err != nil || got != by.want {
				t.Errorf("%v knows who has %s: %v %v, want %v", by.actor.Roles, c.has, got, err, by.want)
			}
		}
	}
}

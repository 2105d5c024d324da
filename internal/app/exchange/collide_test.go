package exchange_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/exchange"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/transfer/moving/live"
)

// made are things that were made on one of two sites.
type made struct{ entry, comment, term, account int64 }

func makeThings(t *testing.T, a *app.App, name string, day int) made {
	t.Helper()
	ctx, date := t.Context(), fmt.Sprintf("2029-01-%02dT00:00:00", day)
	e := &content.Entry{Type: content.TypePost, Title: name, Slug: name, Status: "publish", Author: 7, Date: date, DateUTC: date, Modified: date, ModifiedUTC: date, CommentStatus: "open", PingStatus: "open", Meta: content.Meta{}}
	c := &comment.Comment{Entry: 21, AuthorName: name, Content: name, Status: comment.Approved, Type: comment.TypeComment, Date: date, DateUTC: date, Meta: content.Meta{}}
	k := &taxonomy.Term{Taxonomy: taxonomy.Tag, Name: name, Slug: name, Meta: content.Meta{}}
	u := &user.User{Login: name, Email: name + "@example.org", Slug: name, Name: name, Registered: date, Roles: []string{"editor"}, Meta: content.Meta{}}
	if err := errors.Join(a.DB.InsertEntry(ctx, e), a.DB.InsertComment(ctx, c), a.DB.InsertTerm(ctx, k), a.DB.InsertUser(ctx, u)); err != nil {
		t.Fatal(err)
	}
	return made{e.ID, c.ID, k.ID, u.ID}
}

// What was made here stays when the old site gives out the same ids, also when it deletes what
// it gave them to, and each is named.
func TestAdoptKeepsWhatWasMadeHere(t *testing.T) {
	t.Parallel()
	old, data := runningSite(t), t.TempDir()
	adoption := exchange.Adoption{URL: old.url, Unproved: true}
	here, _, err := adopting(t.Context(), t, data, adoption)
	if err != nil {
		t.Fatal(err)
	}
	own := makeThings(t, here, "here", 1)
	// A password that the old site doesn't take is told from an account that may not.
	stranger := ann
	stranger.Password = "wrong"
	if _, err := here.Exchange.Adopt(app.AsOperator(t.Context()), exchange.Adoption{URL: old.url, As: stranger, Unproved: true, Pause: noPause}); !errors.Is(err, live.ErrLogin) {
		t.Errorf("a wrong password: %v", err)
	}
	here.Close()
	there := makeThings(t, old.App, "there", 2)
	if own != there {
		t.Fatalf("%+v here, %+v there", own, there)
	}
	expect := func(a *app.App, when string) {
		t.Helper()
		ctx := t.Context()
		e, err1 := a.DB.EntryByID(ctx, own.entry)
		c, err2 := a.DB.CommentByID(ctx, own.comment)
		k, err3 := a.DB.TermByID(ctx, own.term)
		u, err4 := a.DB.UserByID(ctx, own.account)
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			t.Fatalf("%s: %v", when, err)
		}
		if e.Title != "here" || c.AuthorName != "here" || k.Name != "here" || u.Login != "here" {
			t.Errorf("%s: %q, %q, %q, %q", when, e.Title, c.AuthorName, k.Name, u.Login)
		}
	}
	here, second, err := adopting(t.Context(), t, data, adoption)
	if err != nil {
		t.Fatal(err)
	}
	expect(here, "after both made something")
	if told := strings.Join(second.Report.Warnings, "\n"); strings.Count(told, "gave out the same id") != 4 {
		t.Errorf("told: %s", told)
	}
	here.Close()
	if err := errors.Join(old.DB.DeleteEntry(t.Context(), there.entry), old.DB.DeleteComment(t.Context(), there.comment), old.DB.DeleteTerm(t.Context(), there.term), old.DB.DeleteUser(t.Context(), there.account)); err != nil {
		t.Fatal(err)
	}
	here, _, err = adopting(t.Context(), t, data, adoption)
	if err != nil {
		t.Fatal(err)
	}
	expect(here, "after the old site deleted what it made")
}

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

// Names that both sites gave out under ids of their own don't stop an adoption: the account that
// comes has another log-in name and is followed under it, and entries with one slug are told of.
func TestAdoptBringsNamesThatAreTaken(t *testing.T) {
	t.Parallel()
	old, data, ctx := runningSite(t), t.TempDir(), t.Context()
	adoption := exchange.Adoption{URL: old.url, Unproved: true}
	here, _, err := adopting(ctx, t, data, adoption)
	if err != nil {
		t.Fatal(err)
	}
	own := makeThings(t, here, "newbie", 1)
	here.Close()
	makeThings(t, old.App, "first", 2)
	there := makeThings(t, old.App, "newbie", 3)
	here, second, err := adopting(ctx, t, data, adoption)
	if err != nil {
		t.Fatal(err)
	}
	told := strings.Join(second.Report.Warnings, "\n")
	for _, want := range []string{
		fmt.Sprintf(`account %d has the log-in name "newbie" of the account %d`, there.account, own.account),
		fmt.Sprintf("newbie (%d and %d)", there.entry, own.entry), "came without address",
	} {
		if !strings.Contains(told, want) {
			t.Errorf("the report doesn't tell of %q:\n%s", want, told)
		}
	}
	mine, err1 := here.DB.UserByID(ctx, own.account)
	came, err2 := here.DB.UserByID(ctx, there.account)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	login := fmt.Sprintf("newbie-%d", there.account)
	if mine.Login != "newbie" || came.Login != login {
		t.Errorf("%q and %q", mine.Login, came.Login)
	}
	here.Close()
	account, err := old.DB.UserByID(ctx, there.account)
	if err != nil {
		t.Fatal(err)
	}
	account.Name = "Changed there"
	if err := old.DB.UpdateUser(ctx, account); err != nil {
		t.Fatal(err)
	}
	here, _, err = adopting(ctx, t, data, adoption)
	if err != nil {
		t.Fatal(err)
	}
	defer here.Close()
	if came, err = here.DB.UserByID(ctx, there.account); err != nil || came.Name != "Changed there" || came.Login != login {
		t.Errorf("after a change there: %+v, %v", came, err)
	}
}

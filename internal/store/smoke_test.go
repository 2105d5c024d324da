package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"quoin/internal/comment"
	"quoin/internal/content"
	"quoin/internal/scope"
	"quoin/internal/store/pgtest"
	"quoin/internal/taxonomy"
	"quoin/internal/user"
)

var pg pgtest.Server

func TestMain(m *testing.M) { os.Exit(pg.Main(m)) }

func TestSmoke(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { smoke(t, Config{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { smoke(t, Config{URL: pg.Database(t)}) })
}

func smoke(t *testing.T, cfg Config) {
	ctx := context.Background()
	db, err := Open(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	cat := &taxonomy.Term{Taxonomy: "category", Name: "News", Slug: "news"}
	must(db.InsertTerm(ctx, cat))
	must(db.InsertUser(ctx, &user.User{Login: "Adm", Slug: "adm", Email: "A@b.c", Roles: []string{"administrator"}, Name: "x", Registered: "2020-01-01T00:00:00"}))
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			err := db.InTx(ctx, func(ctx context.Context) error {
				e := &content.Entry{Type: "post", Status: content.Publish, Author: 1, Title: fmt.Sprint("Café ", i), Content: "some text 100% sure",
					Date: fmt.Sprintf("2024-01-01T00:%02d:%02d", i/60, i%60), Slug: fmt.Sprint("p", i), Meta: content.Meta{"a": {"x", int64(i)}}}
				if err := db.InsertEntry(ctx, e); err != nil {
					return err
				}
				if i%10 == 3 {
					return errors.New("no")
				}
				return db.SetEntryTerms(ctx, e.ID, "category", []int64{cat.ID})
			})
			if (err != nil) != (i%10 == 3) {
				t.Error(i, err)
			}
		}()
	}
	wg.Wait()
	rctx := scope.New(ctx)
	c2, n := CountStatements(rctx)
	for _, q := range []content.Query{
		{Types: []string{"post"}, Statuses: []content.Status{content.Publish}, Limit: 10, Offset: 20},
		{Types: []string{"post", "page"}, Statuses: []content.Status{content.Publish, content.Draft}, PrivateOf: 1, Limit: 3, Offset: 85},
		{Types: []string{"post"}, Terms: []content.TermFilter{{Taxonomy: "category", Terms: []int64{cat.ID}}}, Limit: 3},
		{Types: []string{"post"}, Terms: []content.TermFilter{{Taxonomy: "category", Terms: []int64{cat.ID}, Exclude: true}}, Limit: 3},
		{Search: &content.Search{Phrase: "CAFE 9", Terms: []string{"CAFE 9"}}, Limit: 3, Order: []content.Order{{By: content.ByRelevance}}},
		{Search: &content.Search{Phrase: "0% s", Terms: []string{"0% s"}}, Limit: 3, Order: []content.Order{{By: content.ByTitle}}},
		{IDs: []int64{5, 3, 9}, Order: []content.Order{{By: content.ByInclude}}},
	} {
		p, err := db.ListEntries(c2, q)
		must(err)
		for _, e := range p.Entries {
			t.Log(e.ID, e.Date, e.Title, e.Meta)
		}
		t.Log(p.Total, n())
	}
	terms, err := db.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{"category"}, HideEmpty: true, Hierarchical: true})
	must(err)
	t.Log(terms.Terms[0], terms.Total)
	must(db.InsertComment(ctx, &comment.Comment{Entry: 1, Status: comment.Approved, Type: "comment", Content: "hi"}))
	cs, err := db.ListComments(ctx, comment.Query{Entries: []int64{1}})
	must(err)
	t.Log(cs.Comments[0])
	us, err := db.ListUsers(ctx, user.Query{Roles: []string{"administrator"}, Published: []string{"post"}, Search: "ADM"})
	must(err)
	t.Log(us.Users[0])
	must(db.SetOption(ctx, "x", "y"))
	o, err := db.Options(ctx)
	must(err)
	t.Log(o)
	e, err := db.EntryByID(ctx, 1)
	must(err)
	e.Status = content.Draft
	e.Title = "Other"
	must(db.UpdateEntry(ctx, e))
	must(db.DeleteEntry(ctx, 2))
	must(db.DeleteTerm(ctx, cat.ID))
}

package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/store"
)

const (
	addressOne = "http://one.example"
	addressTwo = "https://two.example:8443/blog"
)

// dump is every text of a database, as table.column and id or name: text.
func dump(t *testing.T, db *store.DB, postgres bool) []string {
	t.Helper()
	columns := "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c" +
		" WHERE t.type = 'table' AND c.type = 'TEXT' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'entry_trigram%'"
	if postgres {
		columns = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text'"
	}
	each := func(text string, row func(scan func(...any) error) error) {
		t.Helper()
		if err := store.Each(db, t.Context(), text, nil, row); err != nil {
			t.Fatal(err)
		}
	}
	var tables [][2]string
	each(columns, func(scan func(...any) error) error {
		var c [2]string
		err := scan(&c[0], &c[1])
		tables = append(tables, c)
		return err
	})
	var all []string
	for _, c := range tables {
		if c[0] == "change" || c[0] == "migration" {
			continue
		}
		each("SELECT "+c[1]+" FROM "+c[0]+" WHERE "+c[1]+" IS NOT NULL", func(scan func(...any) error) error {
			var text string
			err := scan(&text)
			all = append(all, c[0]+"."+c[1]+": "+text)
			return err
		})
	}
	slices.Sort(all)
	if len(tables) < 30 || len(all) < 30 {
		t.Fatalf("%d columns, %d texts", len(tables), len(all))
	}
	return all
}

// ownTexts are texts with an address of the site at base in all the ways in
// which texts write it, and things that look like one.
func ownTexts(base string) []string {
	escaped := strings.ReplaceAll(base, "/", `\/`)
	percent := strings.NewReplacer(":", "%3A", "/", "%2F").Replace(base)
	return []string{
		`<a href="` + base + `/about/?a=b#c">` + base + `</a> and ` + base + `.`,
		`<!-- wp:image {"url":"` + escaped + `\/a.png"} --><img srcset="` + base + `/a.png 1x, ` + base + `/b.png 2x">`,
		`https://share.example/?u=` + percent + `%2Fabout`,
		"a mark \uFDD0 before " + base + "/\uFDDF",
		"elsewhere: http://one.example.org http://two.example https://two.example:8443/blogger",
	}
}

// fillWith stores texts wherever the store takes some.
func fillWith(t *testing.T, db *store.DB, texts []string) {
	t.Helper()
	ctx := t.Context()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	meta := func(text string) content.Meta {
		return content.Meta{"text": {text}, "deep": {wire.NewObject("list", []any{text, int64(1)}, text, true)}}
	}
	for i, text := range texts {
		u := &user.User{Login: fmt.Sprint("user", i), Slug: fmt.Sprint("user", i), URL: text, Meta: meta(text)}
		must(db.InsertUser(ctx, u))
		must(db.UpdateUser(ctx, u))
		e := &content.Entry{Type: "post", Status: "publish", Author: u.ID, Title: fmt.Sprint("post", i), Content: text, Excerpt: text, Meta: meta(text)}
		must(db.InsertEntry(ctx, e))
		f := &content.Entry{Type: content.TypeAttachment, Status: "inherit", GUID: text, Content: text}
		must(db.InsertEntry(ctx, f))
		f.Excerpt = text
		must(db.UpdateEntry(ctx, f))
		must(db.SetEntryMeta(ctx, f.ID, "single", text))
		term := &taxonomy.Term{Taxonomy: "category", Name: fmt.Sprint("term", i), Slug: fmt.Sprint("term", i), Description: text, Meta: meta(text)}
		must(db.InsertTerm(ctx, term))
		must(db.UpdateTerm(ctx, term))
		must(db.SetEntryTerms(ctx, e.ID, "category", []int64{term.ID}))
		c := &comment.Comment{Entry: e.ID, Status: comment.Approved, Content: text, AuthorURL: text, Meta: meta(text)}
		must(db.InsertComment(ctx, c))
		must(db.UpdateComment(ctx, c))
		must(db.SetOption(ctx, fmt.Sprint("option", i), wire.NewObject("a", text)))
	}
	must(db.SetOption(ctx, "siteurl", addressOne))
}

// readAll is everything that fillWith has stored.
func readAll(t *testing.T, db *store.DB) []string {
	t.Helper()
	ctx := scope.New(t.Context())
	var all []string
	add := func(kind string, texts ...any) { all = append(all, kind+": "+string(wire.Encode(texts, nil))) }
	addMeta := func(kind string, m content.Meta) {
		for _, key := range []string{"text", "deep", "single"} {
			add(kind+"."+key, m[key]...)
		}
	}
	page, err := db.ListEntries(ctx, content.Query{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Entries {
		again, err := db.EntryByID(ctx, e.ID)
		if err != nil {
			t.Fatal(err)
		}
		if again.Content != e.Content || again.Excerpt != e.Excerpt || again.GUID != e.GUID {
			t.Errorf("listed as %+v, read as %+v", e, again)
		}
		add("entry", e.Content, e.Excerpt, e.GUID)
		addMeta("entry", e.Meta)
		of, err := db.EntryTerms(ctx, []int64{e.ID})
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range of[e.ID] {
			add("term", term.Description)
			addMeta("term", term.Meta)
		}
	}
	users, err := db.ListUsers(ctx, user.Query{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, u := range users.Users {
		add("user", u.URL)
		addMeta("user", u.Meta)
	}
	comments, err := db.ListComments(ctx, comment.Query{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range comments.Comments {
		add("comment", c.Content, c.AuthorURL)
		addMeta("comment", c.Meta)
	}
	options, err := db.Options(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range options.All() {
		add("option "+name, v)
	}
	slices.Sort(all)
	return all
}

// TestAddresses stores texts at one address and reads them at two.
func TestAddresses(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]store.Config{"sqlite": {Dir: t.TempDir()}, "postgres": {URL: server.Database(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := func(address string) *store.DB {
				c := cfg
				c.SiteURL = address
				return open(t, c)
			}
			one, two := at(addressOne), at(addressTwo)
			fillWith(t, one, ownTexts(addressOne))
			stored := dump(t, one, name == "postgres")
			for _, row := range stored {
				if strings.Contains(strings.ReplaceAll(row, "one.example.org", ""), "one.example") && row != `site_option.value: "http:\/\/one.example"` {
					t.Errorf("the address is stored in %s", row)
				}
			}
			first := readAll(t, one)
			// What stands in JSON of JSON is moved as what it is.
			moved := strings.NewReplacer("one.example.org", "one.example.org", `http:\\\/\\\/one.example`, `https:\\\/\\\/two.example:8443\\\/blog`,
				`http%3A%2F%2Fone.example`, `https%3A%2F%2Ftwo.example%3A8443%2Fblog`, `http:\/\/one.example`, `https:\/\/two.example:8443\/blog`)
			var want []string
			for _, row := range first {
				if strings.HasPrefix(row, "option siteurl") || strings.Contains(row, "elsewhere") {
					want = append(want, row)
					continue
				}
				want = append(want, moved.Replace(row))
			}
			slices.Sort(want)
			if diff := cmp.Diff(want, readAll(t, two)); diff != "" {
				t.Errorf("at the other address: %s", diff)
			}
			if diff := cmp.Diff(first, readAll(t, one)); diff != "" {
				t.Errorf("again: %s", diff)
			}
			// Without an address the option tells it.
			if diff := cmp.Diff(first, readAll(t, at(""))); diff != "" {
				t.Errorf("at the stored address: %s", diff)
			}
			if diff := cmp.Diff(stored, dump(t, two, name == "postgres")); diff != "" {
				t.Errorf("reading at another address changed rows: %s", diff)
			}
			findOwn(t, one, addressOne)
			findOwn(t, two, addressTwo)
			rewrite(t, two)
			if diff := cmp.Diff(stored, dump(t, one, name == "postgres")); diff != "" {
				t.Errorf("what another server wrote again changed rows: %s", diff)
			}
		})
	}
}

// findOwn looks for what is stored by texts with the address.
func findOwn(t *testing.T, db *store.DB, base string) {
	t.Helper()
	texts := ownTexts(base)
	queries := map[string]content.Query{
		"search": {Types: []string{"post"}, Search: &content.Search{Terms: []string{strings.ToUpper(base[:4]) + base[4:] + "/about"}, Phrase: base + "/about"}},
		"value":  {Types: []string{"post"}, MetaValues: map[string][]string{"text": {texts[0]}}},
	}
	queries["search"].Search.Terms[0] = base + "/about"
	for name, q := range queries {
		page, err := db.ListEntries(t.Context(), q)
		if err != nil || page.Total != 1 || page.Entries[0].Content != texts[0] {
			t.Errorf("%s by %s finds %+v, %v", base, name, page, err)
		}
	}
	page, err := db.ListComments(t.Context(), comment.Query{Content: &texts[1], Search: base + "/b.png"})
	if err != nil || page.Total != 1 {
		t.Errorf("%s finds %d comments, %v", base, page.Total, err)
	}
}

// rewrite stores everything as it was read.
func rewrite(t *testing.T, db *store.DB) {
	t.Helper()
	ctx := t.Context()
	page, err := db.ListEntries(ctx, content.Query{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range page.Entries {
		if err := db.UpdateEntry(ctx, e); err != nil {
			t.Fatal(err)
		}
		for key, values := range e.Meta {
			if err := db.SetEntryMeta(ctx, e.ID, key, values...); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestMovedOption changes the option that the address comes from.
func TestMovedOption(t *testing.T) {
	onBoth(t, func(t *testing.T, db *store.DB) {
		ctx := t.Context()
		if err := db.SetOption(ctx, "siteurl", addressOne); err != nil {
			t.Fatal(err)
		}
		e := &content.Entry{Type: "post", Status: "publish", Content: addressOne + "/a"}
		if err := db.InsertEntry(ctx, e); err != nil {
			t.Fatal(err)
		}
		read := func() string {
			t.Helper()
			ctx := scope.New(context.Background())
			got, err := db.EntryByID(ctx, e.ID)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(scope.From(ctx).Deps().Tags, cache.Option("siteurl")) {
				t.Error("what was read doesn't depend on the address")
			}
			return got.Content
		}
		if got := read() + " " + read(); got != addressOne+"/a "+addressOne+"/a" {
			t.Errorf("read %q", got)
		}
		err := db.InTx(ctx, func(ctx context.Context) error {
			if err := db.SetOption(ctx, "siteurl", addressTwo+"/"); err != nil {
				return err
			}
			got, err := db.EntryByID(ctx, e.ID)
			if err == nil && got.Content != addressTwo+"/a" {
				t.Errorf("the transaction reads %q", got.Content)
			}
			return err
		})
		if got := read(); err != nil || got != addressTwo+"/a" {
			t.Errorf("read %q, %v", got, err)
		}
	})
}

// TestEncodeAddresses opens a database of an earlier version, whose rows have
// addresses, and encodes it in several steps, each of which may be the last of
// its process.
func TestEncodeAddresses(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]store.Config{"sqlite": {Dir: t.TempDir()}, "postgres": {URL: server.Database(t)}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			// Texts without the characters that marks are, as an earlier version
			// stored them: the address of this one isn't in them.
			var texts []string
			for _, text := range ownTexts(addressOne) {
				texts = append(texts, strings.NewReplacer("\uFDD0", "", "\uFDDF", "").Replace(text))
			}
			c := cfg
			c.SiteURL = "http://unrelated.example"
			old := open(t, c)
			fillWith(t, old, texts)
			// More rows than one step takes.
			for i := range 450 {
				e := &content.Entry{Type: "post", Status: "publish", Slug: fmt.Sprint("many", i), Content: addressOne + "/many"}
				if err := old.InsertEntry(t.Context(), e); err != nil {
					t.Fatal(err)
				}
			}
			c.SiteURL = addressOne
			db := open(t, c)
			before := readAll(t, db)
			for steps := 0; ; steps++ {
				if steps > 40 {
					t.Fatal("it doesn't end")
				}
				var done bool
				err := db.InTx(t.Context(), func(ctx context.Context) (err error) {
					done, err = store.EncodeSome(db, ctx, addressOne)
					return err
				})
				if err != nil {
					t.Fatal(err)
				}
				if done {
					break
				}
			}
			for range 2 {
				if err := db.EncodeAddresses(t.Context(), addressOne); err != nil {
					t.Fatal(err)
				}
			}
			for _, row := range dump(t, db, name == "postgres") {
				if strings.Contains(strings.ReplaceAll(row, "one.example.org", ""), "one.example") && row != `site_option.value: "http:\/\/one.example"` {
					t.Errorf("the address is still stored in %s", row)
				}
			}
			if err := db.SetOption(t.Context(), "quoin_addresses", site.Unset); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(before, readAll(t, db)); diff != "" {
				t.Error(diff)
			}
			page, err := db.ListEntries(t.Context(), content.Query{Types: []string{"post"}, Search: &content.Search{Terms: []string{addressOne + "/many"}}, Limit: 1})
			if err != nil || page.Total != 450 {
				t.Errorf("found %d, %v", page.Total, err)
			}
		})
	}
}

package api

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/app/examination"
	"quoin/internal/app/personal"
	"quoin/internal/people/account"
)

// TestPersonalFields tells and forgets what declared fields keep of a person: fields of
// entries that lead to the account, of their own entries, and of their comments.
func TestPersonalFields(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, _ := guarded(t, e, newClock())
		err := s.define(append(slices.Clone(bookshop),
			`{"kind":"fields","name":"said","object_type":"comment","fields":[{"key":"phone","type":"string","single":true,"show_in_rest":true}]}`,
			`{"kind":"fields","name":"helpers","object_subtype":["book"],"fields":[
				{"key":"helpers","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"integer"}}},"relation":{"to":"user"}}]}`)...)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.app.People.Create(t.Context(), account.NewUser{Login: "eve", Email: "eve@example.net", Role: "author", Password: "correct horse"}); err != nil {
			t.Fatal(err)
		}
		eve, err := s.app.DB.UserByLogin(t.Context(), "eve")
		if err != nil {
			t.Fatal(err)
		}
		kept := s.make("/core/v2/books", map[string]any{"title": "Kept", "status": "publish", "meta": map[string]any{"isbn": "1", "keeper": eve.ID, "helpers": []any{eve.ID, 1}}})
		own := s.make("/core/v2/books", map[string]any{"title": "Own", "status": "publish", "author": eve.ID, "meta": map[string]any{"isbn": "2", "secret": "x", "tones": []any{"low tone"}}})
		post := s.make("/core/v2/posts", map[string]any{"title": "P", "status": "publish", "comment_status": "open"})
		said := s.make("/core/v2/comments", map[string]any{"post": number(post), "author": eve.ID, "author_email": "eve@example.net", "content": "Call me", "meta": map[string]any{"phone": "555-0199"}})
		var out bytes.Buffer
		if err := s.app.Personal.Export(t.Context(), "eve", &out); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"low tone", "555-0199", `"keeper"`, `"helpers"`, `"Kept"`} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("the export lacks %s: %s", want, out.String())
			}
		}
		done, err := s.app.Personal.Erase(t.Context(), "eve", personal.Erasure{Reassign: "admin"})
		if err != nil || done.Fields != 2 {
			t.Fatalf("%+v %v", done, err)
		}
		meta := s.do("administrator", "GET", "/api/core/v2/books/"+kept, nil).json(t)
		if got := fmt.Sprint(valueAt(meta, "meta/keeper"), valueAt(meta, "meta/helpers/0"), valueAt(meta, "meta/isbn")); got != "011" && got != "0 1 1" {
			t.Errorf("left of the fields: %q in %v", got, meta)
		}
		if got := valueAt(s.do("administrator", "GET", "/api/core/v2/comments/"+said+"?context=edit", nil).json(t), "meta/phone"); got != "" {
			t.Errorf("the comment still has %q", got)
		}
		if got := valueAt(s.do("administrator", "GET", "/api/core/v2/books/"+own, nil).json(t), "meta/isbn"); got != "2" {
			t.Errorf("an entry that was given away lost its fields: %q", got)
		}
	})
}

// TestDoctorOfFields finds rows of indexed fields that aren't what is stored, and makes them
// anew.
func TestDoctorOfFields(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), Preset: "full", MailURL: "smtp://127.0.0.1:1?from=site@example.org"}
		s := start(t, c)
		if err := s.define(bookshop...); err != nil {
			t.Fatal(err)
		}
		var ids []string
		for i, price := range []int{30, 10, 20} {
			ids = append(ids, s.make("/core/v2/books", map[string]any{"title": fmt.Sprint("Book ", price), "status": "publish",
				"meta": map[string]any{"isbn": fmt.Sprint(i), "price": price, "tones": []any{"a", "b"}}}))
		}
		list := func() string {
			return strings.Join(titles(t, s.do("", "GET", "/api/core/v2/books?orderby=fields.price&order=asc", nil)), ",")
		}
		if got := list(); got != "Book 10,Book 20,Book 30" {
			t.Fatal(got)
		}
		for name, harm := range map[string]string{
			"a value":   "UPDATE entry_field SET value = (SELECT value FROM entry_field WHERE key = 'price' AND entry_id = " + ids[0] + ") WHERE key = 'price' AND entry_id = " + ids[1],
			"a status":  "UPDATE entry_field SET status = 'draft' WHERE key = 'price' AND entry_id = " + ids[1],
			"a row":     "DELETE FROM entry_field WHERE key = 'price' AND entry_id = " + ids[1],
			"a place":   "UPDATE entry_field SET position = 7 WHERE key = 'tones' AND position = 1 AND entry_id = " + ids[1],
			"the store": "UPDATE entry_meta SET value = '10.5' WHERE key = 'price' AND entry_id = " + ids[1],
		} {
			rawly(t, c, harm)
			if found := examine(t, c, examination.Examination{})["fields"]; !says(found, "1 entries") || !says(found, "book "+ids[1]) {
				t.Errorf("%s: %+v", name, found)
			}
			if found := examine(t, c, examination.Examination{Mend: true})["fields"]; len(found) == 0 {
				t.Errorf("%s: nothing was mended", name)
			}
			if found := examine(t, c, examination.Examination{})["fields"]; len(found) > 0 {
				t.Errorf("%s: left: %+v", name, found)
			}
		}
		if got := titles(t, s.do("", "GET", "/api/core/v2/books?orderby=fields.price&order=asc&_x=1", nil)); strings.Join(got, ",") != "Book 10,Book 20,Book 30" {
			t.Error(got)
		}
	})
}

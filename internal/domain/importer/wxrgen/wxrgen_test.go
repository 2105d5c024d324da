package wxrgen_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/importer/wxrgen"
)

func generate(t testing.TB, o wxrgen.Options) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := wxrgen.Write(&b, o); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDeterministic(t *testing.T) {
	t.Parallel()
	a := generate(t, wxrgen.Options{Seed: 7, Posts: 50})
	if !bytes.Equal(a, generate(t, wxrgen.Options{Seed: 7, Posts: 50})) {
		t.Error("the same seed gives different files")
	}
	if bytes.Equal(a, generate(t, wxrgen.Options{Seed: 8, Posts: 50})) {
		t.Error("different seeds give the same file")
	}
}

// TestRelations reads a file back and checks what the package promises.
func TestRelations(t *testing.T) {
	t.Parallel()
	for _, o := range []wxrgen.Options{
		{Seed: 1, Posts: 400},
		{Seed: 2, Posts: 3, Pages: 1, Comments: -1},
		{Seed: 3, Posts: -1, Pages: -1, Attachments: -1, Authors: -1, Categories: -1, Tags: -1},
		{Seed: 4, Posts: 60, Tags: 1, Categories: 1, Attachments: -1},
	} {
		check(t, o)
	}
}

func check(t *testing.T, o wxrgen.Options) {
	r := wxr.NewReader(bytes.NewReader(generate(t, o)))
	terms, logins, kinds := map[string]bool{}, map[string]bool{}, map[int64]string{}
	var got wxrgen.Totals
	content := 0
	for {
		item, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("seed %d: %v", o.Seed, err)
		}
		switch item := item.(type) {
		case *wxr.Author:
			got.Authors++
			logins[item.Login] = true
		case *wxr.Category:
			got.Categories++
			if item.Parent != "" && !terms["category/"+item.Parent] {
				t.Errorf("category %s: parent %s does not come before", item.Slug, item.Parent)
			}
			terms["category/"+item.Slug] = true
		case *wxr.Tag:
			got.Tags++
			terms["post_tag/"+item.Slug] = true
		case *wxr.Term:
			got.Terms++
			terms[item.Taxonomy+"/"+item.Slug] = true
		case *wxr.Entry:
			switch item.Type {
			case "post":
				got.Posts++
				content += len(item.Content)
			case "page":
				got.Pages++
			case "attachment":
				got.Attachments++
			case "nav_menu_item":
				got.MenuItems++
			case "wp_block":
				got.Blocks++
			}
			checkEntry(t, item, terms, logins, kinds)
		}
	}
	if got != o.Totals() {
		t.Errorf("seed %d: got %+v, want %+v", o.Seed, got, o.Totals())
	}
	if got.Posts > 50 && (content/got.Posts < 2000 || content/got.Posts > 5000) {
		t.Errorf("seed %d: posts have %d bytes on average", o.Seed, content/got.Posts)
	}
	if r.Repairs() != 0 {
		t.Errorf("seed %d: %d repairs", o.Seed, r.Repairs())
	}
}

func checkEntry(t *testing.T, e *wxr.Entry, terms, logins map[string]bool, kinds map[int64]string) {
	if kinds[e.ID] != "" {
		t.Errorf("id %d twice", e.ID)
	}
	kinds[e.ID] = e.Type
	if !logins[e.Creator] {
		t.Errorf("entry %d: unknown author %q", e.ID, e.Creator)
	}
	if e.Parent != 0 && kinds[e.Parent] != e.Type {
		t.Errorf("entry %d: parent %d does not come before", e.ID, e.Parent)
	}
	if _, ok := e.DateGMT.Time(); !ok || e.Slug == "" {
		t.Errorf("entry %d: date %q, slug %q", e.ID, e.DateGMT, e.Slug)
	}
	for _, ref := range e.Terms {
		if !terms[ref.Taxonomy+"/"+ref.Slug] {
			t.Errorf("entry %d: unknown term %+v", e.ID, ref)
		}
	}
	for _, m := range e.Meta {
		if _, err := phpvalue.Decode(m.Value); phpvalue.IsSerialized(m.Value) && err != nil {
			t.Errorf("entry %d: meta %s: %v", e.ID, m.Key, err)
		}
	}
	comments := map[int64]bool{0: true}
	for _, c := range e.Comments {
		if !comments[c.Parent] {
			t.Errorf("comment %d: parent %d does not come before", c.ID, c.Parent)
		}
		comments[c.ID] = true
	}
}

type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

var errFull = errors.New("disk full")

func TestWriteError(t *testing.T) {
	t.Parallel()
	if err := wxrgen.Write(&full{left: 200_000}, wxrgen.Options{Posts: 1 << 30, Pages: 1}); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

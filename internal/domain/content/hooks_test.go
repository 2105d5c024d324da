package content_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
)

// record notes every call of a hook: its name, and what of an entry is stored
// at that moment.
func record(f *fixture) *[]string {
	var calls []string
	f.Hooks.Add(content.Writes{Before: func(_ context.Context, before, after *content.Entry, c *content.Change) error {
		calls = append(calls, fmt.Sprintf("before %v %s", before != nil, after.Status))
		c.SetMeta("seen", "yes")
		return nil
	}})
	f.Hooks.Add(content.Writes{Saved: func(ctx context.Context, before, after *content.Entry) error {
		stored, err := f.DB.EntryByID(ctx, after.ID)
		if err != nil {
			return err
		}
		terms, err := f.DB.EntryTerms(ctx, []int64{after.ID})
		if err != nil {
			return err
		}
		var names []string
		for _, t := range terms[after.ID] {
			names = append(names, t.Slug)
		}
		info, err := f.DB.RevisionInfo(ctx, []int64{after.ID})
		if err != nil {
			return err
		}
		if fmt.Sprint(stored.Meta) != fmt.Sprint(after.Meta) || stored.Sticky != after.Sticky {
			return fmt.Errorf("after has meta %v, stored are %v", after.Meta, stored.Meta)
		}
		was := ""
		if before != nil {
			was = before.Meta.Text("note")
		}
		calls = append(calls, fmt.Sprintf("saved %s->%s sticky %v, %v, %d revisions", was, after.Meta.Text("note"), after.Sticky, names, info[after.ID].Count))
		return nil
	}})
	f.Hooks.Add(content.Writes{Deleted: func(_ context.Context, e *content.Entry) error {
		calls = append(calls, "deleted "+e.Meta.Text("note"))
		return nil
	}})
	return &calls
}

func TestHooksSeeWholeWrites(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	var topic *taxonomy.Term
	if err := f.DB.InTx(t.Context(), func(ctx context.Context) error {
		topic = &taxonomy.Term{Taxonomy: taxonomy.Category, Name: "Topic", Slug: "topic"}
		return f.DB.InsertTerm(ctx, topic)
	}); err != nil {
		t.Fatal(err)
	}
	calls := record(f)
	expect := func(want ...string) {
		t.Helper()
		if !slices.Equal(*calls, want) {
			t.Errorf("called\n%q, want\n%q", *calls, want)
		}
		*calls = nil
	}
	c := titled("One", content.Publish)
	c.Content, c.Sticky, c.Format = ptr("text"), ptr(true), ptr("aside")
	c.Terms = map[string][]int64{taxonomy.Category: {topic.ID}}
	c.Meta = content.Meta{"note": {"a"}}
	e := f.create(content.TypePost, c)
	expect("before false publish", "saved ->a sticky true, [topic post-format-aside], 0 revisions")
	if len(c.Meta) != 1 {
		t.Errorf("the caller's change has now %v", c.Meta)
	}
	f.update(e.ID, content.Change{Content: ptr("more"), Sticky: ptr(false), Format: ptr("standard"), Meta: content.Meta{"note": {"b"}}})
	expect("before true publish", "saved a->b sticky false, [topic], 1 revisions")
	f.trash(e.ID)
	expect("before true trash", "saved b->b sticky false, [topic], 1 revisions")
	f.update(e.ID, content.Change{Status: ptr(content.Draft), Meta: content.Meta{"note": {}}})
	expect("before true draft", "saved b-> sticky false, [topic], 1 revisions")
	f.remove(e.ID)
	expect("deleted ")
}

func TestFailingHookTakesTheWriteBack(t *testing.T) {
	t.Parallel()
	f := newSite(t)
	e := f.create(content.TypePost, titled("One", content.Publish))
	broken := errors.New("broken")
	f.Hooks.Add(content.Writes{Saved: func(context.Context, *content.Entry, *content.Entry) error { return broken }})
	f.Hooks.Add(content.Writes{Deleted: func(context.Context, *content.Entry) error { return broken }})
	a := as(admin, access.Administrator)
	for name, write := range map[string]func(ctx context.Context) (*content.Entry, error){
		"create": func(ctx context.Context) (*content.Entry, error) {
			return f.Create(ctx, a, content.TypePost, titled("Two", content.Publish))
		},
		"update": func(ctx context.Context) (*content.Entry, error) {
			return f.Update(ctx, a, e, content.Change{Title: ptr("Changed"), Meta: content.Meta{"note": {"x"}}})
		},
		"trash": func(ctx context.Context) (*content.Entry, error) { return f.Trash(ctx, a, e) },
		"meta": func(ctx context.Context) (*content.Entry, error) {
			return f.SetMeta(ctx, e, content.Meta{"note": {"x"}})
		},
		"delete": func(ctx context.Context) (*content.Entry, error) { return e, f.Delete(ctx, e) },
	} {
		if _, err := f.try(write); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if now := f.load(e.ID); now.Title != "One" || now.Status != content.Publish || len(now.Meta) != 0 {
		t.Errorf("the entry is now %+v", now)
	}
	if list := f.list(content.Query{Types: []string{content.TypePost}}); len(list) != 1 {
		t.Errorf("%d entries", len(list))
	}
}

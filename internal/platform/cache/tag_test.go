package cache

import (
	"encoding/json"
	"slices"
	"testing"
)

// TestTagText pins the text forms: other nodes and shared caches read them.
func TestTagText(t *testing.T) {
	t.Parallel()
	for want, tag := range map[string]Tag{
		"entry:12": Entry(12), "entries:post": Entries("post"), "entries": AllEntries(), "revisions:12": Revisions(12),
		"term:3": Term(3), "sessions:4": Sessions(4), "terms:category": Terms("category"), "terms": AllTerms(), "user:1": User(1), "users": AllUsers(),
		"comment:-5": Comment(-5), "comments:7": EntryComments(7), "comments": AllComments(), "option:blogname": Option("blogname"),
		"options": AllOptions(), "versions": Versions(), "ext:redirects:rule 4": Extension("redirects", "rule 4"),
		"request:viewer": Viewer(), "request:address": Address(), "entries:": Entries(""), "option:a:b": Option("a:b"),
	} {
		if got := tag.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := ParseTag(want); got != tag {
			t.Errorf("%q was read as %#v", want, got)
		}
	}
	text, err := json.Marshal([]Tag{Entry(1), Option("<x>")})
	old, _ := json.Marshal([]string{"entry:1", "option:<x>"})
	var back []Tag
	if err != nil || string(text) != string(old) || json.Unmarshal(text, &back) != nil || !slices.Equal(back, []Tag{Entry(1), Option("<x>")}) {
		t.Errorf("%s, %v, read as %v", text, err, back)
	}
}

func TestWider(t *testing.T) {
	t.Parallel()
	for tag, want := range map[Tag]string{
		Entry(1): "entries", Revisions(1): "entries:revision", Term(1): "terms", User(1): "users", Comment(1): "comments",
		EntryComments(1): "comments", Option("a"): "options", Entries("post"): "entries:post", AllUsers(): "users",
		Extension("a", "b"): "ext:a:", Viewer(): "request:viewer", ParseTag("new:1"): "new:1",
	} {
		if got := tag.Wider().String(); got != want {
			t.Errorf("%v: %q, want %q", tag, got, want)
		}
	}
}

func TestSortIsThatOfTheText(t *testing.T) {
	t.Parallel()
	tags := []Tag{User(2), Entry(10), Entry(9), AllEntries(), Entries("post"), Option("a")}
	want := Strings(tags)
	Sort(tags)
	for i, tag := range tags {
		if tag.String() != want[i] {
			t.Fatalf("%v, want %v", tags, want)
		}
	}
}

// FuzzParseTag: every text is a tag, and two texts are two tags.
func FuzzParseTag(f *testing.F) {
	for _, s := range []string{"", "entry:12", "entry:012", "entry:", "entry", "entry:+1", "comments:x", "entries:post", "ext:a:b", "request:viewer", "request:", ":", "new:1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		tag := ParseTag(s)
		if tag.String() != s || ParseTag(tag.String()) != tag {
			t.Errorf("%q became %#v and %q", s, tag, tag.String())
		}
	})
}

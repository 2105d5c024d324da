package installed_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/domain/theme/installed"
)

func TestAddAsksBeforeItReplaces(t *testing.T) {
	t.Parallel()
	s, dir := newThemes(t)
	version := func() string {
		th, err := s.Install(zipped(t, "none.zip", file{"a.txt", "x"}))
		if err == nil {
			t.Fatal(th)
		}
		text, _ := os.ReadFile(filepath.Join(dir, "heron/templates/index.html"))
		return string(text)
	}
	archive := func(text string) string {
		return zipped(t, "x.zip", file{"heron/style.css", style}, file{"heron/templates/index.html", text})
	}
	if th, h, err := s.Add(archive("one"), 7); err != nil || th.ID != "heron" || h.Token != "" || version() != "one" {
		t.Fatalf("%v %v %v", th, h, err)
	}
	_, first, err := s.Add(archive("two"), 7)
	if !errors.Is(err, installed.ErrInstalled) || first.Token == "" || version() != "one" {
		t.Fatalf("%v %v", first, err)
	}
	_, second, err := s.Add(archive("three"), 7)
	if !errors.Is(err, installed.ErrInstalled) {
		t.Fatal(err)
	}
	if _, _, err := s.Add(archive("other"), 71); !errors.Is(err, installed.ErrInstalled) {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 3 {
		t.Errorf("a person has more than one: %v", left)
	}
	for name, h := range map[string]installed.Held{
		"the one before": first, "somebody else's": {Person: 8, Token: second.Token}, "none": {Person: 7},
		"a path": {Person: 7, Token: "../heron"}, "a longer one": {Person: 7, Token: second.Token + "/../../heron"},
	} {
		if _, err := s.Replace(h); !errors.Is(err, installed.ErrNotHeld) {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Drop(h); err != nil {
			t.Errorf("%s dropped: %v", name, err)
		}
	}
	sent, there, err := s.HeldTheme(second)
	if err != nil || sent.Template("index").Content != "three" || there.Template("index").Content != "one" {
		t.Errorf("the question: %v", err)
	}
	if th, err := s.Replace(second); err != nil || th.Template("index").Content != "three" || version() != "three" {
		t.Errorf("replaced: %v", err)
	}
	if _, err := s.Replace(second); !errors.Is(err, installed.ErrNotHeld) {
		t.Errorf("replaced again: %v", err)
	}
	_, third, _ := s.Add(archive("four"), 7)
	if err := s.Drop(third); err != nil || version() != "three" {
		t.Error(err)
	}
	if _, _, err := s.HeldTheme(third); !errors.Is(err, installed.ErrNotHeld) {
		t.Errorf("dropped: %v", err)
	}
}

func TestAddTellsNoPaths(t *testing.T) {
	t.Parallel()
	s, dir := newThemes(t)
	for name, files := range map[string][]file{
		"no theme": {{"a.txt", "x"}}, "out of it": append(whole("heron/"), file{"../x", "x"}), "a file as a folder": append(whole("heron/"), file{"heron/style.css/x", "x"}),
		"no index": {{"heron/style.css", style}}, "twice": append(whole("heron/"), whole("heron/")...), "no parent": {{"c/style.css", "/* Theme Name: C\nTemplate: none */"}},
	} {
		from := zipped(t, "x.zip", files...)
		if _, _, err := s.Add(from, 1); err == nil || installed.Failed(err) || strings.Contains(err.Error(), dir) || strings.Contains(err.Error(), filepath.Dir(from)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestParents: a theme that others build on doesn't come to build on one itself, and is known as theirs though they
// don't load.
func TestParents(t *testing.T) {
	t.Parallel()
	s, dir := newThemes(t)
	child := func(id, parent string) []file {
		return []file{{id + "/style.css", "/* Theme Name: C\nTemplate: " + parent + " */"}}
	}
	for _, files := range [][]file{whole("heron/"), child("chick", "heron"), whole("crane/")} {
		if _, err := s.Install(zipped(t, "x.zip", files...)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Install(zipped(t, "x.zip", child("heron", "crane")...)); err == nil {
		t.Error("a parent builds on another theme")
	}
	if _, h, err := s.Add(zipped(t, "x.zip", child("heron", "crane")...), 7); err == nil || errors.Is(err, installed.ErrInstalled) {
		t.Errorf("%v %v", h, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "chick/theme.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if parents := s.Parents(); len(parents) != 1 || !parents["heron"] {
		t.Errorf("parents are %v", parents)
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	s, dir := newThemes(t)
	if _, err := s.Install(zipped(t, "x.zip", whole("old/")...)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Install(zipped(t, "x.zip", whole("old/")...)); err != nil {
		t.Errorf("replaced: %v", err)
	}
	for _, id := range []string{"quoin", "heron", "", "..", "../themes", "."} {
		if err := s.Remove(id); !errors.Is(err, installed.ErrUnknown) {
			t.Errorf("%q: %v", id, err)
		}
	}
	if err := s.Remove("old"); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

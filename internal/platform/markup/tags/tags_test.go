package tags

import (
	"strings"
	"testing"

	"quoin/internal/platform/markup/markuptest"
)

var links = Links{Hosts: []string{"localhost"}}

func TestRecordedCases(t *testing.T) {
	t.Parallel()
	for file, filter := range map[string]func(string) string{
		"strip_tags":       StripTags,
		"strip_all":        func(s string) string { return StripAll(s, false) },
		"strip_all_breaks": func(s string) string { return StripAll(s, true) },
		"trim_words":       func(s string) string { return TrimWords(s, 4, "&hellip;") },
		"excerpt":          func(s string) string { return Excerpt(s, 12, "[..]") },
		"balance":          Balance,
		"clickable":        links.Clickable,
		"pages":            func(s string) string { return strings.Join(SplitPages(s), "\x01") },
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			markuptest.Check(t, "testdata/"+file+".cases", filter)
		})
	}
}

func TestTrimWordsToNone(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"": "", " <b> </b>": "", "one two": "..."} {
		if got := TrimWords(in, 0, "..."); got != want {
			t.Errorf("TrimWords(%q, 0) = %q, want %q", in, got, want)
		}
	}
}

func TestCutMore(t *testing.T) {
	t.Parallel()
	got, ok := CutMore(" a <!--more Go on --> b ")
	if want := (Parts{" a ", " b ", " Go on "}); !ok || got != want {
		t.Errorf("CutMore = %q, %v, want %q", got, ok, want)
	}
	if got, ok := CutMore("a<!--more\n-->"); ok {
		t.Errorf("a mark over two lines was taken: %q", got)
	}
}

func TestLinkRelations(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"http://a.example":       ` rel="nofollow ugc"`,
		"http://LOCALHOST:80/x":  ` rel="ugc"`,
		"ftp://a.example":        ` rel="ugc"`,
		"http://u@localhost/":    ` rel="ugc"`,
		"http://localhost.evil/": ` rel="nofollow ugc"`,
	} {
		got := Links{Hosts: links.Hosts, UGC: true}.Clickable(in)
		if !strings.Contains(got, `"`+want+">") {
			t.Errorf("Clickable(%q) = %q, want%s", in, got, want)
		}
	}
}

func TestHostileTexts(t *testing.T) {
	t.Parallel()
	markuptest.Hostile(func(text string) {
		for name, out := range map[string]string{
			"StripAll":   StripAll(text, true),
			"TrimWords":  TrimWords(text, 1000, ""),
			"Excerpt":    Excerpt(text, 1000, ""),
			"Balance":    Balance(text),
			"Clickable":  links.Clickable(text),
			"SplitPages": strings.Join(SplitPages(text), ""),
		} {
			if len(out) > 16*len(text) {
				t.Errorf("%s of %.20q...: %d bytes became %d", name, text, len(text), len(out))
			}
		}
	}, "<!--more", "<!--more\n", "<!--nextpage-->", "<i>", "<i></b>", "<a1><b2></z>", "<a-", "<script>", "a://", " a://b",
		"a@", " a@b.c.", "www.", "http://a(", "http://a) ", "<a ", "<a><a ", "<a b>x</a></a>")
}

func FuzzBalance(f *testing.F) {
	markuptest.Seed(f, "testdata/balance.cases")
	f.Fuzz(func(t *testing.T, text string) {
		out := Balance(text)
		if plain := !strings.Contains(text, "<"); plain && out != text {
			t.Errorf("%q without tags became %q", text, out)
		}
		// Tags that hold others in their attributes are beyond balancing.
		for _, tag := range strings.Split(text, "<") {
			if strings.Count(tag, ">") != 1 && tag != "" || strings.Contains(tag, "/") {
				return
			}
		}
		// Blanks at the ends of attributes may take two rounds to go.
		blanks := strings.NewReplacer(" ", "", "\t", "", "\n", "", "\r", "", "\v", "", "\f", "", "\x00", "")
		if again := Balance(out); blanks.Replace(again) != blanks.Replace(out) {
			t.Errorf("%q: once %q, twice %q", text, out, again)
		}
	})
}

func FuzzClickable(f *testing.F) {
	markuptest.Seed(f, "testdata/clickable.cases")
	f.Fuzz(func(t *testing.T, text string) {
		out := links.Clickable(text)
		opened := anchors(out, "<a") - anchors(text, "<a")
		if closed := anchors(out, "</a>") - anchors(text, "</a>"); opened != closed {
			t.Errorf("%q: %d links opened, %d closed: %q", text, opened, closed, out)
		}
	})
}

func anchors(text, tag string) int { return strings.Count(asciiLower(text), tag) }

func asciiLower(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r | 0x20
		}
		return r
	}, s)
}

func FuzzSplit(f *testing.F) {
	markuptest.Seed(f, "testdata/pages.cases")
	f.Add(" a <!--more Go on --> b ")
	f.Fuzz(func(t *testing.T, text string) {
		for _, page := range SplitPages(text) {
			if strings.Contains(page, nextPage) && page != text {
				t.Errorf("page %q of %q holds a mark", page, text)
			}
		}
		p, found := CutMore(text)
		if joined := p.Main + "<!--more" + p.MoreText + "-->" + p.Extended; found && joined != text || !found && p.Main != text {
			t.Errorf("CutMore(%q) = %q, %v", text, p, found)
		}
	})
}

func FuzzWords(f *testing.F) {
	markuptest.Seed(f, "testdata/strip_all.cases", "testdata/trim_words.cases", "testdata/excerpt.cases")
	f.Fuzz(func(t *testing.T, text string) {
		words := fields(TrimWords(text, 3, ""))
		if len(words) > 3 {
			t.Errorf("TrimWords(%q, 3) gives %q", text, words)
		}
		if want := strings.Join(fields(StripAll(text, false)), " "); !strings.HasPrefix(want, strings.Join(words, " ")) {
			t.Errorf("words of %q: %q, want the first of %q", text, words, want)
		}
	})
}

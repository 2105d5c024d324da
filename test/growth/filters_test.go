package growth

import (
	"fmt"
	"strconv"
	"testing"

	"quoin/internal/display/render"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/ext/seo/analysis"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/paragraph"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/markup/shortcode"
	"quoin/internal/platform/markup/smiley"
	"quoin/internal/platform/markup/svg"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/markup/typography"
	"quoin/internal/platform/wire"
)

// names are shortcodes.
var names = []string{"gallery", "caption", "a"}

// filters are all that read text which others wrote.
var filters = map[string]func(string){
	"analysis.Analyse":              analyse,
	"block.Parse":                   func(s string) { block.Serialize(block.Parse(s)) },
	"block.Canonical":               func(s string) { block.Canonical(s) },
	"block.DecodeAttrs":             func(s string) { block.DecodeAttrs(s) },
	"clean.Accents":                 func(s string) { clean.Accents(s) },
	"clean.DropBadProtocol":         func(s string) { clean.DropBadProtocol(s, clean.Protocols()) },
	"clean.Email":                   func(s string) { clean.Email(s); clean.IsEmail(s) },
	"clean.FileName":                func(s string) { clean.FileName("", s, always, always) },
	"clean.HTMLClass":               func(s string) { clean.HTMLClass(s, "") },
	"clean.PercentDecodeForDisplay": func(s string) { clean.PercentDecodeForDisplay(s) },
	"clean.Slug":                    func(s string) { clean.Slug(s) },
	"clean.StripAllTags":            func(s string) { clean.StripAllTags(s) },
	"clean.TextField":               func(s string) { clean.TextField(s) },
	"clean.TextareaField":           func(s string) { clean.TextareaField(s) },
	"clean.URL":                     func(s string) { clean.URL(s, nil) },
	"clean.Unslash":                 func(s string) { clean.Unslash(s) },
	"clean.Username":                func(s string) { clean.Username("", s, true); clean.Username("", s, false) },
	"entity.DecodeEntities":         func(s string) { entity.DecodeEntities(s); entity.DecodeAttribute(s) },
	"entity.Escape":                 func(s string) { entity.EscHTML(s); entity.EscXML(s); entity.EscapeLoneLess(s) },
	"entity.FixWindows":             func(s string) { entity.FixWindows(s) },
	"entity.Normalize":              func(s string) { entity.Normalize(s) },
	"head.Make":                     makeHead,
	"head.Words":                    func(s string) { head.Words(s, s); head.ReadingMinutes(s) },
	"htmltag.Processor":             addClasses,
	"paragraph.Auto":                func(s string) { paragraph.Auto(s, true) },
	"paragraph.UnwrapShortcodes":    func(s string) { paragraph.UnwrapShortcodes(s, names) },
	"render.Teaser":                 func(s string) { render.Teaser(s) },
	"sanitize.CSS":                  func(s string) { sanitize.CSS(s) },
	"sanitize.Comment":              func(s string) { sanitize.Comment(s) },
	"sanitize.Post":                 func(s string) { sanitize.Post(s) },
	"sanitize.Inline":               func(s string) { sanitize.Inline(s) },
	"sanitize.Rel":                  func(s string) { sanitize.Rel(s, "nofollow ugc") },
	"sanitize.StripBlockCustomCSS":  func(s string) { sanitize.StripBlockCustomCSS(s) },
	"sanitize.TermDescription":      func(s string) { sanitize.TermDescription(s) },
	"sanitize.TermName":             func(s string) { sanitize.TermName(s) },
	"shortcode.Do":                  func(s string) { shortcode.Do(s, handlers()) },
	"shortcode.ParseAttrs":          func(s string) { shortcode.ParseAttrs(s) },
	"shortcode.Strip":               func(s string) { shortcode.Strip(s, names) },
	"smiley.Convert":                func(s string) { smiley.Convert(s, "/i") },
	"svg.Clean":                     func(s string) { _, _ = svg.Clean([]byte(s)) },
	"tags.Balance":                  func(s string) { tags.Balance(s) },
	"tags.Clickable":                func(s string) { tags.Links{}.Clickable(s) },
	"tags.Excerpt":                  func(s string) { tags.Excerpt(s, 55, "") },
	"tags.SplitPages":               func(s string) { tags.SplitPages(s); tags.CutMore(s) },
	"tags.StripAll":                 func(s string) { tags.StripAll(s, true); tags.StripTags(s) },
	"tags.TrimWords":                func(s string) { tags.TrimWords(s, 1<<20, "") },
	"typography.ConvertChars":       func(s string) { typography.ConvertChars(s) },
	"typography.TexturizeWith":      func(s string) { typography.English().Texturize(s, names) },
	"wire.Decode":                   func(s string) { _, _ = wire.Decode([]byte(s)) },
}

func always(string) bool { return true }

func handlers() map[string]shortcode.Handler {
	h := map[string]shortcode.Handler{}
	for _, name := range names {
		h[name] = func(_ shortcode.Attrs, content, _ string) string { return content }
	}
	return h
}

func analyse(s string) {
	_, _ = analysis.Analyse(&analysis.Text{HTML: s, Title: s, Description: s, Slug: s, Keyphrase: s, Synonyms: []string{s, s}, CheckInclusive: true}, nil)
}

func makeHead(s string) {
	head.Make(&head.Site{Name: s}, &head.Page{
		Kind: head.Entry, Title: s, Description: s, Excerpt: s, Vars: func(string) string { return s },
		Questions: []head.Question{{Question: s, HTML: s}}, Guides: []head.Guide{{Name: s, Steps: []head.Step{{Name: s, HTML: s[:len(s)/4]}}}},
	})
}

func addClasses(s string) {
	p := htmltag.New(s)
	for p.Next() {
		p.AddClass("x")
	}
	_ = p.String()
}

// texts are the hostile ones, by what they are made of.
func texts() map[string]func(int) string {
	out := map[string]func(int) string{}
	for _, p := range []string{
		"[", "]", "[[", "<", ">", "<!--", "-->", "<![CDATA[", "'", `"`, "-", "--", "&", "&#1", "&amp", "&a;", " ", "\n", "\n \t", "\r\n\r\n",
		"<p>", "<p><p", "</p>", "<pre", "<pre>", "<div", "<div>", "</div>", "<b>", "<b><i>", "<a href=", "<a href='x'>", "<img src=x>",
		"[a]", "[a ", "[[a] ", "<a [a]", "[/a]", "[a][/a]", "[gallery ids=1]", "[caption]", "9x", "1.", `a="`, "a=b ", `\`, `\"`, `"a":`, "{", "}", `{"a":[`,
		"<!-- wp:a -->", "<!-- wp:a {", "<!-- wp:a /-->", "<!-- /wp:a -->", "<!-- wp:", "<!-- wp:a {\"a\":\"<", "<!--more-->", "<!--nextpage-->",
		"<script>", "</script", "<style>", "<textarea>", "<svg>", "<a:b ", "http://a.b ", "http://a.b\n", "www.a.b", "a@b.c ", "a@", ":) ", ":", "\u00e9", "e\u0301", "\xff", "%", "%41", "%c3",
		"<code>", "<pre><code></code>", "<!--<b>", "%%", "%%a", "%%a%% ", "<a href=/a>x</a>", "<h2>x", "x. ", "x-", "x'",
		";a:b", "a:url(", "/*", "a{", "/", "//", "../", ".php", "(", ")", "<!", "<?", "<object>", "<table><tr>", "<li>", "x ", "xxxxxxxxxx",
	} {
		out[strconv.Quote(p)] = repeat("", p, "")
		out[strconv.Quote(p)+" closed"] = repeat("", p, `]</p>[/a]-->"'>})`)
	}
	out["in an attribute"] = repeat(`<!-- wp:a {"a":"`, "<", `"} /-->`)
	out["in an open attribute"] = repeat(`<!-- wp:a {"a":"`, "<", `" -->`)
	out["escaped in an attribute"] = repeat(`<!-- wp:a {"a":"`, `\u003c`, `"} /-->`)
	out["quotes in an attribute"] = repeat(`<!-- wp:a {"a":"`, `\u0022`, `"} /-->`)
	out["tags in an attribute"] = repeat(`<!-- wp:a {"a":"`, `<a b=c>`, `"} /-->`)
	out["keys"] = count(`<!-- wp:a {"a":0`, func(n int) string { return fmt.Sprintf(`,"a%d":1`, n) }, `} /-->`)
	out["classes"] = count(`<p class="`, func(n int) string { return fmt.Sprintf(` c%d`, n) }, `">x</p>`)
	out["attributes"] = count(`<p`, func(n int) string { return fmt.Sprintf(` c%d=1`, n) }, `>x</p>`)
	out["styles"] = count(`<p style="`, func(n int) string { return fmt.Sprintf(`color%d:red;`, n) }, `">x</p>`)
	out["members"] = count(`{"a":0`, func(n int) string { return fmt.Sprintf(`,"a%d":1`, n) }, `}`)
	out["numbered members"] = count(`{"a":0`, func(n int) string { return fmt.Sprintf(`,"%d":1`, n) }, `}`)
	out["elements"] = count("", func(n int) string { return fmt.Sprintf(`<a%d>`, n) }, "")
	return out
}

func TestFilters(t *testing.T) {
	for name, filter := range filters {
		for kind, text := range texts() {
			t.Run(name+"/"+kind, func(t *testing.T) { hold(t, text, filter) })
		}
	}
}

package quoin

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"quoin/internal/domain/theme"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

func load(t *testing.T) *theme.Theme {
	t.Helper()
	th, err := theme.Load(FS(), ID, theme.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func TestComplete(t *testing.T) {
	t.Parallel()
	th := load(t)
	if len(th.Skipped) > 0 {
		t.Errorf("files are passed over: %v", th.Skipped)
	}
	for _, slug := range strings.Fields("index home single page archive author search 404 page-bare") {
		if th.Template(slug) == nil {
			t.Errorf("no template %q", slug)
		}
	}
	if th.Part("header").Area != theme.AreaHeader || th.Part("footer").Area != theme.AreaFooter {
		t.Error("header and footer aren't where they belong")
	}
	if !th.Template("page-bare").ForPostType("page") || !th.Template("page-bare").IsCustom {
		t.Error("the bare template can't be chosen for pages")
	}
	var titles []string
	for _, v := range th.Variations() {
		titles = append(titles, v.Text("title"))
	}
	if got := strings.Join(titles, " "); got != "Broadsheet Dusk Ledger" {
		t.Errorf("style variations: %s", got)
	}
	if len(th.Patterns) < 4 {
		t.Errorf("%d patterns", len(th.Patterns))
	}
}

// contents are all texts of the theme that hold blocks, by a name for errors.
func contents(th *theme.Theme) map[string]string {
	out := map[string]string{}
	for _, t := range th.Templates {
		out["template "+t.Slug] = t.Content
	}
	for _, t := range th.Parts {
		out["part "+t.Slug] = t.Content
	}
	for _, p := range th.Patterns {
		out["pattern "+p.Slug] = p.Content
	}
	return out
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	th := load(t)
	for name, content := range contents(th) {
		var walk func([]block.Block)
		walk = func(list []block.Block) {
			for _, b := range list {
				walk(b.Inner)
				if b.Name == "" {
					if strings.TrimSpace(b.InnerHTML) != "" {
						t.Errorf("%s: text outside of blocks: %q", name, b.InnerHTML)
					}
					continue
				}
				if !th.Blocks().Has(b.Name) {
					t.Errorf("%s: nobody knows the block %s", name, b.Name)
				}
				if b.RawAttrs != "" && b.Attrs.Object == nil {
					t.Errorf("%s: the attributes of %s can't be read: %s", name, b.Name, b.RawAttrs)
				}
				if slug := b.Attrs.String("slug"); b.Name == "core/template-part" && th.Part(slug) == nil {
					t.Errorf("%s: there is no part %q", name, slug)
				}
				if slug := b.Attrs.String("slug"); b.Name == "core/pattern" && th.Pattern(slug) == nil {
					t.Errorf("%s: there is no pattern %q", name, slug)
				}
			}
		}
		walk(block.Parse(content))
		if strings.Count(content, "<!-- wp:") != strings.Count(content, "<!-- /wp:")+strings.Count(content, "/-->") {
			t.Errorf("%s: blocks are left open", name)
		}
	}
}

var (
	shortPreset = regexp.MustCompile(`var:preset\|([a-z-]+)\|([a-z0-9-]+)`)
	longPreset  = regexp.MustCompile(`--wp--preset--([a-z-]+?)--([a-z0-9-]+)`)
	namedPreset = regexp.MustCompile(`"(backgroundColor|textColor|fontSize)":"([a-z0-9-]+)"`)
)

// TestPresets holds that every preset that is used is there.
func TestPresets(t *testing.T) {
	t.Parallel()
	th := load(t)
	texts := contents(th)
	texts["theme.json"] = string(wire.Encode(th.Base().Styles(), nil))
	for _, v := range th.Variations() {
		texts["variation "+v.Text("title")] = string(wire.Encode(v, nil))
	}
	for name, text := range texts {
		uses := append(shortPreset.FindAllStringSubmatch(text, -1), longPreset.FindAllStringSubmatch(text, -1)...)
		for _, m := range namedPreset.FindAllStringSubmatch(text, -1) {
			kind := "color"
			if m[1] == "fontSize" {
				kind = "font-size"
			}
			uses = append(uses, []string{m[0], kind, m[2]})
		}
		for _, m := range uses {
			ref := "var:preset|" + m[1] + "|" + m[2]
			if th.Base().Literal(ref) == ref {
				t.Errorf("%s uses %s, which isn't there", name, m[0])
			}
		}
	}
}

// TestContrast holds that text can be read: 4.5 to 1 at least in the theme and
// in each of its variations.
func TestContrast(t *testing.T) {
	t.Parallel()
	th := load(t)
	looks := map[string]*theme.Data{"Quoin": th.Base()}
	for _, v := range th.Variations() {
		looks[v.Text("title")] = th.Base().Merge(theme.NewData(v, theme.OriginTheme, th.Blocks()))
	}
	for name, d := range looks {
		for _, pair := range [][2]string{
			{"contrast", "base"}, {"accent", "base"}, {"muted", "base"}, {"contrast", "stone"}, {"accent", "stone"},
			{"muted", "stone"},
		} {
			for _, dark := range []bool{false, true} {
				text, ground := luminance(t, d, pair[0], dark), luminance(t, d, pair[1], dark)
				ratio := (math.Max(text, ground) + 0.05) / (math.Min(text, ground) + 0.05)
				if ratio < 4.5 {
					t.Errorf("%s, dark %v: %s on %s has a contrast of %.2f", name, dark, pair[0], pair[1], ratio)
				}
			}
		}
	}
}

// luminance is that of a colour, which may be one for light and one for dark
// surroundings.
func luminance(t *testing.T, d *theme.Data, slug string, dark bool) float64 {
	t.Helper()
	p, ok := d.Preset(theme.Palette, slug)
	if both, is := strings.CutPrefix(p.Value, "light-dark("); is {
		p.Value, both, _ = strings.Cut(both, ", ")
		if dark {
			p.Value = strings.TrimSuffix(both, ")")
		}
	}
	if !ok || len(p.Value) != 7 {
		t.Fatalf("colour %q is %q", slug, p.Value)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(p.Value[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.03928 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// TestTypeface holds that the theme brings its typeface, with its licence, and
// that pages can fetch it early.
func TestTypeface(t *testing.T) {
	t.Parallel()
	th := load(t)
	at := th.Base().BodyFont("")
	for _, name := range []string{strings.TrimPrefix(at, "/"), "assets/fonts/OFL-source-serif-4.txt", "assets/fonts/OFL-source-sans-3.txt"} {
		file, err := th.FS().Open(name)
		if err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	// Each face has its file, and each script that the typefaces are made for its faces.
	faces := th.Base().FontFaces("/f")
	if !strings.Contains(faces, "/f"+at) {
		t.Errorf("font faces %s", faces)
	}
	for _, m := range regexp.MustCompile(`/f/([^"')]*)`).FindAllStringSubmatch(faces, -1) {
		file, err := th.FS().Open(m[1])
		if err != nil {
			t.Error(err)
			continue
		}
		file.Close()
	}
	for _, script := range []string{"latin", "latin-more", "latin-ext", "cyrillic", "greek", "vietnamese"} {
		for _, file := range []string{"quoin-serif-" + script, "quoin-serif-" + script + "-italic", "quoin-sans-" + script} {
			if !strings.Contains(faces, "/"+file+".woff2") {
				t.Errorf("no face of %s", file)
			}
		}
	}
}

func TestStylesheet(t *testing.T) {
	t.Parallel()
	css := load(t).Base().Stylesheet()
	for _, want := range []string{
		"--wp--preset--color--accent: light-dark(#8f3a1c, #e8a07f);", "--wp--preset--font-size--large: clamp(1.25rem, ",
		"--wp--style--root--padding-left: var(--wp--preset--spacing--50);",
		":root :where(.wp-block-group.is-style-panel){", ":root :where(.wp-block-group.is-style-panel",
		".has-stone-background-color{",
	} {
		if !strings.Contains(css, want) {
			t.Errorf("the style sheet lacks %s", want)
		}
	}
}

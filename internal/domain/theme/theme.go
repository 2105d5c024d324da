package theme

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"quoin/internal/platform/language"
	"quoin/internal/platform/wire"
)

// Theme is a block theme as it was read.
type Theme struct {
	// ID is the name of the theme's folder.
	ID     string
	Header Header
	// Screenshot is the path of the preview image, "" when there is none.
	Screenshot string
	// Templates and Parts are in the order in which the file system lists
	// their files.
	Templates, Parts []Template
	Patterns         []Pattern
	// Skipped is what isn't used of the theme, and why.
	Skipped    []Skipped
	Supports   Supports
	Registered Registered
	// Parent is the theme that this one builds on, nil for none.
	Parent *Theme

	fsys    fs.FS
	files   []string
	options Options
	// words are the texts of the theme, core those of the site, in its language; nil for
	// English.
	words, core *language.Texts
	localeSheet []Sheet // that of the language or of its direction, if the theme has one
	// patterns are AllPatterns, once they were asked for.
	allPatterns sync.Once
	patterns    []Pattern
	code        *code         // only while it is loaded
	filters     *blockFilters // nil for none
	updates     documentUpdates
	live        map[string]*livePattern // by their slugs
	// codeVariations are style variations that the code registers.
	codeVariations []*wire.Object
	document       *wire.Object
	variations     []*wire.Object
	whole          []style
	partial        []*wire.Object
	base           *Data
	// own is the theme's own layer.
	own *Data
}

// Skipped is a file, or with a line a place in it, that isn't used.
type Skipped struct {
	Path   string
	Line   int
	Reason string
}

// Place is the file with the line.
func (s Skipped) Place() string {
	if s.Line > 0 {
		return fmt.Sprintf("%s:%d", s.Path, s.Line)
	}
	return s.Path
}

func (s Skipped) String() string { return s.Place() + ": " + s.Reason }

// Options are what a theme is loaded for.
type Options struct {
	// Locale is the language of the site, such as "de_DE"; "" is English.
	Locale string
	// Texts are what the packs of the site say for a text domain, "" for the core; nil when
	// it has none.
	Texts func(domain string) *language.Texts
	// Parent loads the theme that this one builds on; without it a theme that
	// does can't be loaded.
	Parent func(id string) (*Theme, error)
}

// Supports is what a theme switches on beyond its templates; supports.json
// says it.
type Supports struct {
	PostFormats      []string
	NavMenuLocations []NavMenuLocation
	// OneSheet tells that the theme's style sheets may stand in one file with the styles
	// of the site, before those of the blocks of a page.
	OneSheet bool
}

// NavMenuLocation is a place for a classic menu.
type NavMenuLocation struct{ Slug, Label string }

// ErrClassic is what is said of a theme whose pages are made by its PHP files.
var ErrClassic = errors.New("this is a classic theme: its pages are made by PHP files such as index.php, which don't run here; " +
	"block themes, which have templates/index.html, are shown")

// Load reads the theme in fsys. A theme needs a style.css with a name and a template
// "index". It may build on another one, and then takes from it what it doesn't have
// itself. Errors name the file.
func Load(fsys fs.FS, id string, o Options) (*Theme, error) {
	t := &Theme{ID: id, fsys: fsys, options: o}
	if err := t.load(&files{fsys: fsys}, o); err != nil {
		return nil, fmt.Errorf("theme %q: %w", id, err)
	}
	return t, nil
}

func (t *Theme) load(f *files, o Options) error {
	if err := f.list(".", 0); err != nil {
		return err
	}
	t.files = f.paths
	t.code = &code{theme: t, files: f}
	defer func() { t.code = nil }()
	if err := t.loadHeader(f); err != nil {
		return err
	}
	if err := t.loadParent(o); err != nil {
		return err
	}
	for _, step := range []func(*files) error{
		t.loadWords, t.loadDocument, t.loadTemplates, t.loadCode, t.loadLocaleSheet, t.loadPatterns, t.loadStyles, t.loadSupports,
	} {
		if err := step(f); err != nil {
			return err
		}
	}
	return nil
}

func (t *Theme) loadHeader(f *files) error {
	css, err := f.text("style.css")
	if err != nil {
		return err
	}
	t.Header = parseHeader(css)
	if t.Header.Name == "" {
		return errors.New(`style.css: the header comment has no "Theme Name"`)
	}
	if t.Header.TextDomain == "" {
		t.Header.TextDomain = t.ID
	}
	for _, ending := range []string{"png", "gif", "jpg", "jpeg", "webp", "avif"} {
		if name := "screenshot." + ending; f.has(name) {
			t.Screenshot = name
			break
		}
	}
	return nil
}

func (t *Theme) loadDocument(f *files) error {
	if !f.has("theme.json") {
		t.document = wire.NewObject("version", int64(LatestVersion))
		return nil
	}
	var err error
	if t.document, err = readObject(f, "theme.json"); err != nil {
		return err
	}
	translate(t.document, t.words)
	return nil
}

func readObject(f *files, name string) (*wire.Object, error) {
	source, err := f.text(name)
	if err != nil {
		return nil, err
	}
	v, err := wire.Decode([]byte(source))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	o, ok := v.(*wire.Object)
	if !ok {
		return nil, fmt.Errorf("%s: the document is no object", name)
	}
	return o, nil
}

func (t *Theme) loadTemplates(f *files) error {
	templates, parts := "templates", "parts"
	if len(f.in("block-templates", ".html"))+len(f.in("block-template-parts", ".html")) > 0 {
		// Names from before themes had the present ones.
		templates, parts = "block-templates", "block-template-parts"
	}
	for _, name := range f.in(templates, ".html") {
		content, err := f.text(name)
		if err != nil {
			return err
		}
		t.Templates = append(t.Templates, newTemplate(slugOfFile(templates, name), content, t.document, t.core))
	}
	for _, name := range f.in(parts, ".html") {
		content, err := f.text(name)
		if err != nil {
			return err
		}
		t.Parts = append(t.Parts, newPart(slugOfFile(parts, name), content, t.document))
	}
	t.inheritTemplates()
	if t.Template("index") == nil {
		if f.has("index.php") && t.Parent == nil {
			return ErrClassic
		}
		return fmt.Errorf("%s/index.html: a theme needs this template", templates)
	}
	return nil
}

func (t *Theme) loadPatterns(f *files) error {
	names := append(f.in("patterns", ".php"), f.in("patterns", ".html")...)
	slices.Sort(names)
	for _, name := range names {
		source, err := f.text(name)
		if err != nil {
			return err
		}
		p, err := parsePattern(name, source)
		if err != nil {
			t.Skipped = append(t.Skipped, Skipped{Path: name, Reason: err.Error()})
			continue
		}
		if path.Ext(name) == ".php" {
			t.code.asked = false
			p.Content = t.code.printed(name, source)
			if t.code.asked && t.code.program != nil {
				if t.live == nil {
					t.live = map[string]*livePattern{}
				}
				t.live[p.Slug] = &livePattern{t.code, name, source}
			}
			p.Title, p.Description = t.words.In("Pattern title", p.Title), t.words.In("Pattern description", p.Description)
		}
		if !t.addPattern(p) {
			t.Skipped = append(t.Skipped, Skipped{Path: name, Reason: fmt.Sprintf("another file has the slug %q", p.Slug)})
		}
	}
	t.inheritPatterns()
	return nil
}

// addPattern adds a pattern unless there is one of its name.
func (t *Theme) addPattern(p Pattern) bool {
	if slices.ContainsFunc(t.Patterns, func(o Pattern) bool { return o.Slug == p.Slug }) {
		return false
	}
	t.Patterns = append(t.Patterns, p)
	return true
}

// loadStyles reads the style variations and works out the merged document.
// Variations of single block types become part of the theme's own styles.
func (t *Theme) loadStyles(f *files) error {
	names := f.in("styles", ".json")
	slices.Sort(names)
	blocks := CoreBlocks()
	var whole, partial []*wire.Object
	var styles []BlockStyle
	if t.Parent != nil {
		whole = append(whole, t.Parent.wholeStyles(names)...)
		partial = append(partial, t.Parent.partial...)
	}
	for _, name := range names {
		doc, err := readObject(f, name)
		if err != nil {
			return err
		}
		// Compat (TestVariations): the title of a file without one is the file's name.
		if doc.Text("title") == "" {
			doc.Set("title", strings.TrimSuffix(path.Base(name), ".json"))
		}
		translate(doc, t.words)
		if doc.Get("blockTypes") == nil {
			t.whole = append(t.whole, style{name, doc})
			whole = append(whole, doc)
			continue
		}
		partial = append(partial, doc)
	}
	partial = append(partial, t.codeVariations...)
	t.partial = partial
	for _, doc := range partial {
		styles = append(styles, blockStyles(doc)...)
	}
	for _, s := range t.Registered.Styles {
		styles = append(styles, s.BlockStyle)
	}
	blocks = blocks.With(styles)
	document := t.document.Clone()
	for _, doc := range partial {
		injectVariation(document, NewData(doc, OriginTheme, blocks).root)
	}
	t.own = NewData(document, OriginTheme, blocks)
	if t.Parent != nil {
		t.own = NewData(t.Parent.document, OriginTheme, blocks).Merge(t.own)
	}
	defaults, users := t.defaults(), NewData(nil, OriginUser, blocks)
	for _, by := range []*Theme{t.Parent, t} {
		if by != nil {
			defaults = update(defaults, by.updates.defaults, OriginDefault, blocks)
			t.own = update(t.own, by.updates.own, OriginTheme, blocks)
			users = update(users, by.updates.users, OriginUser, blocks)
		}
	}
	t.base = (&Data{root: wire.NewObject("version", int64(LatestVersion)), blocks: blocks}).
		Merge(defaults).
		Merge(blockData(blocks)).
		Merge(supportData(blocks).Merge(t.own))
	if t.updates.users != nil || t.Parent != nil && t.Parent.updates.users != nil {
		t.base = t.base.Merge(users)
	}
	for _, doc := range whole {
		t.variations = append(t.variations, NewData(doc, OriginTheme, blocks).root)
	}
	return nil
}

// defaults is the layer every theme starts from, in the language of the site.
func (t *Theme) defaults() *Data {
	if t.core == nil {
		return defaultData()
	}
	return defaultDataIn(t.core)
}

// supportData is what a theme without any code of its own switches on.
//
// Compat (TestBase): units are off for a theme that doesn't list any.
func supportData(blocks *Blocks) *Data {
	return NewData(wire.NewObject("version", int64(LatestVersion), "settings", wire.NewObject(
		"color", wire.NewObject("custom", true, "customGradient", true),
		"typography", wire.NewObject("customFontSize", true, "lineHeight", false),
		"spacing", wire.NewObject("units", false, "padding", false),
	)), OriginTheme, blocks)
}

// blockStyles are the style variations that a file defines for block types.
func blockStyles(doc *wire.Object) []BlockStyle {
	types, _ := doc.Get("blockTypes").([]any)
	if empty(doc.Get("styles")) {
		return nil
	}
	var out []BlockStyle
	for _, v := range types {
		if name, ok := v.(string); ok {
			out = append(out, BlockStyle{Block: name, Name: variationName(doc), Label: doc.Text("title")})
		}
	}
	return out
}

func variationName(doc *wire.Object) string {
	if slug := doc.Text("slug"); slug != "" {
		return slug
	}
	return KebabCase(doc.Text("title"))
}

// injectVariation writes a block style variation into a theme's document. What
// the document itself says about the variation counts more.
//
// Compat (TestVariations): what it says for one block type also reaches the types after it.
func injectVariation(document, variation *wire.Object) {
	styles := variation.Get("styles")
	types, _ := variation.Get("blockTypes").([]any)
	if empty(styles) {
		return
	}
	name := variationName(variation)
	for _, v := range types {
		block, ok := v.(string)
		if !ok {
			continue
		}
		for _, said := range []any{
			get(document, "styles", "variations", name),
			get(document, "styles", "blocks", block, "variations", name),
		} {
			if !empty(said) {
				styles = overlayObject(styles, said)
			}
		}
		set(document, wire.CloneValue(styles), "styles", "blocks", block, "variations", name)
	}
}

func (t *Theme) loadSupports(f *files) error {
	if !f.has("supports.json") {
		return nil
	}
	doc, err := readObject(f, "supports.json")
	if err != nil {
		return err
	}
	formats, _ := doc.Get("post-formats").([]any)
	for _, v := range formats {
		if name, ok := v.(string); ok {
			t.Supports.PostFormats = append(t.Supports.PostFormats, name)
		}
	}
	t.Supports.OneSheet = doc.Get("one-sheet") == true
	for _, m := range doc.Object("nav-menu-locations").Members() {
		if label, ok := m.Value.(string); ok {
			t.Supports.NavMenuLocations = append(t.Supports.NavMenuLocations, NavMenuLocation{m.Key, label})
		}
	}
	return nil
}

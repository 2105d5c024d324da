package theme

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"quoin/internal/wire"
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
	// Skipped are files that were passed over, and why.
	Skipped  []Skipped
	Supports Supports

	fsys       fs.FS
	files      []string
	document   *wire.Object
	variations []*wire.Object
	base       *Data
	// own is the theme's own layer.
	own *Data
}

// Skipped is a file that isn't used.
type Skipped struct{ Path, Reason string }

// Supports is what a theme switches on beyond its templates; supports.json
// says it.
type Supports struct {
	PostFormats      []string
	NavMenuLocations []NavMenuLocation
}

// NavMenuLocation is a place for a classic menu.
type NavMenuLocation struct{ Slug, Label string }

// Load reads the theme in fsys. A theme needs a style.css with a name and a
// template "index"; it may not build on another theme. Errors name the file.
func Load(fsys fs.FS, id string) (*Theme, error) {
	t := &Theme{ID: id, fsys: fsys}
	if err := t.load(&files{fsys: fsys}); err != nil {
		return nil, fmt.Errorf("theme %q: %w", id, err)
	}
	return t, nil
}

func (t *Theme) load(f *files) error {
	if err := f.list(".", 0); err != nil {
		return err
	}
	t.files = f.paths
	for _, step := range []func(*files) error{
		t.loadHeader, t.loadDocument, t.loadTemplates, t.loadPatterns, t.loadStyles, t.loadSupports,
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
	if t.Header.Parent != "" && t.Header.Parent != t.ID {
		return fmt.Errorf("style.css: the theme builds on %q, and child themes can't be used", t.Header.Parent)
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
	t.document, err = readObject(f, "theme.json")
	return err
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
		t.Templates = append(t.Templates, newTemplate(slugOfFile(templates, name), content, t.document))
	}
	for _, name := range f.in(parts, ".html") {
		content, err := f.text(name)
		if err != nil {
			return err
		}
		t.Parts = append(t.Parts, newPart(slugOfFile(parts, name), content, t.document))
	}
	if t.Template("index") == nil {
		return fmt.Errorf("%s/index.html: a theme needs this template", templates)
	}
	return nil
}

func (t *Theme) loadPatterns(f *files) error {
	names := append(f.in("patterns", ".php"), f.in("patterns", ".html")...)
	slices.Sort(names)
	seen := map[string]bool{}
	for _, name := range names {
		source, err := f.text(name)
		if err != nil {
			return err
		}
		p, err := parsePattern(name, source)
		if err == nil && seen[p.Slug] {
			err = fmt.Errorf("another file has the slug %q", p.Slug)
		}
		if err != nil {
			t.Skipped = append(t.Skipped, Skipped{name, err.Error()})
			continue
		}
		seen[p.Slug] = true
		t.Patterns = append(t.Patterns, p)
	}
	return nil
}

// loadStyles reads the style variations and works out the merged document.
// Variations of single block types become part of the theme's own styles.
func (t *Theme) loadStyles(f *files) error {
	names := f.in("styles", ".json")
	slices.Sort(names)
	blocks := CoreBlocks()
	var whole, partial []*wire.Object
	var styles []BlockStyle
	for _, name := range names {
		doc, err := readObject(f, name)
		if err != nil {
			return err
		}
		// Compat: the title of a file without one is the file's name.
		if doc.Text("title") == "" {
			doc.Set("title", strings.TrimSuffix(path.Base(name), ".json"))
		}
		if doc.Get("blockTypes") == nil {
			whole = append(whole, doc)
			continue
		}
		partial = append(partial, doc)
		styles = append(styles, blockStyles(doc)...)
	}
	blocks = blocks.With(styles)
	document := t.document.Clone()
	for _, doc := range partial {
		injectVariation(document, NewData(doc, OriginTheme, blocks).root)
	}
	t.own = NewData(document, OriginTheme, blocks)
	t.base = (&Data{root: wire.NewObject("version", int64(LatestVersion)), blocks: blocks}).
		Merge(defaultData()).
		Merge(blockData(blocks)).
		Merge(supportData(blocks).Merge(t.own))
	for _, doc := range whole {
		t.variations = append(t.variations, NewData(doc, OriginTheme, blocks).root)
	}
	return nil
}

// supportData is what a theme without any code of its own switches on.
//
// Compat: units are off for a theme that doesn't list any.
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
// Compat: what it says for one block type also reaches the types after it.
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
	for _, m := range doc.Object("nav-menu-locations").Members() {
		if label, ok := m.Value.(string); ok {
			t.Supports.NavMenuLocations = append(t.Supports.NavMenuLocations, NavMenuLocation{m.Key, label})
		}
	}
	return nil
}

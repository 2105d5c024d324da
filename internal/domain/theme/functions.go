package theme

import (
	"cmp"
	"strings"

	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/wire"
)

// PatternCategory is a category of patterns that a theme adds.
type PatternCategory struct{ Name, Label, Description string }

// CodeStyle is a style of a block type that a theme's code registers.
type CodeStyle struct {
	BlockStyle
	// CSS is the style's own.
	CSS     string
	Default bool
}

// Sheet is a style sheet file of the theme that its code asks for.
type Sheet struct {
	// Path is the file's path in the theme with the given id.
	Theme, Path string
	// Block is the block type that needs it, "" for every page.
	Block string
	// CSS is what the code says itself, where there is no file.
	CSS string
	// Early tells that it is asked for before the styles of the site are, which then count more.
	Early bool
}

// Script is a script file of the theme that its code asks for.
type Script struct {
	// Path is the file's path in the theme with the given id.
	Theme, Path string
	// Module tells that it is a module, How whether it is loaded with "defer" or
	// "async". Footer tells that it stands at the end of a page.
	Module bool
	How    string
	Footer bool
}

// Registered is what functions.php registers.
type Registered struct {
	Styles     []CodeStyle
	Categories []PatternCategory
	Sheets     []Sheet
	// EditorStyles are sheets for editors.
	EditorStyles []string
	// Elsewhere are the addresses of style sheets on other hosts, which aren't taken unless the
	// theme has them as files (see FetchedList).
	Elsewhere []string
	Supports  []string
	Scripts   []Script
	// BodyClasses are added to those of every page; Head and Foot are HTML at the
	// end of the head and of the body, Open is that at the start of the body.
	BodyClasses      []string
	Head, Open, Foot string
	// Areas are further areas of template parts.
	Areas []PartArea
	// ExcerptLength is how many words excerpts have, 0 when the code doesn't say, and
	// ExcerptMore what stands behind one that was cut, nil likewise.
	ExcerptLength int
	ExcerptMore   *string
	// NoLayout tells that containers get no classes of their layout.
	NoLayout bool
	// NoCorePatterns tells that the patterns of every site aren't wanted.
	NoCorePatterns bool
}

// record is an argument that is an array, without what isn't known of it.
func record(c *php.Call, i int) *php.Array {
	v, why := php.DropUnknown(c.Arg(i))
	a, ok := v.(*php.Array)
	if !ok {
		c.Problem("not taken: " + c.Name + "() with arguments that aren't known")
		return nil
	}
	if len(why) > 0 {
		c.Problem(c.Name + "() is taken without " + strings.Join(why, ", "))
	}
	return a
}

func (r *registrar) blockStyle(c *php.Call) any {
	var blocks []string
	switch v := c.Arg(0).(type) {
	case string:
		blocks = []string{v}
	case *php.Array:
		blocks = texts(v)
	}
	a := record(c, 1)
	if a == nil {
		return nil
	}
	name, _ := a.Text("name")
	label, _ := a.Text("label")
	css, _ := a.Text("inline_style")
	standard, _ := a.Get("is_default")
	if len(blocks) == 0 || !patternSlug.MatchString(name) {
		c.Problem("not taken: a block style without a block or name")
		return nil
	}
	if data, ok := a.Get("style_data"); ok {
		if doc, ok := jsonOf(data).(*wire.Object); ok {
			r.theme.codeVariations = append(r.theme.codeVariations, wire.NewObject(
				"version", int64(LatestVersion), "title", cmp.Or(label, name), "slug", name, "blockTypes", wire.Strings(blocks), "styles", doc))
		}
	}
	for _, b := range blocks {
		r.theme.Registered.Styles = append(r.theme.Registered.Styles, CodeStyle{
			BlockStyle: BlockStyle{Block: b, Name: name, Label: cmp.Or(label, name)}, CSS: css, Default: standard == true,
		})
	}
	return true
}

func texts(a *php.Array) []string {
	var out []string
	for _, v := range a.All {
		if s, ok := v.(string); ok {
			out = append(out, s)
		}
	}
	return out
}

// jsonOf is an array of a theme's code as a document.
func jsonOf(v any) any {
	a, ok := v.(*php.Array)
	if !ok {
		return v
	}
	list := true
	for k := range a.All {
		if _, ok := k.(int64); !ok {
			list = false
		}
	}
	if list && a.Len() > 0 {
		var out []any
		for _, v := range a.All {
			out = append(out, jsonOf(v))
		}
		return out
	}
	o := &wire.Object{}
	for k, v := range a.All {
		if name, ok := k.(string); ok {
			o.Set(name, jsonOf(v))
		}
	}
	return o
}

func (r *registrar) category(c *php.Call) any {
	name, _ := c.Text(0)
	a := record(c, 1)
	if a == nil || name == "" {
		return nil
	}
	label, _ := a.Text("label")
	description, _ := a.Text("description")
	r.theme.Registered.Categories = append(r.theme.Registered.Categories, PatternCategory{name, label, description})
	return true
}

// pattern takes a pattern that isn't in a file of its own.
func (r *registrar) pattern(c *php.Call) any {
	slug, _ := c.Text(0)
	a := record(c, 1)
	if a == nil {
		return nil
	}
	p := Pattern{Slug: slug}
	p.Title, _ = a.Text("title")
	p.Description, _ = a.Text("description")
	p.Content, _ = a.Text("content")
	if p.Content == "" {
		if name, ok := a.Text("filePath"); ok {
			p.Content, _ = r.open(name)
		}
	}
	if content, said := a.Get("content"); !patternSlug.MatchString(slug) || p.Title == "" || p.Content == "" && (!said || content != "") {
		c.Problem("not taken: the pattern " + slug + " without a title or content")
		return nil
	}
	for key, to := range map[string]*[]string{
		"categories": &p.Categories, "keywords": &p.Keywords, "blockTypes": &p.BlockTypes, "postTypes": &p.PostTypes, "templateTypes": &p.TemplateTypes,
	} {
		v, _ := a.Get(key)
		if list, ok := v.(*php.Array); ok {
			*to = texts(list)
		}
	}
	if v, _ := a.Get("viewportWidth"); v != nil {
		if width, ok := v.(int64); ok && width > 0 && width < 1<<20 {
			p.ViewportWidth = int(width)
		}
	}
	if v, ok := a.Get("inserter"); ok {
		yes := v != false
		p.Inserter = &yes
	}
	r.theme.addPattern(p)
	return true
}

func (r *registrar) support(c *php.Call) any {
	name, _ := c.Text(0)
	if name == "" {
		c.Problem("not taken: add_theme_support() of what isn't known")
		return nil
	}
	if name == "post-formats" {
		if a := record(c, 1); a != nil {
			r.theme.Supports.PostFormats = texts(a)
		}
	}
	r.theme.Registered.Supports = append(r.theme.Registered.Supports, name)
	return true
}

func (r *registrar) noSupport(c *php.Call) any {
	if name, _ := c.Text(0); name != "core-block-patterns" {
		c.Problem("not taken: remove_theme_support() of " + name)
		return nil
	}
	r.theme.Registered.NoCorePatterns = true
	return true
}

func (r *registrar) editorStyle(c *php.Call) any {
	switch v := c.Arg(0).(type) {
	case string:
		r.theme.Registered.EditorStyles = append(r.theme.Registered.EditorStyles, v)
	case *php.Array:
		r.theme.Registered.EditorStyles = append(r.theme.Registered.EditorStyles, texts(v)...)
	}
	return nil
}

func (r *registrar) menus(c *php.Call) any {
	if c.Name == "register_nav_menu" {
		slug, _ := c.Text(0)
		if label, ok := c.Text(1); ok && slug != "" {
			r.theme.Supports.NavMenuLocations = append(r.theme.Supports.NavMenuLocations, NavMenuLocation{slug, label})
		}
		return nil
	}
	a := record(c, 0)
	for k, v := range a.All {
		slug, ok := k.(string)
		if label, also := v.(string); ok && also {
			r.theme.Supports.NavMenuLocations = append(r.theme.Supports.NavMenuLocations, NavMenuLocation{slug, label})
		}
	}
	return nil
}

package theme

import (
	"cmp"
	"slices"
	"strings"

	"quoin/internal/theme/php"
	"quoin/internal/wire"
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
}

// Registered is what functions.php registers.
type Registered struct {
	Styles     []CodeStyle
	Categories []PatternCategory
	Sheets     []Sheet
	// EditorStyles are sheets for editors.
	EditorStyles []string
	Supports     []string
	// NoCorePatterns tells that the patterns of every site aren't wanted.
	NoCorePatterns bool
}

// hooks are the moments at which functions of a theme are called, in order.
var hooks = []string{"after_setup_theme", "init", "wp_loaded", "wp_enqueue_scripts", "enqueue_block_assets"}

// loadCode reads functions.php.
func (t *Theme) loadCode(f *files) error {
	const name = "functions.php"
	if !f.has(name) {
		return nil
	}
	source, err := f.text(name)
	if err != nil {
		return err
	}
	reg := &registrar{code: t.code, sheets: map[string]string{}}
	t.code.eval(name, source, reg.functions(), reg.runHooks)
	return nil
}

// registrar takes what functions.php registers.
type registrar struct {
	*code
	sheets map[string]string // registered style sheets: handle to address
	later  []hooked
}

type hooked struct {
	hook     string
	callback any
	priority int64
	skip     func(reason string)
}

func (r *registrar) functions() map[string]php.Function {
	nothing := func(*php.Call) any { return nil }
	all := map[string]php.Function{
		"add_action": r.addAction, "add_filter": r.addAction,
		"register_block_style":            r.blockStyle,
		"register_block_pattern_category": r.category,
		"register_block_pattern":          r.pattern,
		"add_theme_support":               r.support,
		"remove_theme_support":            r.noSupport,
		"add_editor_style":                r.editorStyle,
		"register_nav_menus":              r.menus,
		"register_nav_menu":               r.menus,
		"wp_register_style":               r.style,
		"wp_enqueue_style":                r.style,
		"wp_enqueue_block_style":          r.style,
		"wp_style_add_data":               nothing, "load_theme_textdomain": nothing, "load_child_theme_textdomain": nothing,
	}
	return all
}

func (r *registrar) addAction(c *php.Call) any {
	hook, ok := c.Text(0)
	if !ok {
		c.Problem("not taken: " + c.Name + "() for a hook that isn't known")
		return nil
	}
	if c.Name == "add_filter" || !slices.Contains(hooks, hook) {
		if hook != "enqueue_block_editor_assets" { // there is no editor here
			c.Problem("not taken: " + c.Name + "() for " + hook)
		}
		return nil
	}
	priority, ok := c.Arg(2).(int64)
	if !ok {
		priority = 10
	}
	r.later = append(r.later, hooked{hook, c.Arg(1), priority, c.Problem})
	return nil
}

// runHooks reads the functions that were hooked, in the order in which they
// would be called.
func (r *registrar) runHooks(invoke func(any) bool) {
	slices.SortStableFunc(r.later, func(a, b hooked) int {
		return cmp.Or(cmp.Compare(slices.Index(hooks, a.hook), slices.Index(hooks, b.hook)), cmp.Compare(a.priority, b.priority))
	})
	for _, h := range r.later {
		if !invoke(h.callback) {
			h.skip("not taken: add_action() for " + h.hook + " with a callback that isn't known")
		}
	}
}

// record is an argument that is an array, without what isn't known of it.
func record(c *php.Call, i int) *php.Array {
	v, why := php.Known(c.Arg(i))
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
	if !patternSlug.MatchString(slug) || p.Title == "" || p.Content == "" {
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

// style takes a style sheet: one that is registered under a handle, one for
// every page, or one for the pages with a block.
func (r *registrar) style(c *php.Call) any {
	handle, _ := c.Text(0)
	address, ok := c.Text(1)
	sheet := Sheet{}
	if c.Name == "wp_enqueue_block_style" {
		sheet.Block = handle
		a := record(c, 1)
		if a == nil {
			return nil
		}
		address, ok = a.Text("src")
		if handle, _ = a.Text("handle"); !ok {
			address, ok = r.sheets[handle], r.sheets[handle] != ""
		}
	} else if !ok || address == "" {
		address, ok = r.sheets[handle], r.sheets[handle] != ""
	}
	file, inside := strings.CutPrefix(address, siteAddress+filesAt)
	file, _, _ = strings.Cut(file, "?")
	id, name, _ := strings.Cut(file, "/")
	known := id == r.theme.ID && r.files.has(name) || r.theme.Parent != nil && id == r.theme.Parent.ID && slices.Contains(r.theme.Parent.files, name)
	if !ok || !inside || !known || mediaType(name) != "text/css" {
		c.Problem("not taken: the style sheet " + cmp.Or(handle, address) + ", which is no file of the theme")
		return nil
	}
	r.sheets[handle] = address
	sheet.Theme, sheet.Path = id, name
	if c.Name != "wp_register_style" && !slices.Contains(r.theme.Registered.Sheets, sheet) {
		r.theme.Registered.Sheets = append(r.theme.Registered.Sheets, sheet)
	}
	return true
}

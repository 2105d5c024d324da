package theme

import (
	"slices"
	"strings"

	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/wire"
)

// Page is what the code of a theme may ask about the page that a block stands on.
type Page struct {
	// Kind is "home", "front_page", "single", "page", "archive", "category", "tag", "tax",
	// "author", "date", "search" or "404".
	Kind string
	// Front tells of the first page of the site, Paged of a further page of a list.
	Front, Paged bool
	// Post is the entry asked for, Entry the one that is shown, of the type EntryType; 0 for none.
	Post, Entry int64
	EntryType   string
	// Title is the name of the term or of the author whose entries are listed, HTML, and Search
	// what is searched for. Logo tells whether the site has one.
	Title, Search string
	Logo          bool
	// Tags goes over the tags of a text; nil where nothing does.
	Tags func(html string) Tags
}

// Tags goes over the tags of a text, one after the other, and changes them.
type Tags interface {
	NextAny() bool
	Tag() string
	Closer() bool
	Attr(name string) (value string, ok bool)
	SetAttr(name, value string)
	SetFlag(name string)
	RemoveAttr(name string)
	AddClass(class string)
	RemoveClass(class string)
	HasClass(class string) bool
	String() string
}

// filterCost is what looking for filters of a block takes, in steps.
const filterCost = 20

// maxFilterSteps is what one call of a filter may take.
const maxFilterSteps = 50_000

// blockFilters are the functions of a theme that change the HTML of blocks. They are
// called one at a time.
type blockFilters struct {
	code    *code
	program *php.Program
	hooks   map[string][]hooked
}

// filtersBlocks tells of hooks whose functions change the HTML of blocks.
func filtersBlocks(hook string) bool {
	return hook == "render_block" || strings.HasPrefix(hook, "render_block_") && hook != "render_block_data" && hook != "render_block_context" || hook == "wp_list_categories"
}

// blockFilters are those that the code has added, nil for none.
func (r *registrar) blockFilters(p *php.Program) *blockFilters {
	f := &blockFilters{code: r.code, program: p, hooks: map[string][]hooked{}}
	for _, h := range r.later {
		if (filtersBlocks(h.hook) || valueHooks[h.hook] || strings.HasPrefix(h.hook, boundTo)) && f.hooks[h.hook] == nil {
			f.hooks[h.hook] = r.of(h.hook)
		}
	}
	if len(f.hooks) == 0 {
		return nil
	}
	return f
}

// removeFilter takes back what a theme has added, and some of what every site has.
func (r *registrar) removeFilter(c *php.Call) any {
	hook, _ := c.Text(0)
	name, ok := c.Text(1)
	if hook == "render_block" && name == "wp_render_layout_support_flag" {
		r.theme.Registered.NoLayout = true
	}
	before := len(r.later)
	r.later = slices.DeleteFunc(r.later, func(h hooked) bool { return ok && h.hook == hook && h.callback == any(name) })
	return len(r.later) < before
}

// FiltersBlocks tells whether the code of the theme, or that of the one it builds on,
// changes the HTML of blocks.
func (t *Theme) FiltersBlocks() bool {
	return t.filters != nil || t.Parent != nil && t.Parent.filters != nil
}

// FilterBlock is what the code of the theme makes of the HTML of a block. attrs are its
// stored attributes, inner is its HTML as stored. What it does beyond its bounds, or with
// what isn't known, is left out. steps tells what it took.
func (t *Theme) FilterBlock(page Page, name string, attrs *wire.Object, inner, html string) (out string, steps int) {
	out = html
	for owner := t; owner != nil; owner = owner.Parent {
		if owner.filters != nil {
			var used int
			out, used = owner.filters.apply(page, name, attrs, inner, out)
			steps += used
		}
	}
	steps += filterCost
	if out != html && strings.Count(strings.ToLower(out), "<script") > strings.Count(strings.ToLower(html), "<script") {
		out = scriptElements.ReplaceAllString(out, "")
	}
	return out, steps
}

func (f *blockFilters) apply(page Page, name string, attrs *wire.Object, inner, html string) (out string, steps int) {
	hooks := []string{"render_block", "render_block_" + name}
	if name == "core/categories" {
		hooks = append([]string{"wp_list_categories"}, hooks...)
	}
	if !slices.ContainsFunc(hooks, func(hook string) bool { return f.hooks[hook] != nil }) {
		return html, 0
	}
	defer f.code.shows(&page)()
	stored := any(&php.Array{})
	if attrs.Len() > 0 {
		stored = php.DecodeJSON(string(wire.Append(nil, attrs, nil)), true)
	}
	parsed := php.NewArray("blockName", name, "attrs", stored, "innerBlocks", &php.Array{}, "innerHTML", inner, "innerContent", php.List(inner))
	instance := &php.Object{Class: "WP_Block", Members: map[string]any{
		"name": name, "attributes": stored, "parsed_block": parsed, "context": &php.Array{}, "inner_html": inner,
	}}
	for _, hook := range hooks {
		second := any(parsed)
		if hook == "wp_list_categories" {
			second = php.NewArray("show_count", attrs.Get("showPostCounts") == true, "taxonomy", "category", "echo", false)
		}
		for _, h := range f.hooks[hook] {
			v, used, ok := f.program.Filter(h.callback, maxFilterSteps, html, second, instance)
			steps += used
			if s, is := v.(string); ok && is {
				html = s
			}
		}
	}
	return html, steps
}

// shows lets a page be asked for until what it gives is called.
func (c *code) shows(p *Page) (end func()) {
	c.turn.Lock()
	c.page = p
	return func() {
		c.page = nil
		c.turn.Unlock()
	}
}

func amongKinds(kinds []string) func(p *Page) bool {
	return func(p *Page) bool { return slices.Contains(kinds, p.Kind) }
}

// addConditions adds what asks about the page.
func (c *code) addConditions(all map[string]php.Function) {
	among := func(kinds ...string) func(p *Page) bool { return amongKinds(kinds) }
	for name, holds := range map[string]func(p *Page) bool{
		"is_home":       func(p *Page) bool { return p.Kind == "home" },
		"is_front_page": func(p *Page) bool { return p.Front },
		"is_single":     among("single"),
		"is_page":       func(p *Page) bool { return p.Kind == "page" || p.Kind == "front_page" && p.Post != 0 },
		"is_singular":   func(p *Page) bool { return p.Post != 0 && p.Kind != "home" },
		"is_archive":    among("archive", "category", "tag", "tax", "author", "date"),
		"is_category":   among("category"), "is_tag": among("tag"), "is_tax": among("tax"), "is_author": among("author"), "is_date": among("date"),
		"is_search": among("search"), "is_404": among("404"), "is_paged": func(p *Page) bool { return p.Paged },
		"is_feed": func(*Page) bool { return false }, "is_attachment": func(*Page) bool { return false },
	} {
		all[name] = func(call *php.Call) any {
			c.asked = c.asked || c.page == nil
			if c.page == nil || len(call.Args) > 0 {
				return php.Unknown{Why: call.Name + "()"}
			}
			return holds(c.page)
		}
	}
}

// addTags adds what changes tags in HTML.
func (c *code) addTags(all map[string]php.Function) {
	all["new wp_html_tag_processor"] = func(call *php.Call) any {
		html, ok := call.Text(0)
		if !ok || c.page == nil || c.page.Tags == nil {
			return php.Unknown{Why: "new WP_HTML_Tag_Processor"}
		}
		return tagProcessor(c.page.Tags(html))
	}
}

// tagProcessor is what goes over the tags of a text as the code of a theme has it.
func tagProcessor(p Tags) *php.Object {
	named := func(f func(name string) any) php.Function {
		return func(call *php.Call) any {
			name, ok := call.Text(0)
			if !ok {
				return php.Unknown{Why: call.Name}
			}
			return f(name)
		}
	}
	next := func(call *php.Call) any {
		tag, class, closers := "", "", false
		switch q := call.Arg(0).(type) {
		case string:
			tag = q
		case *php.Array:
			tag, _ = q.Text("tag_name")
			class, _ = q.Text("class_name")
			visit, _ := q.Text("tag_closers")
			closers = visit == "visit"
		}
		for p.NextAny() {
			if p.Closer() && !closers || tag != "" && !strings.EqualFold(p.Tag(), tag) || class != "" && !p.HasClass(class) {
				continue
			}
			return true
		}
		return false
	}
	text := func(*php.Call) any { return p.String() }
	return &php.Object{Class: "WP_HTML_Tag_Processor", Methods: map[string]php.Function{
		"next_tag": next,
		"get_tag": func(*php.Call) any {
			if tag := p.Tag(); tag != "" {
				return tag
			}
			return nil
		},
		"is_tag_closer": func(*php.Call) any { return p.Closer() },
		"get_attribute": named(func(name string) any {
			v, ok := p.Attr(name)
			if !ok {
				return nil
			}
			return v
		}),
		"set_attribute": func(call *php.Call) any {
			name, ok := call.Text(0)
			if !ok || strings.HasPrefix(strings.ToLower(name), "on") {
				return false
			}
			switch v := call.Arg(1).(type) {
			case bool:
				if v {
					p.SetFlag(name)
				} else {
					p.RemoveAttr(name)
				}
			default:
				s, known := call.Text(1)
				if !known {
					return php.Unknown{Why: call.Name}
				}
				p.SetAttr(name, s)
			}
			return true
		},
		"remove_attribute": named(func(name string) any { p.RemoveAttr(name); return true }),
		"add_class":        named(func(name string) any { p.AddClass(name); return true }),
		"remove_class":     named(func(name string) any { p.RemoveClass(name); return true }),
		"has_class":        named(func(name string) any { return p.HasClass(name) }),
		"get_updated_html": text, "__tostring": text,
	}}
}

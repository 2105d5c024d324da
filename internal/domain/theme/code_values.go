package theme

import (
	"strings"

	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/wire"
)

// valueHooks are filters of values that pages are made of.
var valueHooks = map[string]bool{
	"comment_form_defaults": true, "get_the_archive_title": true, "get_the_archive_title_prefix": true,
	"get_custom_logo": true, "the_title": true, "post_class": true,
}

// boundTo is the filter under which the code of a theme keeps what makes the values of a
// source of bindings.
const boundTo = "quoin source of bindings "

// bindingSource takes a source of values for attributes of blocks.
func (r *registrar) bindingSource(c *php.Call) any {
	name, _ := c.Text(0)
	a, _ := c.Arg(1).(*php.Array)
	callback, _ := a.Get("get_value_callback")
	if name == "" || strings.HasPrefix(name, "core/") || callback == nil {
		c.Problem("not taken: a source of bindings without a name or callback")
		return false
	}
	if len(r.later) < maxFiles {
		r.later = append(r.later, hooked{boundTo + name, callback, 10, c.Problem})
	}
	return true
}

// FilterValue is what the functions that the code of the theme adds to a filter make of a
// value: a text, or texts in an object or a list. args are what they are given beside it.
// What they do beyond their bounds, or with what isn't known, is left out, and scripts are.
// steps tells what it took.
func (t *Theme) FilterValue(page Page, hook string, value any, args ...any) (out any, steps int) {
	out = value
	for owner := t; owner != nil; owner = owner.Parent {
		if f := owner.filters; f != nil && f.hooks[hook] != nil {
			var used int
			out, used = f.value(page, hook, out, args)
			steps += used + filterCost
		}
	}
	return out, steps
}

// BoundValue is what a source of bindings that the code of the theme registers gives for an
// attribute; nil for nothing.
func (t *Theme) BoundValue(page Page, source string, args *wire.Object, attr string) (out any, steps int) {
	instance := &php.Object{Class: "WP_Block", Members: map[string]any{"context": php.NewArray("postId", page.Entry, "postType", page.EntryType)}}
	for owner := t; owner != nil; owner = owner.Parent {
		f := owner.filters
		if f == nil || f.hooks[boundTo+source] == nil {
			continue
		}
		v, used := f.value(page, boundTo+source, args, []any{instance, attr})
		if _, same := v.(*wire.Object); same {
			v = nil
		}
		return v, used + filterCost
	}
	return nil, 0
}

func (f *blockFilters) value(page Page, hook string, value any, args []any) (out any, steps int) {
	defer f.code.shows(&page)()
	given := inCode(value)
	out = value
	for i := range args {
		args[i] = inCode(args[i])
	}
	for _, h := range f.hooks[hook] {
		v, used, ok := f.program.Filter(h.callback, maxFilterSteps, append([]any{given}, args...)...)
		steps += used
		if !ok {
			continue
		}
		if v, why := php.DropUnknown(v); len(why) == 0 {
			given, out = v, withoutScripts(jsonOf(v))
		}
	}
	return out, steps
}

// inCode is a value as the code of a theme has it.
func inCode(value any) any {
	switch v := value.(type) {
	case *wire.Object, []any:
		return php.DecodeJSON(string(wire.Append(nil, v, nil)), true)
	}
	return value
}

// withoutScripts are texts without the elements that run scripts.
func withoutScripts(value any) any {
	switch v := value.(type) {
	case string:
		return scriptElements.ReplaceAllString(v, "")
	case *wire.Object:
		for _, m := range v.Members() {
			v.Set(m.Key, withoutScripts(m.Value))
		}
	case []any:
		for i := range v {
			v[i] = withoutScripts(v[i])
		}
	}
	return value
}

// livePattern is a pattern that asks of the page that it stands on.
type livePattern struct {
	code         *code
	name, source string
}

// PatternOn is the content of a pattern on a page, when its code asks for one; false
// otherwise. steps tells what it took.
func (t *Theme) PatternOn(page Page, slug string) (content string, steps int, ok bool) {
	for owner := t; owner != nil; owner = owner.Parent {
		p := owner.live[slug]
		if p == nil {
			continue
		}
		defer p.code.shows(&page)()
		content, steps, ok = p.code.program.Show(p.code.root()[1:]+"/"+p.name, p.source, maxFilterSteps)
		return scriptElements.ReplaceAllString(content, ""), steps + filterCost, ok
	}
	return "", 0, false
}

// addPage adds what tells of the page and of the entry that is shown.
func (c *code) addPage(all map[string]php.Function) {
	ask := func(f func(p *Page, call *php.Call) any) php.Function {
		return func(call *php.Call) any {
			if c.page == nil {
				c.asked = true
				return php.Unknown{Why: call.Name + "()"}
			}
			return f(c.page, call)
		}
	}
	entry := func(p *Page, call *php.Call) any {
		if p.Entry == 0 {
			return false
		}
		return p.Entry
	}
	all["get_the_id"] = ask(entry)
	all["get_queried_object_id"] = ask(func(p *Page, _ *php.Call) any { return p.Post })
	all["get_post_type"] = ask(func(p *Page, call *php.Call) any {
		if id := call.Arg(0); p.EntryType == "" || id != nil && id != p.Entry {
			return php.Unknown{Why: call.Name + "()"}
		}
		return p.EntryType
	})
	// Names of what a list is of, which are returned or printed.
	name := func(kinds ...string) php.Function {
		holds := amongKinds(kinds)
		return ask(func(p *Page, call *php.Call) any {
			if !holds(p) {
				return nil
			}
			before, _ := call.Text(0)
			if call.Arg(1) == false {
				return before + p.Title
			}
			call.Print(before + p.Title)
			return nil
		})
	}
	all["single_cat_title"], all["single_tag_title"] = name("category"), name("tag")
	all["single_term_title"] = name("category", "tag", "tax")
	all["get_the_author"] = ask(func(p *Page, call *php.Call) any {
		if p.Kind != "author" {
			return php.Unknown{Why: call.Name + "()"}
		}
		return p.Title
	})
	all["get_search_query"] = ask(func(p *Page, _ *php.Call) any { return p.Search })
	all["has_custom_logo"] = ask(func(p *Page, _ *php.Call) any { return p.Logo })
}

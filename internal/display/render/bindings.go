package render

import (
	"strconv"
	"strings"
	"time"

	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/wire"
)

// overrides is the source of what a copy of a pattern says in place of the pattern.
const overrides = "core/pattern-overrides"

// binding is a value from elsewhere for an attribute of a block.
type binding struct {
	name  string
	value any
}

// bindings resolves the bound attributes of a block and puts the values into
// its prepared attributes.
func (inst *instance) bindings() []binding {
	declared := inst.block.Attrs.Map("metadata", "bindings")
	names := blocktype.Get(inst.block.Name).Served().Bindable
	if declared.Len() == 0 || len(names) == 0 {
		return nil
	}
	all := declared.String("__default", "source") == overrides
	each := wire.NewObject()
	var out []binding
	for _, name := range names {
		source, args := declared.String(name, "source"), declared.Map(name, "args")
		if one := declared.Get(name); one != nil {
			each.Set(name, one)
		} else if all {
			source = overrides
			each.Set(name, wire.NewObject("source", overrides))
		}
		if v := inst.bound(source, args, name); v != nil {
			out = append(out, binding{name, v})
		}
	}
	if all { // blocks are asked which of their attributes are bound
		metadata := inst.block.Attrs.Map("metadata").Clone()
		metadata.Set("bindings", each)
		inst.attrs = inst.attrs.With("metadata", metadata)
	}
	for _, b := range out {
		inst.attrs = inst.attrs.With(b.name, b.value)
	}
	return out
}

func (inst *instance) bound(source string, args block.Attrs, attr string) any {
	switch source {
	case overrides:
		name := inst.block.Attrs.String("metadata", "name")
		if name == "" {
			return nil
		}
		said, _ := inst.c.Get("pattern/overrides").(*wire.Object)
		return said.Get(name, attr)
	case "core/post-meta":
		p := inst.c.ContextPost()
		key := args.String("key")
		if p == nil || p.Locked || key == "" || strings.HasPrefix(key, "_") {
			return nil
		}
		if v, ok := p.Meta[key]; ok {
			return v
		}
		if key == "footnotes" && (p.Type == "post" || p.Type == "page" || p.Type == "core_block") {
			return ""
		}
	case "core/post-data":
		return inst.boundPostData(args)
	case "core/term-data":
		return inst.boundTermData(args)
	case "quoin/site":
		if args.String("key") == "copyright" {
			year := inst.c.Site.Now.Year()
			inst.c.ExpiresAt(time.Date(year+1, time.January, 1, 0, 0, 0, 0, inst.c.Site.Now.Location()))
			return "© " + strconv.Itoa(year) + " " + escape.HTML(inst.c.Site.Name)
		}
	case "quoin/author":
		return inst.boundAuthor(args)
	default:
		return inst.boundByTheme(source, args, attr)
	}
	return nil
}

// boundByTheme is what a source of the theme gives; nil for nothing.
func (inst *instance) boundByTheme(source string, args block.Attrs, attr string) any {
	c := inst.c
	if source == "" || c.Theme.Bound == nil || !c.Request.Front || c.Request.Feed {
		return nil
	}
	var v any
	c.RunTheme(func() (steps int) {
		v, steps = c.Theme.Bound(c, source, args, attr)
		return steps
	})
	return v
}

// boundAuthor is what is told of the author of the entry, or of the one whose archive is
// shown: website, a link to their own page.
func (inst *instance) boundAuthor(args block.Attrs) any {
	u := inst.c.Request.Author
	if p := inst.c.ContextPost(); p != nil && u == nil {
		u = inst.c.User(p.AuthorID)
	}
	if u == nil || args.String("key") != "website" {
		return nil
	}
	if u.URL == "" {
		return ""
	}
	shown := strings.TrimSuffix(u.URL, "/")
	if _, after, ok := strings.Cut(shown, "://"); ok {
		shown = after
	}
	return `<a href="` + escape.URL(u.URL) + `" rel="me">` + escape.HTML(shown) + `</a>`
}

func (inst *instance) boundPostData(args block.Attrs) any {
	p := inst.c.ContextPost()
	if blocktype.Get(inst.block.Name).Served().Links {
		p = inst.c.PostByID(int64(inst.attrs.Int("id")))
	}
	if p == nil || p.Locked {
		return nil
	}
	field := args.String("field")
	if field == "" {
		field = args.String("key")
	}
	switch field {
	case "date":
		return p.Date.Format(time.RFC3339)
	case "modified":
		if p.Modified.After(p.Date) {
			return p.Modified.Format(time.RFC3339)
		}
		return ""
	case "link":
		return escape.URL(p.Permalink)
	}
	return nil
}

func (inst *instance) boundTermData(args block.Attrs) any {
	id, taxonomy := inst.c.GetInt("termId"), inst.c.GetText("taxonomy")
	if blocktype.Get(inst.block.Name).Served().Links {
		id, taxonomy = int64(inst.attrs.Int("id")), inst.attrs.String("type")
		if taxonomy == "tag" {
			taxonomy = "post_tag"
		}
	}
	if id == 0 || taxonomy == "" {
		return nil
	}
	found := inst.c.Source.QueryTerms(inst.c, TermQuery{Taxonomy: taxonomy, Include: []int64{id}, Limit: 1})
	if len(found) == 0 {
		return nil
	}
	t := found[0]
	switch args.String("field") {
	case "id":
		return strconv.FormatInt(t.ID, 10)
	case "name":
		return escape.HTML(t.Name)
	case "link":
		return escape.URL(t.Permalink)
	case "slug":
		return escape.HTML(t.Slug)
	case "description":
		return t.Description
	case "parent":
		return strconv.FormatInt(t.ParentID, 10)
	case "count":
		return strconv.Itoa(t.Count)
	}
	return nil
}

// apply writes a bound value into the block's HTML.
func (b binding) apply(t *blocktype.Type, html string, inner []int) string {
	if t == nil {
		return html
	}
	a := t.Attributes[b.name]
	switch a.Source {
	case "attribute":
		p := htmltag.New(html)
		if p.NextTag(strings.ToUpper(a.Selector)) {
			p.SetAttr(a.Attribute, block.Text(b.value))
		}
		return p.String()
	case "html", "rich-text":
		for selector := range strings.SplitSeq(a.Selector, ",") {
			if start, end, ok := elementText(html, strings.ToUpper(strings.TrimSpace(selector))); ok {
				for _, offset := range inner {
					if offset >= start && offset < end {
						end = offset
						break
					}
				}
				return html[:start] + sanitize.Post(block.Text(b.value)) + html[end:]
			}
		}
	}
	return html
}

// elementText finds the content of the first element of a name.
func elementText(html, name string) (start, end int, ok bool) {
	p := htmltag.New(html)
	if !p.NextTag(name) {
		return 0, 0, false
	}
	start = p.End()
	depth := 1
	for p.NextAny() {
		if p.Tag() != name {
			continue
		}
		if p.Closer() {
			depth--
		} else {
			depth++
		}
		if depth == 0 {
			return start, p.Start(), true
		}
	}
	return 0, 0, false
}

package render

import (
	"strconv"
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// PostClasses are the class names an entry has in lists, after the given ones.
func (c *Context) PostClasses(p *Post, first ...string) []string {
	id := strconv.FormatInt(p.ID, 10)
	classes := append(first, "post-"+id, p.Type, "type-"+p.Type, "status-"+p.Status)
	if p.Type == "post" {
		format := "standard"
		for _, t := range c.Source.PostTerms(c, []int64{p.ID}, "post_format")[p.ID] {
			format = strings.TrimPrefix(t.Slug, "post-format-")
		}
		classes = append(classes, "format-"+format)
	}
	switch {
	case p.Locked:
		classes = append(classes, "post-password-required")
	case p.HasPassword:
		classes = append(classes, "post-password-protected")
	}
	if p.FeaturedID > 0 && (p.Type != "attachment" || !c.Request.Front) && !p.Locked {
		classes = append(classes, "has-post-thumbnail")
	}
	if p.Sticky && c.Request.Kind == "home" && c.Request.Page < 2 {
		classes = append(classes, "sticky")
	}
	classes = append(classes, "hentry")
	for _, taxonomy := range c.Source.PostTaxonomies(c, p.Type) {
		prefix := taxonomy
		if taxonomy == "post_tag" {
			prefix = "tag"
		}
		for _, term := range c.Source.PostTerms(c, []int64{p.ID}, taxonomy)[p.ID] {
			classes = append(classes, prefix+"-"+termClass(term))
		}
	}
	return unique(c.listValue("post_class", classes, p.ID))
}

// listValue is what the theme makes of a list of texts of the page.
func (c *Context) listValue(filter string, list []string, id int64) []string {
	if c.Theme.Value == nil {
		return list
	}
	out, ok := c.Themed(filter, wire.Strings(list), []any{}, id).([]any)
	if !ok {
		return list
	}
	texts := make([]string, 0, len(out))
	for _, v := range out {
		if s, is := v.(string); is {
			texts = append(texts, clean.HTMLClass(s, ""))
		}
	}
	return texts
}

// termClass is a term's slug when it makes a class name, else its id.
func termClass(t *Term) string {
	slug := clean.HTMLClass(t.Slug, strconv.FormatInt(t.ID, 10))
	if strings.Trim(slug, "0123456789") == "" || strings.Trim(slug, "-") == "" {
		return strconv.FormatInt(t.ID, 10)
	}
	return slug
}

// Only provides the given values and none from outside.
func (c *Context) Only(provided map[string]any) *Context {
	n := *c
	n.values = &values{provided}
	return &n
}

// unique are the texts of a list, each once.
func unique(list []string) []string {
	out := make([]string, 0, len(list))
	seen := make(map[string]struct{}, len(list))
	for _, s := range list {
		if _, again := seen[s]; !again {
			seen[s] = struct{}{}
			out = append(out, s)
		}
	}
	return out
}

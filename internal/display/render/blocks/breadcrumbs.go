package blocks

import (
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/markup/tags"
)

// crumb is one step on the way to a page; its label is HTML. The page itself
// has no address.
type crumb struct{ label, url string }

// breadcrumbs shows the way from the front page to the page shown.
func breadcrumbs(c *render.Context, b block.Block, _ string) string {
	front := c.Request.Kind == "front_page" || c.Request.Kind == "home" && c.Site.ShowOnFront != "page"
	if front && !b.Attrs.Bool("showOnHomePage") {
		return ""
	}
	var trail []crumb
	if b.Attrs.Bool("showHomeItem") {
		home := crumb{c.T("Home"), c.Site.URL + "/"}
		if front && c.Request.Page < 2 {
			home.url = ""
		}
		trail = append(trail, home)
	}
	if !front {
		steps := pageTrail(c, b)
		if steps == nil {
			return ""
		}
		trail = append(trail, steps...)
	}
	if c.Request.Page > 1 {
		trail = append(trail, crumb{c.Filled("Page %s", strconv.Itoa(c.Request.Page)), ""})
	}
	if !b.Attrs.Bool("showCurrentItem") && len(trail) > 0 {
		trail = trail[:len(trail)-1]
	}
	if len(trail) == 0 {
		return ""
	}
	separator := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(b.Attrs.Text("separator"))
	var w strings.Builder
	w.WriteString("<nav " + c.Wrapper(render.Attr{Name: "style", Value: `--separator: "` + separator + `";`},
		render.Attr{Name: "aria-label", Value: c.T("Breadcrumbs")}) + "><ol>")
	for _, step := range trail {
		if step.url != "" {
			w.WriteString(`<li><a href="` + escape.URL(step.url) + `">` + step.label + `</a></li>`)
		} else {
			w.WriteString(`<li><span aria-current="page">` + step.label + `</span></li>`)
		}
	}
	w.WriteString("</ol></nav>")
	return w.String()
}

// pageTrail are the steps to the page shown; nil when it has none.
func pageTrail(c *render.Context, b block.Block) []crumb {
	r := c.Request
	switch r.Kind {
	case "home":
		return []crumb{{titleOf(c, c.PostByID(c.Site.PageForPosts)), ""}}
	case "search":
		return []crumb{{escape.HTML(c.Filled(`Search results for: "%s"`, tags.TrimWords(r.Search, 10, c.T("&hellip;")))), ""}}
	case "404":
		return []crumb{{c.T("Page not found"), ""}}
	case "date":
		return dateTrail(c)
	case "author":
		if r.Author != nil {
			return []crumb{{escape.HTML(r.Author.Name), ""}}
		}
	case "category", "tag", "tax":
		if r.Term != nil {
			return append(termAncestors(c, r.Term), crumb{escape.HTML(r.Term.Name), ""})
		}
	case "archive":
		return []crumb{}
	default:
		return entryTrail(c)
	}
	return nil
}

func titleOf(c *render.Context, p *render.Post) string {
	if p == nil {
		return c.T("(no title)")
	}
	if t := c.Title(p); t != "" {
		return sanitize.Post(t)
	}
	return c.T("(no title)")
}

func dateTrail(c *render.Context) []crumb {
	d := c.Request.Date
	if d.IsZero() {
		return nil
	}
	year, month := crumb{d.Format("2006"), c.Site.URL + d.Format("/2006/")}, crumb{c.T(d.Month().String()), c.Site.URL + d.Format("/2006/01/")}
	switch c.Request.Period {
	case "year":
		return []crumb{{year.label, ""}}
	case "day":
		return []crumb{year, month, {d.Format("2"), ""}}
	}
	return []crumb{year, {month.label, ""}}
}

func entryTrail(c *render.Context) []crumb {
	p := c.ContextPost()
	if p == nil {
		return nil
	}
	var out []crumb
	of := p
	nested := p.Type == "page"
	if !nested && p.ParentID > 0 {
		if parent := c.PostByID(p.ParentID); parent != nil {
			of, nested = parent, parent.Type == "page"
		}
	}
	if !nested && of.ParentID == 0 {
		out = termTrail(c, of)
	} else {
		out = entryAncestors(c, p)
	}
	return append(out, crumb{titleOf(c, p), ""})
}

// entryAncestors are the parents of an entry, outermost first.
func entryAncestors(c *render.Context, p *render.Post) []crumb {
	var out []crumb
	seen := []int64{p.ID}
	for id := p.ParentID; id > 0 && !slices.Contains(seen, id) && len(seen) < 100; {
		parent := c.PostByID(id)
		if parent == nil {
			break
		}
		seen = append(seen, id)
		out = append(out, crumb{titleOf(c, parent), parent.Permalink})
		id = parent.ParentID
	}
	slices.Reverse(out)
	return out
}

// termTrail is the first term of an entry with the terms above it.
func termTrail(c *render.Context, p *render.Post) []crumb {
	for _, taxonomy := range [...]string{"category", "post_tag", "post_format"} {
		if terms := c.Source.PostTerms(c, []int64{p.ID}, taxonomy)[p.ID]; len(terms) > 0 {
			return append(termAncestors(c, terms[0]), crumb{escape.HTML(terms[0].Name), terms[0].Permalink})
		}
	}
	return nil
}

func termAncestors(c *render.Context, t *render.Term) []crumb {
	var out []crumb
	seen := []int64{t.ID}
	for id := t.ParentID; id > 0 && !slices.Contains(seen, id) && len(seen) < 100; {
		found := c.Source.QueryTerms(c, render.TermQuery{Taxonomy: t.Taxonomy, Include: []int64{id}, Limit: 1})
		if len(found) == 0 {
			break
		}
		seen = append(seen, id)
		out = append(out, crumb{escape.HTML(found[0].Name), found[0].Permalink})
		id = found[0].ParentID
	}
	slices.Reverse(out)
	return out
}

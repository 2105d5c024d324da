package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// shownTerm is the term that is provided, or whose archive is shown.
func shownTerm(c *render.Context) *render.Term {
	id, taxonomy := c.GetInt("termId"), c.GetText("taxonomy")
	if id == 0 || taxonomy == "" {
		return c.Request.Term
	}
	if t, ok := c.Get("term").(*render.Term); ok && t.ID == id {
		return t
	}
	if found := c.Source.QueryTerms(c, render.TermQuery{Taxonomy: taxonomy, Include: []int64{id}, Limit: 1}); len(found) > 0 {
		return found[0]
	}
	return nil
}

func termDescription(c *render.Context, b block.Block, _ string) string {
	t := shownTerm(c)
	if t == nil || t.Description == "" {
		return ""
	}
	return "<div " + c.Wrapper(textClasses(b)) + ">" + c.TermText(t.Description) + "</div>"
}

func termName(c *render.Context, b block.Block, _ string) string {
	t := shownTerm(c)
	if t == nil {
		return ""
	}
	name := escape.HTML(t.Name)
	if b.Attrs.Bool("isLink") {
		name = `<a href="` + escape.URL(t.Permalink) + `">` + name + `</a>`
	}
	tag := headingTag(b, "p")
	return "<" + tag + " " + c.Wrapper(textClasses(b)) + ">" + name + "</" + tag + ">"
}

func termCount(c *render.Context, b block.Block, _ string) string {
	t := shownTerm(c)
	if t == nil {
		return ""
	}
	left, right := "", ""
	switch b.Attrs.Text("bracketType") {
	case "round":
		left, right = "(", ")"
	case "square":
		left, right = "[", "]"
	case "curly":
		left, right = "{", "}"
	case "angle":
		left, right = "<", ">"
	}
	return "<div " + c.Wrapper() + ">" + left + strconv.Itoa(t.Count) + right + "</div>"
}

// termTemplate shows what is inside it for each term of the query.
func termTemplate(c *render.Context, b block.Block, _ string) string {
	provided, ok := c.Get("termQuery").(*wire.Object)
	if !ok {
		return ""
	}
	q := block.Attrs{Object: provided}
	tq := render.TermQuery{
		Taxonomy: q.Text("taxonomy"), Limit: min(max(q.Int("perPage"), 0), maxPerPage), OrderBy: q.Text("orderBy"),
		Desc: strings.EqualFold(q.Text("order"), "desc"), HideEmpty: q.Bool("hideEmpty"),
	}
	if t := c.Request.Term; q.Bool("inherit") && t != nil {
		tq.Taxonomy, tq.Parent = t.Taxonomy, t.ID
	} else if include := ids(q.Get("include")); len(include) > 0 {
		tq.Include, tq.OrderBy, tq.Desc = include, "include", false
	} else if t, _ := c.Source.Taxonomy(c, tq.Taxonomy); t.Hierarchical && !q.Bool("showNested") {
		tq.TopLevel = true
	}
	terms := c.Source.QueryTerms(c, tq)
	if len(terms) == 0 {
		return ""
	}
	var w strings.Builder
	for _, t := range terms {
		html := c.Only(map[string]any{"termId": t.ID, "taxonomy": t.Taxonomy, "term": t}).RenderItem(b)
		class := "wp-block-term term-" + strconv.FormatInt(t.ID, 10) + " " + t.Taxonomy + " taxonomy-" + t.Taxonomy
		w.WriteString(`<li class="` + escape.Attr(class) + `">` + html + "</li>")
	}
	class := pick(b.Attrs.Has("style", "elements", "link", "color", "text"), "has-link-color")
	return "<ul " + c.Wrapper(render.Attr{Name: "class", Value: class}) + ">" + w.String() + "</ul>"
}

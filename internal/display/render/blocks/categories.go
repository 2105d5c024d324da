package blocks

import (
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/domain/content"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
)

// maxTermDepth bounds nested lists of terms.
const maxTermDepth = 50

// categories lists the terms of a taxonomy, as a tree, a list or a menu.
func categories(c *render.Context, b block.Block, _ string) string {
	name := b.Attrs.Text("taxonomy")
	taxonomy, ok := c.Source.Taxonomy(c, name)
	number := c.PrefixedID("wp-block-categories-")
	if !ok && !b.Attrs.Bool("displayAsDropdown") {
		return "<ul " + c.Wrapper(render.Attr{Name: "class", Value: "wp-block-categories-list wp-block-categories-taxonomy-" + name}) + "></ul>"
	} else if !ok {
		return ""
	}
	list := termTree{
		c: c, b: b, terms: c.Source.QueryTerms(c, render.TermQuery{
			Taxonomy: name, HideEmpty: !b.Attrs.Bool("showEmpty"), TopLevel: b.Attrs.Bool("showOnlyTopLevel"), OrderBy: "name",
		}),
		nested: b.Attrs.Bool("showHierarchy"),
	}
	list.index()
	kind := "list"
	if b.Attrs.Bool("displayAsDropdown") {
		kind = "dropdown"
	}
	wrapper := c.Wrapper(render.Attr{Name: "class", Value: "wp-block-categories-" + kind + " wp-block-categories-taxonomy-" + name})
	if kind == "dropdown" {
		return "<div " + wrapper + ">" + termMenu(c, b, taxonomy, &list, number) + "</div>"
	}
	var w strings.Builder
	if len(list.terms) == 0 {
		w.WriteString(`<li class="cat-item-none">No ` + escape.HTML(strings.ToLower(taxonomy.Label)) + `</li>`)
	}
	list.items(&w, 0, 0)
	html := w.String()
	if block.Truth(c.Get("enhancedPagination")) {
		p := htmltag.New(html)
		for p.NextTag("A") {
			p.SetAttr("data-wp-on--click", "core/query::actions.navigate")
		}
		html = p.String()
	}
	return "<ul " + wrapper + ">" + html + "</ul>"
}

// termTree is a set of terms that is walked with or without its levels.
type termTree struct {
	c        *render.Context
	b        block.Block
	terms    []*render.Term
	nested   bool
	children map[int64][]*render.Term
}

func (l *termTree) index() {
	known := map[int64]bool{}
	for _, t := range l.terms {
		known[t.ID] = true
	}
	l.children = map[int64][]*render.Term{}
	for _, t := range l.terms {
		parent := t.ParentID
		if !l.nested || !known[parent] || parent == t.ID {
			parent = 0
		}
		l.children[parent] = append(l.children[parent], t)
	}
}

// count is the number of entries of a term; a tree counts those below it.
func (l *termTree) count(t *render.Term) int {
	if !l.nested || len(l.children[t.ID]) == 0 {
		return t.Count
	}
	_, n := l.c.Source.QueryPosts(l.c, render.PostQuery{
		Terms: map[string][]int64{t.Taxonomy: {t.ID}}, Limit: 1, Sticky: "ignore", WithoutContent: true,
	})
	return n
}

func (l *termTree) items(w *strings.Builder, parent int64, depth int) {
	if depth > maxTermDepth {
		return
	}
	for _, t := range l.children[parent] {
		current, mark := "", ""
		if shown := l.c.Request.Term; shown != nil && shown.ID == t.ID && shown.Taxonomy == t.Taxonomy && l.c.Request.Front {
			current, mark = " current-cat", `aria-current="page" `
		}
		w.WriteString("\t<li class=\"cat-item cat-item-" + strconv.FormatInt(t.ID, 10) + current + `"><a ` + mark + `href="` + escape.URL(t.Permalink) + `"`)
		w.WriteString(">" + escape.HTML(t.Name) + "</a>")
		if l.b.Attrs.Bool("showPostCounts") {
			w.WriteString(" (" + strconv.Itoa(l.count(t)) + ")")
		}
		w.WriteString("\n")
		if len(l.children[t.ID]) > 0 && parent != t.ID {
			tabs := strings.Repeat("\t", depth)
			w.WriteString(tabs + "<ul class='children'>\n")
			l.items(w, t.ID, depth+1)
			w.WriteString(tabs + "</ul>\n")
		}
		w.WriteString("</li>\n")
	}
}

func (l *termTree) options(w *strings.Builder, parent int64, depth int) {
	if depth > maxTermDepth {
		return
	}
	for _, t := range l.children[parent] {
		w.WriteString("\t<option class=\"level-" + strconv.Itoa(depth) + `" value="` + escape.Attr(t.Slug) + `">` +
			strings.Repeat("&nbsp;", depth*3) + escape.HTML(t.Name))
		if l.b.Attrs.Bool("showPostCounts") {
			w.WriteString("&nbsp;&nbsp;(" + strconv.Itoa(l.count(t)) + ")")
		}
		w.WriteString("</option>\n")
		if parent != t.ID {
			l.options(w, t.ID, depth+1)
		}
	}
}

// termMenu is a menu that opens the archive of the chosen term.
func termMenu(c *render.Context, b block.Block, taxonomy render.Taxonomy, l *termTree, id string) string {
	hidden := " screen-reader-text"
	if b.Attrs.Bool("showLabel") {
		hidden = ""
	}
	label := sanitize.Post(b.Attrs.Text("label"))
	if label == "" {
		label = escape.HTML(content.TranslateLabel(taxonomy.Label, c.Site.Texts, content.TaxonomyNames))
	}
	query := taxonomy.Name
	switch query {
	case "category":
		query = "category_name"
	case "post_tag":
		query = "tag"
	}
	var w strings.Builder
	w.WriteString(`<label class="wp-block-categories__label` + hidden + `" for="` + id + `">` + label + `</label>`)
	w.WriteString("<select  name='" + escape.Attr(query) + "' id='" + id + "' class='postform'>\n\t<option value='-1'>" +
		escape.HTML(c.Filled("Select %s", content.TranslateLabel(taxonomy.SingularLabel, c.Site.Texts, content.TaxonomyNames))) + "</option>\n")
	l.options(&w, 0, 0)
	w.WriteString("</select>" + goToTerm(c.Site.URL, id) + "\n")
	return w.String()
}

package blocks

import (
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/urlquery"
	"quoin/internal/platform/wire"
)

func queryPagination(c *render.Context, b block.Block, inner string) string {
	if strings.TrimSpace(inner) == "" {
		return ""
	}
	class := pick(b.Attrs.Has("style", "elements", "link", "color", "text"), "has-link-color")
	return "<nav " + c.Wrapper(render.Attr{Name: "aria-label", Value: c.T("Pagination")}, render.Attr{Name: "class", Value: class}) + ">" + inner + "</nav>"
}

// arrowOf is the arrow that an outer pagination block asks for.
func arrowOf(c *render.Context, prefix, kind string) string {
	shape := c.GetText("paginationArrow")
	if prefix == "comments" {
		shape = c.GetText("comments/paginationArrow")
	}
	sign := map[string]string{"arrownext": "→", "arrowprevious": "←", "chevronnext": "»", "chevronprevious": "«"}[shape+kind]
	if sign == "" {
		return ""
	}
	return "<span class='wp-block-" + prefix + "-pagination-" + kind + "-arrow is-arrow-" + shape + "' aria-hidden='true'>" + sign + "</span>"
}

func queryPaginationNext(c *render.Context, b block.Block, _ string) string {
	l := loopOf(c)
	if l.page >= l.pages {
		render.LeadsOn(c, nil)
		return ""
	}
	render.LeadsOn(c, l.leadsTo(l.page+1))
	return l.step(c, b, "next", c.T("Next Page"), l.page+1)
}

func queryPaginationPrevious(c *render.Context, b block.Block, _ string) string {
	l := loopOf(c)
	if l.page <= 1 || !l.inherit && l.page > l.pages {
		render.LeadsBack(c, nil)
		return ""
	}
	render.LeadsBack(c, l.leadsTo(l.page-1))
	return l.step(c, b, "previous", c.T("Previous Page"), l.page-1)
}

// leadsTo is a page of a list that has pages of its own, nil for those of the page.
func (l *loop) leadsTo(page int) *render.ListPage {
	if l.inherit || l.list == unnumbered {
		return nil
	}
	return &render.ListPage{List: l.list, Page: page}
}

// Numbers of lists that have none: those without a name, and those with one that is no number.
const (
	noNumber   = -1
	unnumbered = -2
)

// pageKey is the parameter for the page of a list with a number.
func pageKey(list int) string {
	if list == noNumber {
		return "query-page"
	}
	return pageKeyOf(strconv.Itoa(list))
}

func pageKeyOf(name string) string { return "query-" + name + "-page" }

// PageAddress is the path and query of a page of a list that stands at an address.
func PageAddress(here string, p render.ListPage) string {
	return withQuery(here, pageKey(p.List), strconv.Itoa(p.Page))
}

// step is the link to the page before or after.
func (l *loop) step(c *render.Context, b block.Block, kind, missing string, page int) string {
	text := escape.HTML(b.Attrs.Text("label"))
	if text == "" {
		text = missing
	}
	wrapper, label := c.Wrapper(), text
	if v := c.Get("showLabel"); v != nil && !block.Truth(v) {
		wrapper, label = wrapper+` aria-label="`+text+`"`, ""
	}
	if arrow := arrowOf(c, "query", kind); kind == "next" {
		label += arrow
	} else {
		label = arrow + label
	}
	address, key := "", l.key
	if l.inherit {
		address = escape.URL(pagedURL(c, page))
	} else {
		address = c.AtAddress(atPage{key, page})
	}
	html := `<a href="` + address + `" ` + wrapper + `>` + label + `</a>`
	if !block.Truth(c.Get("enhancedPagination")) {
		return html
	}
	p := htmltag.New(html)
	if p.NextClass("wp-block-query-pagination-" + kind) {
		p.SetAttr("data-wp-key", "query-pagination-"+kind)
		p.SetAttr("data-wp-on--click", "core/query::actions.navigate")
		p.SetAttr("data-wp-on--mouseenter", "core/query::actions.prefetch")
		p.SetAttr("data-wp-watch", "core/query::callbacks.prefetch")
	}
	return p.String()
}

func queryPaginationNumbers(c *render.Context, b block.Block, _ string) string {
	l := loopOf(c)
	mid := 2
	if b.Attrs.Has("midSize") {
		mid = b.Attrs.Int("midSize")
	}
	key, current := l.key, l.page
	html := pageNumbers(l.page, l.pages, mid, func(n int) string {
		if l.inherit {
			return escape.URL(pagedURL(c, n))
		}
		return c.AtAddress(numbered{key, n, current})
	})
	if html == "" {
		return ""
	}
	if block.Truth(c.Get("enhancedPagination")) {
		p := htmltag.New(html)
		for i := 0; p.NextClass("page-numbers"); i++ {
			p.SetAttr("data-wp-key", "index-"+strconv.Itoa(i))
			if p.Tag() == "A" {
				p.SetAttr("data-wp-on--click", "core/query::actions.navigate")
			}
		}
		html = p.String()
	}
	return "<div " + c.Wrapper() + ">" + html + "</div>"
}

// pageNumbers links the first and last page and mid pages on either side of
// the current one; dots stand for the others. address tells escaped ones.
func pageNumbers(current, total, mid int, address func(int) string) string {
	if total < 2 {
		return ""
	}
	if mid < 0 {
		mid = 2
	}
	var links []string
	dots := false
	for n := 1; n <= total; n++ {
		switch {
		case n == current:
			links = append(links, `<span aria-current="page" class="page-numbers current">`+strconv.Itoa(n)+`</span>`)
			dots = true
		case n == 1 || n == total || n >= current-mid && n <= current+mid:
			links = append(links, `<a class="page-numbers" href="`+address(n)+`">`+strconv.Itoa(n)+`</a>`)
			dots = true
		case dots:
			links = append(links, `<span class="page-numbers dots">&hellip;</span>`)
			dots = false
		}
	}
	return strings.Join(links, "\n")
}

// atPage is the address asked for with a page of a query.
type atPage struct {
	key  string
	page int
}

func (p atPage) For(here string) string {
	return escape.URL(withQuery(here, p.key, strconv.Itoa(p.page)))
}

// numbered is the address of a page among the numbers of a query, see numberURL.
type numbered struct {
	key        string
	n, current int
}

func (p numbered) For(here string) string { return escape.URL(numberURL(here, p.key, p.n, p.current)) }

// withQuery is the path of an address with one value of its query set.
func withQuery(address, key, value string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "?" + key + "=" + value
	}
	q := parametersOf(u.RawQuery)
	q.Set(key, value)
	return u.EscapedPath() + "?" + urlquery.Build(q)
}

// numberURL is the address of one page of a query that is not the main one.
func numberURL(here, key string, n, current int) string {
	u, err := url.Parse(here)
	if err != nil {
		u = &url.URL{}
	}
	q := &wire.Object{}
	if n > 1 {
		q.Set(key, strconv.Itoa(n))
	}
	if current != 1 {
		// Compat (core-v2/rendered#its second page): an empty value keeps the first page's address from being empty.
		q.Set("cst", "")
	}
	for _, m := range parametersOf(u.RawQuery, key).Members() {
		q.Set(m.Key, m.Value)
	}
	return "?" + urlquery.Build(q)
}

// parametersOf are the parameters of a query, without some.
func parametersOf(raw string, without ...string) *wire.Object {
	q := urlquery.Parse(raw)
	for _, name := range append(without, "cst") {
		q.Delete(name)
	}
	return q
}

// pagedURL is the address of another page of the list that is shown.
func pagedURL(c *render.Context, n int) string {
	base, rest, hasQuery := strings.Cut(c.Address(), "?")
	if i := strings.LastIndex(base, "/page/"); i >= 0 && strings.Trim(base[i+len("/page/"):], "0123456789/") == "" {
		base = base[:i+1]
	}
	base = strings.TrimRight(base, "/") + "/"
	if n > 1 {
		base += "page/" + strconv.Itoa(n) + "/"
	}
	if hasQuery {
		if q := parametersOf(rest, "paged"); q.Len() > 0 {
			base += "?" + urlquery.Build(q)
		}
	}
	return base
}

package blocks

import (
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// maxPerPage bounds how many entries one query block lists.
const maxPerPage = 100

// query holds the query and marks where a page may be exchanged in place.
func query(c *render.Context, b block.Block, inner string) string {
	if inherit := b.Attrs.Get("query", "inherit"); inherit != nil && !block.Truth(inherit) {
		render.ShowsList(c)
	}
	if b.Attrs.Get("enhancedPagination") != true || !b.Attrs.Has("queryId") {
		return inner
	}
	id := b.Attrs.Text("queryId")
	p := htmltag.New(inner)
	if !p.Next() {
		return inner
	}
	p.SetAttr("data-wp-interactive", b.Name)
	p.SetAttr("data-wp-router-region", "query-"+id)
	p.SetAttr("data-wp-context", "{}")
	p.SetAttr("data-wp-key", id)
	if exchangeable(b.Inner) {
		return p.String()
	}
	q := htmltag.New(p.String())
	q.Next()
	q.SetAttr("data-wp-navigation-disabled", "true")
	return q.String()
}

// exchangeable tells whether all blocks work after a page was exchanged.
func exchangeable(list []block.Block) bool {
	return !slices.ContainsFunc(list, func(b block.Block) bool {
		if b.Name == "" {
			return false
		}
		t := blocktype.Get(b.Name)
		if t == nil {
			return true
		}
		ready := t.Supports.Get("interactivity") == true || t.Supports.Bool("interactivity", "clientNavigation")
		return !ready || !exchangeable(b.Inner)
	})
}

// loop is the query around the current block and what it found.
type loop struct {
	inherit     bool
	key         string // of the page number in the address
	list        int    // the number of the list, -1 for one without, unnumbered for one with another name
	page, pages int
	posts       []*render.Post
	total       int
	perPage     int
}

func loopOf(c *render.Context) loop {
	provided, _ := c.Get("query").(*wire.Object)
	q := block.Attrs{Object: provided}
	if q.Bool("inherit") {
		r := c.Request
		l := loop{inherit: true, page: max(r.Page, 1), pages: r.Pages, posts: r.Posts, total: r.Total, perPage: c.Site.PostsPerPage}
		if n := q.Int("pages"); n > 0 {
			l.pages = min(l.pages, n)
		}
		return l
	}
	key, list := pageKey(noNumber), noNumber
	if c.Get("queryId") != nil {
		name := c.GetText("queryId")
		if list, _ = strconv.Atoi(name); list < 0 || strconv.Itoa(list) != name {
			list = unnumbered
		}
		key = pageKeyOf(name)
	}
	page, _ := strconv.Atoi(c.Param(key))
	page = max(page, 1)
	memo := wire.Encode([]any{key, q.Value(), page, c.GetInt("postId")}, nil)
	return c.Once("query "+string(memo), func() any {
		pq := postQuery(c, q)
		l := loop{key: key, list: list, page: page, perPage: pq.Limit}
		if l.perPage == 0 {
			l.perPage = max(c.Site.PostsPerPage, 1)
		}
		// Compat (core-v2/rendered#its second page is the first): without a number of its own the pages move by none.
		if pq.Limit > 0 || !isNumeric(q.Get("perPage")) {
			pq.Offset += (page - 1) * l.perPage
		}
		pq.Limit = l.perPage
		l.posts, l.total = c.Source.QueryPosts(c, pq)
		l.pages = (l.total + l.perPage - 1) / l.perPage
		if n := q.Int("pages"); n > 0 {
			l.pages = min(l.pages, n)
		}
		return l
	}).(loop)
}

// postQuery reads the query object of a query block.
func postQuery(c *render.Context, q block.Attrs) render.PostQuery {
	pq := render.PostQuery{OrderBy: "date", Search: q.Text("search"), Viewable: true}
	if t := q.Text("postType"); t != "" {
		pq.Types = []string{t}
	}
	switch s := q.Text("sticky"); s {
	case "only", "exclude", "ignore":
		pq.Sticky = s
	}
	pq.Exclude = ids(q.Get("exclude"))
	if q.Bool("excludeCurrent") && c.Post != nil {
		pq.Exclude = append(pq.Exclude, c.Post.ID)
	}
	if isNumeric(q.Get("perPage")) {
		pq.Limit = min(abs(q.Int("perPage")), maxPerPage)
		if isNumeric(q.Get("offset")) {
			pq.Offset = abs(q.Int("offset"))
		}
	}
	pq.Terms, pq.NotTerms = map[string][]int64{}, map[string][]int64{}
	if q.Bool("related") && c.Post != nil {
		for _, t := range c.Source.PostTerms(c, []int64{c.Post.ID}, "category")[c.Post.ID] {
			pq.Terms["category"] = append(pq.Terms["category"], t.ID)
		}
	}
	addTerms(pq.Terms, block.Of("category", q.Get("categoryIds"), "post_tag", q.Get("tagIds")))
	terms := q.Map("taxQuery")
	if terms.Map("include").Len() > 0 || terms.Map("exclude").Len() > 0 {
		addTerms(pq.Terms, terms.Map("include"))
		addTerms(pq.NotTerms, terms.Map("exclude"))
	} else {
		addTerms(pq.Terms, terms)
	}
	for _, f := range q.List("format") {
		pq.Formats = append(pq.Formats, block.Text(f))
	}
	pq.Asc = strings.EqualFold(q.Text("order"), "asc")
	if by := q.Text("orderBy"); by != "" {
		pq.OrderBy = by
	}
	pq.Authors = authors(q.Get("author"))
	pq.Parents = ids(q.Get("parents"))
	if pq.Sticky == "" && (len(pq.Terms)+len(pq.NotTerms)+len(pq.Formats) > 0 || pq.Search != "") {
		// Sticky entries come first on the plain list of posts only.
		pq.Sticky = "ignore"
	}
	return pq
}

func addTerms(to map[string][]int64, from block.Attrs) {
	for _, m := range from.Members() {
		if list := ids(m.Value); len(list) > 0 {
			to[m.Key] = append(to[m.Key], list...)
		}
	}
}

// ids reads a list of ids, or a text with ids between commas.
func ids(v any) []int64 {
	var list []any
	switch v := v.(type) {
	case []any:
		list = v
	case string:
		for part := range strings.SplitSeq(v, ",") {
			list = append(list, strings.TrimSpace(part))
		}
	case int64, float64:
		list = []any{v}
	}
	var out []int64
	for _, one := range list {
		if n := block.Int(one); n > 0 {
			out = append(out, int64(n))
		}
	}
	return out
}

// authors reads a list of ids like ids; in lists the sign doesn't count.
func authors(v any) []int64 {
	switch list := v.(type) {
	case string:
		var all []any
		for part := range strings.SplitSeq(list, ",") {
			all = append(all, strings.TrimLeft(strings.TrimSpace(part), "-"))
		}
		return ids(all)
	case []any:
		all := make([]any, len(list))
		for i, one := range list {
			all[i] = int64(abs(block.Int(one)))
		}
		return ids(all)
	}
	return ids(v)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// isNumeric tells whether a value is a number or a text that is one.
func isNumeric(v any) bool {
	switch v := v.(type) {
	case int64, float64:
		return true
	case string:
		_, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return err == nil
	}
	return false
}

// postTemplate shows what is inside it for each entry of the query.
func postTemplate(c *render.Context, b block.Block, _ string) string {
	l := loopOf(c)
	if len(l.posts) == 0 {
		return ""
	}
	class := ""
	if d, _ := c.Get("displayLayout").(*wire.Object); d.Text("type") == "flex" {
		class = "is-flex-container columns-" + block.Text(d.Get("columns"))
	}
	layout := b.Attrs.Map("layout")
	grid := layout.Text("type") == "grid" && layout.Bool("columnCount")
	class = joinClasses(class, pick(b.Attrs.Has("style", "elements", "link", "color", "text"), "has-link-color"),
		pick(grid, clean.Slug("columns-"+layout.Text("columnCount"))), pick(grid && layout.Bool("minimumColumnWidth"), "has-native-responsive-grid"))
	wrapper := c.Wrapper(render.Attr{Name: "class", Value: class})
	inner, leave, ok := c.Enter("template " + wrapper + c.GetText("postId") + c.GetText("queryId"))
	if !ok {
		return ""
	}
	defer leave()
	prefetchLoop(c, b, l.posts)
	var w strings.Builder
	for _, p := range l.posts {
		// Nothing of the query itself is provided to what is inside.
		html := inner.Only(nil).ForPost(p).RenderItem(b)
		key := ""
		if block.Truth(c.Get("enhancedPagination")) {
			key = ` data-wp-key="post-template-item-` + strconv.FormatInt(p.ID, 10) + `"`
		}
		w.WriteString("<li" + key + ` class="` + escape.Attr(strings.Join(c.PostClasses(p, "wp-block-post"), " ")) + `">` + html + "</li>")
	}
	return "<ul " + wrapper + ">" + w.String() + "</ul>"
}

// prefetchLoop reads at once what each entry of a loop will ask for: its terms, of which it
// has classes, its author and its comments.
func prefetchLoop(c *render.Context, b block.Block, posts []*render.Post) {
	if len(posts) < 2 {
		return
	}
	ids, types := make([]int64, len(posts)), []string{}
	for i, p := range posts {
		if ids[i] = p.ID; !slices.Contains(types, p.Type) {
			types = append(types, p.Type)
		}
	}
	if shows(b.Inner, termBlocks) || slices.ContainsFunc(types, func(typ string) bool { return len(c.Source.PostTaxonomies(c, typ)) > 0 }) {
		c.Source.PostTerms(c, ids, "category")
	}
	if shows(b.Inner, authorBlocks) {
		c.Source.Users(c, authorsOf(posts))
	}
	if shows(b.Inner, threadBlocks) {
		c.Source.ExpectComments(c, withThreads(posts))
	}
}

// threadBlocks are those that show the comments of an entry.
var threadBlocks = []string{
	"core/comment-template", "core/comments-pagination-next", "core/comments-pagination-previous", "core/comments-pagination-numbers",
}

// mostExpected bounds how many comments are read before any of them is shown. The rest are
// read entry by entry, as far as the rendering may go on.
const mostExpected = 1000

// withThreads are the entries whose comments are asked for.
func withThreads(posts []*render.Post) []int64 {
	var out []int64
	comments := 0
	for _, p := range posts {
		if p.Locked || !p.CommentsOpen && p.CommentCount == 0 {
			continue
		}
		if comments += p.CommentCount; comments > mostExpected {
			break
		}
		out = append(out, p.ID)
	}
	return out
}

// termBlocks are those that show terms of an entry.
var termBlocks = []string{"core/post-terms"}

// authorBlocks are those that show who wrote an entry.
var authorBlocks = []string{"core/post-author", "core/post-author-name", "core/post-author-biography", "core/avatar"}

// shows tells whether one of some types is among blocks or inside them.
func shows(list []block.Block, types []string) bool {
	return slices.ContainsFunc(list, func(b block.Block) bool { return slices.Contains(types, b.Name) || shows(b.Inner, types) })
}

// authorsOf are the authors of entries, each once.
func authorsOf(posts []*render.Post) []int64 {
	var out []int64
	for _, p := range posts {
		if p.AuthorID > 0 && !slices.Contains(out, p.AuthorID) {
			out = append(out, p.AuthorID)
		}
	}
	return out
}

func queryNoResults(c *render.Context, b block.Block, inner string) string {
	if strings.TrimSpace(inner) == "" || len(loopOf(c).posts) > 0 {
		return ""
	}
	class := pick(b.Attrs.Has("style", "elements", "link", "color", "text"), "has-link-color")
	return "<div " + c.Wrapper(render.Attr{Name: "class", Value: class}) + ">" + inner + "</div>"
}

func queryTotal(c *render.Context, b block.Block, _ string) string {
	l := loopOf(c)
	n := strconv.Itoa
	text := c.Counted(l.total, "%d result found", "%d results found")
	if b.Attrs.Text("displayType") == "range-display" {
		first := 0
		if l.total > 0 {
			first = (l.page-1)*l.perPage + 1
		}
		last := min(first+l.perPage-1, l.total)
		text = c.Filled("Displaying %1$s – %2$s of %3$s", n(first), n(last), n(l.total))
		if first == last {
			text = c.Filled("Displaying %1$s of %2$s", n(first), n(l.total))
		}
	}
	return "<div " + c.Wrapper() + ">" + text + "</div>"
}

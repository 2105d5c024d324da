package api

import (
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"quoin/internal/storage/store"
)

// TestNothingTakesMoreTripsAsRowsGrow asks every route that reads, every kind of page, feed
// and sitemap, and an entry with each type of block, as an administrator and as nobody, of
// a process that knows nothing yet, and asks again when there are twice as many rows
// of all kinds. No answer takes more statements then, nor, on PostgreSQL, messages to the
// server, each of which is a way there and back.
func TestNothingTakesMoreTripsAsRowsGrow(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		g := newGrowing(t, e)
		g.grow() // so that there is some of everything
		g.settle()
		asked := g.addresses()
		before := map[ask]cost{}
		answered := map[string]int{}
		for _, a := range asked {
			status, n := g.cost(a)
			before[a] = n
			if status == 200 {
				answered[a.kind]++
			}
		}
		g.grow()
		g.grow()
		g.settle()
		for _, a := range asked {
			most := before[a]
			_, n := g.cost(a)
			// A connection that hasn't run a statement yet asks first what it takes.
			for range 2 {
				if n.messages <= most.messages+slack {
					break
				}
				_, again := g.cost(a)
				n.messages = min(n.messages, again.messages)
			}
			if n.statements > most.statements+slack || n.messages > most.messages+slack {
				t.Errorf("%s by %q: %d statements and %d messages with twice the rows, %d and %d before:%s", a.path, a.role, n.statements, n.messages, most.statements, most.messages, n.more(most))
			}
			if testing.Verbose() {
				t.Logf("%3d %3d %q %s", n.statements, n.messages, a.role, a.path)
			}
		}
		for kind, least := range map[string]int{"route": 200, "page": 60, "block": 200} {
			if answered[kind] < least {
				t.Errorf("only %d requests of kind %s were answered", answered[kind], kind)
			}
		}
	})
}

// slack is for rows of a kind that weren't among those shown before, such as the first author
// of an entry that isn't the author of another one shown.
const slack = 2

// ask is a request that reads.
type ask struct{ kind, role, path string }

// cost is what an answer took from the database.
type cost struct {
	statements, messages int
	texts                map[string]int // how often each statement was run
}

// numbered is what tells statements with longer and shorter lists apart.
var numbered = regexp.MustCompile(`(\(\?(, ?\?)*\), ?)+|\?(, ?\?)+`)

// more are the statements that were run more often than before.
func (c cost) more(before cost) string {
	out := ""
	for _, text := range slices.Sorted(maps.Keys(c.texts)) {
		if n := c.texts[text]; n > before.texts[text] {
			out += fmt.Sprintf("\n\t%d, before %d: %.300s", n, before.texts[text], text)
		}
	}
	return out
}

// growing is a site with everything on it, and a process beside it whose costs are told.
type growing struct {
	*hiddenWorld
	cold     *server
	messages func() int64 // to the server so far; nil on SQLite
	cookies  []*http.Cookie
	blocks   map[string]string // entries by the type of their block
	rounds   int
}

func newGrowing(t *testing.T, e engine) *growing {
	t.Helper()
	g := &growing{hiddenWorld: newHiddenWorld(t, e), blocks: map[string]string{}}
	g.deepen()
	g.addBlocks()
	c := g.app.Config
	c.NoCache = true
	if c.DatabaseURL != "" {
		c.DatabaseURL, g.messages = postgres.Far(t, c.DatabaseURL, 0)
	}
	g.cold = g.node(c)
	g.cookies = g.session("administrator")
	return g
}

// forget has the process take all that it knows of the database for old.
func (g *growing) forget() {
	g.t.Helper()
	if g.messages == nil {
		// As after a write of another process.
		if err := os.WriteFile(filepath.Join(g.app.Data, "quoin.db-stamp"), []byte(rand.Text())[:16], 0o600); err != nil {
			g.t.Fatal(err)
		}
		return
	}
	// As on another server, on which the changes so far aren't told.
	if _, err := g.app.DB.Tables("test").Exec(g.t.Context(), "UPDATE change_history SET name = ?", rand.Text()); err != nil {
		g.t.Fatal(err)
	}
}

// cost asks once.
func (g *growing) cost(a ask) (status int, n cost) {
	g.t.Helper()
	g.forget()
	n.texts = map[string]int{}
	var mu sync.Mutex
	ctx := store.Watch(g.t.Context(), func(text string, _ []any) error {
		mu.Lock()
		defer mu.Unlock()
		n.statements++
		n.texts[numbered.ReplaceAllString(strings.Join(strings.Fields(text), " "), "?..")]++
		return nil
	})
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "http://example.org"+a.path, nil)
	switch {
	case a.role == "":
	case a.kind == "page":
		for _, c := range g.cookies {
			r.AddCookie(c)
		}
	default:
		r.SetBasicAuth("test_"+a.role, g.secrets[a.role])
	}
	var from int64
	if g.messages != nil {
		from = g.messages()
	}
	w := httptest.NewRecorder()
	g.cold.handler.ServeHTTP(w, r)
	if w.Code >= 500 && w.Code != http.StatusNotImplemented {
		g.t.Errorf("%s by %q: %d %.300s", a.path, a.role, w.Code, w.Body)
	}
	if g.messages != nil {
		n.messages = int(g.messages() - from)
	}
	return w.Code, n
}

// addresses are all that is asked.
func (g *growing) addresses() []ask {
	g.t.Helper()
	var out []ask
	for _, role := range []string{"administrator", ""} {
		context := "context=view&_embed=1"
		if role != "" {
			context = "context=edit&_embed=1"
		}
		for _, route := range g.app.API.Routes() {
			parts := steps(route.Namespace, route.Pattern)
			path, name := "", ""
			for _, p := range parts {
				if path, name = path+p.text, name+p.text; p.variable != "" {
					path, name = path+(&url.URL{Path: g.value("GET", p)}).EscapedPath(), name+"{"+p.variable+"}"
				}
			}
			for i := range route.Endpoints {
				e := &route.Endpoints[i]
				if !slices.Contains(e.Methods, http.MethodGet) || strings.HasSuffix(route.Pattern, "/stream") || remote(name) || strings.HasPrefix(name, "/core-block-editor/v1/url-details") {
					continue
				}
				query := g.query(e, context)
				if own := g.queries[name]; own != "" {
					query = "?" + own + "&" + context
				}
				out = append(out, ask{"route", role, "/api" + path + query})
			}
		}
		for _, path := range g.kinds() {
			out = append(out, ask{"page", role, path})
		}
		for _, name := range slices.Sorted(maps.Keys(g.blocks)) {
			out = append(out, ask{"block", role, "/api/core/v2/memos/" + g.blocks[name] + "?block=" + url.QueryEscape(name)})
		}
	}
	return out
}

// kinds are an address of each kind of page, feed and sitemap.
func (g *growing) kinds() []string {
	g.t.Helper()
	post := g.linkOf("posts", g.seeded.values["posts"])
	term := func(taxonomy string) string {
		o := g.do("administrator", "GET", "/api/core/v2/"+taxonomy+"/"+g.seeded.values[taxonomy], nil).object(g.t)
		return strings.TrimPrefix(valueAt(o, "link"), "http://example.org")
	}
	lists := []string{"/", term("categories"), term("tags"), "/author/test_administrator/", "/book/", "/2026/", "/2026/01/", post}
	out := []string{
		"/page/2/", "/?s=Door", "/?s=Entry&orderby=title", "/?s=Door&feed=rss2", "/comments/feed/", "/comments/feed/atom/", "/nothing-here", "/robots.txt", "/llms.txt",
		"/wp-sitemap.xml", "/sitemap_index.xml", "/author-sitemap.xml", "/xmlrpc.php?rsd", "/api/", "/wp-json/", "/api/openapi.json", "/?rest_route=/wp/v2/posts&per_page=100",
		g.linkOf("pages", g.seeded.values["pages"]), g.linkOf("books", g.objects["books"][0]), g.linkOf("media", g.seeded.values["media"]), post + "embed/", post + "?replytocom=" + g.seeded.values["comments"],
		"/wp-login.php", "/wp-comments-post.php",
	}
	for _, path := range lists {
		out = append(out, path, path+"feed/", path+"feed/atom/")
	}
	for _, kind := range []string{"posts-post", "posts-page", "taxonomies-category", "taxonomies-post_tag", "users", "posts-book"} {
		_, short, _ := strings.Cut(kind, "-")
		out = append(out, "/wp-sitemap-"+kind+"-1.xml", "/"+short+"-sitemap.xml")
	}
	return out
}

// addBlocks publishes an entry with each block, shortcode and loop, in which every block
// that tells of an entry stands. They are of a type that nothing else lists.
func (g *growing) addBlocks() {
	g.t.Helper()
	add := func(name, text string) {
		g.blocks[name] = g.make("/core/v2/memos", map[string]any{"title": name, "status": "publish", "content": text})
	}
	for name, list := range g.texts() {
		if strings.HasPrefix(name, "query") {
			continue
		}
		add(name, list[0])
		if len(list) > 1 {
			add(name+", another", list[len(list)-1])
		}
	}
	add("loop of post comments", `<!-- wp:query {"query":{"perPage":100,"inherit":false,"postType":"post"}} --><!-- wp:post-template -->`+threadOfComments+`<!-- /wp:post-template --><!-- /wp:query -->`)
	for _, inner := range []string{
		"post-title", "post-content", "post-excerpt", "post-author", "post-author-name", "post-author-biography", "post-date", "post-featured-image", "read-more",
		`post-terms {"term":"category"}`, `post-terms {"term":"post_tag"}`, "post-comments-count", "post-comments-link", "post-time-to-read", "post-navigation-link", "avatar", "latest-comments",
	} {
		for _, typ := range []string{"post", "page", "book"} {
			add("loop of "+typ+" "+inner, `<!-- wp:query {"query":{"perPage":100,"inherit":false,"postType":"`+typ+`"}} --><!-- wp:post-template --><!-- wp:`+inner+` /--><!-- /wp:post-template --><!-- /wp:query -->`)
		}
	}
}

// settle has done what requests do of what others left: what waits for its analysis, and
// lines of logs.
func (g *growing) settle() {
	g.t.Helper()
	for range 20 {
		_, n := g.cost(ask{"route", "administrator", "/api/seo/v1/statistics"})
		if !slices.ContainsFunc(slices.Collect(maps.Keys(n.texts)), func(text string) bool { return strings.HasPrefix(text, "UPDATE seo_row") }) {
			break
		}
	}
	g.cost(ask{"route", "administrator", "/api/redirection/v1/redirect"})
}

// grow adds as many rows of all kinds as there were at first.
func (g *growing) grow() {
	g.t.Helper()
	g.rounds++
	g.addEntries()
	g.addOwn()
	g.addOlder()
	g.addPeople()
	g.addDesign()
	g.addRows()
	g.deepen()
}

// deepen adds to what the addresses name: comments, terms, revisions and files of entries,
// items of a menu, passwords of an account, faces of a font.
func (g *growing) deepen() {
	g.t.Helper()
	g.rounds++
	post, parent := number(g.seeded.values["posts"]), int64(0)
	var terms = map[string][]int64{}
	for i := range 8 {
		name := fmt.Sprintf("Depth %d %d", g.rounds, i)
		for _, taxonomy := range []string{"categories", "tags"} {
			body := map[string]any{"name": name}
			if taxonomy == "categories" && i%3 > 0 {
				body["parent"] = terms[taxonomy][i-1]
			}
			terms[taxonomy] = append(terms[taxonomy], number(g.make("/core/v2/"+taxonomy, body)))
		}
		body := map[string]any{"post": post, "content": name, "author_name": name, "author_email": fmt.Sprintf("depth%d.%d@example.org", g.rounds, i), "parent": parent}
		if parent = number(g.make("/core/v2/comments", body)); i%4 == 3 {
			parent = 0
		}
		g.make("/core/v2/menu-items", map[string]any{"title": name, "url": "http://example.org/" + name, "status": "publish", "menus": number(g.seeded.values["menus"])})
		g.make("/core/v2/pages", map[string]any{"title": name, "status": "publish", "parent": number(g.seeded.values["pages"])})
		g.make("/core/v2/users/me/application-passwords", map[string]any{"name": name})
		g.make("/core/v2/widgets", map[string]any{"id_base": "block", "sidebar": "wp_inactive_widgets", "instance": map[string]any{"raw": map[string]any{"content": name}}})
		g.make("/core/v2/font-families/"+g.seeded.values["font-families"]+"/font-faces", map[string]any{
			"font_face_settings": fmt.Sprintf(`{"fontFamily":"Matrix","fontWeight":"%d%d","fontStyle":"normal","src":"http://example.org/%d.%d.woff2"}`, g.rounds, i, g.rounds, i),
		})
		for _, route := range []string{"posts", "pages", "blocks", "navigation"} {
			g.make("/core/v2/"+route+"/"+g.seeded.values[route], map[string]any{"content": "Text of " + name})
		}
		g.make("/core/v2/posts", map[string]any{"title": "Entry " + name, "status": "publish", "categories": []int64{number(g.seeded.values["categories"])}, "tags": []int64{number(g.seeded.values["tags"])}, "content": "Text"})
	}
	for range 2 {
		g.make("/core/v2/media/"+g.seeded.upload(), map[string]any{"post": post})
	}
	o := g.do("administrator", "GET", fmt.Sprint("/api/core/v2/posts/", post), nil).object(g.t)
	for taxonomy, more := range terms {
		all, _ := o[taxonomy].([]any)
		for _, id := range more {
			all = append(all, id)
		}
		g.make(fmt.Sprint("/core/v2/posts/", post), map[string]any{taxonomy: all})
	}
}

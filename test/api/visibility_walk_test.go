package api

import (
	"encoding/json"
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
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"quoin/internal/api/rest"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

// TestNobodyReadsWhatIsHidden asks for everything as everybody: each address of the
// interface with each value that its arguments are declared to have, what writes answer,
// each page, feed and sitemap, each block and shortcode that names what is hidden, and
// the changes. No answer has a text that the table keeps from who asked.
func TestNobodyReadsWhatIsHidden(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		w := newHiddenWorld(t, e)
		leaks := map[leak][]string{}
		asked := map[string]int{}
		// Who may read most comes first: what is kept in memory isn't shown to others.
		roles := matrixRoles()
		slices.Reverse(roles)
		reads := w.reads()
		for _, role := range roles {
			for i, path := range reads {
				if !w.selected(e, role, i, strings.Contains(path, "context=edit")) {
					continue
				}
				w.look(leaks, asked, role, path)
			}
		}
		w.walkTexts(leaks, asked)
		w.walkPages(leaks, asked, roles, e)
		w.walkWrites(leaks, asked, roles, e)
		w.walkChanges(leaks, roles)
		w.walkTools(leaks, asked)
		for _, kind := range []string{"API", "text", "page", "write", "tool"} {
			if asked[kind] < 50 {
				t.Errorf("only %d answers to requests of kind %s were 200", asked[kind], kind)
			}
		}
		if e.name != "sqlite" {
			return
		}
		for _, m := range w.marks {
			if m.seenBy&administrators == 0 && !strings.HasPrefix(m.what, fieldOfNobody) {
				t.Errorf("nobody was shown the %s: it isn't asked for", m.what)
			}
		}
	})
}

// selected tells whether a role makes a request now. With QUOIN_SOAK each makes all. Else
// strangers and contributors, whose rights are the least among those who read and those
// who write, make all and the others a part, on PostgreSQL everybody. An administrator sees what
// editors are shown of each object, so that it is known to be asked for.
func (w *hiddenWorld) selected(e engine, role string, request int, edits bool) bool {
	part := 5
	switch {
	case os.Getenv("QUOIN_SOAK") != "":
		part = 1
	case e.name != "sqlite":
		part = 6
	case role == "" || role == "contributor", role == "administrator" && edits:
		part = 1
	}
	return (request+len(role))%part == 0
}

// look asks for an address of the interface.
func (w *hiddenWorld) look(leaks map[leak][]string, asked map[string]int, role, path string) {
	a := w.do(role, "GET", path, nil)
	if a.status >= 500 && a.status != 501 && !remote(strings.Replace(strings.TrimPrefix(path, "/wp-json"), "/wp/v2", "/core/v2", 1)) && !remote(strings.TrimPrefix(path, "/api")) {
		w.t.Errorf("%q GET %s: %d %s", role, path, a.status, a.body)
	}
	if a.status == 200 {
		asked["API"]++
	}
	w.finds(leaks, role, path, shownIn(a))
}

// shownIn is all that an answer shows.
func shownIn(a answer) string {
	var b strings.Builder
	for name, values := range a.header {
		fmt.Fprintln(&b, name, values)
	}
	b.Write(a.body)
	return b.String()
}

// reads are the addresses of the interface that can be read.
func (w *hiddenWorld) reads() []string {
	var out []string
	reference := w.app.Reference()
	for _, route := range w.app.API.Routes() {
		parts := steps(route.Namespace, route.Pattern)
		for i := range route.Endpoints {
			e := &route.Endpoints[i]
			if !slices.Contains(e.Methods, http.MethodGet) || strings.HasSuffix(route.Pattern, "/stream") {
				continue
			}
			objects := w.fill(parts)
			for _, path := range objects {
				out = append(out, "/api"+path+w.query(e, "context=view&_embed=1"), "/wp-json"+translated(reference, path)+w.query(e, "context=edit&_embed=1"))
			}
			for _, more := range w.variants(e) {
				out = append(out, "/api"+objects[0]+w.query(e, more))
			}
		}
	}
	return out
}

// fill are the paths of a route for all objects.
func (w *hiddenWorld) fill(parts []step) []string {
	paths := []string{""}
	for _, p := range parts {
		var next []string
		for _, path := range paths {
			if p.variable == "" {
				next = append(next, path+p.text)
				continue
			}
			values := w.objects[p.key]
			if id := path[:strings.LastIndexByte(path, '/')]; strings.Contains(p.key, "/") {
				values = w.below[strings.TrimPrefix(id, "/core/v2/")]
			}
			if p.variable == "post_id" {
				values = append(slices.Clone(w.objects["posts"]), w.objects["pages"]...)
			}
			if p.variable == "user_id" {
				values = w.objects["users"]
			}
			for _, v := range append(slices.Clone(values), w.value("GET", p)) {
				next = append(next, path+(&url.URL{Path: v}).EscapedPath())
			}
		}
		paths = next
	}
	return paths
}

// query is a query that asks for as much as an endpoint gives.
func (w *hiddenWorld) query(e *rest.Endpoint, more string) string {
	q := "?" + more
	for _, a := range e.Args {
		switch {
		case strings.Contains("&"+more, "&"+a.Name+"="):
		case a.Name == "per_page":
			q += "&per_page=100"
		case a.Required:
			if values := w.values(&a); len(values) > 0 {
				q += "&" + a.Name + "=" + url.QueryEscape(values[0])
			}
		}
	}
	return q
}

// variants are queries with each argument of an endpoint.
func (w *hiddenWorld) variants(e *rest.Endpoint) []string {
	var out []string
	for _, a := range e.Args {
		for _, v := range w.values(&a) {
			out = append(out, a.Name+"="+url.QueryEscape(v))
		}
		if a.Name == "fields" {
			for _, more := range []string{"", "&status=any", "&status=private,draft,future,publish", "&context=edit&fields[cost][like]=zq", "&context=edit&status=any&orderby=fields.cost"} {
				out = append(out, "fields[tone][like]=zq"+more, "fields[about][exists]=true&orderby=fields.tone"+more)
			}
		}
	}
	return out
}

// objectsOf are the ids of the objects of some kinds.
func (w *hiddenWorld) objectsOf(kinds ...string) []string {
	var out []string
	for _, k := range kinds {
		out = append(out, w.objects[k]...)
	}
	return out
}

// values are those that an argument may have: all that is declared, and the objects that
// are hidden.
func (w *hiddenWorld) values(a *rest.Arg) []string {
	s := a.Schema
	list := slices.Contains(s.Types, schema.Array) && s.Items != nil
	if list && len(s.Items.Enum) > 0 {
		s = s.Items
	}
	var out []string
	for _, v := range s.Enum {
		out = append(out, schema.ToText(v))
	}
	switch {
	case slices.Contains([]string{"page", "per_page", "_fields", "order", "orderby", "offset", "limit"}, a.Name):
		return nil
	case len(out) > 0:
		if a.Name == "status" {
			out = append(out, strings.Join(out, ","))
		}
		return out
	case slices.Contains(s.Types, schema.Boolean) && len(s.Types) == 1:
		return []string{"true"}
	case a.Name == "url":
		for _, p := range w.paths {
			out = append(out, "http://example.org"+p)
		}
		for _, slug := range w.people {
			out = append(out, "http://example.org/author/"+slug+"/")
		}
		return out
	case a.Name == "status":
		return []string{"any", "trash", "draft", "private", "inherit", "publish,draft,private,future,pending"}
	case strings.Contains(a.Name, "search"):
		return []string{"Door"}
	case a.Name == "post_type", a.Name == "postType", a.Name == "content_type", a.Name == "contentType":
		return []string{"post", "page", "attachment", "core_block", "core_navigation", "nav_menu_item", "revision"}
	case a.Name == "slug":
		return w.people
	case a.Name == "since":
		return []string{w.since}
	}
	pools := map[string][]string{
		"author": w.objectsOf("users"), "author_exclude": nil, "user_id": w.objectsOf("users"), "menus": w.objectsOf("menus"), "parent": w.objectsOf("posts", "pages", "comments"),
		"include": w.objectsOf("posts", "pages", "media", "comments", "users", "menu-items", "older"), "post_id": w.objectsOf("posts", "pages"), "post": w.objectsOf("posts", "pages"),
	}
	pool := pools[a.Name]
	if list && len(pool) > 0 {
		return []string{strings.Join(pool, ",")}
	}
	return pool
}

// idLike are attributes that name an object.
var idLike = regexp.MustCompile(`(?i)^(id|ref|post|author|selectedAuthor|include|ids)$|Id$|Ids$|ID$`)

// texts are texts that name what is hidden in each way that a block, a shortcode or an
// address in a text can.
func (w *hiddenWorld) texts() map[string][]string {
	ids := append(w.objectsOf("posts", "pages", "media", "comments", "users", "menus", "menu-items", "blocks", "navigation", "older", "books", "memos"), "0")
	var types []struct {
		Name       string                        `json:"name"`
		IsDynamic  bool                          `json:"is_dynamic"`
		Attributes map[string]struct{ Type any } `json:"attributes"`
	}
	decode(w.t, w.do("administrator", "GET", "/api/core/v2/block-types?context=edit", nil), &types)
	out := map[string][]string{}
	inner := "<!-- wp:post-title /--><!-- wp:post-content /--><!-- wp:post-excerpt /--><!-- wp:post-author {\"showBio\":true} /--><!-- wp:post-featured-image /--><!-- wp:post-terms /-->" +
		"<!-- wp:latest-comments /--><!-- wp:comments --><!-- wp:comment-template --><!-- wp:comment-content /--><!-- wp:comment-author-name /--><!-- wp:avatar /--><!-- /wp:comment-template --><!-- /wp:comments -->"
	for _, b := range types {
		name := strings.TrimPrefix(b.Name, "core/")
		if !b.IsDynamic && !strings.HasPrefix(b.Name, "core/") {
			continue
		}
		add := func(attrs string) {
			out["block "+name] = append(out["block "+name], "<!-- wp:"+name+" "+attrs+" /-->")
		}
		add("{}")
		for _, attr := range slices.Sorted(maps.Keys(b.Attributes)) {
			if !idLike.MatchString(attr) {
				continue
			}
			for _, id := range ids {
				switch b.Attributes[attr].Type {
				case "array":
					add(fmt.Sprintf(`{%q:[%s]}`, attr, id))
				case "string":
					add(fmt.Sprintf(`{%q:%q}`, attr, id))
				default:
					add(fmt.Sprintf(`{%q:%s}`, attr, id))
				}
			}
		}
	}
	loop := func(query string) string {
		return `<!-- wp:query {"query":{"perPage":100,"inherit":false,` + query + `}} --><!-- wp:post-template -->` + inner + `<!-- /wp:post-template --><!-- /wp:query -->`
	}
	for _, typ := range []string{"post", "page", "attachment", "wp_block", "wp_navigation", "wp_template", "revision", "nav_menu_item", "book", "memo", "any"} {
		out["query "+typ] = []string{loop(`"postType":"` + typ + `"`), loop(`"postType":"` + typ + `","search":"Door"`), loop(`"postType":"` + typ + `","orderBy":"title"`)}
	}
	out["query"] = []string{loop(`"postType":"post","author":"` + strings.Join(w.objects["users"], ",") + `"`), loop(`"postType":"page","parents":[` + strings.Join(w.objects["pages"], ",") + `]`)}
	out["block latest-posts"] = append(out["block latest-posts"], `<!-- wp:latest-posts {"displayAuthor":true,"displayPostContent":true,"displayPostContentRadio":"full_post","displayFeaturedImage":true,"postsToShow":100} /-->`)
	out["block latest-comments"] = append(out["block latest-comments"], `<!-- wp:latest-comments {"commentsToShow":100} /-->`)
	for _, id := range ids {
		out["block pattern"] = append(out["block pattern"], `<!-- wp:pattern {"slug":"core/block/`+id+`"} /-->`)
		for _, code := range []string{"gallery", "playlist", "audio", "video", "caption", "embed"} {
			for _, attr := range []string{"id", "ids", "include"} {
				out["shortcode "+code] = append(out["shortcode "+code], fmt.Sprintf(`[%s %s="%s" link="file" type="audio" order="ASC" orderby="title"][/%s]`, code, attr, id, code))
			}
		}
		for _, name := range []string{"p", "page_id", "attachment_id"} {
			address := "http://example.org/?" + name + "=" + id
			out["address"] = append(out["address"], "\n\n"+address+"\n\n", "\n\n[embed]"+address+"[/embed]\n\n", `<!-- wp:embed {"url":"`+address+`"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">`+"\n"+address+"\n"+`</div></figure><!-- /wp:embed -->`)
		}
	}
	out["shortcode gallery"] = append(out["shortcode gallery"], `[gallery ids="`+strings.Join(w.objects["media"], ",")+`"]`, `[playlist type="image" ids="`+strings.Join(w.objects["media"], ",")+`"]`)
	return out
}

// perText is how many blocks a text of the walk has: fewer than rendering is cut off at.
const perText = 150

// walkTexts publishes the texts and reads them, in the interface and on the site.
func (w *hiddenWorld) walkTexts(leaks map[leak][]string, asked map[string]int) {
	texts := w.texts()
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		size := perText
		if strings.HasPrefix(name, "query") {
			size = 1
		}
		for chunk := range slices.Chunk(texts[name], size) {
			id := w.make("/core/v2/posts", map[string]any{"title": "Door", "content": strings.Join(chunk, "\n"), "status": "publish"})
			for _, role := range []string{"administrator", "contributor", ""} {
				a := w.do(role, "GET", "/api/core/v2/posts/"+id, nil)
				if a.status != 200 {
					w.t.Fatalf("%s: %d %s", name, a.status, a.body)
				}
				asked["text"]++
				if i := strings.Index(string(a.body), "too costly"); i >= 0 {
					w.t.Errorf("the text with %s was cut off: %.300s", name, a.body[i:])
				}
				w.finds(leaks, role, "(a text with "+name+") "+a.header.Get("X-None"), shownIn(a))
			}
			w.make("/core/v2/posts/"+id, map[string]any{"status": "draft"})
		}
	}
}

// walkPages visits the public site as everybody, by cookie.
func (w *hiddenWorld) walkPages(leaks map[leak][]string, asked map[string]int, roles []string, e engine) {
	pages := w.pages()
	for _, role := range roles {
		cookies := w.session(role)
		for i, path := range pages {
			if !w.selected(e, role, i, false) || role != "" && i%3 != 0 {
				continue
			}
			r := httptest.NewRequest(http.MethodGet, "http://example.org"+path, nil)
			for _, c := range cookies {
				r.AddCookie(c)
			}
			rec := httptest.NewRecorder()
			w.handler.ServeHTTP(rec, r)
			if rec.Code >= 500 && rec.Code != http.StatusNotImplemented { // that, without the editor
				w.t.Errorf("%q GET %s: %d %s", role, path, rec.Code, rec.Body)
			}
			if rec.Code == 200 {
				asked["page"]++
			}
			w.finds(leaks, role, path, shownIn(answer{rec.Code, rec.Header(), rec.Body.Bytes()}))
		}
	}
}

// session logs a role in and returns its cookies.
func (w *hiddenWorld) session(role string) []*http.Cookie {
	if role == "" {
		return nil
	}
	u, err := w.app.DB.UserByID(w.t.Context(), w.ids[role])
	if err != nil {
		w.t.Fatal(err)
	}
	rec := httptest.NewRecorder()
	if _, err := w.app.Auth.StartSession(rec, httptest.NewRequest(http.MethodPost, "http://example.org/wp-login.php", nil), u, false); err != nil {
		w.t.Fatal(err)
	}
	return rec.Result().Cookies()
}

// pages are the addresses of the public site.
func (w *hiddenWorld) pages() []string {
	feeds := []string{"", "feed/", "feed/atom/"}
	out := []string{
		"/", "/page/2/", "/comments/feed/", "/comments/feed/atom/", "/?s=Door", "/page/2/?s=Door", "/?s=Door&orderby=title&order=asc", "/?s=Door&feed=rss2", "/?s=Door&feed=comments-rss2",
		"/2099/", "/2026/", "/2026/01/", "/?m=2099", "/?year=2099", "/robots.txt", "/sitemap.xml", "/sitemap_index.xml", "/author-sitemap.xml", "/main-sitemap.xsl", "/xmlrpc.php", "/xmlrpc.php?rsd", "/wp-cron.php", "/wp-trackback.php", "/wp-comments-post.php",
		"/api/", "/wp-json/", "/api/openapi.json", "/wp-json/openapi.json", "/api/docs", "/favicon.ico", "/?rest_route=/wp/v2/posts&per_page=100", "/?rest_route=/core/v2/search&search=Door", "/index.php?s=Door", "/wp-sitemap.xml", "/llms.txt", "/feed/", "/feed/rss/", "/feed/rdf/", "/feed/atom/",
		"/?withcomments=1&feed=rss2", "/?post_type=page&s=Door", "/?author=-1", "/nothing-here", "/wp-login.php", "/wp-admin/", "/wp-admin/profile.php", "/?orderby=author&order=asc", "/?orderby=title",
	}
	for _, kind := range []string{"posts-post", "posts-page", "taxonomies-category", "taxonomies-post_tag", "users", "posts-attachment", "posts-book", "posts-memo"} {
		out = append(out, "/wp-sitemap-"+kind+"-1.xml", "/sitemap-"+kind+"-1.xml", "/"+strings.TrimPrefix(kind, "posts-")+"-sitemap.xml")
	}
	for _, slug := range w.people {
		for _, feed := range feeds {
			out = append(out, "/author/"+slug+"/"+feed)
		}
		out = append(out, "/?author_name="+slug+"&s=Door", "/?author_name="+slug+"&feed=rss2", "/author/"+slug+"/page/2/")
	}
	for _, id := range w.objects["users"] {
		out = append(out, "/wp-admin/user-edit.php?user_id="+id, "/?author="+id, "/?author="+id+"&feed=rss2", "/?author="+id+"&feed=atom", "/?author="+id+"&s=Door", "/?author="+id+"&paged=2", "/?author="+id+"&cat=1", "/?author="+id+"&year=2026", "/?author=-"+id+"&s=Door",
			"/?author="+id+"&embed=true", "/?author="+id+"&s=")
	}
	for _, path := range w.paths {
		for _, feed := range feeds {
			out = append(out, path+feed)
		}
		out = append(out, path+"embed/", path+"trackback/", path+"?preview=true")
	}
	for _, screen := range append([]string{
		"index.php", "edit.php", "edit.php?post_type=page", "edit.php?post_type=book", "edit.php?post_type=memo", "upload.php", "users.php", "edit-comments.php", "edit-tags.php?taxonomy=category", "nav-menus.php",
		"options-general.php", "options-discussion.php", "export.php", "export.php?download=true&content=all", "import.php", "themes.php", "plugins.php", "site-editor.php", "site-editor.php?postType=wp_template",
		"admin-ajax.php?action=inline-save", "admin-ajax.php?action=query-attachments", "admin-ajax.php?action=wp-link-ajax&search=Door", "admin-ajax.php?action=find_posts&ps=Door", "admin-ajax.php?action=logged-in",
		"options.php", "profile.php", "post-new.php", "post-new.php?post_type=page", "post-new.php?post_type=book", "site-editor.php?p=/page", "media-new.php", "admin-ajax.php?action=heartbeat",
	}, w.screens()...) {
		out = append(out, "/wp-admin/"+screen)
	}
	for _, typ := range []string{"book", "memo"} {
		out = append(out, "/"+typ+"/", "/"+typ+"/feed/", "/?post_type="+typ, "/?post_type="+typ+"&s=Door", "/?post_type="+typ+"&feed=rss2", "/?post_type="+typ+"&orderby=title", "/?post_type="+typ+"&feed=atom&s=Door")
	}
	for _, id := range w.objectsOf("posts", "pages", "media", "older", "menu-items", "blocks", "navigation", "books", "memos") {
		for _, name := range []string{"p", "page_id", "attachment_id"} {
			out = append(out, "/?"+name+"="+id)
		}
		out = append(out, "/?p="+id+"&preview=true", "/?p="+id+"&feed=rss2", "/?p="+id+"&embed=true", "/wp-admin/post.php?action=edit&post="+id, "/wp-admin/admin.php?action=duplicate_post_clone&post="+id)
	}
	for _, id := range w.objects["comments"] {
		out = append(out, "/wp-admin/comment.php?action=editcomment&c="+id, "/?replytocom="+id, "/?unapproved="+id+"&moderation-hash=x&p="+w.objects["posts"][0])
	}
	return out
}

// walkWrites looks at what writes answer; each is taken back.
func (w *hiddenWorld) walkWrites(leaks map[leak][]string, asked map[string]int, roles []string, e engine) {
	n := 0
	for _, route := range w.app.API.Routes() {
		parts := steps(route.Namespace, route.Pattern)
		name := ""
		for _, p := range parts {
			if name += p.text; p.variable != "" {
				name += "{" + p.variable + "}"
			}
		}
		for i := range route.Endpoints {
			for _, method := range route.Endpoints[i].Methods {
				if method != http.MethodPost && method != http.MethodDelete || remote(name) {
					continue
				}
				body := w.bodies[name]
				if own := w.bodies[method+" "+name]; own != nil {
					body = own
				}
				if body == nil {
					body = map[string]any{}
				}
				query := "?force=true&reassign=1"
				if own := w.queries[name]; own != "" {
					query = "?" + own
				}
				for _, path := range w.fill(parts) {
					n++
					for _, role := range roles {
						if role == "administrator" || !w.selected(e, role, n, false) {
							continue
						}
						status, text := w.tried(role, method, "/api"+path+query, body)
						if status < 300 {
							asked["write"]++
						}
						w.finds(leaks, role, method+" /api"+path+query, text)
					}
				}
			}
		}
	}
}

// walkChanges reads all that happened, from the feed and from the stream.
func (w *hiddenWorld) walkChanges(leaks map[leak][]string, roles []string) {
	srv := w.listening()
	for _, role := range roles {
		since, told := w.since, 0
		for more := true; more; {
			f := w.changes(role, since, "limit=1000")
			since, more, told = f.Cursor, f.More, told+len(f.Changes)
			for _, c := range f.Changes {
				w.finds(leaks, role, "/api/quoin/v1/changes", c.String()+" "+c.Name)
			}
		}
		l := w.listen(srv, role, w.since)
		for range told {
			c, ok := l.next()
			if !ok {
				w.t.Fatalf("the stream of %q ended", role)
			}
			w.finds(leaks, role, "/api/quoin/v1/changes/stream", c.String()+" "+c.Name)
		}
		l.close()
		if told < 50 {
			w.t.Errorf("%q was told %d changes", role, told)
		}
	}
}

// walkTools has programs of each role call the tools that read, with what is hidden.
func (w *hiddenWorld) walkTools(leaks map[leak][]string, asked map[string]int) {
	for _, role := range []string{"subscriber", "contributor", "author"} {
		agent := w.agent(w.t, mcpPath, role, access.ScopePublish)
		for name := range agent.tools() {
			kind, what, _ := strings.Cut(name, "_")
			var calls []map[string]any
			switch what {
			case "find":
				calls = []map[string]any{{}, {"search": "Door"}, {"search": "Door", "status": "any"}, {"status": "draft"}, {"include": strings.Join(w.objects[kind], ",")}}
			case "get":
				for _, id := range append(slices.Clone(w.objects[kind]), w.objects["older"]...) {
					calls = append(calls, map[string]any{"id": number(id)})
				}
			case "update", "publish", "moderate":
				for _, id := range w.objects[kind] {
					calls = append(calls, map[string]any{"id": number(id), "dry_run": true})
				}
			}
			for _, args := range calls {
				res, err := agent.session.CallTool(w.t.Context(), &mcp.CallToolParams{Name: name, Arguments: args})
				if err != nil {
					continue // the arguments are refused
				}
				text, err := json.Marshal(res)
				if err != nil {
					w.t.Fatal(err)
				}
				if !res.IsError {
					asked["tool"]++
				}
				w.finds(leaks, role, fmt.Sprint("(the tool ", name, " with ", args, ")"), string(text))
			}
		}
	}
}

// screens are the screens of the admin and of extensions, as they declare themselves.
func (w *hiddenWorld) screens() []string {
	var out []string
	for _, root := range []string{"../../web/admin/src/screens", "../../internal/ext"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.Name() != "screen.json" {
				return err
			}
			text, err := os.ReadFile(path)
			for _, m := range screenPath.FindAllSubmatch(text, -1) {
				out = append(out, string(m[1]))
			}
			return err
		})
		if err != nil {
			w.t.Fatal(err)
		}
	}
	if !slices.Contains(out, "users.php") || !slices.ContainsFunc(out, func(s string) bool { return strings.HasPrefix(s, "admin.php?page=") }) {
		w.t.Fatalf("the screens are %q", out)
	}
	return out
}

var screenPath = regexp.MustCompile(`"path":\s*"([^"]+)"`)

func decode(t testing.TB, a answer, into any) {
	t.Helper()
	if err := json.Unmarshal(a.body, into); err != nil {
		t.Fatalf("%v: %d %.300s", err, a.status, a.body)
	}
}

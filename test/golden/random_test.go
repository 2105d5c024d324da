package golden

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"quoin/internal/api/rest"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

const (
	randomRounds    = 4  // sites of a run; QUOIN_SOAK multiplies them
	randomScenarios = 25 // on each site
	randomSteps     = 12 // at most, in a scenario
)

// TestRandomSequences sends the same random requests, made of what the routes
// declare, to one site in both dialects and on both engines: the answers are
// the same but for the names. QUOIN_SEED begins with another seed.
func TestRandomSequences(t *testing.T) {
	rounds, first := randomRounds, uint64(1)
	if testing.Short() {
		rounds = 1
	}
	for name, set := range map[string]func(n int){
		"QUOIN_SOAK": func(n int) { rounds *= n },
		"QUOIN_SEED": func(n int) { first = uint64(n) },
	} {
		if text := os.Getenv(name); text != "" {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			set(n)
		}
	}
	sqlite := newTemplate(t, "")
	onPostgres := newTemplate(t, postgres.Database(t))
	for round := range rounds {
		seed := first + uint64(round)
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			preset := []string{"core", "full"}[seed%2]
			own := sqlite.copy(t, preset, false)
			sides := []side{
				{"the other dialect", sqlite.copy(t, preset, true)},
				{"PostgreSQL", onPostgres.copy(t, preset, false)},
			}
			g := newGenerator(own, seed)
			for scenario := range randomScenarios {
				if !g.compare(t, scenario, own, sides) {
					t.Fatalf("QUOIN_SEED=%d, scenario %d", seed, scenario)
				}
			}
		})
	}
}

// side is a site that is held against the first.
type side struct {
	name string
	site *site
}

// compare runs one scenario everywhere. The sites differ afterwards if their
// answers did, so the first difference ends it.
func (g *generator) compare(t *testing.T, scenario int, own *site, sides []side) bool {
	t.Helper()
	all := append([]side{{"own names on SQLite", own}}, sides...)
	written := make([]*masks, len(all))
	for i, s := range all {
		written[i] = &masks{site: s.site, numbers: map[string]string{}}
	}
	g.focused = g.around(g.calls[g.IntN(len(g.calls))])
	for step := range 1 + g.IntN(randomSteps) {
		r := g.request(fmt.Sprintf("made-%d-%d", scenario, step))
		var want string
		for i, s := range all {
			var out strings.Builder
			w := s.site.exchange(&out, written[i], r, r.actors[0])
			if failed(w) {
				t.Errorf("%s: %s", s.name, &out)
				return false
			}
			if w.Code == 201 {
				s.site.keep(r.title, w.Body.Bytes())
			}
			if i == 0 {
				want = out.String()
				continue
			}
			if d := diff.Diff(all[0].name, []byte(want), s.name, []byte(out.String())); d != nil {
				t.Errorf("%s %s\n%s\n%s", r.method, r.path, r.body, d)
				return false
			}
		}
		if id, ok := own.values[r.title]; ok {
			collection, _, _ := strings.Cut(r.path, "?")
			g.add(collection, r.title, id)
		}
	}
	return true
}

// refusals are answers of 500 that are no defects, as clients of the reference know them.
var refusals = regexp.MustCompile(`"code":"(empty_term_name|existing_user_email|rest_cannot_delete)"|"failures":\[`)

// failed tells whether an answer is that of a defect.
func failed(w *httptest.ResponseRecorder) bool {
	if w.Code == http.StatusInternalServerError && refusals.Match(w.Body.Bytes()) {
		return false
	}
	return w.Code >= 500 && w.Code != http.StatusNotImplemented
}

// keep notes the id of what was created under a name.
func (s *site) keep(name string, body []byte) {
	var made struct {
		ID json.Number `json:"id"`
	}
	if json.Unmarshal(body, &made) == nil && made.ID != "" {
		s.values[name] = made.ID.String()
	}
}

// generator makes requests out of declarations.
type generator struct {
	*rand.Rand
	calls   []call
	objects map[string][]string // names of objects by the collection that they belong to
	kinds   [4][]string         // entries, terms, users, comments
	focused []call              // what a scenario is about
	faulty  bool                // whether the request at hand may have values that are refused
}

// call is one method of an endpoint.
type call struct {
	method, pattern string
	args            []rest.Arg
}

// unequal are routes whose answers two sites can't share: measures of the
// machine, times and secrets, or what is fetched from outside.
var unequal = regexp.MustCompile(`/events|/application-passwords|/background-updates|/directory-sizes|/url-details|/openapi|/pattern-directory|/block-directory|/oembed/1.0/proxy|/tests/|/changes|/export|/previews|/webhooks`)

func newGenerator(s *site, seed uint64) *generator {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 28)), objects: map[string][]string{}}
	for _, route := range s.app.API.Routes() {
		if unequal.MatchString(route.Pattern) {
			continue
		}
		for i := range route.Endpoints {
			for _, method := range route.Endpoints[i].Methods {
				g.calls = append(g.calls, call{method, route.Pattern, route.Endpoints[i].Args})
			}
		}
		g.calls = append(g.calls, call{"OPTIONS", route.Pattern, nil})
	}
	for _, c := range g.calls {
		if collection, isItem := strings.CutSuffix(c.pattern, `/(?P<id>[\d]+)`); isItem && c.method == "GET" {
			g.know(s, collection)
		}
	}
	return g
}

// know notes which objects a collection has.
func (g *generator) know(s *site, collection string) {
	w := s.serve("GET", "/api"+collection+"?per_page=100&_fields=id", access.Administrator, nil, nil)
	var list []struct {
		ID json.Number `json:"id"`
	}
	if json.Unmarshal(w.Body.Bytes(), &list) != nil {
		return
	}
	for _, o := range list {
		if name := s.nameOf(o.ID.String()); name != "" {
			g.add(collection, name, o.ID.String())
		}
	}
}

// add takes an object in. The first digits of its id tell its kind.
func (g *generator) add(collection, name, id string) {
	g.objects[collection] = append(g.objects[collection], name)
	for i, first := range []int{firstEntry, firstTerm, firstUser, firstComment} {
		if n, err := strconv.Atoi(id); err == nil && n >= first && n < first+1000000 {
			g.kinds[i] = append(g.kinds[i], name)
		}
	}
}

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

var groupForm = regexp.MustCompile(`\(\?P<(\w+)>`)

// around are the calls of the same collection.
func (g *generator) around(c call) []call {
	parts := strings.SplitN(c.pattern, "/", 5)
	if len(parts) > 4 {
		parts = parts[:4]
	}
	collection := strings.Join(parts, "/")
	var out []call
	for _, other := range g.calls {
		if other.pattern == collection || strings.HasPrefix(other.pattern, collection+"/") {
			out = append(out, other)
		}
	}
	return out
}

// request is the next one, most of the time about what the scenario is about.
func (g *generator) request(title string) request {
	calls := g.focused
	if g.IntN(4) == 0 {
		calls = g.calls
	}
	c := calls[g.IntN(len(calls))]
	r := request{title: title, method: c.method, path: g.path(c.pattern)}
	r.actors = []string{g.pick("", "subscriber", "contributor", "author", "editor", "administrator", "administrator", "administrator")}
	g.faulty = g.IntN(4) == 0
	args := g.args(c)
	if c.method == "GET" || c.method == "DELETE" || c.method == "OPTIONS" {
		query := make([]string, 0, len(args))
		for _, a := range args {
			query = append(query, queryText(a.name, a.value))
		}
		if g.IntN(6) == 0 {
			query = append(query, g.pick("_fields=id,title,slug", "_embed=1", "_envelope=1", "_fields=id,meta", "_embed=author"))
		}
		if len(query) > 0 {
			r.path += "?" + strings.Join(query, "&")
		}
		return r
	}
	members := make([]string, 0, len(args))
	for _, a := range args {
		members = append(members, fmt.Sprintf("%q: %s", a.name, a.value))
	}
	r.body = "{" + strings.Join(members, ", ") + "}"
	return r
}

// argument is a value as JSON, in which ids stand as {names}.
type argument struct{ name, value string }

func (g *generator) args(c call) []argument {
	var out []argument
	for i := range c.args {
		a := &c.args[i]
		chance := 6
		if c.method == "POST" {
			chance = 3
		}
		required := a.Required && !(g.faulty && g.IntN(10) == 0)
		if strings.Contains(c.pattern, "<"+a.Name+">") || !required && g.IntN(chance) > 0 {
			continue
		}
		out = append(out, argument{a.Name, g.value(a.Name, a.Schema, 0)})
	}
	return out
}

// queryText is a value in a query: lists with their members separated by commas.
func queryText(name, value string) string {
	if list, ok := strings.CutPrefix(value, "["); ok {
		value = strings.ReplaceAll(strings.TrimSuffix(list, "]"), `"`, "")
	}
	value = strings.TrimSuffix(strings.TrimPrefix(value, `"`), `"`)
	if variable.MatchString(value) { // names are expanded later
		return url.QueryEscape(name) + "=" + strings.ReplaceAll(value, " ", "")
	}
	return url.QueryEscape(name) + "=" + url.QueryEscape(value)
}

// words are values of variables and texts; some name seeded objects.
var words = []string{
	"post", "page", "category", "post_tag", "publish", "draft", "core", "core/paragraph", "quoin//index", "quoin//header", "stone", "guild",
	"me", "frost", "a b", "Ünïcode", "<b>bold</b>", "0", "", "text", "search", "archives", "sidebar-1", "footer", "x@quoin.example",
	"2026-05-01T10:00:00", "2027-01-01T00:00:00", "https://quoin.example/", "http://x.example/a?b=c&d",
	"<!-- wp:paragraph --><p>One</p><!-- /wp:paragraph -->", "any", "trash",
}

// symbols are values that the dialects call differently. They stand only where a name
// is declared: a text of the caller's is the same in both, and the masks can't tell it
// from a name.
var symbols = []string{"core_block", "core_template", "core_navigation"}

// path fills the variables of a pattern.
func (g *generator) path(pattern string) string {
	var b strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '(' {
			if pattern[i] != '?' && pattern[i] != '\\' {
				b.WriteByte(pattern[i])
			}
			continue
		}
		end, depth := i, 0
		for ; end < len(pattern); end++ {
			if pattern[end] == '(' {
				depth++
			} else if pattern[end] == ')' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		group := pattern[i : end+1]
		i = end
		objects := g.objects[strings.TrimSuffix(b.String(), "/")]
		m := groupForm.FindStringSubmatch(group)
		switch {
		case m == nil:
		case len(objects) > 0 && !g.faulty:
			b.WriteString("{" + g.pick(objects...) + "}")
		case strings.Contains(group, `\d`) && !strings.Contains(group, `\w`):
			b.WriteString(g.id(m[1]))
		case len(variables[m[1]]) > 0 && !g.faulty:
			b.WriteString(g.pick(variables[m[1]]...))
		default:
			b.WriteString(url.PathEscape(g.pick(words[:14]...)))
		}
	}
	return b.String()
}

// variables are values of variables in paths.
var variables = map[string][]string{
	"type": {"post", "page", "attachment", "core_block"}, "taxonomy": {"category", "post_tag"}, "status": {"publish", "draft"},
	"namespace": {"core"}, "name": {"paragraph", "search", "archives"}, "sidebar": {"footer", "core_inactive_widgets"},
	"id": {"quoin//index", "quoin//header", "search", "block-2"}, "stylesheet": {"quoin"}, "parent": {"quoin//index"},
}

// id is that of an object which an argument of some name may mean.
func (g *generator) id(name string) string {
	kind := g.kinds[0]
	switch {
	case g.faulty && g.IntN(2) == 0:
		return g.pick("0", "1", "2", "999999")
	case strings.Contains(name, "author"), strings.Contains(name, "user"), name == "reassign":
		kind = g.kinds[2]
	case strings.Contains(name, "categor"), strings.Contains(name, "tag"), strings.Contains(name, "term"), name == "menus":
		kind = g.kinds[1]
	case strings.Contains(name, "comment"):
		kind = g.kinds[3]
	}
	return "{" + g.pick(kind...) + "}"
}

// value is one for a schema as JSON, now and then one of another kind.
func (g *generator) value(name string, s *schema.Schema, depth int) string {
	switch {
	case depth > 3:
		return "null"
	case s == nil, g.faulty && g.IntN(6) == 0:
		return g.pick("1", "true", "null", `"x"`, "[]", "{}", `"a,b"`, "-1", "1.5")
	case len(s.Enum) > 0:
		text, err := json.Marshal(s.Enum[g.IntN(len(s.Enum))])
		if err != nil {
			return "null"
		}
		return string(text)
	case s.Is(schema.Boolean):
		return g.pick("true", "false")
	case s.Is(schema.Integer), s.Is(schema.Number):
		if s.Maximum != nil || strings.Contains(name, "page") || strings.Contains(name, "offset") {
			return strconv.Itoa(1 + g.IntN(5))
		}
		return g.id(name)
	case s.Is(schema.Array):
		items := make([]string, g.IntN(3))
		for i := range items {
			items[i] = g.value(name, s.Items, depth+1)
		}
		return "[" + strings.Join(items, ",") + "]"
	case s.Is(schema.Object):
		var members []string
		for i := range s.Properties {
			if g.IntN(3) == 0 {
				members = append(members, fmt.Sprintf("%q: %s", s.Properties[i].Name, g.value(s.Properties[i].Name, s.Properties[i].Schema, depth+1)))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	}
	switch s.Format {
	case schema.DateTime:
		return quote(g.pick("2026-05-01T10:00:00", "2027-01-01T00:00:00", "2026-05-04T13:00:00Z"))
	case schema.Email:
		return quote(g.pick("x@quoin.example", "y@quoin.example", title(g.Rand)+"@quoin.example"))
	case schema.URI:
		return quote(g.pick("https://quoin.example/", "http://x.example/a?b=c&d"))
	}
	if s.Symbol && g.IntN(4) == 0 {
		return quote(g.pick(symbols...))
	}
	if g.IntN(3) == 0 {
		return quote(title(g.Rand))
	}
	return quote(g.pick(words...))
}

// title is a short text that few objects have.
func title(r *rand.Rand) string { return fmt.Sprintf("t%d", r.IntN(500)) }

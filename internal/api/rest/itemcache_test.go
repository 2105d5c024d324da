package rest_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// printing is an API whose items tell how often they were made. It numbers them
// within one answer where that is asked for.
type printing struct {
	handler http.Handler
	items   *rest.ItemCache
	epoch   uint64
	made    int
	loaded  []int
}

// row numbers what is made for one request.
type row struct{ last *int }

func (n row) Trace(make func()) any {
	before := *n.last
	make()
	return [2]int{before, *n.last}
}
func (n row) At(used any) bool { return used.([2]int)[0] == *n.last }
func (n row) Skip(used any)    { *n.last = used.([2]int)[1] }

type rowKey struct{}

// led prints the address asked for.
type led struct {
	address string
	slots   *wire.Slots
}

func (l led) AppendJSON(dst []byte, _ wire.Names) []byte {
	if l.slots == nil {
		return wire.AppendString(dst, l.address)
	}
	return append(l.slots.Append(append(dst, '"'), barred{}), '"')
}

// barred tells an address with bars in it.
type barred struct{}

func (barred) For(address string) string {
	return strings.TrimPrefix(strings.ReplaceAll(address, "/", "|"), "http:||x")
}

func newPrinting(t *testing.T, change ...func(*rest.Config)) *printing {
	t.Helper()
	p := &printing{}
	p.items = rest.NewItemCache(1<<20, func(context.Context) (uint64, bool) { return p.epoch, true }, nil)
	numbers := func(r *rest.Request) *int {
		n, ok := scope.Get[*int](r.Context(), rowKey{})
		if !ok {
			n = new(int)
			scope.Put(r.Context(), rowKey{}, n)
		}
		return n
	}
	res := &rest.Resource[int]{
		Title: "thing",
		Fields: []rest.Field[int]{{
			Name: "text", Schema: schema.Str(""),
			Read: func(r *rest.Request, id int) any {
				p.made++
				scope.DependsOn(r.Context(), cache.Entry(int64(id)))
				number := 0
				if id%2 == 0 { // only these have a number
					n := numbers(r)
					*n++
					number = *n
				}
				if id == 9 {
					scope.DependsOn(r.Context(), cache.Address())
				}
				if id == 11 {
					return led{r.Address, wire.SlotsOf(r.Context())}
				}
				return fmt.Sprintf("%d by %d in %s #%d %s%s", id, r.Actor.ID, r.ViewContext(), number, rest.TextParam("word").Of(r), r.Actor.IP)
			},
		}},
		Shared: &rest.Shared[int]{
			ID:        func(id int) int64 { return int64(id) },
			Numbering: func(r *rest.Request) rest.Numbering { return row{numbers(r)} },
		},
	}
	config := rest.Config{
		Identify: func(r *http.Request) (access.Actor, *fault.Error) {
			a := access.Actor{}
			if name := r.Header.Get("Authorization"); name != "" {
				a = access.NewActor(int64(len(name)), name, []string{name})
			}
			a.IP = r.Header.Get("From")
			return a, nil
		},
		Base:     func(context.Context) string { return "http://x" },
		Transact: func(ctx context.Context, fn func(context.Context) error) error { return fn(ctx) },
		Log:      slog.New(slog.DiscardHandler), Items: p.items,
	}
	for _, c := range change {
		c(&config)
	}
	api := rest.New(config, []rest.Route{{Namespace: "a/v1", Pattern: "/a/v1/things", Endpoints: []rest.Endpoint{{
		Methods: rest.Readable, Allow: rest.Public, Args: []rest.Arg{rest.ContextArg("view", "view", "edit")},
		Handle: func(r *rest.Request) (*rest.Response, error) {
			var ids []int
			for _, id := range rest.IntsParam("ids").Of(r) {
				ids = append(ids, int(id))
			}
			items, err := res.RepresentAll(r, ids, func(rest []int) error {
				p.loaded = rest
				return nil
			})
			return rest.OK(items), err
		},
	}}}})
	p.handler = api.Mount("/api", dialect.Own())
	return p
}

func (p *printing) get(query string, headers ...string) (body string, made int, loaded []int) {
	r := httptest.NewRequest("GET", "/api/a/v1/things?"+query, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	p.made, p.loaded = 0, nil
	p.handler.ServeHTTP(w, r)
	return strings.NewReplacer(`{"text":"`, "", `"}`, "").Replace(w.Body.String()), p.made, p.loaded
}

func TestItemsArePrintedOnce(t *testing.T) {
	t.Parallel()
	p := newPrinting(t)
	for i, c := range []struct {
		query, as string
		want      string
		made      int
		loaded    string // what was loaded ahead
	}{
		{"ids=1,3", "", "[1 by 0 in view #0 ,3 by 0 in view #0 ]", 2, "[1 3]"},
		{"ids=3,1&round=1", "", "[3 by 0 in view #0 ,1 by 0 in view #0 ]", 0, "[]"},
		{"ids=1,5,3", "", "[1 by 0 in view #0 ,5 by 0 in view #0 ,3 by 0 in view #0 ]", 1, "[5 3]"},
		// Each context, viewer and parameter has its own.
		{"ids=1&context=edit", "", "[1 by 0 in edit #0 ]", 1, "[1]"},
		{"ids=1", "me", "[1 by 2 in view #0 ]", 1, "[1]"},
		{"ids=1", "you", "[1 by 3 in view #0 ]", 1, "[1]"},
		{"ids=1&round=2", "me", "[1 by 2 in view #0 ]", 0, "[]"},
		{"ids=1&word=x", "", "[1 by 0 in view #0 x]", 1, "[1]"},
		{"ids=1&word=y", "", "[1 by 0 in view #0 y]", 1, "[1]"},
		{"ids=1", "", "[1 by 0 in view #0 ]", 0, "[]"},
		{"ids=1&_fields=text", "", "[1 by 0 in view #0 10.0.0.10]", 1, "[1]"}, // not shared
		// Numbers count on from item to item.
		{"ids=2,4", "", "[2 by 0 in view #1 ,4 by 0 in view #2 ]", 2, "[2 4]"},
		{"ids=2,4&round=3", "", "[2 by 0 in view #1 ,4 by 0 in view #2 ]", 0, "[]"},
		{"ids=4,2", "", "[4 by 0 in view #1 ,2 by 0 in view #2 ]", 2, "[4 2]"},
		{"ids=1,4,2", "", "[1 by 0 in view #0 ,4 by 0 in view #1 ,2 by 0 in view #2 ]", 0, "[]"},
		{"ids=2,4", "", "[2 by 0 in view #1 ,4 by 0 in view #2 ]", 0, "[]"},
		{"ids=9", "", "[9 by 0 in view #0 ]", 1, "[9]"},
		{"ids=9", "", "[9 by 0 in view #0 ]", 1, "[9]"},
		// What follows from the address is filled in for each.
		{"ids=11", "", "[|api|a|v1|things?ids=11]", 1, "[11]"},
		{"ids=11&round=4", "", "[|api|a|v1|things?ids=11&round=4]", 0, "[]"},
		{"ids=1,11", "", "[1 by 0 in view #0 ,|api|a|v1|things?ids=1,11]", 0, "[]"},
		{"ids=11&_fields=text", "", `[\/api\/a\/v1\/things?ids=11&_fields=text]`, 1, "[11]"}, // not shared
	} {
		body, made, loaded := p.get(c.query, "Authorization", c.as, "From", fmt.Sprint("10.0.0.", i))
		if body != c.want || made != c.made || fmt.Sprint(loaded) != c.loaded {
			t.Errorf("%s as %q: %s, %d made, %v loaded; want %s, %d, %s", c.query, c.as, body, made, loaded, c.want, c.made, c.loaded)
		}
	}
}

func TestPrintedItemsAreDropped(t *testing.T) {
	t.Parallel()
	p := newPrinting(t)
	made := func(query string) int {
		_, n, _ := p.get(query)
		return n
	}
	made("ids=1,3")
	for _, c := range []struct {
		what   string
		change func()
		want   int
	}{
		{"nothing", func() {}, 0},
		{"one item", func() { p.items.Drop([]cache.Tag{cache.Entry(3)}) }, 1},
		{"another process", func() { p.epoch++ }, 2},
		{"nothing again", func() {}, 0},
		{"everything", p.items.Clear, 2},
		{"changes can't be heard of", p.items.Suspend, 2},
		{"still not", func() {}, 2},
		{"again", p.items.Resume, 2},
		{"nothing at last", func() {}, 0},
	} {
		c.change()
		if got := made("ids=1,3"); got != c.want {
			t.Errorf("after %s: %d made, want %d", c.what, got, c.want)
		}
	}
}

// TestWhatItemsKnowOfTheirViewer: whatever is new of an actor must be told apart
// by the key of a printed item, or be taken away before one is made, or keep
// items from being shared.
func TestWhatItemsKnowOfTheirViewer(t *testing.T) {
	t.Parallel()
	var fields []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[access.Actor]()) {
		fields = append(fields, f.Name)
	}
	if got := strings.Join(fields, " "); got != "ID Login Roles AppPassword Session IP UserAgent System Opens caps own scope" {
		t.Errorf("an actor has %s: see viewerOf, sharing.make and share", got)
	}
}

// TestFilledAnswersAreBounded has addresses make a list longer than an answer may be, though
// what was printed of its items is short.
func TestFilledAnswersAreBounded(t *testing.T) {
	t.Parallel()
	const most = 4000
	p := newPrinting(t, func(c *rest.Config) { c.MaxAnswer, c.Cache = most, httpcache.New(1<<20, nil) })
	for range 2 { // the items are printed, and then there
		list := strings.Repeat("11,", 9) + "11"
		if body, _, _ := p.get("ids=" + list); strings.Contains(body, "rest_answer_too_large") || !strings.Contains(body, "things") {
			t.Fatalf("%.200s", body)
		}
		if body, _, _ := p.get("ids=" + list + "&pad=" + strings.Repeat("x", most/10)); !strings.Contains(body, "rest_answer_too_large") {
			t.Fatalf("%d bytes: %.200s", len(body), body)
		}
	}
}

package api

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/definition"
	"quoin/internal/storage/store"
)

// bookshop defines books with fields of every kind that lists know, and the people who
// wrote them.
var bookshop = []string{
	`{"kind":"type","name":"book","label":"Books","public":true,"show_in_rest":true,"rest_base":"books","supports":["title","editor","author","custom-fields"]}`,
	`{"kind":"type","name":"person","label":"People","public":true,"show_in_rest":true,"rest_base":"people","supports":["title","custom-fields"]}`,
	`{"kind":"taxonomy","name":"shelf","object_type":["book"],"show_in_rest":true,"rest_base":"shelves","public":true}`,
	`{"kind":"fields","name":"book-facts","object_subtype":["book"],"fields":[
		{"key":"isbn","type":"string","single":true,"show_in_rest":true,"unique":true,"required":true,"label":"ISBN","help":"On the back"},
		{"key":"price","type":"number","single":true,"show_in_rest":{"schema":{"minimum":0}},"index":true},
		{"key":"tones","type":"string","show_in_rest":true,"index":true},
		{"key":"cost","type":"number","single":true,"show_in_rest":{"schema":{"context":["edit"]}},"index":true},
		{"key":"secret","type":"string","single":true},
		{"key":"writer","type":"integer","single":true,"show_in_rest":true,"relation":{"to":"type","name":"person","inverse":"books"}},
		{"key":"place","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"integer"}}},"relation":{"to":"taxonomy","name":"shelf","inverse":"shelved"}},
		{"key":"keeper","type":"integer","single":true,"show_in_rest":true,"relation":{"to":"user"}}]}`,
}

// define stores definitions and finishes their indexes.
func (s *server) define(texts ...string) error {
	s.t.Helper()
	var list []*definition.Definition
	for _, text := range texts {
		d, err := definition.Parse([]byte(text))
		if err != nil {
			return err
		}
		list = append(list, d)
	}
	if err := s.app.Env.Definitions.Apply(s.t.Context(), list...); err != nil {
		return err
	}
	return s.app.Env.Definitions.BuildIndexes(s.t.Context(), nil)
}

// titles are those of a list.
func titles(t *testing.T, a answer) []string {
	t.Helper()
	if a.status != 200 {
		t.Fatalf("%d %.400s", a.status, a.body)
	}
	out := []string{}
	for _, one := range a.json(t).([]any) {
		out = append(out, one.(map[string]any)["title"].(map[string]any)["rendered"].(string))
	}
	return out
}

// Fields filter and order lists, refuse what they must, and lead from entry to entry, on
// both engines.
func TestFields(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		if err := s.define(bookshop...); err != nil {
			t.Fatal(err)
		}
		post := func(path string, body map[string]any) answer { return s.do("administrator", "POST", path, body) }
		made := func(path string, body map[string]any) int64 {
			t.Helper()
			a := post(path, body)
			if a.status != 201 {
				t.Fatalf("%s: %d %s", path, a.status, a.body)
			}
			return int64(a.object(t)["id"].(float64))
		}
		const books, people = "/api/core/v2/books", "/api/core/v2/people"
		ann := made(people, map[string]any{"title": "Ann", "status": "publish"})
		hidden := made(people, map[string]any{"title": "Hidden", "status": "draft"})
		shelf := made("/api/core/v2/shelves", map[string]any{"name": "Top"})
		book := func(title string, m map[string]any, more ...any) int64 {
			body := map[string]any{"title": title, "status": "publish", "meta": m}
			for i := 0; i < len(more); i += 2 {
				body[more[i].(string)] = more[i+1]
			}
			return made(books, body)
		}
		first := book("A", map[string]any{"isbn": "978-a", "price": 10, "tones": []any{"Low", "high"}, "writer": ann, "cost": 1})
		book("B", map[string]any{"isbn": "978-b", "price": 9.5, "tones": []any{"high"}, "writer": ann, "place": []any{shelf}, "keeper": s.ids["editor"], "cost": 2})
		book("C", map[string]any{"isbn": "978-c"})
		book("D", map[string]any{"isbn": "978-d", "price": 100}, "status", "private")

		for _, c := range []struct{ query, want string }{
			{"fields[price][gte]=10", "A"}, {"fields[price][lt]=10", "B"}, {"fields[price]=9.50", "B"}, {"fields[price][in]=9.5,10", "A B"},
			{"fields[isbn]=978-A", "A"}, {"fields[isbn][like]=78-", "A B C"}, {"fields[price][exists]=false", "C"}, {"fields[price][exists]=true", "A B"},
			{"fields[tones]=HIGH", "A B"}, {"fields[tones]=low&fields[price][gt]=1", "A"}, {"fields[tones][in][]=low&fields[tones][in][]=none", "A"},
			{"orderby=fields.price&order=asc", "C B A"}, {"orderby=fields.price&order=desc", "A B C"}, {"orderby=fields.isbn&fields[price][lte]=10", "B A"},
			{fmt.Sprintf("fields[writer]=%d", ann), "A B"}, {fmt.Sprintf("fields[place]=%d", shelf), "B"},
		} {
			got := titles(t, s.do("", "GET", books+"?"+c.query, nil))
			if !strings.Contains(c.query, "orderby") {
				slices.Sort(got)
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%s: %v, want %s", c.query, got, c.want)
			}
		}
		// What a caller may not read, lists don't tell; an editor may ask for it.
		for _, c := range []struct{ role, query, code string }{
			{"", "fields[secret]=x", "rest_invalid_param"}, {"", "fields[none]=x", "rest_invalid_param"}, {"", "orderby=fields.secret", "rest_invalid_param"},
			{"", "orderby=fields.tones", "rest_invalid_param"}, {"", "fields[cost]=1", "rest_field_hidden"}, {"", "orderby=fields.cost", "rest_field_hidden"},
			{"administrator", "fields[cost]=1", "rest_field_hidden"}, {"", "fields[price]=much", "rest_invalid_param"}, {"", "fields[price][near]=1", "rest_invalid_param"},
			{"", "fields[price][like]=1", "rest_invalid_param"}, {"", "fields=x", "rest_invalid_param"}, {"", "fields[isbn]=", "rest_invalid_param"},
		} {
			a := s.do(c.role, "GET", books+"?"+c.query, nil)
			if a.status != 400 || a.object(t)["code"] != c.code {
				t.Errorf("%s: %d %s", c.query, a.status, a.body)
			}
		}
		if got := titles(t, s.do("administrator", "GET", books+"?context=edit&fields[cost]=2", nil)); !slices.Equal(got, []string{"B"}) {
			t.Errorf("by a field that editors see: %v", got)
		}
		if got := titles(t, s.do("administrator", "GET", books+"?status=private&fields[price][gt]=10", nil)); !slices.Equal(got, []string{"D"}) {
			t.Errorf("what an administrator may read: %v", got)
		}
		if a := s.do("", "OPTIONS", people, nil); strings.Contains(string(a.body), `"fields"`) {
			t.Error("a type without indexed fields declares the argument")
		}

		// Required and unique.
		for _, c := range []struct {
			what, path string
			body       map[string]any
			status     int
			code, has  string
		}{
			{"a book without what is required", books, map[string]any{"title": "X", "status": "publish"}, 400, "rest_missing_field", "meta.isbn"},
			{"a draft may lack it", books, map[string]any{"title": "X"}, 201, "", ""},
			{"a value of another", books, map[string]any{"title": "X", "meta": map[string]any{"isbn": "978-A"}}, 400, "rest_field_taken", "meta.isbn"},
			{"removing what is required", books + fmt.Sprint("/", first), map[string]any{"meta": map[string]any{"isbn": nil}}, 400, "rest_missing_field", "meta.isbn"},
			{"its own value", books + fmt.Sprint("/", first), map[string]any{"title": "A", "meta": map[string]any{"isbn": "978-a"}}, 200, "", ""},
			{"nobody", books + fmt.Sprint("/", first), map[string]any{"meta": map[string]any{"writer": 99999}}, 400, "rest_invalid_relation", "meta.writer"},
			{"another type", books + fmt.Sprint("/", first), map[string]any{"meta": map[string]any{"writer": first}}, 400, "rest_invalid_relation", "meta.writer"},
			{"no shelf", books + fmt.Sprint("/", first), map[string]any{"meta": map[string]any{"place": []any{shelf, 99999}}}, 400, "rest_invalid_relation", "meta.place"},
			{"no user", books + fmt.Sprint("/", first), map[string]any{"meta": map[string]any{"keeper": 99999}}, 400, "rest_invalid_relation", "meta.keeper"},
		} {
			a := post(c.path, c.body)
			if a.status != c.status || c.code != "" && (a.object(t)["code"] != c.code || !strings.Contains(string(a.body), c.has)) {
				t.Errorf("%s: %d %s", c.what, a.status, a.body)
			}
		}
		if got := titles(t, s.do("", "GET", books+"?fields[isbn]=978-a", nil)); !slices.Equal(got, []string{"A"}) {
			t.Errorf("after refusals: %v", got)
		}
		// Who may not read it can't find out that it is there.
		contributor := s.do("contributor", "POST", books, map[string]any{"title": "Y", "meta": map[string]any{"writer": hidden}})
		if contributor.status != 400 || contributor.object(t)["code"] != "rest_invalid_relation" {
			t.Errorf("a relation to what the caller may not read: %d %s", contributor.status, contributor.body)
		}
		if a := s.do("editor", "POST", fmt.Sprint(people, "/", ann), map[string]any{"status": "private"}); a.status != 200 {
			t.Fatal(a.status)
		}
		if a := s.do("", "GET", fmt.Sprint(books, "/", first), nil); strings.Contains(string(a.body), "fields.writer") {
			t.Error("a link to what the caller may not read")
		}
		s.do("editor", "POST", fmt.Sprint(people, "/", ann), map[string]any{"status": "publish"})

		// Relations, both ways.
		embedded := s.do("", "GET", books+"?_embed&orderby=fields.isbn&order=asc", nil).json(t).([]any)
		of := func(i int, rel string) []any {
			all, _ := embedded[i].(map[string]any)["_embedded"].(map[string]any)
			list, _ := all[rel].([]any)
			return list
		}
		if list := of(0, "fields.writer"); len(list) != 1 || list[0].(map[string]any)["id"] != float64(ann) {
			t.Errorf("the writer of a book: %v", list)
		}
		if list := of(1, "fields.place"); len(list) != 1 || list[0].(map[string]any)["name"] != "Top" {
			t.Errorf("the shelf of a book: %v", list)
		}
		person := s.do("", "GET", people+"?_embed", nil).json(t).([]any)[0].(map[string]any)
		back := person["_embedded"].(map[string]any)["fields.books"].([]any)[0].([]any)
		if len(back) != 2 {
			t.Errorf("the books of a person: %v", back)
		}
		href := person["_links"].(map[string]any)["fields.books"].([]any)[0].(map[string]any)["href"].(string)
		u, err := url.Parse(href)
		if err != nil {
			t.Fatal(err)
		}
		if got := titles(t, s.do("", "GET", u.RequestURI(), nil)); len(got) != 2 {
			t.Errorf("%s: %v", href, got)
		}

		// An index that comes later, and a field that must not become unique.
		more := strings.Replace(bookshop[3], `{"key":"secret","type":"string","single":true}`, `{"key":"secret","type":"string","single":true,"show_in_rest":true,"index":true}`, 1)
		if err := s.define(more); err != nil {
			t.Fatal(err)
		}
		if got := titles(t, s.do("", "GET", books+"?fields[secret][exists]=false", nil)); len(got) != 3 {
			t.Errorf("by a field that was indexed later: %v", got)
		}
		book("E", map[string]any{"isbn": "978-e", "price": 10})
		var problem *definition.Problem
		err = s.define(strings.Replace(more, `{"minimum":0}},"index":true`, `{"minimum":0}},"unique":true`, 1))
		if !errors.As(err, &problem) || problem.Path != "fields[1].unique" {
			t.Errorf("a field whose values are shared: %v", err)
		}
	})
}

// Of writers that send the same value at the same time one gets it.
func TestUniqueFieldsUnderRaces(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		if err := s.define(bookshop...); err != nil {
			t.Fatal(err)
		}
		for round := range 3 {
			var wg sync.WaitGroup
			statuses := make([]int, 6)
			for i := range statuses {
				wg.Go(func() {
					a := s.do("administrator", "POST", "/api/core/v2/books", map[string]any{"title": "T", "status": "publish", "meta": map[string]any{"isbn": fmt.Sprint("race ", round)}})
					statuses[i] = a.status
				})
			}
			wg.Wait()
			slices.Sort(statuses)
			if !slices.Equal(statuses, []int{201, 400, 400, 400, 400, 400}) {
				t.Errorf("answers to writers of one value: %v", statuses)
			}
		}
	})
}

// Lists by fields and what they embed cost the same number of statements whatever their
// length.
func TestFieldsCostFewStatements(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		c := app.Config{Data: t.TempDir(), DatabaseURL: e.database(t), NoCache: true}
		s := start(t, c)
		if err := s.define(bookshop...); err != nil {
			t.Fatal(err)
		}
		made := func(path string, body map[string]any) int64 {
			a := s.do("administrator", "POST", path, body)
			if a.status != 201 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			return int64(a.object(t)["id"].(float64))
		}
		for i := range 8 {
			person := made("/api/core/v2/people", map[string]any{"title": fmt.Sprint("P", i), "status": "publish"})
			made("/api/core/v2/books", map[string]any{"title": fmt.Sprint("B", i), "status": "publish",
				"meta": map[string]any{"isbn": fmt.Sprint(i), "price": i, "writer": person}})
		}
		for _, path := range []string{"/api/core/v2/books?_embed&fields[price][gte]=0&orderby=fields.isbn", "/api/core/v2/people?_embed"} {
			few, many := open(t, c).statementTexts(path+"&per_page=2"), open(t, c).statementTexts(path+"&per_page=8")
			if len(few) != len(many) {
				t.Errorf("%s: %d statements for two, %d for eight:\n%s\n\n%s", path, len(few), len(many), strings.Join(few, "\n"), strings.Join(many, "\n"))
			}
		}
	})
}

// statementTexts are the statements of a stranger's request.
func (s *server) statementTexts(path string) []string {
	s.t.Helper()
	var mu sync.Mutex
	var out []string
	ctx := store.Watch(s.t.Context(), func(text string, _ []any) error {
		mu.Lock()
		defer mu.Unlock()
		out = append(out, text[:min(len(text), 300)])
		return nil
	})
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, httptest.NewRequest("GET", path, nil).WithContext(ctx))
	if w.Code != 200 {
		s.t.Fatalf("GET %s: %d %.300s", path, w.Code, w.Body)
	}
	return out
}

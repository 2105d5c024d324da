// Package coretest serves resources of core/v2 to tests: over HTTP, in both
// dialects, on a fresh database, with one account of each role.
package coretest

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/faults"
	"quoin/internal/api/rest"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/display/render"
	"quoin/internal/display/view"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/menu"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
	"quoin/internal/storage/store"
)

// URL is the address of the site.
const URL = "http://example.org"

// Site is a site under test.
type Site struct {
	t       testing.TB
	Env     *env.Env
	DB      *store.DB
	Auth    *auth.Authenticator
	handler http.Handler
	// Now is what the site takes for the present.
	Now time.Time
	// IDs are the accounts by role, and secrets their application passwords.
	IDs     map[string]int64
	secrets map[string]string
}

// New makes a site that serves routes below /api and /wp-json. Each role has
// an account that is named like it.
func New(t testing.TB, routes func(*env.Env) []rest.Route) *Site {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	s := &Site{t: t, Now: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), IDs: map[string]int64{}, secrets: map[string]string{}}
	db, err := store.Open(t.Context(), store.Config{Dir: t.TempDir(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	types := content.NewTypes(content.Builtin()...)
	options := &site.Site{Store: db, Packs: db, URL: URL, Clock: func() time.Time { return s.Now }}
	links := &content.Permalinks{Site: options, Types: types, Store: db}
	entries := &content.Service{Store: db, Types: types, Site: options, Links: links, Policy: content.Policy{Types: types, Site: options, Entries: db}}
	s.DB = db
	s.Env = &env.Env{
		Store: db, Site: options, Types: types, Links: links, Entries: entries, Log: log,
		Taxonomies: taxonomy.NewRegistry(taxonomy.Builtin()...),
		Users:      &user.Service{Store: db, Entries: entries, Site: options, Hash: auth.HashPassword},
	}
	s.Env.View, s.Env.Themes = plainView{}, oneTheme{}
	s.Env.Terms = &taxonomy.Service{Store: db, Entries: entries, Taxonomies: s.Env.Taxonomies, Site: options}
	entries.Terms = s.Env.Terms
	s.Env.TermLinks = &taxonomy.Links{Site: options, Store: db, Taxonomies: s.Env.Taxonomies}
	s.Env.Comments = &comment.Service{Store: db, Users: db, Site: options, Render: s.Env.View.Comment}
	entries.Hooks.Add(content.Writes{Before: s.Env.Comments.BeforeEntry})
	s.Env.Menus = &menu.Service{
		Store: db, Entries: entries, Site: options, Types: types, Taxonomies: s.Env.Taxonomies, Links: links,
		TermLinks: s.Env.TermLinks, Title: s.Env.View.Title, Theme: func(context.Context) string { return "test" },
		Places: []menu.Location{{Name: "primary", Description: "Main"}, {Name: "social", Description: "Links"}},
	}
	entries.Hooks.Add(content.Writes{Saved: s.Env.Menus.EntrySaved})
	s.Env.Outbound, s.Env.Cache, s.Env.Database = outbound.New(outbound.Config{}), db, db
	s.Auth = auth.New(db, options, log)
	api := rest.New(rest.Config{
		Identify: s.Auth.Identify, AddNonce: s.Auth.AddNonce, Base: options.Base, Transact: db.InTx, FaultOf: faults.Of, Log: log,
		Describe: func(*rest.Request) (before, after *wire.Object, links []rest.Link, err error) {
			return &wire.Object{}, &wire.Object{}, nil, nil
		},
	}, routes(s.Env))
	own, reference := api.Mount("/api", dialect.Own()), api.Mount("/wp-json", dialect.Reference(env.Names(types.All(), s.Env.Taxonomies.All())))
	// No http.ServeMux, which would clean doubled slashes out of paths.
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, reference.Prefix+"/") {
			reference.ServeHTTP(w, r)
			return
		}
		own.ServeHTTP(w, r)
	})
	// The accounts have no passwords that anybody uses; hashing some would take
	// most of the time of most tests.
	s.Env.Users.Hash = func(context.Context, string) (string, error) { return "none", nil }
	for _, role := range access.Roles() {
		s.addAccount(role)
	}
	s.Env.Users.Hash = auth.HashPassword
	return s
}

func (s *Site) addAccount(role string) {
	s.t.Helper()
	email := role + "@example.org"
	roles := []string{role}
	u, err := s.Env.Users.Create(s.t.Context(), user.Change{Login: &role, Email: &email, Roles: &roles})
	if err != nil {
		s.t.Fatal(err)
	}
	s.IDs[role] = u.ID
	_, secret, err := auth.Issue(s.t.Context(), s.DB, s.Now, u.ID, auth.NewPassword{Name: "test"})
	if err != nil {
		s.t.Fatal(err)
	}
	s.secrets[role] = secret
}

// Context is a context for calls beside HTTP.
func (s *Site) Context() context.Context { return s.t.Context() }

// Answer is what a request got.
type Answer struct {
	Status int
	Header http.Header
	Body   any
	Text   string
}

// Get is the value that a path of keys leads to; numbers are list indexes.
func (a Answer) Get(path ...any) any {
	at := a.Body
	for _, p := range path {
		switch p := p.(type) {
		case string:
			m, _ := at.(map[string]any)
			at = m[p]
		case int:
			l, _ := at.([]any)
			if p >= len(l) {
				return nil
			}
			at = l[p]
		}
	}
	return at
}

// Code is the code of an error, "" for other answers.
func (a Answer) Code() string {
	code, _ := a.Get("code").(string)
	return code
}

// Do sends a request as the account of a role ("" for an anonymous caller) with a JSON
// body ("" for none). The path is in own names below the mount: core/v2/users.
func (s *Site) Do(role, method, path, body string) Answer {
	return s.do("/api/", role, method, path, body)
}

// DoReference is Do in the reference's dialect.
func (s *Site) DoReference(role, method, path, body string) Answer {
	return s.do("/wp-json/", role, method, path, body)
}

// DoContext is Do with a context of the test's.
func (s *Site) DoContext(ctx context.Context, role, method, path, body string) Answer {
	return s.doContext(ctx, "/api/", role, method, path, body)
}

func (s *Site) do(mount, role, method, path, body string) Answer {
	s.t.Helper()
	return s.doContext(s.t.Context(), mount, role, method, path, body)
}

func (s *Site) doContext(ctx context.Context, mount, role, method, path, body string) Answer {
	s.t.Helper()
	r := httptest.NewRequestWithContext(ctx, method, mount+path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	s.Authenticate(r, role)
	return s.Send(r)
}

// Authenticate makes a request that of the account of a role.
func (s *Site) Authenticate(r *http.Request, role string) {
	if role != "" {
		r.SetBasicAuth(role, s.secrets[role])
	}
}

// As signs a request with the password of a role's account.
func (s *Site) As(role string, r *http.Request) *http.Request {
	if role != "" {
		r.SetBasicAuth(role, s.secrets[role])
	}
	return r
}

// Send sends a request as it is.
func (s *Site) Send(r *http.Request) Answer {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	a := Answer{Status: w.Code, Header: w.Header(), Text: w.Body.String()}
	if w.Body.Len() > 0 {
		d := json.NewDecoder(bytes.NewReader(w.Body.Bytes()))
		d.UseNumber()
		if err := d.Decode(&a.Body); err != nil {
			s.t.Fatalf("%s %s: answer is no JSON: %v\n%s", r.Method, r.URL, err, a.Text)
		}
	}
	return a
}

// AddEntry stores an entry of an author, without any terms.
func (s *Site) AddEntry(typ string, status content.Status, author int64, title string) int64 {
	s.t.Helper()
	var id int64
	err := s.DB.InTx(s.t.Context(), func(ctx context.Context) error {
		e, err := s.Env.Entries.Create(ctx, access.System(), typ, content.Change{
			Title: &title, Status: &status, Author: &author, Terms: map[string][]int64{taxonomy.Category: {}},
		})
		if err == nil {
			id = e.ID
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// plainView shows texts as they are stored.
type plainView struct{}

func (plainView) Title(_ context.Context, e *content.Entry) string { return e.Title }

func (plainView) Content(_ context.Context, _ view.Visit, e *content.Entry) string {
	return e.Content
}

func (plainView) Excerpt(_ context.Context, _ view.Visit, e *content.Entry, _ int) string {
	return e.Excerpt
}

func (v plainView) TitleValue(ctx context.Context, e *content.Entry) any { return v.Title(ctx, e) }

func (v plainView) ContentValue(ctx context.Context, a view.Visit, e *content.Entry) any {
	return v.Content(ctx, a, e)
}

func (v plainView) ExcerptValue(ctx context.Context, a view.Visit, e *content.Entry, length int) any {
	return v.Excerpt(ctx, a, e, length)
}

func (plainView) Text(_ context.Context, _ view.Visit, _ *content.Entry, text string) string {
	return text
}

func (plainView) Comment(_ context.Context, c *comment.Comment) string { return c.Content }

func (plainView) Blocks(_ context.Context, _ view.Visit, _ *content.Entry, src string) string {
	return src
}

func (plainView) Prefetch(context.Context, view.Visit, []*content.Entry) {}

// Raw sends a request like Do whose answer may be no JSON.
func (s *Site) Raw(role, method, path string) (status int, header http.Header, text string) {
	r := httptest.NewRequest(method, "/api/"+path, nil)
	if role != "" {
		r.SetBasicAuth(role, s.secrets[role])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w.Code, w.Header(), w.Body.String()
}

// Counters implements env.View.
func (plainView) Counters(context.Context, view.Visit) *render.Counters { return render.NewCounters() }

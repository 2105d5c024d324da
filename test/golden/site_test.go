package golden

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/sample"
	"quoin/internal/people/account"
	"quoin/internal/platform/access"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
	"quoin/internal/storage/store/pgtest"
)

const siteURL = "https://quoin.example"

// The present of all sites. The sample's scheduled post is ahead of it.
var present = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// The first ids of each kind: numbers that appear for no other reason, so that
// they can be told from others and be printed as names.
const (
	firstEntry   = 71000000
	firstTerm    = 72000000
	firstUser    = 73000000
	firstComment = 74000000
)

var postgres pgtest.Server

func TestMain(m *testing.M) { os.Exit(postgres.Main(m)) }

// template is a seeded site that others are copies of.
type template struct {
	dir      string
	database string            // address, "" for SQLite
	secrets  map[string]string // application passwords by login
	values   map[string]string // what requests may name
}

// site is a running copy of a template, asked in one dialect.
type site struct {
	t         testing.TB
	app       *app.App
	handler   http.Handler
	secrets   map[string]string
	values    map[string]string
	now       atomic.Int64
	names     names
	reference bool             // the dialect
	contracts func() *contract // what answers are held against, nil for nothing
}

// newTemplate makes a site with the sample content, one account of each role
// and what testdata/seed.http adds.
func newTemplate(t testing.TB, database string) *template {
	t.Helper()
	tpl := &template{dir: t.TempDir(), database: database, secrets: map[string]string{}, values: map[string]string{}}
	t.Setenv("QUOIN_ADMIN_PASSWORD", "password")
	s := tpl.open(t, tpl.dir, database, "core", false)
	ctx := t.Context()
	tpl.startIDs(t)
	for _, role := range access.Roles() {
		if _, err := s.app.People.Create(ctx, account.NewUser{Login: role, Email: role + "@quoin.example", Role: role}); err != nil {
			t.Fatal(err)
		}
		u, err := s.app.DB.UserByLogin(ctx, role)
		if err != nil {
			t.Fatal(err)
		}
		if _, tpl.secrets[role], err = auth.Issue(ctx, s.app.DB, present, u.ID, auth.NewPassword{Name: "scenarios"}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.app.Exchange.Import(ctx, bytes.NewReader(sampleWithFarIDs(t)), importer.Options{Uploads: sample.Uploads()}); err != nil {
		t.Fatal(err)
	}
	if err := s.app.Prepare(ctx); err != nil {
		t.Fatal(err)
	}
	s.nameObjects()
	s.runSeed()
	s.nameObjects()
	if err := s.app.Close(); err != nil {
		t.Fatal(err)
	}
	return tpl
}

// startIDs lets ids of each kind begin far apart.
func (tpl *template) startIDs(t testing.TB) {
	t.Helper()
	driver, address := "sqlite", "file:"+filepath.Join(tpl.dir, "quoin.db")
	if tpl.database != "" {
		driver, address = "pgx", tpl.database
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for table, first := range map[string]int{"entry": firstEntry, "term": firstTerm, "account": firstUser, "comment": firstComment} {
		statements := []string{
			fmt.Sprintf("DELETE FROM sqlite_sequence WHERE name = '%s'", table),
			fmt.Sprintf("INSERT INTO sqlite_sequence (name, seq) VALUES ('%s', %d)", table, first),
		}
		if tpl.database != "" {
			statements = []string{fmt.Sprintf("SELECT setval('%s_id_seq', %d)", table, first)}
		}
		for _, text := range statements {
			if _, err := db.ExecContext(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
	}
}

var exportedID = regexp.MustCompile(`(<wp:post_id>|<wp:post_parent>|\?p=|"id":|"ref":|_(?:thumbnail_id|menu_item_object_id|menu_item_menu_item_parent)\]\]></wp:meta_key>\s*<wp:meta_value><!\[CDATA\[)([1-9]\d*)\b`)

// sampleWithFarIDs is the export file of the sample site, with ids of entries
// that are far from those of others.
func sampleWithFarIDs(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	if _, err := file.ReadFrom(sample.Export()); err != nil {
		t.Fatal(err)
	}
	return exportedID.ReplaceAllFunc(file.Bytes(), func(match []byte) []byte {
		m := exportedID.FindSubmatch(match)
		id, err := strconv.Atoi(string(m[2]))
		if err != nil {
			t.Fatal(err)
		}
		if id < 11 { // the category that a menu item shows
			return match
		}
		return append(bytes.Clone(m[1]), strconv.Itoa(firstEntry+id)...)
	})
}

// open starts a site.
func (tpl *template) open(t testing.TB, dir, database, preset string, reference bool) *site {
	t.Helper()
	s := &site{t: t, secrets: tpl.secrets, values: map[string]string{}, names: readNames(t), reference: reference}
	for name, v := range tpl.values {
		s.values[name] = v
	}
	if tpl.dir == dir {
		s.values = tpl.values
	}
	s.now.Store(present.Unix())
	outside := httptest.NewServer(http.HandlerFunc(s.serveOutside))
	t.Cleanup(outside.Close)
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "tcp", outside.Listener.Addr().String())
	}
	others := outbound.New(outbound.Config{Transport: func(t *http.Transport) {
		t.DialContext, t.DialTLSContext = dial, dial
	}})
	a, err := app.New(t.Context(), app.Config{
		Data: dir, DatabaseURL: database, URL: siteURL, Preset: preset, Outbound: others,
		Log: slog.New(undeclared{slog.DiscardHandler, t}), Clock: func() time.Time { return time.Unix(s.now.Load(), 0).UTC() },
	})
	if err != nil {
		t.Fatal(err)
	}
	s.app, s.handler = a, a.Handler()
	return s
}

// copy starts a copy of the template, which ends with the test.
func (tpl *template) copy(t testing.TB, preset string, reference bool) *site {
	t.Helper()
	dir, database := t.TempDir(), ""
	if err := os.CopyFS(dir, os.DirFS(tpl.dir)); err != nil {
		t.Fatal(err)
	}
	if tpl.database != "" {
		database = postgres.Copy(t, tpl.database)
	}
	s := tpl.open(t, dir, database, preset, reference)
	t.Cleanup(func() {
		if err := s.app.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// define gives the site the definitions of a scenario; false where it has none.
func (s *site) define(sc scenario) bool {
	s.t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", sc.name+".definitions.json"))
	if os.IsNotExist(err) {
		return false
	}
	if err != nil {
		s.t.Fatal(err)
	}
	v, err := wire.Decode(file)
	if err != nil {
		s.t.Fatal(err)
	}
	var list []*definition.Definition
	for _, one := range v.([]any) {
		d, err := definition.Of(one)
		if err != nil {
			s.t.Fatal(err)
		}
		list = append(list, d)
	}
	if err := s.app.Env.Definitions.Apply(s.t.Context(), list...); err != nil {
		s.t.Fatal(err)
	}
	return true
}

// serveOutside is all other sites: files of testdata/outside by host and path.
// The site itself is found there too.
func (s *site) serveOutside(w http.ResponseWriter, r *http.Request) {
	if siteURL == "https://"+r.Host {
		s.handler.ServeHTTP(w, r)
		return
	}
	http.ServeFileFS(w, r, os.DirFS("testdata/outside"), r.Host+r.URL.Path)
}

// nameObjects gives every object a name that is easy to read: its slug, or
// for comments and menu items a number or the title.
func (s *site) nameObjects() {
	s.t.Helper()
	for _, route := range []string{"posts", "pages", "media", "blocks", "navigation", "categories", "tags", "menus", "core_pattern_category", "users"} {
		query := "?per_page=100&context=edit&_fields=id,slug"
		if route == "posts" || route == "pages" {
			query += "&status[]=any&status[]=trash"
		}
		for _, n := range s.list("/core/v2/" + route + query) {
			s.name(n.ID, n.Slug)
		}
	}
	// The styles of the theme have no list.
	w := s.serve("GET", "/api/core/v2/themes/"+s.app.Env.Themes.Active(context.Background()).ID, access.Administrator, nil, nil)
	theme, err := parseJSON(w.Body.Bytes())
	if err != nil {
		s.t.Fatal(err)
	}
	if link := theme.find("/_links/wp:user-global-styles/0/href"); link != nil {
		id, err := strconv.ParseInt(path.Base(link.literal), 10, 64)
		if err != nil {
			s.t.Fatal(err)
		}
		s.name(id, "styles")
	}
	for i, n := range s.list("/core/v2/comments?per_page=100&context=edit&_fields=id&orderby=id&order=asc&status=all") {
		s.name(n.ID, fmt.Sprint("comment-", i+1))
	}
	for i, n := range s.list("/core/v2/menu-items?per_page=100&context=edit&_fields=id&orderby=id&order=asc") {
		s.name(n.ID, fmt.Sprint("menu-item-", i+1))
	}
}

// nameOf is the name of a value, the first by the alphabet; "" without one.
func (s *site) nameOf(value string) string {
	first := ""
	for name, v := range s.values {
		if v == value && (first == "" || name < first) {
			first = name
		}
	}
	return first
}

type listedItem struct {
	ID   int64
	Slug string
}

func (s *site) list(path string) []listedItem {
	s.t.Helper()
	w := s.serve("GET", "/api"+path, access.Administrator, nil, nil)
	var list []listedItem
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil {
		s.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return list
}

// name keeps an id under a name, unless it has one.
func (s *site) name(id int64, name string) {
	s.t.Helper()
	value := fmt.Sprint(id)
	if s.nameOf(value) != "" {
		return
	}
	if was, ok := s.values[name]; ok {
		s.t.Fatalf("%s and %s are both called %s", was, value, name)
	}
	s.values[name] = value
}

// serve sends a request as it is.
func (s *site) serve(method, address, actor string, header [][2]string, body []byte) *httptest.ResponseRecorder {
	s.t.Helper()
	r := httptest.NewRequest(method, address, bytes.NewReader(body))
	r.Host = strings.TrimPrefix(siteURL, "https://")
	r.RemoteAddr = "203.0.113.7:4711"
	for _, h := range header {
		r.Header.Set(h[0], h[1])
	}
	if actor != "" {
		secret, ok := s.secrets[actor]
		if !ok {
			s.t.Fatalf("there is no account %q", actor)
		}
		r.SetBasicAuth(actor, secret)
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

// readFile reads a file that a body has in it.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join("testdata/files", name))
	if err == nil {
		return data, nil
	}
	found, globErr := fs.Glob(sample.Uploads(), "*/*/"+name)
	if globErr != nil || len(found) != 1 {
		return nil, err
	}
	return fs.ReadFile(sample.Uploads(), found[0])
}

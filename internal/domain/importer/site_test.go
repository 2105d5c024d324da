package importer_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/blob/disk"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/store"
	"quoin/internal/storage/store/pgtest"
)

var postgres pgtest.Server

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		os.Exit(child(dir))
	}
	os.Exit(postgres.Main(m))
}

// testSite is a site that files are imported into.
type testSite struct {
	*importer.Importer
	db    *store.DB
	blobs *disk.Store
}

// openSite opens the site in a folder, making it when there is none. Its clock
// stands still.
func openSite(ctx context.Context, dir, database string) (*testSite, error) {
	db, err := store.Open(ctx, store.Config{Dir: dir, URL: database})
	if err != nil {
		return nil, err
	}
	blobs, err := disk.Open(filepath.Join(dir, "uploads"))
	if err != nil {
		return nil, err
	}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	types := content.NewTypes(content.Builtin()...)
	s := &site.Site{Store: db, Clock: func() time.Time { return now }, URL: "http://quay.example"}
	links := &content.Permalinks{Site: s, Types: types, Store: db}
	entries := &content.Service{Store: db, Types: types, Site: s, Links: links, Policy: content.Policy{Types: types, Site: s, Entries: db}}
	terms := &taxonomy.Service{Store: db, Entries: entries, Taxonomies: taxonomy.NewRegistry(taxonomy.Builtin()...), Site: s}
	entries.Terms = terms
	names := dialect.Reference(env.Names(types.All(), taxonomy.Builtin()))
	t := &testSite{db: db, blobs: blobs, Importer: &importer.Importer{
		Store: db, Site: s, Types: types, Entries: entries, Terms: terms,
		Users:    &user.Service{Store: db, Entries: entries, Site: s, Hash: func(context.Context, string) (string, error) { return "", nil }},
		Media:    &media.Service{Blobs: blobs, Gate: imaging.NewGate(64<<20, 2, imaging.Limits{}), Base: s.Base},
		TypeName: names.FromSymbol,
	}}
	if _, err := db.TermBySlug(ctx, taxonomy.Category, "uncategorized"); err == nil {
		return t, nil
	}
	return t, db.InTx(ctx, func(ctx context.Context) error {
		if err := db.SetOption(ctx, "permalink_structure", site.DefaultPermalinks); err != nil {
			return err
		}
		if err := db.InsertTerm(ctx, &taxonomy.Term{Taxonomy: taxonomy.Category, Name: "Uncategorized", Slug: "uncategorized"}); err != nil {
			return err
		}
		return db.InsertUser(ctx, &user.User{
			Login: "admin", Slug: "admin", Name: "admin", Email: "admin@example.org",
			Roles: []string{access.Administrator}, Registered: "2026-01-01T00:00:00", Meta: content.Meta{},
		})
	})
}

func newSite(t testing.TB, database string) *testSite {
	t.Helper()
	s, err := openSite(context.Background(), t.TempDir(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.db.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *testSite) run(t testing.TB, file io.ReadSeeker, o importer.Options) *importer.Report {
	t.Helper()
	report, err := s.Run(context.Background(), file, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func small(t testing.TB) *bytes.Reader {
	t.Helper()
	data, err := os.ReadFile("testdata/small.xml")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.NewReader(data)
}

// image is an image with something to see in it.
func picture(w, h int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.RGBA{uint8(x), uint8(y), uint8(x * y), 255})
		}
	}
	return m
}

func pngFile(w, h int) *fstest.MapFile {
	var b bytes.Buffer
	if err := png.Encode(&b, picture(w, h)); err != nil {
		panic(err)
	}
	return &fstest.MapFile{Data: b.Bytes()}
}

// uploads has the files that small.xml names, but one.
func uploads() fstest.MapFS {
	return fstest.MapFS{"2026/01/pier.png": pngFile(400, 300), "2026/01/quay-40x30.png": pngFile(40, 30)}
}

// anyFile is a folder that has an image under every name.
type anyFile struct{ data []byte }

func newAnyFile() anyFile {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, picture(200, 160), nil); err != nil {
		panic(err)
	}
	return anyFile{b.Bytes()}
}

func (a anyFile) Open(name string) (fs.File, error) {
	return fstest.MapFS{name: &fstest.MapFile{Data: a.data}}.Open(name)
}

// dump writes all content of a site as text, in an order that doesn't depend
// on the engine.
func (s *testSite) dump(t testing.TB) string {
	t.Helper()
	ctx := context.Background()
	var b strings.Builder
	check := func(err error) {
		if err != nil {
			t.Helper()
			t.Fatal(err)
		}
	}
	users, err := s.db.ListUsers(ctx, user.Query{Order: "id"})
	check(err)
	for _, u := range users.Users {
		fmt.Fprintf(&b, "user %d %q %q %q %q %q %v\n", u.ID, u.Login, u.Slug, u.Email, u.Name, u.Roles, metaText(u.Meta))
	}
	for _, tax := range s.Terms.Taxonomies.All() {
		terms, err := s.db.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{tax.Name}, Order: taxonomy.ByID})
		check(err)
		for _, term := range terms.Terms {
			fmt.Fprintf(&b, "term %s %d %q %q %q %d %d %s\n", tax.Name, term.ID, term.Slug, term.Name, term.Description, term.Parent, term.Count, metaText(term.Meta))
		}
	}
	for after := int64(0); ; {
		sizes, err := s.db.EntrySizes(ctx, after, 100)
		check(err)
		if len(sizes) == 0 {
			break
		}
		var ids []int64
		for _, size := range sizes {
			ids = append(ids, size.ID)
		}
		after = ids[len(ids)-1]
		entries, err := s.db.EntriesByID(ctx, ids)
		check(err)
		terms, err := s.db.EntryTerms(ctx, ids)
		check(err)
		for _, id := range ids {
			e := *entries[id]
			meta := metaText(e.Meta)
			e.Meta = nil
			fmt.Fprintf(&b, "entry %+v %s terms", e, meta)
			for _, term := range terms[id] {
				fmt.Fprintf(&b, " %d", term.ID)
			}
			b.WriteByte('\n')
		}
	}
	comments, err := s.db.ListComments(ctx, comment.Query{Order: "id"})
	check(err)
	sort.Slice(comments.Comments, func(i, j int) bool { return comments.Comments[i].ID < comments.Comments[j].ID })
	for _, c := range comments.Comments {
		meta := metaText(c.Meta)
		c.Meta = nil
		fmt.Fprintf(&b, "comment %+v %s\n", *c, meta)
	}
	for info, err := range s.blobs.List(ctx, "") {
		check(err)
		o, err := s.blobs.Open(ctx, info.Key)
		check(err)
		h := sha256.New()
		_, err = io.Copy(h, o)
		check(err)
		check(o.Close())
		fmt.Fprintf(&b, "file %s %x\n", info.Key, h.Sum(nil)[:8])
	}
	return b.String()
}

func metaText(m content.Meta) string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	var b strings.Builder
	for _, key := range keys {
		for _, v := range m[key] {
			fmt.Fprintf(&b, "{%s=%s}", key, wire.Encode(v, nil))
		}
	}
	return b.String()
}

// differ reports the first line in which two dumps differ.
func differ(t testing.TB, what, got, want string) {
	t.Helper()
	if got == want {
		return
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "(nothing)", "(nothing)"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			t.Fatalf("%s: line %d of %d (want %d)\n got %.600s\nwant %.600s", what, i, len(a), len(b), x, y)
		}
	}
}

// engines runs a test on SQLite and PostgreSQL. database is the address to
// open a site with.
func engines(t *testing.T, test func(t *testing.T, database func(t *testing.T) string)) {
	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		test(t, func(*testing.T) string { return "" })
	})
	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		test(t, func(t *testing.T) string { return postgres.Database(t) })
	})
}

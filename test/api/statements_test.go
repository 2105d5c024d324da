package api

import (
	"context"
	"fmt"
	"net/http/httptest"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/store/storetest"
)

// grow adds published posts by several authors, with categories and parents of
// categories, each with a comment-able link and a main image.
func (s *server) grow(n int) {
	s.t.Helper()
	ctx := s.t.Context()
	err := s.app.DB.InTx(ctx, func(ctx context.Context) error {
		var terms []int64
		parent := int64(0)
		for i := range 12 {
			t := &taxonomy.Term{Taxonomy: taxonomy.Category, Name: fmt.Sprintf("Topic %d", i), Slug: fmt.Sprintf("topic-%d", i), Parent: parent}
			if err := s.app.DB.InsertTerm(ctx, t); err != nil {
				return err
			}
			terms, parent = append(terms, t.ID), t.ID
		}
		authors := []int64{s.ids["administrator"], s.ids["editor"], s.ids["author"], s.ids["contributor"]}
		for i := range n {
			image := &content.Entry{
				Type: content.TypeAttachment, Status: content.Inherit, MimeType: "image/jpeg", Title: "Image", Slug: fmt.Sprintf("image-%d", i),
				Date: "2024-01-01T00:00:00", DateUTC: "2024-01-01T00:00:00", Modified: "2024-01-01T00:00:00", ModifiedUTC: "2024-01-01T00:00:00",
			}
			if err := s.app.DB.InsertEntry(ctx, image); err != nil {
				return err
			}
			at := fmt.Sprintf("2024-%02d-%02dT10:00:00", i%12+1, i%28+1)
			e := &content.Entry{
				Type: content.TypePost, Status: content.Publish, Title: fmt.Sprintf("Post %d", i), Slug: fmt.Sprintf("post-%d", i),
				Content: "<!-- wp:paragraph --><p>Some text.</p><!-- /wp:paragraph -->", Author: authors[i%len(authors)],
				Date: at, DateUTC: at, Modified: at, ModifiedUTC: at, CommentStatus: "open",
				Meta: content.Meta{content.MetaFeaturedMedia: {image.ID}},
			}
			if err := s.app.DB.InsertEntry(ctx, e); err != nil {
				return err
			}
			if err := s.app.DB.SetEntryTerms(ctx, e.ID, taxonomy.Category, []int64{terms[i%12], terms[(i+5)%12]}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// statements counts the SQL statements of one request.
func (s *server) statements(role, path string) int {
	s.t.Helper()
	ctx, count := storetest.CountStatements(s.t.Context())
	req := httptest.NewRequest("GET", path, nil).WithContext(ctx)
	if role != "" {
		req.SetBasicAuth("test_"+role, s.secrets[role])
	}
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, req)
	if w.Code != 200 {
		s.t.Fatalf("GET %s: %d %.300s", path, w.Code, w.Body)
	}
	return count()
}

// Addresses that show authors and categories cost a list no more than a few
// statements, whatever its length.
func TestAddressesOfListsCostFewStatements(t *testing.T) {
	t.Parallel()
	c := app.Config{Data: t.TempDir(), NoCache: true}
	s := start(t, c)
	s.grow(60)
	set := func(name, value string) {
		t.Helper()
		if err := s.app.DB.InTx(t.Context(), func(ctx context.Context) error { return s.app.Env.Site.SetOption(ctx, name, value) }); err != nil {
			t.Fatal(err)
		}
	}
	set("posts_per_page", "50")
	set("posts_per_rss", "50")
	paths := []string{"/api/core/v2/posts?per_page=50&_fields=link", "/api/core/v2/search?per_page=50", "/", "/feed/", "/post-sitemap.xml"}
	plain := map[string]int{}
	for _, structure := range []string{"/%year%/%postname%/", "/%category%/%author%/%postname%/"} {
		set("permalink_structure", structure)
		for _, path := range paths {
			switch n := open(t, c).statements("", path); { // of a process that knows nothing
			case plain[path] == 0:
				plain[path] = n
			case n > plain[path]+6:
				t.Errorf("%s: %d statements with %s, %d without", path, n, structure, plain[path])
			}
		}
	}
}

func TestListsCostAConstantNumberOfStatements(t *testing.T) {
	engines(t, func(t *testing.T, e engine) {
		s := start(t, app.Config{DatabaseURL: e.database(t)})
		s.grow(100)
		for _, role := range []string{"", "administrator"} {
			for _, path := range []string{
				"/api/core/v2/posts?per_page=%d",
				"/api/core/v2/posts?_embed&per_page=%d",
				"/api/core/v2/posts?_embed=author,wp:term&per_page=%d",
				"/api/core/v2/posts?_embed=replies&per_page=%d",
				"/api/core/v2/posts?search=text&per_page=%d",
				"/api/core/v2/categories?per_page=%d",
				"/api/core/v2/users?per_page=%d",
			} {
				s.statements(role, fmt.Sprintf(path, 1)) // what is read once a process
				few, many := s.statements(role, fmt.Sprintf(path, 30)), s.statements(role, fmt.Sprintf(path, 100))
				if many > few {
					t.Errorf("%s as %q: %d statements for 30, %d for 100", path, role, few, many)
				}
				t.Logf("%s as %q: %d statements", path, role, many)
			}
		}
	})
}

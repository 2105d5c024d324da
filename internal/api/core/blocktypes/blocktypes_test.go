package blocktypes_test

import (
	"strconv"
	"strings"
	"testing"

	"quoin/internal/api/core/blocktypes"
	"quoin/internal/api/core/coretest"
)

func TestRights(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, blocktypes.Routes)
	for _, tt := range []struct {
		role, path string
		status     int
		code       string
	}{
		{"", "core/v2/block-types", 401, "rest_block_type_cannot_view"},
		{"subscriber", "core/v2/block-types/core/paragraph", 403, "rest_block_type_cannot_view"},
		{"contributor", "core/v2/block-types/core/nothing", 404, "rest_block_type_invalid"},
		{"contributor", "core/v2/block-types/zzz", 200, ""},
		{"", "core/v2/block-renderer/core/archives?context=edit", 401, "block_cannot_read"},
		{"subscriber", "core/v2/block-renderer/core/archives?context=edit", 403, "block_cannot_read"},
		{"editor", "core/v2/block-renderer/core/archives", 400, "rest_invalid_param"},
		{"editor", "core/v2/block-renderer/core/nothing?context=edit", 404, "block_invalid"},
		{"editor", "core/v2/block-renderer/core/code?context=edit", 404, "block_invalid"},
		{"editor", "core/v2/block-renderer/core/search?context=edit&post_id=99999", 403, "block_cannot_read"},
		{"editor", "core/v2/block-renderer/core/latest-posts?context=edit&attributes[postsToShow]=x", 400, "rest_invalid_param"},
		{"editor", "core/v2/block-renderer/core/tag-cloud?context=edit&attributes[numberOfTags]=0", 400, "rest_invalid_param"},
		{"editor", "core/v2/block-renderer/core/tag-cloud?context=edit&attributes[numberOfTags]=100", 200, ""},
		{"editor", "core/v2/block-renderer/core/latest-comments?context=edit&attributes[commentsToShow]=101", 400, "rest_invalid_param"},
		{"editor", "core/v2/block-renderer/core/latest-posts?context=edit&attributes[odd]=x", 400, "rest_invalid_param"},
	} {
		if a := s.Do(tt.role, "GET", tt.path, ""); a.Status != tt.status || a.Code() != tt.code {
			t.Errorf("%s as %q: %d %s, want %d %s", tt.path, tt.role, a.Status, a.Code(), tt.status, tt.code)
		}
	}
}

func TestNamespaces(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, blocktypes.Routes)
	if a := s.Do("contributor", "GET", "core/v2/block-types/core/code?namespace=other", ""); a.Code() != "rest_block_type_invalid" {
		t.Errorf("a type of another namespace: %s", a.Text)
	}
	if a := s.Do("contributor", "GET", "core/v2/block-types/other/code?namespace=core&_fields=name", ""); a.Get("name") != "core/code" {
		t.Errorf("a type of the namespace: %s", a.Text)
	}
	if a := s.Do("contributor", "GET", "core/v2/block-types/core?namespace=other", ""); a.Text != "[]" {
		t.Errorf("types of another namespace: %s", a.Text)
	}
}

func TestTypes(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, blocktypes.Routes)
	a := s.DoReference("contributor", "GET", "wp/v2/block-types/core/latest-posts", "")
	const base = coretest.URL + "/wp-json/wp/v2/"
	for rel, want := range map[string]string{
		"self": base + "block-types/core/latest-posts", "up": base + "block-types/core",
		"wp:render-block": base + "block-renderer/core/latest-posts?context=edit",
	} {
		if got := a.Get("_links", rel, 0, "href"); got != want {
			t.Errorf("%s is %v, want %s", rel, got, want)
		}
	}
	if a.Get("parent") != nil || !strings.Contains(a.Text, `"parent":null`) || !strings.Contains(a.Text, `"variations":[]`) || !strings.Contains(a.Text, `"provides_context":[]`) {
		t.Errorf("defaults: %s", a.Text)
	}
	list := s.Do("contributor", "GET", "core/v2/block-types?namespace=core&_fields=name,style", "")
	names, _ := list.Body.([]any)
	if len(names) < 100 || list.Get(0, "name") != "core/legacy-widget" {
		t.Errorf("list: %s", list.Text)
	}
}

// TestRender shows what reaches rendering: the view of tests gives back the
// source of the blocks.
func TestRender(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, blocktypes.Routes)
	a := s.Do("editor", "GET", "core/v2/block-renderer/core/latest-posts?context=edit&attributes[postsToShow]=3", "")
	if got := a.Get("rendered"); got != `<!-- wp:latest-posts {"postsToShow":3} /-->` {
		t.Errorf("rendered: %v", got)
	}
	post := s.AddEntry("post", "draft", s.IDs["author"], "Mine")
	body := `{"attributes":{"label":"a --> b"},"post_id":` + strconv.FormatInt(post, 10) + `}`
	a = s.Do("author", "POST", "core/v2/block-renderer/core/search?context=edit", body)
	if got, _ := a.Get("rendered").(string); a.Status != 200 || strings.Count(got, "-->") != 1 {
		t.Errorf("an attribute ends the block: %s", a.Text)
	}
	if a := s.Do("contributor", "POST", "core/v2/block-renderer/core/search?context=edit", body); a.Code() != "block_cannot_read" {
		t.Errorf("block in somebody else's draft: %s", a.Text)
	}
	page := s.AddEntry("page", "publish", s.IDs["editor"], "Privacy")
	if err := s.Env.Site.SetOption(s.Context(), "wp_page_for_privacy_policy", page); err != nil {
		t.Fatal(err)
	}
	inPage := "core/v2/block-renderer/core/search?context=edit&post_id=" + strconv.FormatInt(page, 10)
	for role, want := range map[string]int{"editor": 403, "administrator": 200} {
		if a := s.Do(role, "GET", inPage, ""); a.Status != want {
			t.Errorf("block in the privacy policy for %s: %d, want %d", role, a.Status, want)
		}
	}
}

package blocks_test

import (
	"testing"

	"quoin/internal/api/core/blocks"
	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/core/terms"
	"quoin/internal/api/rest"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/schema"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	return coretest.New(t, func(e *env.Env) []rest.Route {
		e.EntryMeta = map[string]*meta.Set{"core_block": {Keys: []meta.Key{
			{Name: blocks.SyncKey, Schema: schema.Str("", schema.Default(""), schema.Enum("partial", "unsynced"))},
			{Name: "footnotes", Schema: schema.Str("", schema.Default(""))},
		}}}
		return append(blocks.Routes(e), terms.Of(e, e.Taxonomies.Get(taxonomy.PatternCategory)).Routes()...)
	})
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	newSite(t).Run("own", []coretest.Step{
		{Role: "editor", Method: "POST", Path: "core/v2/core_pattern_category", Body: `{"name":"Hero"}`, Status: 201, Keep: "k"},
		{Role: "contributor", Method: "POST", Path: "core/v2/blocks", Body: `{"title":"No"}`, Status: 403, Code: "rest_cannot_create"},
		{Method: "POST", Path: "core/v2/blocks", Body: `{"title":"No"}`, Status: 401, Code: "rest_cannot_create"},
		{Role: "author", Method: "POST", Path: "core/v2/blocks", Body: `{"status":"publish"}`, Status: 400, Code: "empty_content"},
		{
			Role: "author", Method: "POST", Path: "core/v2/blocks", Status: 201, Keep: "a",
			Body: `{"title":"One","content":"Text","status":"publish","core_pattern_category":[{k}],"meta":{"core_pattern_sync_status":"unsynced","footnotes":"[]"}}`,
			Want: []string{
				"title=map[raw:One]", "content=map[block_version:0 protected:false raw:Text]", "meta=map[footnotes:[]]",
				"core_pattern_sync_status=unsynced", "core_pattern_category=[{k}]", "link=http://example.org/2026/03/04/one/",
			},
		},
		{Role: "contributor", Method: "GET", Path: "core/v2/blocks/{a}", Status: 200, Want: []string{"content=map[protected:false raw:Text]", "core_pattern_sync_status=unsynced"}},
		{Role: "editor", Method: "GET", Path: "core/v2/blocks/{a}?context=embed", Status: 200, Want: []string{"title=[]", "core_pattern_sync_status=", "content=<nil>", "meta=<nil>"}},
		{Method: "GET", Path: "core/v2/blocks/{a}", Status: 401, Code: "rest_forbidden"},
		{Role: "subscriber", Method: "GET", Path: "core/v2/blocks/{a}", Status: 403, Code: "rest_forbidden"},
		{Role: "subscriber", Method: "GET", Path: "core/v2/blocks", Status: 200, Want: []string{"0=<nil>"}},
		{Role: "contributor", Method: "GET", Path: "core/v2/blocks?core_pattern_category={k}", Status: 200, Want: []string{"0/id={a}", "1=<nil>"}},
		{Role: "editor", Method: "POST", Path: "core/v2/blocks/{a}", Body: `{"meta":{"core_pattern_sync_status":""}}`, Status: 400, Code: "rest_not_in_enum"},
		{Role: "contributor", Method: "POST", Path: "core/v2/blocks/{a}", Body: `{"title":"x"}`, Status: 403, Code: "rest_cannot_edit"},
		{Role: "author", Method: "POST", Path: "core/v2/blocks/{a}", Body: `{"title":{"raw":"Two"}}`, Status: 200, Want: []string{"title/raw=Two", "core_pattern_sync_status=unsynced"}},
		{Role: "author", Method: "GET", Path: "core/v2/blocks/{a}/revisions", Status: 200, Want: []string{
			"0/title=map[raw:Two rendered:Two]", "0/content=map[raw:Text rendered:Text]", "0/meta=map[core_pattern_sync_status:<nil> footnotes:[]]",
		}},
		{Role: "author", Method: "POST", Path: "core/v2/blocks", Body: `{"title":"own"}`, Status: 201, Keep: "d"},
		{Role: "author", Method: "POST", Path: "core/v2/blocks/{d}/autosaves", Body: `{"content":"auto"}`, Status: 200, Want: []string{"parent=0", "preview_link="}},
		{Role: "author", Method: "DELETE", Path: "core/v2/blocks/{d}?force=true", Status: 200},
		{Role: "author", Method: "POST", Path: "core/v2/blocks/{a}/autosaves", Body: `{"content":"auto"}`, Status: 200, Want: []string{"content/raw=auto", "title/raw=", "preview_link="}},
		{Role: "author", Method: "DELETE", Path: "core/v2/blocks/{a}", Status: 200, Want: []string{"status=trash", "slug=one__trashed"}},
		{Role: "author", Method: "DELETE", Path: "core/v2/blocks/{a}?force=true", Status: 200, Want: []string{"deleted=true", "previous/core_pattern_sync_status=unsynced"}},
	})
}

func TestRightsOnBlocks(t *testing.T) {
	t.Parallel()
	newSite(t).Run("own", []coretest.Step{
		{Role: "editor", Method: "POST", Path: "core/v2/blocks", Body: `{"title":"One","status":"private"}`, Status: 201, Keep: "a"},
		{Role: "editor", Method: "GET", Path: "core/v2/blocks/{a}?context=edit", Status: 200},
		{Role: "administrator", Method: "GET", Path: "core/v2/blocks/{a}", Status: 403, Code: "rest_forbidden"},
		{Role: "administrator", Method: "POST", Path: "core/v2/blocks/{a}", Body: `{"title":"x"}`, Status: 403, Code: "rest_cannot_edit"},
		{Role: "administrator", Method: "DELETE", Path: "core/v2/blocks/{a}", Status: 403, Code: "rest_cannot_delete"},
		{Role: "author", Method: "POST", Path: "core/v2/blocks", Body: `{"title":"x","author":999}`, Status: 403, Code: "rest_cannot_edit_others"},
		{Role: "editor", Method: "POST", Path: "core/v2/blocks", Body: `{"title":"x","core_pattern_category":[0]}`, Status: 403, Code: "rest_cannot_assign_term"},
		{Role: "author", Method: "POST", Path: "core/v2/blocks", Body: `{"title":"Two","status":"publish"}`, Status: 201, Keep: "b"},
		{Role: "editor", Method: "GET", Path: "core/v2/blocks?sticky=1&parent=5&parent_exclude=0&author=999&menu_order=7&format=none", Status: 200, Want: []string{"0/id={b}", "1=<nil>"}},
		{Role: "editor", Method: "POST", Path: "core/v2/core_pattern_category", Body: `{"name":"x","slug":"%41-b"}`, Status: 201, Want: []string{"link=http://example.org/?taxonomy=core_pattern_category&term=%41-b"}},
		{Role: "editor", Method: "POST", Path: "core/v2/core_pattern_category", Body: `{"name":"y"}`, Status: 201, Keep: "y"},
		{Method: "GET", Path: "core/v2/core_pattern_category?offset=-1", Status: 200, Want: []string{"0/id={y}", "1=<nil>"}},
	})
}

func TestReferenceNames(t *testing.T) {
	t.Parallel()
	newSite(t).Run("reference", []coretest.Step{
		{Role: "author", Method: "POST", Path: "wp/v2/blocks", Body: `{"title":"One","meta":{"wp_pattern_sync_status":"partial"}}`, Status: 201, Keep: "a", Want: []string{
			"type=wp_block", "wp_pattern_sync_status=partial", "wp_pattern_category=[]", "core_pattern_sync_status=<nil>",
			"_links/wp:action-assign-wp_pattern_category/0/href=http://example.org/wp-json/wp/v2/blocks/{a}",
		}},
		{Role: "author", Method: "OPTIONS", Path: "wp/v2/blocks", Status: 200, Want: []string{
			"schema/title=wp_block", "schema/links/0/href=http://example.org/wp-json/wp/v2/blocks/{id}",
			"endpoints/1/args/meta/properties/wp_pattern_sync_status/enum=[partial unsynced]",
		}},
		{Role: "editor", Method: "POST", Path: "wp/v2/wp_pattern_category", Body: `{"name":"Hero"}`, Status: 201, Keep: "k"},
		{Role: "editor", Method: "POST", Path: "wp/v2/blocks/{a}", Body: `{"status":"publish","wp_pattern_category":[{k}]}`, Status: 200},
		{Role: "editor", Method: "GET", Path: "wp/v2/blocks?wp_pattern_category_exclude={k}", Status: 200, Want: []string{"0=<nil>"}},
		// A name of the other dialect means nothing in this one.
		{Role: "editor", Method: "GET", Path: "wp/v2/blocks?core_pattern_category_exclude={k}", Status: 200, Want: []string{"0/id={a}"}},
	})
}

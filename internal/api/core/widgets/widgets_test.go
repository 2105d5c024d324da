package widgets_test

import (
	"fmt"
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/widgets"
)

func TestRights(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, widgets.Routes)
	for _, path := range []string{"sidebars", "sidebars/nothing", "widgets", "widgets/text-2", "widget-types", "widget-types/nothing"} {
		for role, status := range map[string]int{"": 401, "editor": 403} {
			if a := s.Do(role, "GET", "core/v2/"+path, ""); a.Status != status || a.Code() != "rest_cannot_manage_widgets" {
				t.Errorf("%s as %q: %s", path, role, a.Text)
			}
		}
	}
	for path, code := range map[string]string{
		"sidebars/nothing": "rest_sidebar_not_found", "widgets/zzz-1": "rest_widget_not_found", "widget-types/nothing": "rest_widget_type_invalid",
	} {
		a := s.Do("administrator", "GET", "core/v2/"+path, "")
		if a.Status != 404 || a.Code() != code || (a.Header.Get("Allow") == "") != (code == "rest_widget_type_invalid") {
			t.Errorf("%s: %s, Allow %q", path, a.Text, a.Header.Get("Allow"))
		}
	}
}

func TestLife(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, widgets.Routes)
	admin := func(method, path, body string) coretest.Answer {
		t.Helper()
		return s.Do("administrator", method, "core/v2/"+path, body)
	}
	a := admin("POST", "widgets", `{"id_base":"text","sidebar":"somewhere","instance":{"raw":{"title":"T <i>i</i>","text":"Body","odd":1}}}`)
	if a.Status != 201 || a.Get("id") != "text-2" || a.Get("sidebar") != "somewhere" || a.Header.Get("Location") != "" {
		t.Fatalf("create: %s", a.Text)
	}
	if got := fmt.Sprint(a.Get("instance", "raw")); got != "map[filter:false text:Body title:T i]" {
		t.Errorf("cleaned: %s", got)
	}
	if got := a.Get("instance", "encoded"); got != "YTozOntzOjU6InRpdGxlIjtzOjM6IlQgaSI7czo0OiJ0ZXh0IjtzOjQ6IkJvZHkiO3M6NjoiZmlsdGVyIjtiOjA7fQ==" {
		t.Errorf("encoded: %v", got)
	}
	encoded, hash := a.Get("instance", "encoded").(string), a.Get("instance", "hash").(string)
	if a := admin("GET", "widgets/text-2", ""); a.Get("sidebar") != "wp_inactive_widgets" || a.Get("instance") != nil || a.Get("rendered") != "" {
		t.Errorf("view: %s", a.Text)
	}
	second := admin("POST", "widgets", `{"id_base":"text","instance":{"encoded":"`+encoded+`","hash":"`+hash+`"}}`)
	if second.Status != 201 || second.Get("id") != "text-3" || second.Get("instance", "raw", "text") != "Body" {
		t.Errorf("encoded settings: %s", second.Text)
	}
	if a := admin("PUT", "widgets/text-3", `{"form_data":"widget-text%5B3%5D%5Btitle%5D=New&widget-text%5B3%5D%5Bfilter%5D=on&other=1"}`); a.Get("instance", "raw", "title") != "New" || a.Get("instance", "raw", "filter") != true {
		t.Errorf("form: %s", a.Text)
	}
	for sidebar, want := range map[string]string{"wp_inactive_widgets": `[{"id":"text-3"},{"id":"text-2"}]`, "somewhere": `[{"id":"text-2"},{"id":"text-3"}]`} {
		admin("PUT", "sidebars/wp_inactive_widgets", `{"widgets":["text-3","text-2"]}`)
		if a := admin("PUT", "widgets/text-3", `{"sidebar":"`+sidebar+`"}`); a.Status != 200 || a.Get("sidebar") != sidebar {
			t.Errorf("put into %s: %s", sidebar, a.Text)
		}
		if a := admin("GET", "widgets?_fields=id", ""); a.Text != want {
			t.Errorf("after one was put into %s: %s", sidebar, a.Text)
		}
	}
	if a := admin("PUT", "sidebars/wp_inactive_widgets", `{"widgets":["text-3","nothing",{"id":"text-2"}]}`); a.Status != 200 || fmt.Sprint(a.Get("widgets")) != "[text-3 text-2]" {
		t.Errorf("order: %s", a.Text)
	}
	if a := admin("GET", "widgets?sidebar=wp_inactive_widgets&_fields=id", ""); a.Text != `[{"id":"text-3"},{"id":"text-2"}]` {
		t.Errorf("list: %s", a.Text)
	}
	if a := admin("PUT", "sidebars/wp_inactive_widgets", `{"widgets":["text-3"]}`); fmt.Sprint(a.Get("widgets")) != "[text-3]" {
		t.Errorf("one left out: %s", a.Text)
	}
	if a := admin("GET", "sidebars/wp_inactive_widgets", ""); fmt.Sprint(a.Get("widgets")) != "[text-2 text-3]" {
		t.Errorf("what was left out: %s", a.Text)
	}
	if a := admin("PUT", "sidebars/somewhere", `{"widgets":["text-2","nothing"]}`); a.Status != 200 || a.Get("id") != nil || a.Get("name") != nil ||
		a.Get("status") != "inactive" || fmt.Sprint(a.Get("widgets")) != "[]" {
		t.Errorf("a sidebar that isn't there: %s", a.Text)
	}
	if a := admin("GET", "sidebars/wp_inactive_widgets", ""); fmt.Sprint(a.Get("widgets")) != "[text-3 text-2]" {
		t.Errorf("after widgets were put into a sidebar that isn't there: %s", a.Text)
	}
	if a := admin("PUT", "sidebars/wp_inactive_widgets", `{"widgets":["text-2","text-3"]}`); a.Status != 200 {
		t.Error(a.Text)
	}
	if a := admin("GET", "sidebars/somewhere", ""); a.Code() != "rest_sidebar_not_found" {
		t.Errorf("a sidebar that isn't there: %s", a.Text)
	}
	if a := admin("GET", "widgets?sidebar=other", ""); a.Text != "[]" {
		t.Errorf("list of another sidebar: %s", a.Text)
	}
	if a := admin("DELETE", "widgets/text-3", ""); a.Status != 200 || a.Get("id") != "text-3" {
		t.Errorf("make inactive: %s", a.Text)
	}
	if a := admin("GET", "widgets?_fields=id", ""); a.Text != `[{"id":"text-2"},{"id":"text-3"}]` {
		t.Errorf("made inactive: %s", a.Text)
	}
	if a := admin("DELETE", "widgets/text-3?force=true", ""); a.Get("deleted") != true || a.Get("previous", "id") != "text-3" || a.Get("_links", "self") == nil {
		t.Errorf("delete: %s", a.Text)
	}
	if a := admin("DELETE", "widgets/text-3?force=true", ""); a.Code() != "rest_widget_not_found" {
		t.Errorf("gone: %s", a.Text)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, widgets.Routes)
	// One without settings isn't kept, nor is one whose form is about another.
	for _, body := range []string{`{"id_base":"search"}`, `{"id_base":"search","form_data":"widget-search[9][title]=x"}`} {
		a := s.Do("administrator", "POST", "core/v2/widgets", body)
		if a.Status != 201 || a.Get("id") != "search-2" || a.Get("instance", "encoded") != "Tjs=" || fmt.Sprint(a.Get("instance", "raw")) != "map[]" {
			t.Errorf("without settings: %s", a.Text)
		}
		if a := s.Do("administrator", "GET", "core/v2/widgets/search-2", ""); a.Code() != "rest_widget_not_found" {
			t.Errorf("without settings, afterwards: %s", a.Text)
		}
	}
	if a := s.Do("administrator", "POST", "core/v2/widgets", `{"id_base":"search","instance":{"raw":{}}}`); a.Status != 201 {
		t.Fatalf("create: %s", a.Text)
	}
	for _, tt := range []struct{ path, body, code string }{
		{"widgets", `{}`, "rest_invalid_widget"},
		{"widgets", `{"id_base":"nothing"}`, "rest_invalid_widget"},
		{"widgets", `{"id_base":"text","instance":{}}`, "rest_invalid_widget"},
		{"widgets", `{"id_base":"text","instance":5}`, "rest_invalid_param"},
		{"widgets", `{"id_base":"text","instance":{"encoded":"YTowOnt9","hash":"00000000000000000000000000000000"}}`, "rest_invalid_widget"},
		{"widgets", `{"id_base":"text","instance":{"encoded":"!","hash":""}}`, "rest_invalid_widget"},
		{"widgets", `{"id_base":"text","instance":{"raw":{"text":"` + strings.Repeat("x", 300<<10) + `"}}}`, "rest_invalid_widget"},
		{"widgets/search-2", `{"instance":{"encoded":"x","hash":"y"}}`, "rest_invalid_widget"},
		{"widget-types/search/encode", `{"instance":{"encoded":"x","hash":"y"}}`, "rest_invalid_widget"},
		{"widget-types/nothing/encode", `{}`, "rest_widget_type_invalid"},
	} {
		if a := s.Do("administrator", "POST", "core/v2/"+tt.path, tt.body); a.Code() != tt.code {
			t.Errorf("%s %.80s: %.200s", tt.path, tt.body, a.Text)
		}
	}
	// What is no value of a setting of a file leaves what was there.
	a := s.Do("administrator", "POST", "core/v2/widgets", `{"id_base":"media_image","instance":{"raw":{"attachment_id":7,"url":"","size":"huge","width":-1,"odd":1}}}`)
	if got := fmt.Sprint(a.Get("instance", "raw")); got != "map[attachment_id:7 url:]" {
		t.Errorf("a picture: %s", got)
	}
	a = s.Do("administrator", "PUT", "core/v2/widgets/media_image-2", `{"instance":{"raw":{"link_target_blank":"true","image_classes":"a b&c","attachment_id":"x"}}}`)
	if got := fmt.Sprint(a.Get("instance", "raw")); got != "map[attachment_id:7 image_classes:a bc link_target_blank:true url:]" {
		t.Errorf("a changed picture: %s", got)
	}
	if a := s.Do("administrator", "POST", "core/v2/widget-types/nothing/render", `{}`); a.Status != 404 || a.Header.Get("Allow") != "" {
		t.Errorf("an unknown type: %d, Allow %q", a.Status, a.Header.Get("Allow"))
	}
}

func TestTypes(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, widgets.Routes)
	list := s.DoReference("administrator", "GET", "wp/v2/widget-types", "")
	all, _ := list.Body.([]any)
	if len(all) != 18 || list.Get(0, "id") != "archives" || list.Get(13, "classname") != "widget_recent_entries" {
		t.Errorf("list: %s", list.Text)
	}
	for i := range all {
		id := list.Get(i, "id").(string)
		a := s.Do("administrator", "POST", "core/v2/widget-types/"+id+"/encode", `{"form_data":"widget-`+id+`[-1][title]=Own"}`)
		if a.Status != 200 || a.Get("instance", "hash") == nil || !strings.Contains(a.Get("form").(string), "widget-"+id+"[-1]") {
			t.Errorf("encode %s: %s", id, a.Text)
		}
		a = s.Do("administrator", "POST", "core/v2/widget-types/"+id+"/render", `{"instance":{"raw":{"title":"Own","url":"https://example.org/a","ids":[3]}}}`)
		if page, _ := a.Get("preview").(string); a.Status != 200 || !strings.HasPrefix(page, "<!doctype html>") {
			t.Errorf("render %s: %s", id, a.Text)
		}
	}
	a := s.Do("administrator", "POST", "core/v2/widget-types/text/encode", `{"form_data":""}`)
	if want := "<div class=\"widget widget_text\">\t\t\t<div class=\"textwidget\"></div>\n\t\t</div>"; a.Get("preview") != want {
		t.Errorf("preview: %v", a.Get("preview"))
	}
	a = s.Do("administrator", "POST", "core/v2/widget-types/recent-posts/encode", `{"form_data":"widget-recent-posts[-1][number]=3"}`)
	if got, _ := a.Get("preview").(string); !strings.Contains(got, `<h2 class="widgettitle">Recent Posts</h2><!-- wp:latest-posts {"postsToShow":3,"displayPostDate":false} /-->`) {
		t.Errorf("preview: %s", got)
	}
}

// TestFeeds keeps how many items of a feed are shown within bounds, and says of it what
// isn't found out while it is stored.
func TestFeeds(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, widgets.Routes)
	for items, want := range map[string]string{"2": "2", "0": "10", "-1": "10", "21": "10"} {
		a := s.Do("administrator", "POST", "core/v2/widgets", `{"id_base":"rss","instance":{"raw":{"link":"https://x.example/","error":"x","items":`+items+`}}}`)
		if got := fmt.Sprint(a.Get("instance", "raw")); got != "map[error:false items:"+want+" link: show_author:0 show_date:0 show_summary:0 title: url:]" {
			t.Errorf("%s: %s", items, got)
		}
	}
}

package widgets_test

import (
	"fmt"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/widgets"
	"quoin/internal/domain/site"
	"quoin/internal/platform/wire"
)

// Sidebars that came with a site have their widgets, which are shown with what stands around them.
func TestOwnSidebars(t *testing.T) {
	t.Parallel()
	s := coretest.New(t, widgets.Routes)
	foot := wire.NewObject("name", "Foot", "before_widget", `<section id="%1$s" class="widget %2$s">`, "after_widget", "</section>\n", "before_title", "<h3>", "after_title", "</h3>")
	if err := site.OwnSidebars.Set(t.Context(), s.Env.Site, wire.NewObject("foot", foot)); err != nil {
		t.Fatal(err)
	}
	admin := func(method, path, body string) coretest.Answer {
		t.Helper()
		return s.Do("administrator", method, "core/v2/"+path, body)
	}
	a := admin("POST", "widgets", `{"id_base":"custom_html","sidebar":"foot","instance":{"raw":{"title":"T","content":"<i>x</i>"}}}`)
	if a.Status != 201 {
		t.Fatalf("create: %s", a.Text)
	}
	const shown = `<section id="custom_html-2" class="widget widget_custom_html"><h3>T</h3><div class="textwidget custom-html-widget"><i>x</i></div></section>`
	if a := admin("GET", "widgets/custom_html-2", ""); a.Get("sidebar") != "foot" || a.Get("rendered") != shown {
		t.Errorf("in its place: %s", a.Text)
	}
	if a := admin("GET", "sidebars/foot", ""); a.Get("name") != "Foot" || a.Get("before_title") != "<h3>" || fmt.Sprint(a.Get("widgets")) != "[custom_html-2]" {
		t.Errorf("the place: %s", a.Text)
	}
	if a := admin("GET", "widgets?sidebar=foot&_fields=id", ""); a.Text != `[{"id":"custom_html-2"}]` {
		t.Errorf("its widgets: %s", a.Text)
	}
	if a := admin("PUT", "sidebars/foot", `{"widgets":[]}`); fmt.Sprint(a.Get("widgets")) != "[]" {
		t.Errorf("emptied: %s", a.Text)
	}
	if a := admin("GET", "widgets/custom_html-2", ""); a.Get("sidebar") != "wp_inactive_widgets" || a.Get("rendered") != "" {
		t.Errorf("taken out: %s", a.Text)
	}
	if a := admin("PUT", "widgets/custom_html-2", `{"sidebar":"foot"}`); a.Get("sidebar") != "foot" {
		t.Errorf("put back: %s", a.Text)
	}
	if a := admin("DELETE", "widgets/custom_html-2", ""); a.Get("sidebar") != "wp_inactive_widgets" {
		t.Errorf("made inactive: %s", a.Text)
	}
	if a := admin("GET", "sidebars/foot", ""); fmt.Sprint(a.Get("widgets")) != "[]" {
		t.Errorf("the place at last: %s", a.Text)
	}
}

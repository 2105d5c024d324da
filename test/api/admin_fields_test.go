package api

import (
	"net/url"
	"testing"
)

// Custom fields are shown to who turns them on, and change by who may edit their entry: all changes that
// are sent or none, but not what the program keeps or what somebody else changed meanwhile.
func TestCustomFields(t *testing.T) {
	t.Parallel()
	s, by := keepers(t)
	id := s.make("/core/v2/posts", map[string]any{"title": "With fields", "status": "publish"})
	page, send := "/wp-admin/post.php?post="+id+"&action=edit", "/wp-admin/post.php?post="+id+"&action=edit&meta-box-loader=1"
	b := by["administrator"]
	data := adminData(t, b.visit(page, nil))
	if on := valueAt(data, "custom/on"); on != "false" || valueAt(data, "settings/enableCustomFields") != "false" {
		t.Fatalf("on at first: %q", on)
	}
	toggle := func(nonce string) answer {
		return b.visit("/wp-admin/post.php", url.Values{"action": {"toggle-custom-fields"}, "toggle-custom-fields-nonce": {nonce}, "_wp_http_referer": {page}})
	}
	if a := toggle("0123456789"); a.status != 403 {
		t.Errorf("a foreign nonce: %d", a.status)
	}
	if a := toggle(valueAt(data, "custom/toggle")); a.status != 302 {
		t.Fatalf("the switch: %d %s", a.status, a.body)
	}
	data = adminData(t, b.visit(page, nil))
	nonce := valueAt(data, "custom/nonce")
	change := func(b *browser, nonce, changes string) answer {
		return b.visit(send, url.Values{"custom_fields_nonce": {nonce}, "custom_fields": {changes}})
	}
	for _, step := range []struct {
		what, changes string
		status        int
	}{
		{"two are added", `[{"now":{"key":"mood","value":"sunny"}},{"now":{"key":"mood","value":"rainy"}}]`, 200},
		{"one is changed", `[{"was":{"key":"mood","value":"rainy"},"now":{"key":"mood","value":"<b>dry</b>"}}]`, 200},
		{"one that isn't there", `[{"was":{"key":"mood","value":"rainy"},"now":{"key":"mood","value":"wet"}}]`, 200},
		{"one gets another name", `[{"was":{"key":"mood","value":"sunny"},"now":{"key":"weather","value":"sunny"}}]`, 200},
		{"what the program keeps", `[{"now":{"key":"weather","value":"foggy"}},{"now":{"key":"_edit_lock","value":"1:1"}}]`, 400},
		{"without a name", `[{"now":{"key":" ","value":"x"}}]`, 400},
		{"no list", `{"now":1}`, 400},
	} {
		if a := change(b, nonce, step.changes); a.status != step.status {
			t.Errorf("%s: %d %s", step.what, a.status, a.body)
		}
	}
	if a := change(b, "0123456789", "[]"); a.status != 403 {
		t.Errorf("a foreign nonce: %d", a.status)
	}
	if a := change(by["author"], nonce, "[]"); a.status != 403 {
		t.Errorf("a nonce of somebody else: %d", a.status)
	}
	data = adminData(t, b.visit(page, nil))
	for path, want := range map[string]string{"custom/fields/0/key": "mood", "custom/fields/0/value": "<b>dry</b>", "custom/fields/1/key": "weather", "custom/fields/1/value": "sunny", "custom/fields/2": "<nil>"} {
		if got := valueAt(data, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

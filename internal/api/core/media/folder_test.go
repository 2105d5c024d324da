package media_test

import (
	"reflect"
	"testing"
)

// A site that keeps all files in one folder has them beside the folders of months.
func TestFilesInOneFolder(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	want(t, m.upload("author", "hill.jpg", jpegOf(400, 300), ""), 201, "")
	if err := m.DB.SetOption(t.Context(), "uploads_use_yearmonth_folders", false); err != nil {
		t.Fatal(err)
	}
	var added []string
	for _, name := range []string{"hill.jpg", "hill.jpg", "hill-1.jpg", "hill-300x225.jpg"} {
		a := m.upload("author", name, jpegOf(400, 300), "")
		want(t, a, 201, "")
		if got, want := text(a, "source_url"), "http://example.org/wp-content/uploads/"+text(a, "media_details", "file"); got != want {
			t.Errorf("%s lies at %s, want %s", name, got, want)
		}
		added = append(added, text(a, "media_details", "file"))
		defer func() { want(t, m.Do("author", "DELETE", path(a, "?force=true"), ""), 200, "") }()
	}
	if want := []string{"hill.jpg", "hill-1.jpg", "hill-1-1.jpg", "hill-300x225-1.jpg"}; !reflect.DeepEqual(added, want) {
		t.Errorf("files %v, want %v", added, want)
	}
	big := m.upload("author", "big.jpg", jpegOf(3000, 2000), "")
	want(t, big, 201, "")
	turned := m.Do("author", "POST", path(big, "/edit"), `{"src":"`+text(big, "source_url")+`","rotation":90}`)
	want(t, turned, 201, "")
	if got := text(turned, "media_details", "file"); got != "big-edited-scaled.jpg" {
		t.Errorf("the rotated image is %s", got)
	}
	for _, one := range []string{path(big, ""), path(turned, "")} {
		want(t, m.Do("author", "DELETE", one+"?force=true", ""), 200, "")
	}
	for _, key := range m.keys() {
		if len(key) > 3 && key[:3] == "big" {
			t.Errorf("%s is left", key)
		}
	}
}

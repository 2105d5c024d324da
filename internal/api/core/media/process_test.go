package media_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"reflect"
	"slices"
	"strings"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/domain/content"
	"quoin/internal/platform/blob"
)

func decoded(t *testing.T, m *mediaSite, key string) image.Image {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(readAll(t, m.blobs, key)))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestEdit(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	a := m.upload("author", "photo.jpg", jpegOf(400, 200), "?title=T&alt_text=A&caption=C&description=D")
	other := m.upload("author", "other.jpg", jpegOf(400, 200), "")
	src := text(a, "source_url")
	edit := func(role, rest string) coretest.Answer {
		return m.Do(role, "POST", path(a, "/edit"), `{"src":"`+src+`",`+rest+`}`)
	}
	rotate := `"modifiers":[{"type":"rotate","args":{"angle":90}}]`
	b := edit("author", rotate)
	want(t, b, 201, "")
	got := strings.Join([]string{
		text(b, "media_details", "file"), text(b, "media_details", "width"), text(b, "media_details", "height"), text(b, "title", "rendered"),
		text(b, "alt_text"), text(b, "caption", "rendered"), text(b, "description", "rendered"), text(b, "post"),
		text(b, "media_details", "parent_image", "attachment_id"), text(b, "media_details", "parent_image", "file"),
	}, " ")
	if want := fmt.Sprintf("2026/03/photo-edited.jpg 200 400 T A C D <nil> %v 2026/03/photo.jpg", a.Get("id")); got != want {
		t.Errorf("copy %s, want %s", got, want)
	}
	if b.Get("title", "raw") != nil {
		t.Error("the answer is in context edit")
	}
	if r := decoded(t, m, "2026/03/photo-edited.jpg").Bounds(); r.Dx() != 200 || r.Dy() != 400 {
		t.Errorf("the file has %v", r)
	}
	again := m.Do("author", "POST", path(b, "/edit"), `{"src":"`+text(b, "source_url")+`?x=1","rotation":180,"title":"New","alt_text":"N","post":`+text(other, "id")+`}`)
	want(t, again, 400, "rest_invalid_param")
	again = m.Do("author", "POST", path(b, "/edit"), `{"src":"`+text(b, "source_url")+`?x=1","rotation":180,"title":"New","alt_text":"N"}`)
	want(t, again, 201, "")
	if got := text(again, "filename") + text(again, "title", "rendered") + text(again, "alt_text"); got != "photo-edited-1.jpgNewN" {
		t.Errorf("second copy %s", got)
	}
	before, files := m.rows(), len(m.keys())
	many := strings.Repeat(`{"type":"rotate","args":{"angle":45}},`, 60)
	for _, tt := range []struct {
		role, rest string
		status     int
		code       string
	}{
		{"", rotate, 401, "rest_cannot_edit_image"},
		{"contributor", rotate, 403, "rest_cannot_edit_image"},
		{"author", `"modifiers":[]`, 400, "rest_invalid_param"},
		{"author", `"modifiers":[{"type":"blur","args":{}}]`, 400, "rest_invalid_param"},
		{"author", `"modifiers":[` + strings.TrimSuffix(many, ",") + `]`, 400, "rest_too_many_items"},
		// A canvas that doubles with every step.
		{"author", `"modifiers":[` + strings.TrimSuffix(many[:len(many)/2], ",") + `]`, 500, "rest_image_rotation_failed"},
		{"author", `"modifiers":[{"type":"crop","args":{"left":120,"top":0,"width":10,"height":10}}]`, 500, "rest_image_crop_failed"},
		{"author", `"modifiers":[{"type":"rotate","args":{"angle":1e300}}]`, 201, ""},
		{"author", `"rotation":0`, 400, "rest_invalid_param"},
		{"author", `"x":1,"y":1`, 400, "rest_image_not_edited"},
		{"author", `"x":0,"y":0,"width":50,"height":101`, 400, "rest_invalid_param"},
	} {
		if e := edit(tt.role, tt.rest); e.Status != tt.status || e.Code() != tt.code {
			t.Errorf("%s %.60s: %d %q, want %d %q", tt.role, tt.rest, e.Status, e.Code(), tt.status, tt.code)
		} else if tt.status == 201 {
			want(t, m.Do("author", "DELETE", path(e, "?force=true"), ""), 200, "")
		}
	}
	// Another attachment's file, and one that only ends alike.
	for _, foreign := range []string{text(other, "source_url"), strings.Replace(src, "/2026/", "/x2026/", 1), "https://example.org/photo.jpg"} {
		want(t, m.Do("author", "POST", path(a, "/edit"), `{"src":"`+foreign+`",`+rotate+`}`), 404, "rest_unknown_attachment")
	}
	if m.rows() != before || len(m.keys()) != files {
		t.Errorf("refused edits left something: %d rows instead of %d, %d files instead of %d", m.rows(), before, len(m.keys()), files)
	}
}

func TestPostProcessGoesOn(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	a := m.upload("author", "photo.jpg", jpegOf(1700, 1700), "?generate_sub_sizes=false")
	want(t, a, 201, "")
	process := func(role string) coretest.Answer {
		return m.Do(role, "POST", path(a, "/post-process"), `{"action":"create-image-subsizes"}`)
	}
	want(t, process("contributor"), 403, "rest_cannot_edit")
	m.blobs.failNext(3)
	want(t, process("author"), 500, "rest_upload_file_error")
	half := m.Do("author", "GET", path(a, "?context=edit"), "")
	if sizes := keysOf(half.Get("media_details", "sizes")); len(sizes) != 3 { // two and the full file
		t.Errorf("sizes after the failure: %v", sizes)
	}
	m.blobs.failNext(0)
	done := process("author")
	want(t, done, 200, "")
	if n := m.blobs.puts.Load(); n != 3 {
		t.Errorf("%d sub-sizes were made by the second call, want the 3 that lacked", n)
	}
	whole := m.upload("author", "whole.jpg", jpegOf(1700, 1700), "")
	if got, want := keysOf(done.Get("media_details", "sizes")), keysOf(whole.Get("media_details", "sizes")); !reflect.DeepEqual(got, want) {
		t.Errorf("sizes %v, want %v", got, want)
	}
	if got := text(done, "missing_image_sizes"); got != "[]" {
		t.Errorf("missing %s", got)
	}
	if !slices.Equal(sizeOrder(done.Text), sizeOrder(whole.Text)) {
		t.Errorf("order of sizes %v, want %v", sizeOrder(done.Text), sizeOrder(whole.Text))
	}
}

// sizeOrder is the order in which an answer names the sizes.
func sizeOrder(text string) []string {
	names := []string{"medium", "large", "thumbnail", "medium_large", "1536x1536", "full"}
	slices.SortFunc(names, func(a, b string) int {
		return strings.Index(text, `"`+a+`":{"file"`) - strings.Index(text, `"`+b+`":{"file"`)
	})
	return names
}

func TestSideload(t *testing.T) {
	t.Parallel()
	m := newSite(t, func(e *env.Env) { e.Site.URL = "https://example.org" })
	a := m.upload("author", "photo.jpg", jpegOf(3000, 2000), "?generate_sub_sizes=false")
	want(t, a, 201, "")
	side := func(role, size, name string, data []byte) coretest.Answer {
		return m.post(role, path(a, "/sideload?"+size), name, data)
	}
	medium := side("author", "image_size=medium", "photo-300x200.jpg", jpegOf(300, 200))
	want(t, medium, 200, "")
	if got := text(medium, "file") + text(medium, "width") + text(medium, "mime_type"); got != "photo-300x200.jpg300image/jpeg" {
		t.Errorf("medium: %s", medium.Text)
	}
	large := side("author", "image_size[]=large&image_size[]=medium_large", "photo-768x512.jpg", jpegOf(768, 512))
	want(t, large, 200, "")
	scaled := side("author", "image_size=scaled", "photo-scaled.jpg", jpegOf(2560, 1707))
	want(t, scaled, 200, "")
	if got := text(scaled, "file") + text(scaled, "original_image"); got != "2026/03/photo-scaled.jpgphoto.jpg" {
		t.Errorf("scaled: %s", scaled.Text)
	}
	edited := m.Do("author", "POST", path(a, "/edit"), `{"src":"`+text(a, "source_url")+`","rotation":90}`)
	want(t, edited, 201, "")
	want(t, m.Do("author", "DELETE", path(edited, "?force=true"), ""), 200, "")
	before := len(m.keys())
	for name, tt := range map[string]struct {
		role, size string
		data       []byte
		status     int
		code       string
	}{
		"stranger":      {"", "image_size=medium", jpegOf(10, 10), 401, "rest_cannot_edit_image"},
		"unknown size":  {"author", "image_size=huge", jpegOf(10, 10), 400, "rest_invalid_param"},
		"no size":       {"author", "", jpegOf(10, 10), 400, "rest_missing_callback_param"},
		"too large":     {"author", "image_size=medium", jpegOf(310, 100), 400, "rest_upload_dimension_mismatch"},
		"no picture":    {"author", "image_size=medium", []byte("plain text"), 500, "rest_upload_sideload_error"},
		"other shape":   {"author", "image_size=original", jpegOf(30, 21), 400, "rest_upload_dimension_mismatch"},
		"special group": {"author", "image_size[]=scaled", jpegOf(30, 20), 400, "rest_invalid_param"},
	} {
		if s := side(tt.role, tt.size, "x.jpg", tt.data); s.Status != tt.status || s.Code() != tt.code {
			t.Errorf("%s: %d %q, want %d %q", name, s.Status, s.Code(), tt.status, tt.code)
		}
	}
	m.blobs.failNext(1)
	want(t, side("author", "image_size=thumbnail", "photo-150x150.jpg", jpegOf(150, 150)), 500, "rest_upload_file_error")
	m.blobs.failNext(0)
	if n := len(m.keys()); n != before {
		t.Errorf("refused sideloads left files: %v", m.keys())
	}
	other := m.upload("author", "other.jpg", jpegOf(400, 300), "")
	finalize := func(subs string) coretest.Answer {
		return m.Do("author", "POST", path(a, "/finalize"), `{"sub_sizes":[`+subs+`]}`)
	}
	want(t, finalize(`{"image_size":"medium","file":"other-300x225.jpg","width":300,"height":225}`), 400, "rest_invalid_sub_size_file")
	want(t, finalize(`{"image_size":"scaled","file":"2026/03/other.jpg"}`), 400, "rest_invalid_sub_size_file")
	want(t, finalize(`{"image_size":"medium","file":"../../secret.jpg"}`), 400, "rest_invalid_sub_size_file")
	want(t, finalize(`{"image_size":["scaled"],"file":"photo-scaled.jpg"}`), 400, "rest_invalid_param")
	done := finalize(strings.Join([]string{medium.Text, large.Text, scaled.Text}, ","))
	want(t, done, 200, "")
	if got := keysOf(done.Get("media_details", "sizes")); !slices.Equal(got, []string{"full", "large", "medium", "medium_large"}) {
		t.Errorf("sizes %v", got)
	}
	if got := text(done, "source_url") + text(done, "filename") + text(done, "media_details", "width"); got != "https://example.org/wp-content/uploads/2026/03/photo-scaled.jpgphoto.jpg2560" {
		t.Errorf("main file %s", got)
	}
	// A file that was never finalized goes with the attachment too.
	want(t, side("author", "image_size=thumbnail", "photo-150x150.jpg", jpegOf(150, 150)), 200, "")
	want(t, m.Do("author", "DELETE", path(a, "?force=true"), ""), 200, "")
	want(t, m.Do("author", "DELETE", path(other, "?force=true"), ""), 200, "")
	if keys := m.keys(); len(keys) != 0 {
		t.Errorf("files left: %v", keys)
	}
}

// TestStoreFails makes every single write of an upload fail in turn: nothing
// is ever left.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	picture := jpegOf(2600, 40)
	for n := int64(1); ; n++ {
		m.blobs.failNext(n)
		a := m.upload("author", "photo.jpg", picture, "")
		if a.Status == 201 {
			if n != 9 { // original, scaled, and six sub-sizes
				t.Errorf("the upload makes %d writes", n-1)
			}
			break
		}
		want(t, a, 500, "rest_upload_file_error")
		if m.rows() != 0 || len(m.keys()) != 0 {
			t.Fatalf("failure of write %d: %d rows, files %v", n, m.rows(), m.keys())
		}
	}
}

func TestMediaTrash(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	if err := m.DB.SetOption(t.Context(), "media_trash", true); err != nil {
		t.Fatal(err)
	}
	a := m.upload("author", "photo.png", pngOf(100, 100), "")
	trashed := m.Do("author", "DELETE", path(a, ""), "")
	want(t, trashed, 200, "")
	if text(trashed, "status") != "trash" || len(m.keys()) != 1 {
		t.Errorf("status %v, files %v", trashed.Get("status"), m.keys())
	}
	want(t, m.Do("author", "DELETE", path(a, ""), ""), 410, "rest_already_trashed")
	back := m.Do("author", "POST", path(a, ""), `{"status":"private"}`)
	want(t, back, 200, "")
	want(t, m.Do("author", "DELETE", path(a, "?force=true"), ""), 200, "")
	if len(m.keys()) != 0 {
		t.Errorf("files %v", m.keys())
	}
}

func TestDeletionSurvivesAFailingStore(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	a := m.upload("author", "photo.png", pngOf(400, 400), "")
	post := m.AddEntry(content.TypePost, content.Publish, m.IDs["author"], "P")
	want(t, m.Do("author", "POST", fmt.Sprint("core/v2/posts/", post), `{"featured_media":`+text(a, "id")+`}`), 200, "")
	m.blobs.Store = undeletable{m.blobs.Store}
	want(t, m.Do("author", "DELETE", path(a, "?force=true"), ""), 200, "")
	if p := m.Do("", "GET", fmt.Sprint("core/v2/posts/", post), ""); text(p, "featured_media") != "0" {
		t.Errorf("the post keeps its picture: %v", p.Get("featured_media"))
	}
	// Nobody gets the name while files of it are there.
	again := m.upload("author", "photo.png", pngOf(400, 400), "")
	if text(again, "filename") != "photo-1.png" {
		t.Errorf("name %v", again.Get("filename"))
	}
}

func TestLists(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	post := m.AddEntry(content.TypePost, content.Publish, m.IDs["author"], "Home")
	ids := map[string]string{}
	for name, data := range map[string][]byte{
		"beach.png": pngOf(20, 20), "forest.jpg": jpegOf(20, 20), "note.txt": []byte("text"), "paper.pdf": []byte("%PDF-1.4\n"),
	} {
		ids[name] = text(m.upload("author", name, data, "?title=Title"), "id")
	}
	want(t, m.Do("author", "POST", "core/v2/media/"+ids["note.txt"], fmt.Sprintf(`{"post":%d}`, post)), 200, "")
	for query, names := range map[string]string{
		"":                                    "beach.png forest.jpg note.txt paper.pdf",
		"media_type=image":                    "beach.png forest.jpg",
		"media_type=image,text":               "beach.png forest.jpg note.txt",
		"mime_type=image/png":                 "beach.png",
		"mime_type=image/png&media_type=text": "beach.png note.txt",
		"mime_type=nothing/known":             "beach.png forest.jpg note.txt paper.pdf",
		"mime_type=application/pdf,x/y":       "paper.pdf",
		fmt.Sprint("parent=", post):           "note.txt",
		"parent=0":                            "beach.png forest.jpg paper.pdf",
		fmt.Sprint("parent_exclude=", post):   "beach.png forest.jpg paper.pdf",
		"search=forest":                       "forest.jpg",
		"search=2026/03/be":                   "beach.png",
		"search=title":                        "beach.png forest.jpg note.txt paper.pdf",
		"search=nowhere":                      "",
		"status=":                             "beach.png forest.jpg note.txt paper.pdf",
		"status[]=":                           "beach.png forest.jpg note.txt paper.pdf",
	} {
		a := m.Do("author", "GET", "core/v2/media?per_page=50&_fields=filename&"+query, "")
		want(t, a, 200, "")
		var got []string
		list, _ := a.Body.([]any)
		for i := range list {
			got = append(got, text(a, i, "filename"))
		}
		slices.Sort(got)
		if s := strings.Join(got, " "); s != names {
			t.Errorf("%s: %s, want %s", query, s, names)
		}
	}
	want(t, m.Do("", "GET", "core/v2/media?media_type=font", ""), 400, "rest_invalid_param")
	want(t, m.Do("", "GET", "core/v2/media?status=private", ""), 400, "rest_invalid_param")
}

// undeletable is a store that fails to delete.
type undeletable struct{ blob.Store }

func (undeletable) Delete(context.Context, string) error { return errInjected }

func TestCopiesAndTextsAsAsked(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	a := m.upload("author", "photo.jpg", jpegOf(40, 20), "")
	b := m.Do("author", "POST", path(a, "/edit"), `{"src":"`+text(a, "source_url")+`","rotation":90,"slug":"turned","status":"private","date":"2020-01-02T03:04:05"}`)
	want(t, b, 201, "")
	if got := text(b, "slug") + " " + text(b, "status") + " " + text(b, "date"); got != "turned private 2020-01-02T03:04:05" {
		t.Errorf("copy %s", got)
	}
	c := m.Do("author", "POST", path(a, ""), `{"alt_text":"a \\\\ b \\c","description":{"raw":5}}`)
	want(t, c, 200, "")
	if got := text(c, "alt_text") + " " + text(c, "description", "raw"); got != `a \ b c 5` {
		t.Errorf("texts %s", got)
	}
	want(t, m.Do("editor", "POST", path(a, ""), `{"description":"<script>x</script>y"}`), 200, "")
	again := m.Do("author", "POST", path(a, ""), `{"title":"Other"}`)
	want(t, again, 200, "")
	if got := text(again, "description", "raw"); got != "xy" {
		t.Errorf("stored again: %s", got)
	}
	odd := m.Do("author", "POST", path(a, ""), `{"caption":"&#150;<script>x</script>"}`)
	want(t, odd, 200, "")
	if got := text(odd, "caption", "raw"); got != "&#8211;x" {
		t.Errorf("caption %s", got)
	}
}

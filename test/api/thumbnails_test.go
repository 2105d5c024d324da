package api

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/jpeg"
	"net/url"
	"strings"
	"testing"

	"quoin/internal/app"
	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/ext/thumbnails"
	"quoin/internal/platform/blob"
)

// thumbed starts a site with the extension alone.
func thumbed(t testing.TB, e engine) *server {
	t.Helper()
	return start(t, app.Config{DatabaseURL: e.database(t), Extensions: []ext.Extension{thumbnails.Extension()}})
}

// picture uploads an image of some dimensions and gives its id.
func (s *server) picture(name string, w, h int) string {
	s.t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, w, h)), nil); err != nil {
		s.t.Fatal(err)
	}
	a := s.do("administrator", "POST", "/api/core/v2/media", &b, "Content-Type", "image/jpeg", "Content-Disposition", `attachment; filename="`+name+`"`)
	if a.status != 201 {
		s.t.Fatalf("media: %d %s", a.status, a.body)
	}
	return valueAt(a.json(s.t), "id")
}

const thumbRoot = "/api/regenerate-thumbnails/v1/"

// keyOf is the key of an attachment's file.
func (s *server) keyOf(id string) string {
	s.t.Helper()
	e, err := s.app.DB.EntryByID(s.t.Context(), number(id))
	if err != nil {
		s.t.Fatal(err)
	}
	return e.Meta.Text(content.MetaAttachedFile)
}

func (s *server) has(key string) bool {
	_, err := s.app.Media.Blobs.Stat(s.t.Context(), key)
	return err == nil
}

func TestAttachmentInfo(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := thumbed(t, e)
		id, post := s.picture("stone.jpg", 800, 400), s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish"})
		info := func(id string) answer { return s.do("administrator", "GET", thumbRoot+"attachmentinfo/"+id, nil) }
		stem := strings.TrimSuffix(s.keyOf(id), ".jpg")
		s.wantAt(info(id).json(t), map[string]string{
			"name": "stone", "width": "800", "height": "400", "relative_path": stem + ".jpg", "preview": "http://example.org/wp-content/uploads/" + stem + ".jpg",
			"registered_sizes/0/filename": "stone-150x150.jpg", "registered_sizes/0/fileexists": "true", "registered_sizes/1/filename": "stone-300x150.jpg",
			"registered_sizes/3/filename": "false", "registered_sizes/5/label": "2048x2048", "unregistered_sizes": "[]",
		})
		if err := s.app.Media.Remove(t.Context(), []string{stem + "-300x150.jpg"}); err != nil {
			t.Fatal(err)
		}
		s.wantAt(info(id).json(t), map[string]string{"registered_sizes/1/fileexists": "false"})
		// The size of thumbnails changes: what there is is an old one now.
		for name, value := range map[string]string{"thumbnail_size_w": "99", "thumbnail_size_h": "77"} {
			if err := s.app.Options.Set(t.Context(), name, value); err != nil {
				t.Fatal(err)
			}
		}
		s.wantAt(info(id).json(t), map[string]string{
			"registered_sizes/0/filename": "stone-99x77.jpg", "registered_sizes/0/fileexists": "false", "unregistered_sizes/0/label": "thumbnail (old)",
		})
		if err := s.app.Media.Blobs.Put(t.Context(), stem+".jpg", strings.NewReader("no image"), putOptions("no image")); err != nil {
			t.Fatal(err)
		}
		for _, want := range []struct {
			id, code string
			status   int
		}{
			{id, "image_no_editor", 415}, {post, "regenerate_thumbnails_regenerator_not_attachment", 400},
			{"99999", "regenerate_thumbnails_regenerator_attachment_doesnt_exist", 404},
		} {
			if a := info(want.id); a.status != want.status || valueAt(a.json(t), "code") != want.code {
				t.Errorf("%s: %d %s", want.id, a.status, a.body)
			}
		}
		if err := s.app.Media.Remove(t.Context(), []string{stem + ".jpg"}); err != nil {
			t.Fatal(err)
		}
		for _, method := range []string{"GET", "DELETE"} {
			path := "attachmentinfo/"
			if method == "DELETE" {
				path = "regenerate/"
			}
			a := s.do("administrator", method, thumbRoot+path+id, nil)
			s.wantAt(a.json(t), map[string]string{
				"code": "regenerate_thumbnails_regenerator_file_not_found", "data/status": "<nil>", "data/attachment/ID": id,
				"additional_data/0/status": "404", "additional_data/0/fullsizepath": stem + ".jpg",
			})
			if a.status != 404 {
				t.Errorf("%s without a file: %d", method, a.status)
			}
		}
	})
}

func TestRegenerate(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := thumbed(t, e)
		id := s.picture("stone.jpg", 800, 400)
		stem := strings.TrimSuffix(s.keyOf(id), ".jpg")
		other := s.picture("stone-99x98.jpg", 20, 20) // its own file is called like a sub-size
		if got := s.keyOf(other); !strings.HasPrefix(got, stem) {
			t.Fatal(got)
		}
		regenerate := func(body map[string]any) {
			t.Helper()
			if a := s.do("administrator", "POST", thumbRoot+"regenerate/"+id, body); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		sizes := func() any {
			return at(s.do("", "GET", "/api/core/v2/media/"+id, nil).json(t), "media_details", "sizes")
		}
		before := fmt.Sprint(sizes())
		regenerate(nil)
		regenerate(map[string]any{"only_regenerate_missing_thumbnails": false})
		if got := fmt.Sprint(sizes()); got != before {
			t.Errorf("without a change: %v", got)
		}
		if err := s.app.Media.Remove(t.Context(), []string{stem + "-300x150.jpg"}); err != nil {
			t.Fatal(err)
		}
		regenerate(nil)
		if !s.has(stem + "-300x150.jpg") {
			t.Error("the missing file isn't made")
		}
		for name, value := range map[string]string{"thumbnail_size_w": "99", "thumbnail_size_h": "77"} {
			if err := s.app.Options.Set(t.Context(), name, value); err != nil {
				t.Fatal(err)
			}
		}
		regenerate(nil)
		s.wantAt(sizes(), map[string]string{"thumbnail/file": "stone-99x77.jpg", "thumbnail/width": "99", "thumbnail_old_150x150/file": "stone-150x150.jpg"})
		stray := stem + "-7x7.jpg"
		if err := s.app.Media.Blobs.Put(t.Context(), stray, strings.NewReader("x"), putOptions("x")); err != nil {
			t.Fatal(err)
		}
		regenerate(map[string]any{"delete_unregistered_thumbnail_files": true})
		s.wantAt(sizes(), map[string]string{"thumbnail/file": "stone-99x77.jpg", "thumbnail_old_150x150": "<nil>", "medium/file": "stone-300x150.jpg"})
		for key, want := range map[string]bool{
			stem + ".jpg": true, stem + "-99x77.jpg": true, stem + "-300x150.jpg": true, stem + "-150x150.jpg": false, stray: false, s.keyOf(other): true,
		} {
			if s.has(key) != want {
				t.Errorf("%s is there: %v", key, !want)
			}
		}
		// A size of which one side stays takes the place of what was. One without sides
		// is none: what there was of it goes.
		s.option("thumbnail_size_h", "50")
		regenerate(nil)
		s.wantAt(sizes(), map[string]string{"thumbnail/file": "stone-99x50.jpg", "thumbnail_old_99x77": "<nil>"})
		s.option("thumbnail_size_w", "0")
		s.option("thumbnail_size_h", "0")
		regenerate(nil)
		s.wantAt(sizes(), map[string]string{"thumbnail/file": "stone-99x50.jpg"})
		// What isn't made any more stands behind what is.
		if text := string(s.do("", "GET", "/api/core/v2/media/"+id, nil).body); strings.Index(text, `"thumbnail":`) < strings.Index(text, `"medium":`) {
			t.Errorf("order of sizes: %s", text)
		}
		// A size that got a name of its own has the file of a size that there is again:
		// the file stays.
		s.option("medium_size_w", "200")
		s.option("medium_size_h", "200")
		regenerate(nil)
		s.wantAt(sizes(), map[string]string{"medium/file": "stone-200x100.jpg", "medium_old_300x150/file": "stone-300x150.jpg"})
		s.option("medium_size_w", "300")
		s.option("medium_size_h", "300")
		regenerate(map[string]any{"delete_unregistered_thumbnail_files": true})
		s.wantAt(sizes(), map[string]string{"thumbnail": "<nil>", "medium/file": "stone-300x150.jpg", "medium_old_300x150": "<nil>"})
		for key, want := range map[string]bool{stem + "-99x50.jpg": false, stem + "-99x77.jpg": false, stem + "-200x100.jpg": false, stem + "-300x150.jpg": true} {
			if s.has(key) != want {
				t.Errorf("%s is there: %v", key, !want)
			}
		}
		for _, bad := range []map[string]any{
			{"only_regenerate_missing_thumbnails": "x"}, {"update_usages_in_posts_post_type": "post"}, {"update_usages_in_posts_posts_per_loop": []any{}},
		} {
			if a := s.do("administrator", "POST", thumbRoot+"regenerate/"+id, bad); a.status != 400 {
				t.Errorf("%v: %d %s", bad, a.status, a.body)
			}
		}
	})
}

func TestRegenerateUpdatesPosts(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := thumbed(t, e)
		id := s.picture("stone.jpg", 800, 400)
		tag := func(class, src, w string) string {
			return `<img class="` + class + `" src="` + src + `" alt="a" width="` + w + `" height="9" />`
		}
		old := tag("size-medium wp-image-"+id, "/old-1x9.jpg", "1")
		stays := tag("size-medium wp-image-"+id+"1", "/theirs.jpg", "2")
		text := `[caption id="attachment_` + id + `" align="alignleft" width="1"]` + old + ` Words[/caption]` + stays + "<p>$1</p>"
		post := s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "content": text})
		draft := s.make("/core/v2/posts", map[string]any{"title": "D", "status": "draft", "content": old})
		regenerate := func(body map[string]any) {
			t.Helper()
			if a := s.do("administrator", "POST", thumbRoot+"regenerate/"+id, body); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
		}
		regenerate(nil)
		s.wantAt(s.entry(post), map[string]string{"content/raw": text}) // nobody asked for it
		if err := s.app.Options.Set(t.Context(), "thumbnails:update_usages", "true"); err != nil {
			t.Fatal(err)
		}
		regenerate(map[string]any{"update_usages_in_posts": false})
		s.wantAt(s.entry(post), map[string]string{"content/raw": text})
		regenerate(map[string]any{"update_usages_in_posts_post_ids": []any{number(draft)}, "update_usages_in_posts_posts_per_loop": 1})
		s.wantAt(s.entry(post), map[string]string{"content/raw": text})
		shown := strings.Replace(tag("size-medium wp-image-"+id, "http://example.org/wp-content/uploads/"+strings.TrimSuffix(s.keyOf(id), ".jpg")+"-300x150.jpg", "300"), `"9"`, `"150"`, 1)
		s.wantAt(s.entry(draft), map[string]string{"content/raw": shown})
		regenerate(map[string]any{"update_usages_in_posts_posts_per_loop": 1})
		s.wantAt(s.entry(post), map[string]string{
			"content/raw": `[caption id="attachment_` + id + `" align="alignleft" width="300"]` + shown + ` Words[/caption]` + stays + "<p>$1</p>",
		})
	})
}

// TestRegenerateAll does the library with the command, one that stops half-way
// among the runs.
func TestRegenerateAll(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := thumbed(t, e)
		var ids []string
		for i := range 30 {
			ids = append(ids, s.picture(fmt.Sprintf("p%02d.jpg", i), 160, 155))
		}
		broken := s.keyOf(ids[3])
		if err := s.app.Media.Remove(t.Context(), []string{broken}); err != nil {
			t.Fatal(err)
		}
		for _, id := range ids {
			if err := s.app.Media.Remove(t.Context(), []string{strings.Replace(s.keyOf(id), ".jpg", "-150x150.jpg", 1)}); err != nil {
				t.Fatal(err)
			}
		}
		run := func(ctx context.Context, flags map[string]any, progress func(string)) (string, error) {
			var out bytes.Buffer
			err := s.app.Ext.Run(ctx, "thumbnails", "regenerate", &ext.Call{Flags: flags, Out: &out, Err: writer(progress), Progress: writer(progress)})
			return out.String(), err
		}
		ctx, stop := context.WithCancel(t.Context())
		if _, err := run(ctx, nil, func(text string) {
			if strings.Contains(text, "24 of 30") {
				stop()
			}
		}); err == nil {
			t.Error("a run that was stopped ends well")
		}
		resumed := ""
		out, err := run(t.Context(), nil, func(text string) { resumed += text })
		if err != nil || out != "30 images, 0 couldn't be done\n" || !strings.Contains(resumed, "24 of 30 images were done before") {
			t.Errorf("going on: %q %q %v", out, resumed, err)
		}
		for i, id := range ids {
			if there := s.has(strings.Replace(s.keyOf(id), ".jpg", "-150x150.jpg", 1)); there != (i != 3) {
				t.Errorf("thumbnail of image %d: %v", i, there)
			}
		}
		out, err = run(t.Context(), map[string]any{"all": true, "delete": true}, func(string) {})
		if err != nil || out != "30 images, 1 couldn't be done\n" {
			t.Errorf("all: %q %v", out, err)
		}
	})
}

// writer tells a function what is written.
type writer func(string)

func (w writer) Write(b []byte) (int, error) { w(string(b)); return len(b), nil }

func TestFeaturedImages(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s := thumbed(t, e)
		a, b := s.picture("a.jpg", 8, 8), s.picture("b.jpg", 8, 8)
		for _, id := range []string{b, a, b} {
			s.make("/core/v2/posts", map[string]any{"title": "T", "status": "publish", "featured_media": number(id)})
		}
		get := func(query string) answer {
			return s.do("administrator", "GET", thumbRoot+"featuredimages"+query, nil)
		}
		all := get("")
		if got, want := string(all.body), fmt.Sprintf(`[{"id":%q},{"id":%q}]`, b, a); got != want || all.header.Get("X-WP-Total") != "2" {
			t.Errorf("%s, want %s", got, want)
		}
		if got := get("?per_page=1&page=2"); string(got.body) != fmt.Sprintf(`[{"id":%q}]`, a) || !strings.Contains(got.header.Get("Link"), "page=1") {
			t.Errorf("%s %v", got.body, got.header)
		}
		for query, want := range map[string]int{"?page=3": 400, "?per_page=101": 400, "?page=" + url.QueryEscape("9223372036854775807"): 400} {
			if got := get(query); got.status != want {
				t.Errorf("%s: %d %s", query, got.status, got.body)
			}
		}
		// The library can be restricted to what can be regenerated.
		s.do("administrator", "POST", "/api/core/v2/media", strings.NewReader("text"), "Content-Type", "text/plain", "Content-Disposition", `attachment; filename="a.txt"`)
		icon, err := s.app.DB.EntryByID(t.Context(), number(a))
		if err != nil {
			t.Fatal(err)
		}
		err = s.app.DB.InTx(t.Context(), func(ctx context.Context) error {
			_, err := s.app.Env.Entries.SetMeta(ctx, icon, content.Meta{"_wp_attachment_context": {"site-icon"}})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]string{"": "3", "?is_regeneratable=1": "2", "?is_regeneratable=0": "3", "?is_regeneratable=1&exclude_site_icons=1": "1"} {
			if got := s.do("", "GET", "/wp-json/wp/v2/media"+query, nil).header.Get("X-WP-Total"); got != want {
				t.Errorf("%s: %s files, want %s", query, got, want)
			}
		}
		if got := s.do("administrator", "GET", thumbRoot+"attachmentinfo/"+a, nil); got.status != 415 {
			t.Errorf("a site icon: %d", got.status)
		}
	})
}

func putOptions(text string) blob.PutOptions { return blob.PutOptions{Size: int64(len(text))} }

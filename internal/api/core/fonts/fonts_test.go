package fonts_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http/httptest"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/fonts"
	"quoin/internal/api/rest"
	"quoin/internal/domain/media"
	"quoin/internal/platform/blob/disk"
	"quoin/internal/platform/wire"
)

func newSite(t *testing.T) *coretest.Site {
	t.Helper()
	blobs, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	data := wire.NewObject("name", "Own", "description", "d", "font_families", []any{}, "categories", []any{})
	return coretest.New(t, func(e *env.Env) []rest.Route {
		e.Media = &media.Service{Blobs: blobs, Base: e.Site.Base}
		list := append(fonts.Collections(), fonts.Collection{Slug: "own", Data: data})
		return append(fonts.Routes(e), fonts.CollectionRoutes(e, list)...)
	})
}

const admin = "administrator"

// body is a JSON body whose member holds a JSON document as a string.
func body(member, document string) string {
	b, err := json.Marshal(map[string]string{member: document})
	if err != nil {
		panic(err)
	}
	return string(b)
}

func settings(document string) string { return body("font_family_settings", document) }

func face(document string) string { return body("font_face_settings", document) }

func TestFamilies(t *testing.T) {
	t.Parallel()
	for dialect, namespace := range map[string]string{"own": "core/v2", "reference": "wp/v2"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			b := namespace + "/font-families"
			newSite(t).Run(dialect, []coretest.Step{
				{Method: "GET", Path: b, Status: 401, Code: "rest_cannot_read"},
				{Role: "editor", Method: "GET", Path: b, Status: 403, Code: "rest_cannot_read"},
				{Role: "editor", Method: "POST", Path: b, Body: settings(`{"name":"A","slug":"a","fontFamily":"A"}`), Status: 403, Code: "rest_cannot_create"},
				{Role: admin, Method: "POST", Path: b, Body: `{}`, Status: 400, Code: "rest_missing_callback_param"},
				{Role: admin, Method: "POST", Path: b, Body: settings(`{bad`), Status: 400, Code: "rest_invalid_param"},
				{Role: admin, Method: "POST", Path: b, Body: settings(`null`), Status: 400, Code: "rest_invalid_param"},
				{Role: admin, Method: "POST", Path: b, Body: settings(`5`), Status: 400, Code: "rest_invalid_param"},
				{Role: admin, Method: "POST", Path: b, Body: `{"font_family_settings":{"name":"A"}}`, Status: 400, Code: "rest_invalid_param", Want: []string{
					"data/details/font_family_settings=map[code:rest_invalid_type data:map[param:font_family_settings] message:font_family_settings must be of type string.]",
				}},
				{Role: admin, Method: "POST", Path: b, Body: settings(`{"name":"A"}`), Status: 400, Code: "rest_invalid_param", Want: []string{
					"data/details/font_family_settings/code=rest_property_required", "data/details/font_family_settings/data/status=400",
				}},
				{Role: admin, Method: "POST", Path: b, Body: settings(`{"name":"","slug":"a","fontFamily":"A"}`), Status: 400, Code: "rest_invalid_param"},
				{Role: admin, Method: "POST", Path: b, Body: settings(`{"name":"A","slug":"a","fontFamily":"A","odd":1}`), Status: 400, Code: "rest_invalid_param", Want: []string{
					"data/details/font_family_settings/code=rest_additional_properties_forbidden",
				}},
				{Role: admin, Method: "POST", Path: b, Body: settings(`{"name":"A <b>B</b>","slug":"A b","fontFamily":"A 1, 'B 2', serif"}`), Status: 201, Keep: "f", Want: []string{
					`font_family_settings=map[fontFamily:"A 1", "B 2", serif name:A B preview: slug:a-b]`, "theme_json_version=3", "font_faces=[]",
				}},
				{Role: admin, Method: "POST", Path: b, Body: settings(`{"name":"B","slug":"a-b","fontFamily":"B"}`), Status: 400, Code: "rest_duplicate_font_family"},
				{Role: admin, Method: "POST", Path: b + "/{f}", Body: settings(`{"name":"C"}`), Status: 200, Want: []string{"font_family_settings/name=C", "font_family_settings/slug=a-b"}},
				{Role: admin, Method: "PUT", Path: b + "/{f}", Body: settings(`{"name":"D"}`), Status: 400, Code: "rest_invalid_param", Want: []string{
					"data/details/font_family_settings/code=rest_invalid_type", "data/details/font_family_settings/data=map[param:font_family_settings]",
				}},
				{Role: admin, Method: "PATCH", Path: b + "/{f}", Body: `{"font_family_settings":{"name":"D"}}`, Status: 400, Code: "rest_invalid_param"},
				{Role: admin, Method: "POST", Path: b + "/{f}", Body: settings(`{"name":"C","odd":1}`), Status: 400, Code: "rest_invalid_param", Want: []string{
					"data/details/font_family_settings/code=rest_additional_properties_forbidden", "data/details/font_family_settings/data/status=400",
				}},
				{Role: admin, Method: "POST", Path: b + "/{f}", Body: settings(`{"slug":"c"}`), Status: 400, Code: "rest_invalid_param"},
				{Role: "editor", Method: "POST", Path: b + "/{f}", Body: settings(`{"name":"C"}`), Status: 403, Code: "rest_cannot_edit"},
				{Role: admin, Method: "GET", Path: b + "?slug=a-b", Status: 200, Want: []string{"0/id={f}", "1=<nil>"}},
				{Role: admin, Method: "GET", Path: b + "?slug=other", Status: 200, Want: []string{"0=<nil>"}},
				{Role: admin, Method: "GET", Path: b + "?orderby=include", Status: 400, Code: "rest_orderby_include_missing_include"},
				{Role: admin, Method: "GET", Path: b + "?page=9223372036854775807", Status: 400, Code: "rest_post_invalid_page_number"},
				{Role: admin, Method: "GET", Path: b + "/9999", Status: 404, Code: "rest_post_invalid_id"},
				{Role: admin, Method: "DELETE", Path: b + "/{f}", Status: 501, Code: "rest_trash_not_supported"},
				{Role: "editor", Method: "DELETE", Path: b + "/{f}?force=true", Status: 403, Code: "rest_cannot_delete"},
				{Role: admin, Method: "DELETE", Path: b + "/{f}?force=true", Status: 200, Want: []string{"previous/font_family_settings/name=C"}},
				{Role: admin, Method: "GET", Path: b + "/{f}", Status: 404, Code: "rest_post_invalid_id"},
			})
		})
	}
}

func TestFaces(t *testing.T) {
	t.Parallel()
	const b = "core/v2/font-families"
	newSite(t).Run("own", []coretest.Step{
		{Role: admin, Method: "POST", Path: b, Body: settings(`{"name":"A","slug":"a","fontFamily":"A"}`), Status: 201, Keep: "f"},
		{Role: admin, Method: "POST", Path: b, Body: settings(`{"name":"B","slug":"b","fontFamily":"B"}`), Status: 201, Keep: "g"},
		{Role: admin, Method: "POST", Path: b + "/9999/font-faces", Body: face(`{"fontFamily":"A","src":"https://example.net/a.woff2"}`), Status: 404, Code: "rest_post_invalid_parent"},
		{Role: "author", Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A","src":"https://example.net/a.woff2"}`), Status: 403, Code: "rest_cannot_create"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A"}`), Status: 400, Code: "rest_invalid_param"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A","src":[]}`), Status: 400, Code: "rest_invalid_param"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A","src":" "}`), Status: 400, Code: "rest_invalid_param"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A","src":"file-0"}`), Status: 400, Code: "rest_invalid_param"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A","src":"http://10.0.0.1/a.woff2"}`), Status: 400, Code: "rest_invalid_param"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A","src":"https://u:p@example.net/a.woff2"}`), Status: 400, Code: "rest_invalid_param"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A","src":"https://example.net:25/a.woff2"}`), Status: 400, Code: "rest_invalid_param"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A 1","fontWeight":400,"src":["https://example.net/a.woff2"]}`), Status: 201, Keep: "a", Want: []string{
			`font_face_settings=map[fontFamily:"A 1" fontWeight:400 src:https://example.net/a.woff2]`, "parent={f}",
			"_links/parent/0/href=http://example.org/api/core/v2/font-families/{f}",
		}},
		{Role: admin, Method: "POST", Path: b + "/{g}/font-faces", Body: face(`{"fontFamily":"'a 1'","fontWeight":"normal","fontStyle":"normal","src":"https://example.net/b.woff2"}`), Status: 400, Code: "rest_duplicate_font_face"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces", Body: face(`{"fontFamily":"A 1","fontWeight":"bold","src":["https://example.net/a.woff2","https://example.net/a.ttf"]}`), Status: 201, Keep: "b", Want: []string{
			"font_face_settings/src=[https://example.net/a.woff2 https://example.net/a.ttf]",
		}},
		{Role: admin, Method: "GET", Path: b + "/{f}/font-faces?_fields=id", Status: 200, Want: []string{"0/id={b}", "1/id={a}", "2=<nil>"}},
		{Role: admin, Method: "GET", Path: b + "/{g}/font-faces?_fields=id,parent", Status: 200, Want: []string{"0/id={b}", "0/parent={f}", "1/id={a}", "2=<nil>"}},
		{Role: admin, Method: "GET", Path: b + "?_fields=id,font_faces", Status: 200, Want: []string{"0/font_faces=[]", "1/font_faces=[{a} {b}]"}},
		{Role: admin, Method: "GET", Path: b + "/{f}?_embed=1", Status: 200, Want: []string{"_embedded/font_faces/1/id={b}"}},
		{Role: admin, Method: "GET", Path: b + "/{g}/font-faces/{a}", Status: 404, Code: "rest_font_face_parent_id_mismatch"},
		{Role: admin, Method: "GET", Path: b + "/9999/font-faces/{a}", Status: 404, Code: "rest_post_invalid_parent"},
		{Role: "editor", Method: "GET", Path: b + "/{f}/font-faces/{a}", Status: 403, Code: "rest_cannot_read"},
		{Role: admin, Method: "POST", Path: b + "/{f}/font-faces/{a}", Body: face(`{"fontFamily":"A","src":"x"}`), Status: 404, Code: "rest_no_route"},
		{Role: admin, Method: "DELETE", Path: b + "/{f}/font-faces/{a}", Status: 501, Code: "rest_trash_not_supported"},
		{Role: admin, Method: "DELETE", Path: b + "/{f}/font-faces/{a}?force=true", Status: 200, Want: []string{"deleted=true", "previous/id={a}"}},
		{Role: admin, Method: "DELETE", Path: b + "/{f}?force=true", Status: 200, Want: []string{"previous/font_faces=[{b}]"}},
		{Role: admin, Method: "GET", Path: b + "/{g}/font-faces/{b}", Status: 404, Code: "rest_post_invalid_id"},
	})
}

// upload sends a face with files: name of the field, name of the file and its
// content in turn.
func upload(t *testing.T, s *coretest.Site, family any, document string, files ...string) coretest.Answer {
	t.Helper()
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	if err := form.WriteField("font_face_settings", document); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(files); i += 3 {
		w, err := form.CreateFormFile(files[i], files[i+1])
		if err == nil {
			_, err = w.Write([]byte(files[i+2]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := form.Close(); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("POST", fmt.Sprintf("/api/core/v2/font-families/%v/font-faces", family), &b)
	r.Header.Set("Content-Type", form.FormDataContentType())
	s.Authenticate(r, admin)
	return s.Send(r)
}

func stored(t *testing.T, s *coretest.Site) []string {
	t.Helper()
	keys := []string{}
	for info, err := range s.Env.Media.Blobs.List(s.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, info.Key)
	}
	return keys
}

func TestUploads(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const woff2, woff = "wOF2 a font", "wOFF a font"
	family := s.Do(admin, "POST", "core/v2/font-families", settings(`{"name":"A","slug":"a","fontFamily":"A"}`)).Get("id")
	for _, tt := range []struct {
		name, document string
		files          []string
		status         int
		code           string
		stored         string // all files after it
	}{
		{"content of another type", `{"fontFamily":"A","src":"f"}`, []string{"f", "a.woff2", "MZ"}, 400, "rest_font_upload_invalid_file_type", "[]"},
		{"name of another type", `{"fontFamily":"A","src":"f"}`, []string{"f", "a.php", woff2}, 400, "rest_font_upload_invalid_file_type", "[]"},
		{"no ending", `{"fontFamily":"A","src":"f"}`, []string{"f", "font", woff2}, 400, "rest_font_upload_invalid_file_type", "[]"},
		{"empty file", `{"fontFamily":"A","src":"f"}`, []string{"f", "a.woff2", ""}, 400, "rest_font_upload_invalid_file_type", "[]"},
		{"unused file", `{"fontFamily":"A","src":"https://example.net/a"}`, []string{"f", "a.woff2", woff2}, 400, "rest_invalid_param", "[]"},
		{"second file is bad", `{"fontFamily":"A","src":["f","g"]}`, []string{"f", "a.woff2", woff2, "g", "b.ttf", "MZ"}, 400, "rest_font_upload_invalid_file_type", "[]"},
		{"two files", `{"fontFamily":"A","src":["f","g"]}`, []string{"f", "../../A b.WOFF2", woff2, "g", "b.woff", woff}, 201, "", "[fonts/A-b.woff2 fonts/b.woff]"},
		{"the same face again", `{"fontFamily":"A","src":"f"}`, []string{"f", "c.woff2", woff2}, 400, "rest_duplicate_font_face", "[fonts/A-b.woff2 fonts/b.woff]"},
		{"the same name again", `{"fontFamily":"A","fontWeight":"900","src":"f"}`, []string{"f", "b.woff", woff}, 201, "", "[fonts/A-b.woff2 fonts/b-1.woff fonts/b.woff]"},
	} {
		a := upload(t, s, family, tt.document, tt.files...)
		if a.Status != tt.status || a.Code() != tt.code {
			t.Errorf("%s: %d %q, want %d %q\n%s", tt.name, a.Status, a.Code(), tt.status, tt.code, a.Text)
		}
		if got := fmt.Sprint(stored(t, s)); got != tt.stored {
			t.Errorf("%s: files are %s, want %s", tt.name, got, tt.stored)
		}
	}
	faces := s.Do(admin, "GET", fmt.Sprintf("core/v2/font-families/%v/font-faces", family), "")
	if got := faces.Get(0, "font_face_settings", "src"); got != "http://example.org/wp-content/uploads/fonts/b-1.woff" {
		t.Errorf("address %v", got)
	}
	s.Do(admin, "DELETE", fmt.Sprintf("core/v2/font-families/%v/font-faces/%v?force=true", family, faces.Get(0, "id")), "")
	if got := fmt.Sprint(stored(t, s)); got != "[fonts/A-b.woff2 fonts/b.woff]" {
		t.Errorf("after removing a face: %s", got)
	}
	s.Do(admin, "DELETE", fmt.Sprintf("core/v2/font-families/%v?force=true", family), "")
	if got := stored(t, s); len(got) > 0 {
		t.Errorf("after removing the family: %v", got)
	}
}

func TestCollections(t *testing.T) {
	t.Parallel()
	const b = "core/v2/font-collections"
	newSite(t).Run("own", []coretest.Step{
		{Method: "GET", Path: b, Status: 401, Code: "rest_cannot_read"},
		{Role: "editor", Method: "GET", Path: b, Status: 403, Code: "rest_cannot_read"},
		{Role: admin, Method: "GET", Path: b, Status: 200, Want: []string{"0/slug=own", "0/name=Own", "1=<nil>"}},
		{Role: admin, Method: "GET", Path: b + "?_fields=slug", Status: 200, Want: []string{"0/slug=google-fonts", "1/slug=own"}},
		{Role: admin, Method: "GET", Path: b + "?page=3", Status: 400, Code: "rest_post_invalid_page_number"},
		{Role: admin, Method: "GET", Path: b + "?page=9223372036854775807&per_page=100", Status: 400, Code: "rest_post_invalid_page_number"},
		{Role: admin, Method: "GET", Path: b + "/google-fonts", Status: 500, Code: "font_collection_json_missing"},
		{Role: admin, Method: "GET", Path: b + "/google-fonts?_fields=slug", Status: 200},
		{Role: admin, Method: "GET", Path: b + "/own", Status: 200, Want: []string{"description=d", "_links/self/0/href=http://example.org/api/core/v2/font-collections/own"}},
		{Role: admin, Method: "GET", Path: b + "/none", Status: 404, Code: "rest_font_collection_not_found"},
	})
}

package api

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"quoin/internal/app"
)

// jpegWith is an image with texts embedded as IPTC data sets and as the
// description, the artist and the copyright of EXIF.
func jpegWith(t *testing.T, text string) []byte {
	t.Helper()
	var img bytes.Buffer
	if err := jpeg.Encode(&img, image.NewGray(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	segment := func(marker byte, data []byte) []byte {
		head := []byte{0xff, marker, 0, 0}
		binary.BigEndian.PutUint16(head[2:], uint16(len(data)+2))
		return append(head, data...)
	}
	var sets []byte
	for _, set := range []byte{0x05, 0x19, 0x50, 0x69, 0x6e, 0x74, 0x78} {
		sets = append(append(sets, 0x1c, 2, set), binary.BigEndian.AppendUint16(nil, uint16(len(text)))...)
		sets = append(sets, text...)
	}
	iptc := append([]byte("Photoshop 3.0\x008BIM\x04\x04\x00\x00"), binary.BigEndian.AppendUint32(nil, uint32(len(sets)))...)
	iptc = append(iptc, sets...)

	tags := []uint16{0x10e, 0x13b, 0x8298}
	tiff := append([]byte("II*\x00\x08\x00\x00\x00"), byte(len(tags)), 0)
	value := 8 + 2 + 12*len(tags) + 4
	for _, tag := range tags {
		tiff = binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(tiff, tag), 2)
		tiff = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(tiff, uint32(len(text)+1)), uint32(value))
	}
	tiff = append(append(append(tiff, 0, 0, 0, 0), text...), 0)
	out := append([]byte{}, img.Bytes()[:2]...)
	out = append(out, segment(0xe1, append([]byte("Exif\x00\x00"), tiff...))...)
	out = append(out, segment(0xed, iptc)...)
	return append(out, img.Bytes()[2:]...)
}

// structured is the JSON of a page, in which a quote is a quote.
var structured = regexp.MustCompile(`(?s)(<script type="application/ld\+json"[^>]*>)(.*?)(</script>)`)

// TestEmbeddedText uploads images whose embedded texts are markup that runs:
// they become title, caption and details, and nothing of it runs there.
func TestEmbeddedText(t *testing.T) {
	t.Parallel()
	s := start(t, app.Config{})
	if err := s.app.Options.Set(t.Context(), "wp_attachment_pages_enabled", "1"); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{
		`shown<script>alert(1)</script>`, `shown<img src=x onerror=alert(1)>`, `shown<svg/onload=alert(1)>`, `shown" onmouseover="alert(1)`, `shown<a href="javascript:alert(1)">x</a>`,
		"shown<\x00script>alert(1)</script>", "shown\xff<scr\x00ipt>alert(1)</script>", `shown<!-- wp:html --><script>alert(1)</script><!-- /wp:html -->`, `shown[gallery]<iframe srcdoc="<script>alert(1)</script>">`,
		`shown&lt;script&gt;alert(1)&lt;/script&gt;`, strings.Repeat("shown<b>", 4000),
	} {
		for _, role := range []string{"author", "administrator"} {
			req := httptest.NewRequest("POST", "/api/core/v2/media", bytes.NewReader(jpegWith(t, text)))
			req.SetBasicAuth("test_"+role, s.secrets[role])
			req.Header.Set("Content-Type", "image/jpeg")
			req.Header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s%d.jpg"`, role, i))
			w := httptest.NewRecorder()
			s.handler.ServeHTTP(w, req)
			if w.Code != 201 || !strings.Contains(w.Body.String(), "shown") {
				t.Fatalf("%q as %s: %d %s", text, role, w.Code, w.Body)
			}
			id := answer{body: w.Body.Bytes()}.object(t)["id"].(float64)
			for _, path := range []string{fmt.Sprintf("/api/core/v2/media/%.0f", id), fmt.Sprintf("/?attachment_id=%.0f", id)} {
				a := s.do("", "GET", path, nil)
				if at := a.header.Get("Location"); at != "" {
					a = s.do("", "GET", strings.TrimPrefix(at, "http://example.org"), nil)
				}
				// In JSON markup is what it says when it is read.
				page := structured.ReplaceAllString(string(a.body), "$1 $3")
				for _, data := range structured.FindAllStringSubmatch(string(a.body), -1) {
					if !json.Valid([]byte(data[2])) {
						t.Errorf("%q as %s: %s: structured data that can't be read: %s", text, role, path, data[2])
					}
				}
				body := strings.NewReplacer(`\"`, `"`, `\/`, `/`).Replace(page)
				for _, bad := range []string{"<script>alert", "onerror=alert", "onload=alert", `" onmouseover="alert`, `"javascript:`, "<iframe", "<svg/"} {
					if !strings.HasPrefix(path, "/?") && strings.HasPrefix(bad, `"`) {
						continue // a quote is a quote, in what isn't HTML
					}
					if a.status != 200 || strings.Contains(body, bad) {
						t.Errorf("%q as %s: %s: %d, %q in %.2000s", text, role, path, a.status, bad, body)
					}
				}
			}
		}
	}
}

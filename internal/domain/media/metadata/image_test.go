package metadata

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func readMeta(t *testing.T, data []byte, locale string) ImageMeta {
	t.Helper()
	m, ok, err := ReadImage(bytes.NewReader(data), locale)
	if err != nil || !ok {
		t.Fatalf("%v %v", ok, err)
	}
	return m
}

func camera() []byte {
	return exifSegment(
		[]tiffEntry{ascii(0x10e, "A titled picture"), ascii(0x110, "Acme Cam 2"), short(0x112, 6), ascii(0x13b, "A. Photographer"), ascii(0x8298, "CC0")},
		[]tiffEntry{rational(0x829a, 1, 60), rational(0x829d, 56, 10), short(0x8827, 400), ascii(0x9004, "2011:12:13 14:15:16"), rational(0x920a, 35, 1)})
}

func TestReadImage(t *testing.T) {
	t.Parallel()
	base := EmptyImageMeta()
	with := func(change func(*ImageMeta)) ImageMeta { m := base; change(&m); return m }
	comment := tiffEntry{0x9286, 7, 8 + 9, []byte("ASCII\x00\x00\x00a comment")}
	long := strings.Repeat("long ", 20)
	for name, c := range map[string]struct {
		data []byte
		want ImageMeta
	}{
		"nothing": {smallJPEG(), base},
		"png":     {smallPNG(), base},
		"exif": {withSegments(smallJPEG(), camera()), ImageMeta{
			Aperture: "5.6", Credit: "A. Photographer", Camera: "Acme Cam 2", Caption: "A titled picture", CreatedTimestamp: "1323785716", Copyright: "CC0",
			FocalLength: "35", ISO: "400", ShutterSpeed: "0.016666666666667", Title: "A titled picture", Orientation: 6, Keywords: []string{},
		}},
		"iptc": {withSegments(smallJPEG(), iptcSegment("\x69", " Headline ", "\x05", "Object", "\x78", "Caption text", "\x6e", "Credit", "\x50", "Byline",
			"\x37", "20050706", "\x3c", "081011", "\x74", "Copyright", "\x19", "one", "\x19", "two")), with(func(m *ImageMeta) {
			m.Title, m.Caption, m.Credit, m.Copyright = "Headline", "Caption text", "Credit", "Copyright"
			m.CreatedTimestamp, m.Keywords = "1120637411", []string{"one", "two"}
		})},
		"iptc zone": {withSegments(smallJPEG(), iptcSegment("\x37", "20050706", "\x3c", "081011+0200")), with(func(m *ImageMeta) { m.CreatedTimestamp = "1120630211" })},
		"iptc caption is title": {withSegments(smallJPEG(), iptcSegment("\x78", "Short", "\x50", "Byline")), with(func(m *ImageMeta) {
			m.Title, m.Caption, m.Credit = "Short", "Short", "Byline"
		})},
		"iptc long caption": {withSegments(smallJPEG(), iptcSegment("\x78", long)), with(func(m *ImageMeta) { m.Caption = strings.TrimSpace(long) })},
		"latin 1":           {withSegments(smallJPEG(), iptcSegment("\x69", "Stra\xdfe", "\x19", "B\xe4r")), with(func(m *ImageMeta) { m.Title, m.Keywords = "Straße", []string{"Bär"} })},
		"utf-8":             {withSegments(smallJPEG(), iptcSegment("\x69", "Straße")), with(func(m *ImageMeta) { m.Title = "Straße" })},
		"iptc before exif": {withSegments(smallJPEG(), camera(), iptcSegment("\x69", "Headline", "\x6e", "Credit")), ImageMeta{
			Aperture: "5.6", Credit: "Credit", Camera: "Acme Cam 2", Caption: "A titled picture", CreatedTimestamp: "1323785716", Copyright: "CC0",
			FocalLength: "35", ISO: "400", ShutterSpeed: "0.016666666666667", Title: "Headline", Orientation: 6, Keywords: []string{},
		}},
		"comment alone": {withSegments(smallJPEG(), exifSegment(nil, []tiffEntry{comment})), with(func(m *ImageMeta) { m.Title, m.Caption = "a comment", "a comment" })},
		"comment and title": {withSegments(smallJPEG(), exifSegment([]tiffEntry{ascii(0x10e, "Title")}, []tiffEntry{comment})), with(func(m *ImageMeta) {
			m.Title, m.Caption = "Title", "a comment"
		})},
		"comment and long description": {withSegments(smallJPEG(), exifSegment([]tiffEntry{ascii(0x10e, long)}, []tiffEntry{comment})), with(func(m *ImageMeta) {
			m.Caption = strings.TrimSpace(long) + " a comment"
		})},
		"zero denominators": {withSegments(smallJPEG(), exifSegment(nil, []tiffEntry{rational(0x829a, 1, 0), rational(0x829d, 0, 0)})), base},
		"no such date":      {withSegments(smallJPEG(), exifSegment(nil, []tiffEntry{ascii(0x9004, "0000:00:00 00:00:00")})), base},
		"fast shutter":      {withSegments(smallJPEG(), exifSegment(nil, []tiffEntry{rational(0x829a, 1, 16000)})), with(func(m *ImageMeta) { m.ShutterSpeed = "6.25E-5" })},
		"odd orientation":   {withSegments(smallJPEG(), exifSegment([]tiffEntry{short(0x112, 77)}, nil)), with(func(m *ImageMeta) { m.Orientation = 77 })},
	} {
		if got := readMeta(t, c.data, "en_US"); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, got, c.want)
		}
	}
}

func TestAlt(t *testing.T) {
	t.Parallel()
	packet := xmpPacket("x-default", "default", "de", "deutsch", "en_US", "american &amp; more")
	jpg := withSegments(smallJPEG(), segment(0xe1, join("http://ns.adobe.com/xap/1.0/\x00", packet)))
	far := join(smallPNG(), zeros(256<<10-7), packet) // across the border of two reads
	for locale, want := range map[string]string{"en_US": "american & more", "de_DE": "deutsch", "fr_FR": "default", "": "default"} {
		for _, data := range [][]byte{jpg, far} {
			if got := readMeta(t, data, locale).Alt; got != want {
				t.Errorf("%q: %q", locale, got)
			}
		}
	}
	for name, packet := range map[string]string{
		"unclosed": packet[:len(packet)-20] + xmpClose,
		"entities": `<!DOCTYPE x [<!ENTITY a "aaaa">]>` + strings.Replace(packet, "default<", "&a;<", 1),
		"deep":     xmpOpen + ">" + strings.Repeat("<a>", 5000) + xmpClose,
		"no close": packet[:len(packet)-len(xmpClose)],
	} {
		data := withSegments(smallJPEG(), segment(0xe1, []byte(packet)))
		if got := readMeta(t, data, "en_US").Alt; got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestNotAnImage(t *testing.T) {
	t.Parallel()
	for _, data := range []string{"", "text", "<svg xmlns='http://www.w3.org/2000/svg'/>", "\xff\xd8\xff"} {
		if m, ok, err := ReadImage(strings.NewReader(data), ""); ok || err != nil {
			t.Errorf("%q: %+v %v", data, m, err)
		}
	}
}

func TestDecimal(t *testing.T) {
	t.Parallel()
	for f, want := range map[float64]string{0: "0", 5.6: "5.6", 35: "35", 1.0 / 60: "0.016666666666667", 0.0001: "0.0001", 0.000125: "0.000125", 0.00001: "1.0E-5", 1e15: "1.0E+15", 123456.75: "123456.75"} {
		if got := decimal(f); got != want {
			t.Errorf("%v: %s, want %s", f, got, want)
		}
	}
}

// FuzzImage: whatever stands in the segments, the text is valid and the numbers print.
func FuzzImage(f *testing.F) {
	f.Add(withSegments(smallJPEG(), camera()))
	f.Add(withSegments(smallJPEG(), iptcSegment("\x69", "Headline", "\x37", "20050706", "\x3c", "081011")))
	f.Add(withSegments(smallJPEG(), segment(0xe1, []byte(xmpPacket("x-default", "alt")))))
	f.Add(smallPNG())
	f.Fuzz(func(t *testing.T, data []byte) {
		m, _, err := ReadImage(bytes.NewReader(data), "en_US")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range append([]string{m.Aperture, m.Credit, m.Camera, m.Caption, m.CreatedTimestamp, m.Copyright, m.FocalLength, m.ISO, m.ShutterSpeed, m.Title, m.Alt}, m.Keywords...) {
			if !utf8.ValidString(s) || strings.Contains(s, "\x00") {
				t.Fatalf("%q", s)
			}
		}
		if m.Orientation < 0 || m.Orientation > 8 {
			t.Fatalf("orientation %d", m.Orientation)
		}
	})
}

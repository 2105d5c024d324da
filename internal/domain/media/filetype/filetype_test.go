package filetype

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

const (
	jpegHead = "\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
	pngHead  = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00"
	gifHead  = "GIF89a\x01\x00\x01\x00\x00\x00\x00;"
	mp3Head  = "ID3\x03\x00\x00\x00\x00\x00\x0aTIT2\x00\x00\x00\x00\x00\x00\xff\xfb\x90\x64\x00\x00\x00\x00\x00\x00\x00\x00"
	mp4Head  = "\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom"
	heicHead = "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"
	binary   = "\x00\x01\x02\xfa\xfb\x03\x07\x09\x00\x01\x02\xfa\xfb\x03\x07\x09"
)

func zipped(names ...string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range names {
		name, content, _ := strings.Cut(name, "=")
		w, _ := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		io.WriteString(w, content)
	}
	z.Close()
	return b.String()
}

func TestCheck(t *testing.T) {
	t.Parallel()
	var tarred, gzipped bytes.Buffer
	tw := tar.NewWriter(&tarred)
	tw.WriteHeader(&tar.Header{Name: "a", Size: 3, Mode: 0o600})
	tw.Write([]byte("abc"))
	tw.Close()
	gw := gzip.NewWriter(&gzipped)
	gw.Write([]byte("hello"))
	gw.Close()
	word := zipped("[Content_Types].xml=<Types/>", "_rels/.rels=<x/>", "word/document.xml=<x/>")
	html := "<!DOCTYPE html><html><script>alert(1)</script></html>"
	const refused = ""
	for _, c := range []struct{ name, content, want string }{
		{"p.png", pngHead, "p.png png image/png"},
		{"p.JPG", pngHead, "p.png png image/png"},
		{"p.heic", pngHead, "p.png png image/png"},
		{"p.ico", pngHead, "p.png png image/png"},
		{"j.JPG", jpegHead, "j.JPG JPG image/jpeg"},
		{"j.jpeg", jpegHead, "j.jpeg jpeg image/jpeg"},
		{"j.tar.png", jpegHead, "j.tar.jpg jpg image/jpeg"},
		{"x.php.jpg", jpegHead, "x.php.jpg jpg image/jpeg"},
		{"h.jpg", heicHead, "h.heic heic image/heic"},
		{"j.heif", heicHead, "j.heic heic image/heic"},
		{"t.jpg", "II*\x00\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00", "t.tif tif image/tiff"},
		{"g.gif", gifHead + "<?php echo 1;", "g.gif gif image/gif"},
		{"a.avif", "\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif", "a.avif avif image/avif"},
		{"a.webp", "RIFF\x10\x00\x00\x00WEBPVP8 ", "a.webp webp image/webp"},
		{"p.pdf", pngHead, refused},
		{"p.txt", pngHead, refused},
		{"p.svg", pngHead, refused},
		{"g.php", gifHead, refused},
		{"noext", jpegHead, refused},
		{"dot.", jpegHead, refused},
		{"php.jpg", "<?php echo 1; ?>\n", refused},
		{"php.txt", "<?php echo 1; ?>\n", refused},
		{"svg.png", `<svg xmlns="http://www.w3.org/2000/svg"></svg>`, refused},
		{"a.svg", `<svg xmlns="http://www.w3.org/2000/svg"></svg>`, refused},
		{"svg.txt", `<svg xmlns="http://www.w3.org/2000/svg"></svg>`, refused},
		{"fake.jpg", "this is only some text", refused},
		{"oct.jpg", binary, refused},
		{"z.jpg", zipped("a.txt=x"), refused},
		{"psd.jpg", "8BPS\x00\x01\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x10", refused},
		{"a.html", html, "a.html html text/html"},
		{"html.txt", html, refused},
		{"html.pdf", html, refused},
		{"sh.txt", "#!/bin/sh\necho\n", refused},
		{"json.txt", `{"a":[1,2]}`, refused},
		{"xml.txt", `<?xml version="1.0"?><a/>`, refused},
		{"a.js", "var a = 1;\nfunction f(){return 2}\n", refused},
		{"a.css", "body { color: red }\n", refused},
		{"a.txt", "hello plain text\n", "a.txt txt text/plain"},
		{"latin.txt", "h\xe9llo w\xf6rld\n", "latin.txt txt text/plain"},
		{"a.srt", "1\n00:00:01,000 --> 00:00:02,000\nhi\n", "a.srt srt text/plain"},
		{"a.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\nx\n", "a.vtt vtt text/vtt"},
		{"a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n", "a.ics ics text/calendar"},
		{"tabs.txt", "a\tb\n1\t2\n", "tabs.txt txt text/plain"},
		{"a.tsv", "a\tb\n1\t2\n", refused},
		{"a.csv", "a,b,c\n1,2,3\n4,5,6\n", "a.csv csv text/csv"},
		{"csv.txt", "a,b,c\n1,2,3\n4,5,6\n", "csv.txt txt text/plain"},
		{"a.rtf", `{\rtf1\ansi hello}`, "a.rtf rtf application/rtf"},
		{"rtf.txt", `{\rtf1\ansi hello}`, "rtf.txt txt text/plain"},
		{"a.pdf", "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF", "a.pdf pdf application/pdf"},
		{"txt.pdf", "hello", refused},
		{"oct.pdf", binary, "oct.pdf pdf application/pdf"},
		{"exe.pdf", "MZ" + strings.Repeat("\x00", 200), refused},
		{"a.exe", "MZ" + strings.Repeat("\x00", 200), refused},
		{"a.zip", zipped("a.txt=x"), "a.zip zip application/zip"},
		{"w.docx", word, "w.docx docx application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"z.docx", zipped("a.txt=x"), "z.docx docx application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"w.zip", word, refused},
		{"z.txt", zipped("a.txt=x"), refused},
		{"o.odt", zipped("mimetype=application/vnd.oasis.opendocument.text", "content.xml=<x/>"), "o.odt odt application/vnd.oasis.opendocument.text"},
		{"a.tar", tarred.String(), "a.tar tar application/x-tar"},
		{"a.gz", gzipped.String(), refused},
		{"a.mp3", mp3Head, "a.mp3 mp3 audio/mpeg"},
		{"mp3.wav", mp3Head, "mp3.wav wav audio/wav"},
		{"mp3.mp4", mp3Head, refused},
		{"mp3.txt", mp3Head, refused},
		{"oct.mp3", binary, "oct.mp3 mp3 audio/mpeg"},
		{"a.m4a", "\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00M4A mp42", "a.m4a m4a audio/mpeg"},
		{"a.mp4", mp4Head, "a.mp4 mp4 video/mp4"},
		{"mp4.mov", mp4Head, "mp4.mov mov video/quicktime"},
		{"a.flac", "fLaC\x00\x00\x00\x22" + strings.Repeat("\x00", 34), "a.flac flac audio/flac"},
		{"a.ogg", "OggS\x00\x02" + strings.Repeat("\x00", 20) + "\x01\x1e\x01vorbis" + strings.Repeat("\x00", 23), "a.ogg ogg audio/ogg"},
		{"a.wav", "RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00", "a.wav wav audio/wav"},
		{"a.webm", "\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm\x42\x87\x81\x04", "a.webm webm video/webm"},
	} {
		file, err := Check(c.name, strings.NewReader(c.content), Rights{UnfilteredHTML: true})
		if c.want == refused {
			if !errors.Is(err, ErrNotAllowed) {
				t.Errorf("%s: %+v %v, want a refusal", c.name, file, err)
			}
			continue
		}
		if got := file.Name + " " + file.Extension + " " + file.MIME; err != nil || got != c.want {
			t.Errorf("%s: %q %v, want %q", c.name, got, err, c.want)
		}
	}
}

func TestRights(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"a.html", "a.HTM", "a.js"} {
		if _, err := Check(name, strings.NewReader("<!DOCTYPE html><html></html>"), Rights{}); !errors.Is(err, ErrNotAllowed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestEmptyAndBroken(t *testing.T) {
	t.Parallel()
	if _, err := Check("a.txt", strings.NewReader(""), Rights{}); !errors.Is(err, ErrEmpty) {
		t.Errorf("%v", err)
	}
	broken := errors.New("disk gone")
	if _, err := Check("a.txt", iotest.ErrReader(broken), Rights{}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

func TestTable(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, typ := range table {
		for _, e := range typ.Extensions {
			if other, twice := seen[e]; twice || e != strings.ToLower(e) {
				t.Errorf("extension %q of %s and %s", e, typ.MIME, other)
			}
			seen[e] = typ.MIME
		}
	}
	for _, e := range []string{"svg", "php", "phtml", "phar", "exe", "swf", "sh", "cgi", "xml", "xhtml", "shtml", "htaccess"} {
		if mime, ok := seen[e]; ok {
			t.Errorf("%s is uploadable as %s", e, mime)
		}
	}
	if !IsUploadable("image/webp") || IsUploadable("image/svg+xml") || IsUploadable("") {
		t.Error("wrong known types")
	}
	if got := strings.Join(Major("image"), " "); !strings.HasPrefix(got, "image/jpeg image/gif image/png") || strings.Contains(got, "video") {
		t.Error(got)
	}
}

// FuzzCheck: an accepted file is of an allowed type, and its name ends in an extension of it.
func FuzzCheck(f *testing.F) {
	f.Add("a.png", []byte(pngHead))
	f.Add("a.heif", []byte(heicHead))
	f.Add("a.docx", []byte(zipped("x=y")))
	f.Add("a.html", []byte("<html>"))
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		file, err := Check(name, bytes.NewReader(content), Rights{})
		if err != nil {
			if !errors.Is(err, ErrNotAllowed) && !errors.Is(err, ErrEmpty) {
				t.Fatal(err)
			}
			return
		}
		typ, extension, ok := ByName(file.Name, Rights{})
		if !ok || typ.MIME != file.MIME || extension != file.Extension {
			t.Fatalf("%+v is not of its own type", file)
		}
	})
}

// TestAllowed tells editors of the same types that uploads are checked by.
func TestAllowed(t *testing.T) {
	t.Parallel()
	plain, all := Allowed(Rights{}), Allowed(Rights{UnfilteredHTML: true})
	if len(plain) >= len(all) {
		t.Errorf("%d types without the right, %d with it", len(plain), len(all))
	}
	for extensions, mime := range all {
		first, _, _ := strings.Cut(extensions, "|")
		if known, _, ok := ByName("x."+first, Rights{}); known.MIME != mime || ok != (plain[extensions] != "") {
			t.Errorf("%s: %s, allowed %v", extensions, mime, ok)
		}
	}
}

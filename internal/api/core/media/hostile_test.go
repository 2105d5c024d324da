package media_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"os"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/domain/media/imaging"
)

// chunk is one chunk of a PNG file.
func chunk(kind string, data []byte) []byte {
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	out = append(append(out, kind...), data...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(out[4:]))
}

// bombPNG claims w x h pixels of one bit and brings them, compressed to next to
// nothing.
func bombPNG(w, h uint32, rows int) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	var packed bytes.Buffer
	z, _ := zlib.NewWriterLevel(&packed, zlib.BestCompression)
	row := make([]byte, 1+(w+7)/8)
	for range rows {
		_, _ = z.Write(row)
	}
	_ = z.Close()
	return slices.Concat([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, 1, 0, 0, 0, 0)), chunk("IDAT", packed.Bytes()), chunk("IEND", nil))
}

// framesGIF is an animation of many frames of one pixel.
func framesGIF(n int) []byte {
	frame := image.NewPaletted(image.Rect(0, 0, 1, 1), color.Palette{color.Black, color.White})
	g := &gif.GIF{}
	for range n {
		g.Image, g.Delay = append(g.Image, frame), append(g.Delay, 1)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// jpegClaiming has the dimensions of its header changed.
func jpegClaiming(w, h uint16) []byte {
	data := jpegOf(64, 64)
	at := bytes.Index(data, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(data[at+5:], h)
	binary.BigEndian.PutUint16(data[at+7:], w)
	return data
}

type hostileFile struct {
	file string
	data []byte
}

func hostileFiles() map[string]hostileFile {
	photo, picture := jpegOf(800, 600), pngOf(800, 600)
	script := "<script>alert(document.domain)</script>"
	svg := `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`
	return map[string]hostileFile{
		"cut JPEG":                {"a.jpg", photo[:len(photo)/2]},
		"cut PNG":                 {"a.png", picture[:len(picture)/2]},
		"JPEG without pixels":     {"a.jpg", photo[:bytes.Index(photo, []byte{0xff, 0xda})]},
		"JPEG of two bytes":       {"a.jpg", photo[:3]},
		"PNG of a header":         {"a.png", picture[:20]},
		"cut GIF":                 {"a.gif", framesGIF(1)[:20]},
		"cut WebP":                {"a.webp", []byte("RIFF\x10\x00\x00\x00WEBPVP8 \x04\x00\x00\x00abcd")},
		"cut BMP":                 {"a.bmp", append([]byte("BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00"), make([]byte, 8)...)},
		"four billion pixels PNG": {"a.png", bombPNG(65500, 65500, 1)},
		"negative PNG":            {"a.png", bombPNG(1<<31+5, 10, 1)},
		"empty PNG":               {"a.png", bombPNG(0, 0, 1)},
		"bomb PNG":                {"a.png", bombPNG(20000, 20000, 20000)},
		"lying JPEG":              {"a.jpg", jpegClaiming(65000, 65000)},
		"taller JPEG":             {"a.jpg", jpegClaiming(8000, 8000)},
		"long GIF":                {"a.gif", framesGIF(2500)},
		"text as JPEG":            {"a.jpg", []byte("this is no picture")},
		"HTML as JPEG":            {"a.jpg", []byte("<html>" + script)},
		"HTML as text":            {"a.txt", []byte("<!DOCTYPE html><html>" + script)},
		"SVG":                     {"a.svg", []byte(svg)},
		"SVG as PNG":              {"a.png", []byte(svg)},
		"SVG as XML":              {"a.xml", []byte(svg)},
		"XHTML":                   {"a.xhtml", []byte(`<html xmlns="http://www.w3.org/1999/xhtml">` + script + "</html>")},
		"PHP":                     {"a.php", []byte("<?php phpinfo();")},
		"PHP named twice":         {"a.jpg.php", append(slices.Clone(photo), "<?php phpinfo();"...)},
		"PHP with a null":         {"a.php\x00", []byte("<?php")},
		"shell script":            {"a.sh", []byte("#!/bin/sh\nrm -rf /")},
		"program as PDF":          {"a.pdf", append([]byte("\x7fELF\x02\x01\x01\x00"), make([]byte, 100)...)},
		"program":                 {"a.exe", append([]byte("MZ"), make([]byte, 100)...)},
		"Flash":                   {"a.swf", []byte("CWS\x0a")},
		"server settings":         {".htaccess", []byte("AddType application/x-httpd-php .jpg")},
		"no name":                 {"///", photo},
		"dots":                    {"..", photo},
		"no extension":            {"photo", photo},
		"only an extension":       {".jpg", []byte("x")},
		"nothing":                 {"a.png", nil},
	}
}

// heapNow is how much memory live and dead objects take.
func heapNow() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// watchHeap measures the highest heap until the returned function is called.
func watchHeap() (peak func() uint64) {
	runtime.GC()
	start := heapNow()
	var highest atomic.Uint64
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			if now := heapNow(); now > highest.Load() {
				highest.Store(now)
			}
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	return func() uint64 {
		close(stop)
		<-done
		return max(highest.Load(), start) - start
	}
}

func TestHostileFiles(t *testing.T) {
	m := newSite(t)
	files := hostileFiles()
	peak := watchHeap()
	for name, f := range files {
		for way, send := range map[string]func() (int, string){
			"raw": func() (int, string) {
				a := m.upload("author", f.file, f.data, "")
				return a.Status, text(a, "message")
			},
			"form": func() (int, string) {
				a := m.form("author", f.file, "application/octet-stream", f.data, nil)
				return a.Status, text(a, "message")
			},
		} {
			status, message := send()
			// Types that aren't allowed answer 500, as they do at the reference.
			refused := status >= 400 && status < 500 || status == 500 && (strings.Contains(message, "may not be uploaded") || strings.Contains(message, "is empty"))
			if !refused || message == "" {
				t.Errorf("%s as %s: %d %q", name, way, status, message)
			}
			if keys := m.keys(); len(keys) != 0 || m.rows() != 0 {
				t.Fatalf("%s as %s left %v and %d rows", name, way, keys, m.rows())
			}
		}
	}
	if p := peak(); p > 250<<20 {
		t.Errorf("hostile files took %d MiB", p>>20)
	}
}

// TestHarmlessRest uploads what looks odd and is all right: names lose what
// they must not have, and images with something behind them stay images.
func TestHarmlessRest(t *testing.T) {
	t.Parallel()
	m := newSite(t)
	picture := pngOf(10, 10)
	for _, tt := range []struct {
		name, stored string
		data         []byte
	}{
		{"../../../etc/passwd.png", "etcpasswd.png", picture},
		{`..\\..\\windows\\boot.png`, "windowsboot.png", picture},
		{"a\x00b.png", "ab.png", picture},
		{"shell.php.png", "shell.php_.png", picture},
		{"con\x1b[31m.png", "con31m.png", picture},
		{"x.png/../../y.png", "x.png_....y.png", picture},
		{strings.Repeat("long", 100) + ".png", strings.Repeat("long", 44) + ".png", picture},
		{"wrong.jpg", "wrong.png", picture},
		{"photo-150x150.png", "photo-150x150-1.png", picture},
		{"poly.gif", "poly.gif", append(framesGIF(1), "<script>alert(1)</script>"...)},
	} {
		a := m.upload("author", tt.name, tt.data, "")
		if a.Status != 201 {
			t.Errorf("%q: %d %s", tt.name, a.Status, a.Text)
			continue
		}
		got := text(a, "filename")
		if strings.ContainsAny(got, "/\\\x00") || strings.HasPrefix(got, ".") {
			t.Errorf("%q is stored as %q", tt.name, got)
		}
		if !strings.HasPrefix(tt.name, "x.png/") && got != tt.stored && len(tt.name) < 100 {
			t.Errorf("%q is stored as %q, want %q", tt.name, got, tt.stored)
		}
	}
	for _, key := range m.keys() {
		if !strings.HasPrefix(key, "2026/03/") || strings.Count(key, "/") != 2 || len(key) > 220 {
			t.Errorf("a file at %s", key)
		}
	}
}

// TestManyLargePictures uploads ten large images at once. They take no more
// memory than is set aside for images, and others are served meanwhile. With
// QUOIN_TEST_LONG=1 they have 50 megapixels each, else a tenth of that and a
// tenth of the memory.
func TestManyLargePictures(t *testing.T) {
	w, h, memory := 2739, 1826, int64(51<<20)
	if os.Getenv("QUOIN_TEST_LONG") == "1" {
		w, h, memory = 8660, 5774, 512<<20
	}
	m := newSite(t, func(e *env.Env) { e.Media.Gate = imaging.NewGate(memory, 1, imaging.Limits{}) })
	picture := jpegOf(w, h)
	peak := watchHeap()
	var uploads, reads sync.WaitGroup
	finished := make(chan struct{})
	var served atomic.Int64
	reads.Go(func() {
		for {
			select {
			case <-finished:
				return
			default:
			}
			if a := m.Do("", "GET", "core/v2/media", ""); a.Status != 200 {
				t.Errorf("read: %d", a.Status)
			}
			served.Add(1)
			time.Sleep(5 * time.Millisecond)
		}
	})
	for i := range 10 {
		uploads.Go(func() {
			if a := m.upload("author", fmt.Sprintf("large-%d.jpg", i), picture, ""); a.Status != 201 {
				t.Errorf("upload: %d %.300s", a.Status, a.Text)
			}
		})
	}
	uploads.Wait()
	close(finished)
	reads.Wait()
	// Dead objects count too, until the collector comes around.
	if p := peak(); p > uint64(memory)+150<<20 {
		t.Errorf("peak of the heap %d MiB, %d MiB are set aside", p>>20, memory>>20)
	} else {
		t.Logf("peak of the heap %d MiB, %d reads", p>>20, served.Load())
	}
	if served.Load() < 20 {
		t.Errorf("only %d reads got through", served.Load())
	}
	if m.rows() != 10 {
		t.Errorf("%d rows", m.rows())
	}
}

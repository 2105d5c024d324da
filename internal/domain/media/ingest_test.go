package media

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"

	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/wire"
)

func drawn(w, h int) image.Image {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Set(x, y, color.RGBA{uint8(x), uint8(y), 90, 255})
		}
	}
	return m
}

func jpegFile(t *testing.T, w, h int) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, drawn(w, h), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// turned is a JPEG file whose EXIF data says how to turn it.
func turned(t *testing.T, w, h int, orientation byte) []byte {
	t.Helper()
	exif := []byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00")
	exif = append(exif, orientation, 0, 0, 0, 0, 0, 0)
	segment := append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(exif)+2)), exif...)
	plain := jpegFile(t, w, h)
	return slices.Concat(plain[:2], segment, plain[2:])
}

func ingestService(t *testing.T) *Service {
	s := testService(t)
	s.Gate = imaging.NewGate(256<<20, 2, imaging.Limits{})
	return s
}

func keys(t *testing.T, s blob.Store) []string {
	t.Helper()
	var list []string
	for info, err := range s.List(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, info.Key)
	}
	return list
}

func TestIngest(t *testing.T) {
	t.Parallel()
	var pngData bytes.Buffer
	if err := png.Encode(&pngData, drawn(900, 90)); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, file, mime string
		data             []byte
		unprocessed      bool
		main             string
		w, h             int64
		sizes, keys      []string
		orientation      any
	}{
		{name: "with sizes", file: "a.jpg", mime: "image/jpeg", data: jpegFile(t, 1100, 800), main: "a.jpg", w: 1100, h: 800,
			sizes: []string{"medium", "large", "thumbnail", "medium_large"}, orientation: "0",
			keys: []string{"a-1024x745.jpg", "a-150x150.jpg", "a-300x218.jpg", "a-768x559.jpg", "a.jpg"}},
		{name: "too small for sizes", file: "a.jpg", mime: "image/jpeg", data: jpegFile(t, 100, 80), main: "a.jpg", w: 100, h: 80, orientation: "0", keys: []string{"a.jpg"}},
		{name: "plain", file: "a.png", mime: "image/png", data: pngData.Bytes(), unprocessed: true, main: "a.png", w: 900, h: 90, orientation: "0", keys: []string{"a.png"}},
		{name: "turned", file: "a.jpg", mime: "image/jpeg", data: turned(t, 400, 200, 6), main: "a-rotated.jpg", w: 200, h: 400, orientation: int64(1),
			sizes: []string{"medium", "thumbnail"}, keys: []string{"a-150x150.jpg", "a-150x300.jpg", "a-rotated.jpg", "a.jpg"}},
		{name: "large", file: "a.jpg", mime: "image/jpeg", data: jpegFile(t, 2700, 300), main: "a-scaled.jpg", w: 2560, h: 284, orientation: "0",
			sizes: []string{"medium", "large", "thumbnail", "medium_large", "1536x1536", "2048x2048"},
			keys:  []string{"a-1024x114.jpg", "a-150x150.jpg", "a-1536x171.jpg", "a-2048x228.jpg", "a-300x33.jpg", "a-768x85.jpg", "a-scaled.jpg", "a.jpg"}},
		{name: "cut short", file: "a.jpg", mime: "image/jpeg", data: jpegFile(t, 1100, 800)[:300], main: "a.jpg", keys: []string{"a.jpg"}},
		{name: "no picture", file: "a.jpg", mime: "image/jpeg", data: []byte("hello"), main: "a.jpg", keys: []string{"a.jpg"}},
		{name: "text", file: "a.txt", mime: "text/plain", data: []byte("hello"), main: "a.txt", keys: []string{"a.txt"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := ingestService(t)
			var first []byte
			for range 2 { // the second time replaces everything
				stored, err := s.Ingest(t.Context(), Upload{Key: tt.file, MIME: tt.mime, Body: bytes.NewReader(tt.data), Unprocessed: tt.unprocessed})
				if err != nil {
					t.Fatal(err)
				}
				checkStored(t, s, stored, tt.main, tt.w, tt.h, tt.sizes)
				if tt.w != 0 {
					if got := stored.Details.Object("image_meta").Get("orientation"); got != tt.orientation {
						t.Errorf("orientation %v", got)
					}
				}
				if got := keys(t, s.Blobs); !slices.Equal(got, tt.keys) || !slices.Equal(stored.Keys, tt.keys) {
					t.Errorf("files %v\nnamed %v\nwant %v", got, stored.Keys, tt.keys)
				}
				text := wire.Encode(stored.Details, nil)
				if first != nil && !bytes.Equal(first, text) {
					t.Errorf("second time %s\nfirst %s", text, first)
				}
				first = text
			}
		})
	}
}

// checkStored compares the details with the files themselves.
func checkStored(t *testing.T, s *Service, stored Stored, main string, w, h int64, sizes []string) {
	t.Helper()
	d := stored.Details
	if stored.File != main {
		t.Errorf("main file %s", stored.File)
	}
	info, err := s.Blobs.Stat(t.Context(), main)
	if err != nil || d.Get("filesize") != info.Size {
		t.Errorf("filesize %v of %d, %v", d.Get("filesize"), info.Size, err)
	}
	if w == 0 {
		return
	}
	if d.Get("width") != w || d.Get("height") != h || d.Text("file") != main {
		t.Errorf("details %s", wire.Encode(d, nil))
	}
	if got := d.Object("sizes").Keys(); !slices.Equal(got, sizes) {
		t.Errorf("sizes %v, want %v", got, sizes)
	}
	for _, m := range d.Object("sizes").Members() {
		size := m.Value.(*wire.Object)
		o, err := s.Blobs.Open(t.Context(), size.Text("file"))
		if err != nil {
			t.Fatal(err)
		}
		header, err := imaging.Probe(o)
		if err != nil || int64(header.Width) != size.Get("width") || int64(header.Height) != size.Get("height") || size.Get("filesize") != o.Info().Size {
			t.Errorf("%s is %+v, %v, said to be %s", m.Key, header, err, wire.Encode(size, nil))
		}
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	}
}

// failing is a store that refuses keys with a text in them.
type failing struct {
	blob.Store
	text string
}

var errFull = errors.New("disk full")

func (f failing) Put(ctx context.Context, key string, r io.Reader, o blob.PutOptions) error {
	if strings.Contains(key, f.text) {
		return errFull
	}
	return f.Store.Put(ctx, key, r, o)
}

func TestIngestFails(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"a.jpg", "150x150", "300x", "scaled"} {
		s := ingestService(t)
		s.Blobs = failing{s.Blobs, text}
		_, err := s.Ingest(t.Context(), Upload{Key: "a.jpg", MIME: "image/jpeg", Body: bytes.NewReader(jpegFile(t, 2700, 300))})
		if !errors.Is(err, errFull) {
			t.Errorf("%s: %v", text, err)
		}
		if left := keys(t, s.Blobs); len(left) != 0 {
			t.Errorf("%s: left %v", text, left)
		}
	}
}

// recorder notes what reaches a store, and fails to put a file when told to.
type recorder struct {
	blob.Store
	events *[]string
	fail   error
}

func (r recorder) Put(ctx context.Context, key string, body io.Reader, o blob.PutOptions) error {
	*r.events = append(*r.events, "put "+key)
	if r.fail != nil {
		return r.fail
	}
	return r.Store.Put(ctx, key, body, o)
}

// TestClaimPrecedesTheFile: whenever a server stops, a file without a row is
// one that was claimed.
func TestClaimPrecedesTheFile(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for _, c := range []struct {
		name       string
		claim, put error
		want       []string
		left       []string
	}{
		{"all well", nil, nil, []string{"claim 2026/01/a.txt", "put 2026/01/a.txt"}, []string{"2026/01/a.txt"}},
		{"the file can't be put", nil, broken, []string{"claim 2026/01/a.txt", "put 2026/01/a.txt", "release 2026/01/a.txt"}, nil},
		{"it can't be claimed", broken, nil, []string{"claim 2026/01/a.txt"}, nil},
	} {
		s, events := ingestService(t), []string{}
		blobs := s.Blobs
		s.Blobs = recorder{blobs, &events, c.put}
		s.Claim = func(_ context.Context, key string) error {
			events = append(events, "claim "+key)
			return c.claim
		}
		s.Release = func(_ context.Context, key string) error {
			events = append(events, "release "+key)
			return nil
		}
		_, err := s.Add(t.Context(), "2026/01", "a.txt", Upload{MIME: "text/plain", Body: strings.NewReader("text")})
		if failed := c.claim != nil || c.put != nil; failed != errors.Is(err, broken) {
			t.Errorf("%s: %v", c.name, err)
		}
		if !slices.Equal(events, c.want) || !slices.Equal(keys(t, blobs), c.left) {
			t.Errorf("%s: %q and %q are left, want %q and %q", c.name, events, keys(t, blobs), c.want, c.left)
		}
	}
}

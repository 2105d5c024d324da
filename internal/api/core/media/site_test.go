package media_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"mime/multipart"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"quoin/internal/api/core/coretest"
	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	coremedia "quoin/internal/api/core/media"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/blob/disk"
)

// mediaSite is a site with files on disk and a way to make the store fail.
type mediaSite struct {
	*coretest.Site
	t     *testing.T
	blobs *faultyStore
}

func newSite(t *testing.T, more ...func(*env.Env)) *mediaSite {
	t.Helper()
	store, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return newSiteOn(t, store, more...)
}

func newSiteOn(t *testing.T, store blob.Store, more ...func(*env.Env)) *mediaSite {
	t.Helper()
	m := &mediaSite{t: t, blobs: &faultyStore{Store: store}}
	m.Site = coretest.New(t, func(e *env.Env) []rest.Route {
		e.Media = &media.Service{
			Blobs: m.blobs, Base: e.Site.Base,
			Gate: imaging.NewGate(512<<20, 2, imaging.Limits{}),
		}
		for _, f := range more {
			f(e)
		}
		return slices.Concat(entry.Of(e, e.Types.Get(content.TypePost)).Routes(), entry.Of(e, e.Types.Get(content.TypePage)).Routes(), coremedia.Routes(e))
	})
	return m
}

var errInjected = errors.New("injected fault of the file store")

// faultyStore fails a Put on demand.
type faultyStore struct {
	blob.Store
	puts    atomic.Int64
	failPut atomic.Int64 // the number of the Put that fails, 0 for none
}

func (f *faultyStore) Put(ctx context.Context, key string, r io.Reader, o blob.PutOptions) error {
	if n := f.puts.Add(1); f.failPut.Load() == n {
		return errInjected
	}
	return f.Store.Put(ctx, key, r, o)
}

// failNext makes the n-th Put from now on fail.
func (f *faultyStore) failNext(n int64) {
	f.puts.Store(0)
	f.failPut.Store(n)
}

// keys are all files of the site.
func (m *mediaSite) keys() []string {
	m.t.Helper()
	keys := []string{}
	for info, err := range m.blobs.List(context.Background(), "") {
		if err != nil {
			m.t.Fatal(err)
		}
		keys = append(keys, info.Key)
	}
	return keys
}

// rows is the number of attachments.
func (m *mediaSite) rows() int {
	m.t.Helper()
	page, err := m.DB.ListEntries(context.Background(), content.Query{Types: []string{content.TypeAttachment}, OnlyTotal: true})
	if err != nil {
		m.t.Fatal(err)
	}
	return page.Total
}

// upload sends a file as a raw body.
func (m *mediaSite) upload(role, name string, data []byte, query string) coretest.Answer {
	m.t.Helper()
	return m.post(role, "core/v2/media"+query, name, data)
}

func (m *mediaSite) post(role, path, name string, data []byte) coretest.Answer {
	m.t.Helper()
	r := httptest.NewRequest("POST", "/api/"+path, bytes.NewReader(data))
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	return m.Send(m.As(role, r))
}

var quoted = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// form sends a file in a form with further fields.
func (m *mediaSite) form(role, name, mime string, data []byte, fields map[string]string) coretest.Answer {
	m.t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for k, v := range fields {
		if err := w.WriteField(k, v); err != nil {
			m.t.Fatal(err)
		}
	}
	head := map[string][]string{"Content-Disposition": {`form-data; name="file"; filename="` + quoted.Replace(name) + `"`}, "Content-Type": {mime}}
	part, err := w.CreatePart(head)
	if err != nil {
		m.t.Fatal(err)
	}
	_, _ = part.Write(data)
	if err := w.Close(); err != nil {
		m.t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/api/core/v2/media", &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	return m.Send(m.As(role, r))
}

func path(a coretest.Answer, more string) string {
	return fmt.Sprint("core/v2/media/", a.Get("id"), more)
}

// want ends the test unless an answer has a status and a code.
func want(t *testing.T, a coretest.Answer, status int, code string) {
	t.Helper()
	if a.Status != status || a.Code() != code {
		t.Fatalf("%d %q, want %d %q\n%.2000s", a.Status, a.Code(), status, code, a.Text)
	}
}

// pngOf is an image of w x h pixels in PNG.
func pngOf(w, h int) []byte {
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.White, color.Black, color.RGBA{200, 30, 30, 255}})
	for i := range img.Pix {
		img.Pix[i] = uint8(i / 7 % 3)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// jpegOf is an image of w x h pixels in JPEG.
func jpegOf(w, h int) []byte {
	img := image.NewYCbCr(image.Rect(0, 0, w, h), image.YCbCrSubsampleRatio420)
	for i := range img.Y {
		img.Y[i] = uint8(i >> 4)
	}
	for i := range img.Cb {
		img.Cb[i], img.Cr[i] = uint8(i>>6), 128
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 60}); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// withOrientation puts an EXIF orientation into a JPEG.
func withOrientation(data []byte, orientation byte) []byte {
	exif := "Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00"
	segment := "\xff\xe1\x00" + string(rune(len(exif)+2)) + exif
	return slices.Concat(data[:2], []byte(segment), data[2:])
}

func text(a coretest.Answer, path ...any) string { return fmt.Sprint(a.Get(path...)) }

func keysOf(o any) []string {
	m, _ := o.(map[string]any)
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func readAll(t *testing.T, s blob.Store, key string) []byte {
	t.Helper()
	o, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	data, err := io.ReadAll(o)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

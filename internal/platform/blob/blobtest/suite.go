package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"quoin/internal/platform/blob"
)

// Run runs the contract. open returns an empty store, ready for one test.
func Run(t *testing.T, open func(t *testing.T) blob.Store) {
	for name, test := range map[string]func(*testing.T, blob.Store){
		"round trip":         roundTrip,
		"seek":               seek,
		"replace":            replace,
		"missing":            missing,
		"delete":             remove,
		"failed put":         failedPut,
		"announced size":     announcedSize,
		"if absent":          ifAbsent,
		"copy":               copyBlob,
		"list":               list,
		"invalid keys":       invalidKeys,
		"cancelled":          cancelled,
		"concurrent writers": concurrentWriters,
		"large, no size":     largeWithoutSize,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// Bytes returns n bytes that differ everywhere enough to notice a shift.
func Bytes(n int) []byte {
	b := make([]byte, n)
	state := uint32(n) + 1
	for i := range b {
		state = state*1664525 + 1013904223
		b[i] = byte(state >> 24)
	}
	return b
}

// Put stores data or ends the test.
func Put(t *testing.T, s blob.Store, key string, data []byte) {
	t.Helper()
	if err := s.Put(t.Context(), key, bytes.NewReader(data), blob.PutOptions{Size: int64(len(data))}); err != nil {
		t.Fatalf("Put %q: %v", key, err)
	}
}

// Get reads a blob or ends the test.
func Get(t *testing.T, s blob.Store, key string) []byte {
	t.Helper()
	o, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("Open %q: %v", key, err)
	}
	defer o.Close()
	data, err := io.ReadAll(o)
	if err != nil {
		t.Fatalf("read %q: %v", key, err)
	}
	return data
}

func roundTrip(t *testing.T, s blob.Store) {
	for i, size := range []int{0, 1, 4096, 300_001} {
		key := fmt.Sprintf("2026/11/größe %d+&%%.bin", i)
		data := Bytes(size)
		err := s.Put(t.Context(), key, iotest.OneByteReader(bytes.NewReader(data)), blob.PutOptions{Size: int64(size), ContentType: "image/png"})
		if err != nil {
			t.Fatal(err)
		}
		if got := Get(t, s, key); !bytes.Equal(got, data) {
			t.Fatalf("%d bytes came back as %d others", size, len(got))
		}
		info, err := s.Stat(t.Context(), key)
		if err != nil || info.Size != int64(size) || info.Key != key || info.ModTime.IsZero() {
			t.Errorf("Stat: %+v %v", info, err)
		}
		if info.ContentType != "" && info.ContentType != "image/png" {
			t.Errorf("content type %q", info.ContentType)
		}
	}
}

func seek(t *testing.T, s blob.Store) {
	data := Bytes(100_000)
	Put(t, s, "seek", data)
	o, err := s.Open(t.Context(), "seek")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if o.Info().Size != 100_000 || o.Info().Key != "seek" {
		t.Errorf("%+v", o.Info())
	}
	buf := make([]byte, 1000)
	for _, c := range []struct {
		offset int64
		whence int
		at     int64
	}{{50_000, io.SeekStart, 50_000}, {-1000, io.SeekCurrent, 50_000}, {-1000, io.SeekEnd, 99_000}, {0, io.SeekStart, 0}} {
		at, err := o.Seek(c.offset, c.whence)
		if err != nil || at != c.at {
			t.Fatalf("Seek(%d, %d) = %d, %v; want %d", c.offset, c.whence, at, err, c.at)
		}
		if _, err := io.ReadFull(o, buf); err != nil || !bytes.Equal(buf, data[at:at+1000]) {
			t.Fatalf("read at %d: %v", at, err)
		}
	}
	if _, err := o.Seek(-1, io.SeekStart); err == nil {
		t.Error("Seek before the start succeeded")
	}
	if _, err := o.Seek(200_000, io.SeekStart); err != nil {
		t.Errorf("Seek behind the end: %v", err)
	}
	if n, err := o.Read(buf); n != 0 || err != io.EOF {
		t.Errorf("read behind the end: %d %v", n, err)
	}
}

func replace(t *testing.T, s blob.Store) {
	Put(t, s, "a/b", Bytes(5000))
	Put(t, s, "a/b", Bytes(70))
	if got := Get(t, s, "a/b"); !bytes.Equal(got, Bytes(70)) {
		t.Errorf("%d bytes after a replacement", len(got))
	}
}

func missing(t *testing.T, s blob.Store) {
	Put(t, s, "file", []byte("x"))
	for _, key := range []string{"nothing", "deep/er/nothing", "file/below"} {
		if _, err := s.Open(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("Open %q: %v", key, err)
		}
		if _, err := s.Stat(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("Stat %q: %v", key, err)
		}
		if err := s.Copy(t.Context(), key, "target"); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("Copy %q: %v", key, err)
		}
		if err := s.Delete(t.Context(), key); err != nil {
			t.Errorf("Delete %q: %v", key, err)
		}
	}
	Put(t, s, "folder/file", []byte("x"))
	if _, err := s.Open(t.Context(), "folder"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("Open of a folder: %v", err)
	}
	if err := s.Delete(t.Context(), "folder"); err != nil {
		t.Errorf("Delete of a folder: %v", err)
	}
	if got := Get(t, s, "folder/file"); string(got) != "x" {
		t.Errorf("%q", got)
	}
}

func remove(t *testing.T, s blob.Store) {
	Put(t, s, "a/x", []byte("1"))
	Put(t, s, "a/y", []byte("2"))
	for range 2 {
		if err := s.Delete(t.Context(), "a/x"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Stat(t.Context(), "a/x"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("after Delete: %v", err)
	}
	if got := Get(t, s, "a/y"); string(got) != "2" {
		t.Errorf("neighbour is %q", got)
	}
	Put(t, s, "a/x", []byte("again"))
}

// failedPut: a reader that breaks leaves no trace, neither in place of nothing nor of old bytes.
func failedPut(t *testing.T, s blob.Store) {
	Put(t, s, "old", []byte("old bytes"))
	broken := errors.New("client went away")
	for _, key := range []string{"old", "new"} {
		for _, size := range []int64{9000, blob.SizeUnknown} {
			r := io.MultiReader(bytes.NewReader(Bytes(5000)), iotest.ErrReader(broken))
			if err := s.Put(t.Context(), key, r, blob.PutOptions{Size: size}); !errors.Is(err, broken) {
				t.Errorf("Put %q: %v", key, err)
			}
		}
	}
	if got := Get(t, s, "old"); string(got) != "old bytes" {
		t.Errorf("old blob is now %q", got)
	}
	if keys := keysOf(t, s, ""); len(keys) != 1 {
		t.Errorf("store holds %q", keys)
	}
}

func announcedSize(t *testing.T, s blob.Store) {
	for _, size := range []int64{9, 11, 0} {
		err := s.Put(t.Context(), "sized", strings.NewReader("ten bytes!"), blob.PutOptions{Size: size})
		if !errors.Is(err, blob.ErrSize) {
			t.Errorf("announced %d of 10: %v", size, err)
		}
	}
	if _, err := s.Stat(t.Context(), "sized"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("stored all the same: %v", err)
	}
}

func ifAbsent(t *testing.T, s blob.Store) {
	put := func(text string) error {
		return s.Put(t.Context(), "d/once", strings.NewReader(text), blob.PutOptions{Size: int64(len(text)), IfAbsent: true})
	}
	if err := put("first"); err != nil {
		t.Fatal(err)
	}
	if err := put("second"); !errors.Is(err, blob.ErrExists) {
		t.Errorf("second: %v", err)
	}
	if got := Get(t, s, "d/once"); string(got) != "first" {
		t.Errorf("%q", got)
	}
	if keys := keysOf(t, s, ""); len(keys) != 1 {
		t.Errorf("store holds %q", keys)
	}
}

func copyBlob(t *testing.T, s blob.Store) {
	data := Bytes(20_000)
	Put(t, s, "from/größe 1+1.bin", data)
	Put(t, s, "to", []byte("old"))
	for _, to := range []string{"to", "new/to"} {
		if err := s.Copy(t.Context(), "from/größe 1+1.bin", to); err != nil {
			t.Fatal(err)
		}
		if got := Get(t, s, to); !bytes.Equal(got, data) {
			t.Errorf("%q has %d bytes", to, len(got))
		}
	}
	if got := Get(t, s, "from/größe 1+1.bin"); !bytes.Equal(got, data) {
		t.Error("the source changed")
	}
}

func keysOf(t *testing.T, s blob.Store, prefix string) []string {
	t.Helper()
	var keys []string
	for info, err := range s.List(t.Context(), prefix) {
		if err != nil {
			t.Fatalf("List %q: %v", prefix, err)
		}
		keys = append(keys, info.Key)
	}
	return keys
}

func list(t *testing.T, s blob.Store) {
	all := []string{"2026/10/a.jpg", "2026/11/photo-1.jpg", "2026/11/photo-150x150.jpg", "2026/11/photo.jpg", "2026/11/sub/z", "2026/11.txt", "b"}
	for _, key := range all {
		Put(t, s, key, []byte(key))
	}
	for prefix, want := range map[string]string{
		"":                      "2026/10/a.jpg 2026/11.txt 2026/11/photo-1.jpg 2026/11/photo-150x150.jpg 2026/11/photo.jpg 2026/11/sub/z b",
		"2026/11/photo":         "2026/11/photo-1.jpg 2026/11/photo-150x150.jpg 2026/11/photo.jpg",
		"2026/11/":              "2026/11/photo-1.jpg 2026/11/photo-150x150.jpg 2026/11/photo.jpg 2026/11/sub/z",
		"2026/1":                "2026/10/a.jpg 2026/11.txt 2026/11/photo-1.jpg 2026/11/photo-150x150.jpg 2026/11/photo.jpg 2026/11/sub/z",
		"2026/11/photo.jpg":     "2026/11/photo.jpg",
		"2026/11/photo.jpg/":    "",
		"nothing/":              "",
		"../":                   "",
		"2026/11/photo-150x150": "2026/11/photo-150x150.jpg",
	} {
		if got := strings.Join(keysOf(t, s, prefix), " "); got != want {
			t.Errorf("List %q:\n got %s\nwant %s", prefix, got, want)
		}
	}
	for info, err := range s.List(t.Context(), "b") {
		if err != nil || info.Size != 1 || info.ModTime.IsZero() {
			t.Errorf("%+v %v", info, err)
		}
	}
	n := 0
	for range s.List(t.Context(), "") {
		if n++; n == 2 {
			break
		}
	}
}

func invalidKeys(t *testing.T, s blob.Store) {
	for _, key := range []string{"", "../x", "/etc/passwd", "a/../../x", ".hidden", "a\x00b"} {
		_, openErr := s.Open(t.Context(), key)
		_, statErr := s.Stat(t.Context(), key)
		_, urlErr := s.URL(t.Context(), key)
		for what, err := range map[string]error{
			"Put":    s.Put(t.Context(), key, strings.NewReader("x"), blob.PutOptions{Size: 1}),
			"Open":   openErr,
			"Stat":   statErr,
			"URL":    urlErr,
			"Delete": s.Delete(t.Context(), key),
			"Copy":   s.Copy(t.Context(), "a", key),
			"Copy 2": s.Copy(t.Context(), key, "a"),
		} {
			if !errors.Is(err, blob.ErrInvalidKey) {
				t.Errorf("%s %q: %v", what, key, err)
			}
		}
	}
}

func cancelled(t *testing.T, s blob.Store) {
	Put(t, s, "here", []byte("x"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, statErr := s.Stat(ctx, "here")
	for what, err := range map[string]error{
		"Put":    s.Put(ctx, "key", strings.NewReader("x"), blob.PutOptions{Size: 1}),
		"Stat":   statErr,
		"Delete": s.Delete(ctx, "here"),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if keys := keysOf(t, s, ""); len(keys) != 1 || keys[0] != "here" {
		t.Errorf("store holds %q", keys)
	}
}

// concurrentWriters: readers see one of the written blobs, whole.
func concurrentWriters(t *testing.T, s blob.Store) {
	versions := [][]byte{Bytes(30_000), Bytes(30_001), Bytes(29_999)}
	Put(t, s, "race", versions[0])
	var wg sync.WaitGroup
	for _, v := range versions {
		wg.Go(func() {
			for range 4 {
				if err := s.Put(t.Context(), "race", bytes.NewReader(v), blob.PutOptions{Size: int64(len(v))}); err != nil {
					t.Errorf("Put: %v", err)
				}
			}
		})
	}
	for range 8 {
		o, err := s.Open(t.Context(), "race")
		if err != nil {
			t.Errorf("Open: %v", err)
			continue
		}
		got, err := io.ReadAll(o)
		o.Close()
		if err != nil {
			continue // replaced between Open and the first read: an error is allowed, a mixture is not
		}
		if whole := bytes.Equal(got, versions[0]) || bytes.Equal(got, versions[1]) || bytes.Equal(got, versions[2]); !whole {
			t.Errorf("read a mixture of %d bytes", len(got))
		}
	}
	wg.Wait()
}

// largeWithoutSize passes the size above which stores upload in parts.
func largeWithoutSize(t *testing.T, s blob.Store) {
	data := Bytes(17<<20 + 12345)
	r := struct{ io.Reader }{bytes.NewReader(data)}
	if err := s.Put(t.Context(), "large", r, blob.PutOptions{Size: blob.SizeUnknown}); err != nil {
		t.Fatal(err)
	}
	if got := Get(t, s, "large"); !bytes.Equal(got, data) {
		t.Errorf("%d bytes came back", len(got))
	}
	broken := errors.New("cut")
	r.Reader = io.MultiReader(bytes.NewReader(data), iotest.ErrReader(broken))
	if err := s.Put(t.Context(), "part", r, blob.PutOptions{Size: blob.SizeUnknown}); !errors.Is(err, broken) {
		t.Errorf("cut in the second part: %v", err)
	}
	if keys := keysOf(t, s, ""); len(keys) != 1 {
		t.Errorf("store holds %q", keys)
	}
}

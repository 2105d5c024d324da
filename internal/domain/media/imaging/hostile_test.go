package imaging

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/gif"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/image/bmp"
	"golang.org/x/sync/semaphore"
)

func typed(err error) bool {
	return errors.Is(err, ErrUnknownFormat) || errors.Is(err, ErrUnsupported) || errors.Is(err, ErrTooLarge) || errors.Is(err, ErrCorrupt)
}

func samples(tb testing.TB) map[string][]byte {
	src := photo(60, 40)
	var g, b bytes.Buffer
	if err := gif.Encode(&g, src, nil); err != nil {
		tb.Fatal(err)
	}
	if err := bmp.Encode(&b, src); err != nil {
		tb.Fatal(err)
	}
	webp, err := decode(tb, encodePNG(tb, src)).as(WebP).Encode()
	if err != nil {
		tb.Fatal(err)
	}
	return map[string][]byte{"jpeg": encodeJPEG(tb, src, 80), "png": encodePNG(tb, src), "gif": g.Bytes(), "bmp": b.Bytes(), "webp": webp}
}

func (p *Image) as(f Format) *Image {
	q := p.derive(p.width, p.height, p.planes)
	q.format = f
	return q
}

func TestTruncated(t *testing.T) {
	t.Parallel()
	for name, data := range samples(t) {
		for n := range len(data) {
			if n > 700 && n%17 != 0 {
				continue
			}
			p, err := Decode(context.Background(), testGate(), bytes.NewReader(data[:n]))
			if err == nil {
				p.Close()
				if n < len(data)-16 && name != "gif" {
					t.Errorf("%s cut to %d of %d bytes was accepted", name, n, len(data))
				}
				continue
			}
			if !typed(err) {
				t.Fatalf("%s cut to %d bytes: untyped error %v", name, n, err)
			}
		}
	}
}

func hugePNG(w, h uint32) []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	ihdr := append([]byte("IHDR"), make([]byte, 13)...)
	binary.BigEndian.PutUint32(ihdr[4:], w)
	binary.BigEndian.PutUint32(ihdr[8:], h)
	ihdr[12], ihdr[13] = 8, 6
	b = binary.BigEndian.AppendUint32(b, 13)
	b = append(b, ihdr...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(ihdr))
}

func hugeJPEG(w, h uint16) []byte {
	b := []byte("\xff\xd8\xff\xc0\x00\x11\x08")
	b = binary.BigEndian.AppendUint16(b, h)
	b = binary.BigEndian.AppendUint16(b, w)
	return append(b, "\x03\x01\x22\x00\x02\x11\x01\x03\x11\x01\xff\xd9"...)
}

// TestBombs: a few bytes that ask for gigabytes cost nothing.
func TestBombs(t *testing.T) {
	wide := encodeJPEG(t, photo(16, 16), 80)
	frames := &gif.GIF{Config: image.Config{Width: 4, Height: 4}}
	one := image.NewPaletted(image.Rect(0, 0, 4, 4), medianCut(photo(4, 4), 4))
	for range 2500 {
		frames.Image, frames.Delay = append(frames.Image, one), append(frames.Delay, 0)
	}
	var anim bytes.Buffer
	if err := gif.EncodeAll(&anim, frames); err != nil {
		t.Fatal(err)
	}
	scans := append([]byte("\xff\xd8\xff\xc2\x00\x0b\x08\x10\x00\x10\x00\x01\x01\x11\x00"), bytes.Repeat([]byte("\xff\xda\x00\x08\x01\x01\x00\x00\x00\x00\x11"), 500)...)
	for name, c := range map[string]struct {
		data []byte
		want error
	}{
		"png 2^30 square":   {hugePNG(1<<30, 1<<30), ErrTooLarge},
		"png above 2^30":    {hugePNG(1<<31, 1), ErrCorrupt},
		"png one long row":  {hugePNG(40000, 1), ErrTooLarge},
		"png without width": {hugePNG(0, 10), ErrCorrupt},
		"jpeg 65535 square": {hugeJPEG(65535, 65535), ErrTooLarge},
		"jpeg height 0":     {hugeJPEG(100, 0), ErrCorrupt},
		"gif frames":        {anim.Bytes(), ErrTooLarge},
		"jpeg scans":        {scans, ErrCorrupt},
		"bmp":               {[]byte("BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00\xff\xff\xff\x7f\xff\xff\xff\x7f\x01\x00\x18\x00"), ErrTooLarge},
		"webp":              {[]byte("RIFF\x00\x00\x00\x00WEBPVP8L\x10\x00\x00\x00\x2f\xff\xff\xff\x0f\x00\x00\x00\x00\x00\x00\x00\x00\x00"), ErrTooLarge},
		"text":              {[]byte("<?php echo 1; ?> not an image at all, really"), ErrUnknownFormat},
		"empty":             {nil, ErrUnknownFormat},
		"svg":               {[]byte("<svg xmlns='http://www.w3.org/2000/svg'></svg>"), ErrUnknownFormat},
		"heic":              {heic(4000, 3000), ErrUnsupported},
		"only a marker":     {[]byte("\xff\xd8\xff"), ErrCorrupt},
		"stray jpeg tail":   {wide[:200], ErrCorrupt},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := Decode(context.Background(), testGate(), bytes.NewReader(c.data))
		runtime.ReadMemStats(&after)
		if p != nil || !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
			t.Errorf("%s: allocated %d KiB before refusing", name, used>>10)
		}
	}
}

func heic(w, h uint32) []byte {
	ispe := binary.BigEndian.AppendUint32([]byte("\x00\x00\x00\x14ispe\x00\x00\x00\x00"), w)
	ispe = binary.BigEndian.AppendUint32(ispe, h)
	wrap := func(kind string, body []byte) []byte {
		return append(append(binary.BigEndian.AppendUint32(nil, uint32(8+len(body))), kind...), body...)
	}
	meta := wrap("meta", append(make([]byte, 4), wrap("iprp", wrap("ipco", ispe))...))
	return append([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), meta...)
}

func TestProbeFormatsWithoutPixels(t *testing.T) {
	t.Parallel()
	ico := []byte("\x00\x00\x01\x00\x02\x00\x10\x10\x00\x00\x01\x00\x20\x00\x00\x00\x00\x00\x26\x00\x00\x00\x00\x20\x00\x00\x01\x00\x20\x00\x00\x00\x00\x00\x26\x00\x00\x00")
	tiff := []byte("II*\x00\x08\x00\x00\x00\x02\x00\x00\x01\x03\x00\x01\x00\x00\x00\x2c\x01\x00\x00\x01\x01\x04\x00\x01\x00\x00\x00\xc8\x00\x00\x00")
	for name, c := range map[string]struct {
		data []byte
		f    Format
		w, h int
	}{
		"heic": {heic(4032, 3024), HEIC, 4032, 3024},
		"ico":  {ico, ICO, 256, 32},
		"tiff": {tiff, TIFF, 300, 200},
	} {
		h, err := Probe(bytes.NewReader(c.data))
		if err != nil || h.Format != c.f || h.Width != c.w || h.Height != c.h {
			t.Errorf("%s: %+v %v", name, h, err)
		}
	}
}

func TestGateRefusesWhatNeverFits(t *testing.T) {
	t.Parallel()
	data := encodeJPEG(t, photo(400, 300), 80)
	small := NewGate(1<<20, 1, Limits{})
	if _, err := Decode(context.Background(), small, bytes.NewReader(data)); !errors.Is(err, ErrTooLarge) {
		t.Errorf("%v", err)
	}
}

func TestGateMakesPicturesWait(t *testing.T) {
	t.Parallel()
	data := encodeJPEG(t, photo(400, 300), 80)
	h, err := Probe(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	gate := NewGate(h.memory()+1, 1, Limits{})
	first, err := Decode(context.Background(), gate, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		_, err := Decode(ctx, gate, bytes.NewReader(data))
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("second picture: %v", err)
	}
	first.Close()
	first.Close()
	again, err := Decode(context.Background(), gate, bytes.NewReader(data))
	if err != nil {
		t.Fatalf("after Close: %v", err)
	}
	again.Close()
}

// TestSmallImagesShareLittle: many images that are worked on at the same time hold a bounded part of
// the memory that one large image may have, and are told of.
func TestSmallImagesShareLittle(t *testing.T) {
	t.Parallel()
	data := encodeJPEG(t, photo(400, 300), 80)
	h, err := Probe(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	gate := NewGate(1<<30, 4, Limits{})
	gate.memory, gate.together = semaphore.NewWeighted(2*h.memory()), 2*h.memory()
	var told []int64
	gate.Watch(func(bytes int64) { told = append(told, bytes/h.memory()) })
	var open []*Image
	for range 2 {
		p, err := Decode(context.Background(), gate, bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, p)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Decode(ctx, gate, bytes.NewReader(data)); !errors.Is(err, context.Canceled) {
		t.Errorf("a third one: %v", err)
	}
	for _, p := range open {
		p.Close()
	}
	large := encodeJPEG(t, photo(1000, 800), 80) // needs more than all together, and works alone
	p, err := Decode(context.Background(), gate, bytes.NewReader(large))
	if err != nil {
		t.Fatal(err)
	}
	p.Close()
	if want := []int64{1, 2, 1, 0, 3, 0}; len(told) != len(want) || !slices.Equal(told[:4], want[:4]) || told[4] < 2 || told[5] != 0 {
		t.Errorf("told of %d, in images", told)
	}
}

// FuzzDecode: whatever the bytes, an image of the header's dimensions that can be resized and
// encoded, or a typed error.
func FuzzDecode(f *testing.F) {
	for _, data := range samples(f) {
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Add(hugePNG(3, 1<<20))
	f.Add(heic(10, 10))
	gate := NewGate(64<<20, 1, Limits{Pixels: 1 << 18, Frames: 50})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytes.NewReader(data)
		h, err := Probe(r)
		if err == nil && (h.Width < 1 || h.Height < 1 || h.Frames < 1) {
			t.Fatalf("header %+v", h)
		}
		p, err := Decode(context.Background(), gate, r)
		if err != nil {
			if !typed(err) {
				t.Fatalf("untyped error: %v", err)
			}
			return
		}
		defer p.Close()
		if p.Width() != h.Width || p.Height() != h.Height {
			t.Fatalf("%dx%d, header %+v", p.Width(), p.Height(), h)
		}
		small := Placement{Source: image.Rect(0, 0, p.Width(), p.Height()), Width: 1 + p.Width()/2, Height: 1 + p.Height()/3}
		err = p.Orient(len(data)%8+1).Orient(6).SubSizes(context.Background(), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.SubSizes(context.Background(), []Placement{small}, func(SubSize) error { return nil }); err != nil {
			t.Fatalf("a decoded picture cannot be resized: %v", err)
		}
	})
}

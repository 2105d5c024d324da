package imaging

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
)

// Format names an image format. The zero value is no format.
type Format string

// The formats Probe recognises.
const (
	JPEG Format = "jpeg"
	PNG  Format = "png"
	GIF  Format = "gif"
	WebP Format = "webp"
	BMP  Format = "bmp"
	TIFF Format = "tiff"
	ICO  Format = "ico"
	AVIF Format = "avif"
	HEIC Format = "heic"
)

// MIME returns the media type of the format as uploads store it.
func (f Format) MIME() string {
	if f == ICO {
		return "image/x-icon"
	}
	return "image/" + string(f)
}

// Processable reports whether images of the format can be decoded, resized and written here.
func (f Format) Processable() bool {
	switch f {
	case JPEG, PNG, GIF, WebP, BMP:
		return true
	}
	return false
}

// Header is what the first bytes of an image say about it, before any pixel is decoded.
type Header struct {
	Format        Format
	Width, Height int // as stored; an EXIF orientation is not applied
	Frames        int // at least 1
	Alpha         bool
	Indexed       bool // pixels are entries of a colour table
	Progressive   bool // JPEG in several scans
	components    int
	deep          bool // more than 8 bits a sample
	lossless      bool // WebP
}

// memory estimates the bytes an image of this header occupies at its worst moment: decoded samples,
// planes, the intermediate of a resize and the sub-sizes still needed.
func (h Header) memory() int64 {
	pixels := int64(h.Width) * int64(h.Height)
	perPixel := int64(9)
	switch h.Format {
	case JPEG:
		perPixel = 3 * int64(max(1, h.components))
		if h.Progressive {
			perPixel += 4 * int64(max(1, h.components)) // coefficients of the whole image
		}
	case PNG, WebP, GIF, BMP:
		perPixel = 14
		if h.deep {
			perPixel += 4
		}
	}
	return pixels*perPixel + 1<<20
}

const (
	maxSegments = 4096 // marker segments, chunks or boxes before the dimensions
	maxScans    = 120  // scans of a progressive JPEG; encoders write about ten
)

// Probe reads the header of an image and leaves r at its beginning. It reads no pixel data, except
// that it walks over the compressed blocks of GIF and progressive JPEG files to count frames and
// scans. Errors wrap ErrUnknownFormat or ErrCorrupt; a reader's own error is returned wrapped.
func Probe(r io.ReadSeeker) (Header, error) {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return Header{}, fmt.Errorf("probe image: %w", err)
	}
	br := bufio.NewReaderSize(r, 16<<10)
	h, err := probe(br)
	if _, serr := r.Seek(0, io.SeekStart); serr != nil && err == nil {
		err = fmt.Errorf("probe image: %w", serr)
	}
	if err != nil {
		return Header{}, err
	}
	if h.Width <= 0 || h.Height <= 0 {
		return Header{}, corruptf(h.Format, "dimensions %dx%d", h.Width, h.Height)
	}
	h.Frames = max(1, h.Frames)
	return h, nil
}

// Sniff names the format that the first bytes of an image claim; 32 bytes are enough. It returns ""
// for anything else.
func Sniff(b []byte) Format {
	has := func(at int, s string) bool { return len(b) >= at+len(s) && string(b[at:at+len(s)]) == s }
	switch {
	case has(0, "\xff\xd8\xff"):
		return JPEG
	case has(0, "\x89PNG\r\n\x1a\n"):
		return PNG
	case has(0, "GIF87a"), has(0, "GIF89a"):
		return GIF
	case has(0, "RIFF") && has(8, "WEBP"):
		return WebP
	case has(0, "BM") && len(b) >= 18 && bmpHeaderSize(b[14:18]):
		return BMP
	case has(0, "II*\x00"), has(0, "MM\x00*"):
		return TIFF
	case has(0, "\x00\x00\x01\x00") && len(b) >= 6 && b[4] > 0 && b[5] == 0:
		return ICO
	case has(4, "ftyp"):
		return sniffBrand(b)
	}
	return ""
}

func bmpHeaderSize(b []byte) bool {
	switch binary.LittleEndian.Uint32(b) {
	case 12, 40, 52, 56, 64, 108, 124:
		return true
	}
	return false
}

func sniffBrand(b []byte) Format {
	if len(b) < 12 {
		return ""
	}
	switch string(b[8:12]) {
	case "avif", "avis":
		return AVIF
	case "heic", "heix", "heim", "heis", "hevc", "hevx":
		return HEIC
	case "mif1", "msf1":
		if bytes.Contains(b[12:min(len(b), 32)], []byte("avif")) {
			return AVIF
		}
		return HEIC
	}
	return ""
}

func probe(br *bufio.Reader) (Header, error) {
	first, err := br.Peek(32)
	if err != nil && err != io.EOF {
		return Header{}, fmt.Errorf("probe image: %w", err)
	}
	switch f := Sniff(first); f {
	case JPEG:
		return probeJPEG(br)
	case PNG:
		return probePNG(br)
	case GIF:
		return probeGIF(br)
	case WebP:
		return probeWebP(br)
	case BMP:
		return probeBMP(br)
	case ICO:
		return probeICO(br)
	case TIFF:
		return probeTIFF(br)
	case AVIF, HEIC:
		return probeISO(br, f)
	}
	return Header{}, ErrUnknownFormat
}

// take reads exactly n bytes; a short file is ErrCorrupt.
func take(br *bufio.Reader, f Format, n int) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(br, b); err != nil {
		return nil, corrupt(f, err)
	}
	return b, nil
}

func skip(br *bufio.Reader, f Format, n int64) error {
	if n < 0 {
		return corruptf(f, "negative length")
	}
	if _, err := io.CopyN(io.Discard, br, n); err != nil {
		return corrupt(f, err)
	}
	return nil
}

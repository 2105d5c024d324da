package metadata

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/bep/imagemeta"

	"quoin/internal/domain/media/imaging"
)

// exif holds the EXIF values that are stored.
type exif struct {
	description, comment, artist, copyright, model, digitized string
	windowsComment, windowsAuthor                             string
	fNumber, focalLength, exposure, iso                       float64
	orientation                                               int
}

const (
	maxTags     = 2000
	maxTagBytes = 64 << 10
)

// readEXIF collects the values until the data ends or turns out to be damaged.
func readEXIF(r io.ReadSeeker, format imaging.Format) (e exif) {
	// The parser gets an anonymous caller's bytes; a fault of it must not take the upload down.
	defer func() { _ = recover() }()
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return e
	}
	kind := imagemeta.JPEG
	if format == imaging.TIFF {
		kind = imagemeta.TIFF
	}
	_, _ = imagemeta.Decode(imagemeta.Options{
		R: r, ImageFormat: kind, Sources: imagemeta.EXIF, LimitNumTags: maxTags, LimitTagSize: maxTagBytes,
		ShouldHandleTag: func(t imagemeta.TagInfo) bool { return !strings.HasPrefix(t.Namespace, "IFD1") },
		HandleTag:       func(t imagemeta.TagInfo) error { e.set(t.Tag, t.Value); return nil },
	})
	return e
}

func (e *exif) set(tag string, v any) {
	switch tag {
	case "ImageDescription":
		e.description = text(v)
	case "UserComment":
		e.comment = text(v)
	case "Artist":
		e.artist = text(v)
	case "XPAuthor":
		e.windowsAuthor = wideText(v)
	case "XPComment":
		e.windowsComment = wideText(v)
	case "Copyright":
		e.copyright = text(v)
	case "Model":
		e.model = text(v)
	case "CreateDate", "DateTimeDigitized":
		e.digitized = text(v)
	case "FNumber":
		e.fNumber = number(v)
	case "FocalLength":
		e.focalLength = number(v)
	case "ExposureTime":
		e.exposure = number(v)
	case "ISO", "ISOSpeedRatings":
		e.iso = number(v)
	case "Orientation":
		e.orientation = int(number(v))
	}
}

// text cuts a value at its terminating zero.
func text(v any) string {
	s, ok := v.(string)
	if !ok {
		if b, isBytes := v.([]byte); isBytes {
			s = string(b)
		}
	}
	s, _, _ = strings.Cut(s, "\x00")
	return s
}

// wideText decodes the UTF-16 of the tags Windows writes, unless the parser has done so.
func wideText(v any) string {
	b, ok := v.([]byte)
	if !ok {
		if values, list := v.([]any); list {
			for _, one := range values {
				b = append(b, byte(number(one)))
			}
		} else {
			return text(v)
		}
	}
	units := make([]uint16, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		u := binary.LittleEndian.Uint16(b)
		if u == 0 {
			break
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units))
}

// number reads a value, the first of several, as a number; 0 if it is none.
func number(v any) float64 {
	switch n := v.(type) {
	case interface{ Float64() float64 }:
		return finite(n.Float64())
	case []any:
		if len(n) > 0 {
			return number(n[0])
		}
	case float64:
		return finite(n)
	case string:
		f, _ := strconv.ParseFloat(n, 64)
		return finite(f)
	case uint8, uint16, uint32, uint64, int8, int16, int32, int64, int, uint, float32:
		f, _ := strconv.ParseFloat(fmt.Sprint(n), 64)
		return finite(f)
	}
	return 0
}

func finite(f float64) float64 {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0
	}
	return f
}

func round2(f float64) float64 { return math.Round(f*100) / 100 }

func integer(n int64) string { return strconv.FormatInt(n, 10) }

// decimal prints a number with up to 14 significant digits.
// Compat (TestDecimal): the exponent form (from 1.0E-5 down and 1.0E+15 up) is the reference's.
func decimal(f float64) string {
	if f == 0 {
		return "0"
	}
	s := strconv.FormatFloat(f, 'e', 13, 64)
	mantissa, exponent, _ := strings.Cut(s, "e")
	n, _ := strconv.Atoi(exponent)
	if n >= -5 && n < 15 && math.Abs(f) >= 1e-4 {
		short, _ := strconv.ParseFloat(s, 64)
		return strconv.FormatFloat(short, 'f', -1, 64)
	}
	mantissa = strings.TrimRight(mantissa, "0")
	if strings.HasSuffix(mantissa, ".") {
		mantissa += "0"
	}
	return fmt.Sprintf("%sE%+d", mantissa, n)
}

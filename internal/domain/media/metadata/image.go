package metadata

import (
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"quoin/internal/domain/media/imaging"
)

// ImageMeta is what is stored of an image's embedded data. Numbers are text as they are printed, "0"
// when unknown.
type ImageMeta struct {
	Aperture         string // f-number with at most two decimals
	Credit           string
	Camera           string
	Caption          string
	CreatedTimestamp string // seconds since 1970, the camera's clock taken as UTC
	Copyright        string
	FocalLength      string // millimetres
	ISO              string
	ShutterSpeed     string // seconds
	Title            string
	Orientation      int // EXIF orientation, 0 when unknown
	Keywords         []string
	Alt              string
}

// EmptyImageMeta is what an image without embedded data has.
func EmptyImageMeta() ImageMeta {
	return ImageMeta{Aperture: "0", CreatedTimestamp: "0", FocalLength: "0", ISO: "0", ShutterSpeed: "0", Keywords: []string{}}
}

// titleBytes is the length from which a caption is no longer taken for a title.
const titleBytes = 80

// ReadImage reads IPTC, EXIF and XMP data. locale (like "en_US") chooses among translated alternative
// texts. It reports false when the file has no readable image header; then there is nothing to store.
func ReadImage(r io.ReadSeeker, locale string) (ImageMeta, bool, error) {
	src, err := newSource(r)
	if err != nil {
		return ImageMeta{}, false, err
	}
	header, err := imaging.Probe(r)
	if err != nil {
		src.upTo(0, 1) // tells a failing reader from a file that is no image
		return ImageMeta{}, false, src.err
	}
	meta := EmptyImageMeta()
	if header.Format == imaging.JPEG {
		meta.fromIPTC(readIPTC(src))
	}
	meta.Alt = readAlt(src, locale)
	if header.Format == imaging.JPEG || header.Format == imaging.TIFF {
		meta.fromEXIF(readEXIF(r, header.Format))
	}
	meta.clean()
	return meta, true, src.err
}

func (m *ImageMeta) fromIPTC(d iptc) {
	first := func(datasets ...byte) string {
		for _, n := range datasets {
			if values := d[n]; len(values) > 0 && values[0] != "" && values[0] != "0" {
				return trim(values[0])
			}
		}
		return ""
	}
	m.Title = first(105, 5)
	m.Caption = first(120)
	if m.Title == "" && len(m.Caption) < titleBytes {
		m.Title = m.Caption
	}
	m.Credit = first(110, 80)
	m.Copyright = first(116)
	if t, ok := parseIPTCTime(first(55), first(60)); ok {
		m.CreatedTimestamp = integer(t.Unix())
	}
	if keywords := d[25]; len(keywords) > 0 {
		m.Keywords = keywords
	}
}

func (m *ImageMeta) fromEXIF(e exif) {
	m.describe(trim(e.description), trim(e.comment), trim(e.windowsComment))
	if m.Credit == "" {
		m.Credit = trim(e.artist)
	}
	if m.Credit == "" {
		m.Credit = trim(e.windowsAuthor)
	}
	if m.Copyright == "" {
		m.Copyright = trim(e.copyright)
	}
	m.Camera = trim(e.model)
	if m.CreatedTimestamp == "0" {
		if t, err := time.Parse("2006:01:02 15:04:05", trim(e.digitized)); err == nil {
			m.CreatedTimestamp = integer(t.Unix())
		}
	}
	m.Aperture = decimal(round2(e.fNumber))
	m.FocalLength = decimal(e.focalLength)
	m.ShutterSpeed = decimal(e.exposure)
	m.ISO = decimal(e.iso)
	m.Orientation = max(0, e.orientation)
}

// describe settles title and caption. Compat (TestReadImage): a description that became the title is left out of a
// caption that has a comment to offer, but is the caption when there is none.
func (m *ImageMeta) describe(description, comment, windowsComment string) {
	if description == "" {
		switch {
		case m.Caption != "":
		case comment != "":
			m.Caption = comment
			if m.Title == "" && len(comment) < titleBytes {
				m.Title = comment
			}
		default:
			m.Caption = windowsComment
		}
		return
	}
	if m.Title == "" && len(description) < titleBytes {
		m.Title = description
	}
	switch {
	case m.Caption != "":
	case comment == "":
		m.Caption = description
	case description == m.Title || description == comment:
		m.Caption = comment
	default:
		m.Caption = description + " " + comment
	}
}

// clean makes all text valid UTF-8, taking what is not for Latin-1.
func (m *ImageMeta) clean() {
	for _, s := range []*string{&m.Title, &m.Caption, &m.Credit, &m.Copyright, &m.Camera, &m.Alt} {
		*s = validText(*s)
	}
	for i, k := range m.Keywords {
		m.Keywords[i] = validText(k)
	}
}

func validText(s string) string {
	if !utf8.ValidString(s) {
		s = latin1(s)
	}
	return strings.ReplaceAll(s, "\x00", "")
}

func latin1(s string) string {
	out := make([]rune, 0, len(s))
	for i := range len(s) {
		out = append(out, rune(s[i]))
	}
	return string(out)
}

func trim(s string) string { return strings.Trim(s, " \t\n\r\x00\x0b") }

package media

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/markup/svg"
)

// Errors of Accept beside those of package filetype.
var (
	// ErrName: nothing usable is left of the file's name.
	ErrName = errors.New("the file has no usable name")
	// ErrSVG: the file is no SVG image that could be made harmless.
	ErrSVG = errors.New("the SVG image can't be made harmless")
)

const svgMIME = "image/svg+xml"

// maxName bounds a stored name, so that the names of sub-sizes fit as well.
const maxName = 180

// Rules say what may be uploaded.
type Rules struct {
	filetype.Rights
	// SVG lets SVG images in, cleaned.
	SVG bool
	// Locale is the language in which names are written without marks.
	Locale string
}

// Accepted is a file that may be stored.
type Accepted struct {
	Name string // clean; an image's extension corrected
	MIME string
	Body io.ReadSeeker
}

// Accept decides on a file by its name and its bytes. Errors wrap
// filetype.ErrNotAllowed, filetype.ErrEmpty, ErrName or ErrSVG, or are those of
// the body.
func Accept(name string, body io.ReadSeeker, rules Rules) (Accepted, error) {
	name = storedName(name, rules)
	if name == "" || blob.CheckKey(name) != nil {
		return Accepted{}, ErrName
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return Accepted{}, fmt.Errorf("read the upload: %w", err)
	}
	if rules.SVG && strings.EqualFold(path.Ext(name), ".svg") {
		clean, err := cleanSVG(body)
		return Accepted{Name: name, MIME: svgMIME, Body: bytes.NewReader(clean)}, err
	}
	kind, err := filetype.Check(name, body, rules.Rights)
	if err != nil {
		return Accepted{}, err
	}
	return Accepted{Name: kind.Name, MIME: kind.MIME, Body: body}, nil
}

// storedName is the clean name, without what file systems can't show and short
// enough.
func storedName(name string, rules Rules) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, name)
	name = CleanName(rules.Locale, name, rules.Rights)
	if len(name) <= maxName {
		return name
	}
	stem, ext := splitName(name)
	if len(ext) > 20 {
		return ""
	}
	stem = stem[:maxName-len(ext)]
	for !utf8.ValidString(stem) {
		stem = stem[:len(stem)-1]
	}
	return strings.TrimRight(stem, ".-_") + ext
}

func cleanSVG(body io.Reader) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(body, svg.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("read the upload: %w", err)
	}
	if len(src) == 0 {
		return nil, filetype.ErrEmpty
	}
	out, err := svg.Clean(src)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSVG, err)
	}
	return out, nil
}

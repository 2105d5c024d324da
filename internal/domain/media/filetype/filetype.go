package filetype

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Errors of Check.
var (
	// ErrNotAllowed: the type is not in the table, needs a right the user lacks, or the content is of
	// another type than the name says.
	ErrNotAllowed = errors.New("files of this type may not be uploaded")
	// ErrEmpty: the file has no bytes.
	ErrEmpty = errors.New("file is empty")
)

// Type is an uploadable type of file.
type Type struct {
	MIME                string
	Extensions          []string // lower case, the usual one first
	needsUnfilteredHTML bool
}

// Rights are what a user may do as far as it matters here.
type Rights struct {
	UnfilteredHTML bool
}

// File is the outcome of Check.
type File struct {
	Name      string // the given name, with its extension corrected where an image's was wrong
	Extension string // as it stands in Name, whatever its case
	MIME      string
}

// ByName looks up the type of a file name's extension.
func ByName(name string, rights Rights) (t Type, extension string, ok bool) {
	at := strings.LastIndexByte(name, '.')
	if at < 0 {
		return Type{}, "", false
	}
	extension = name[at+1:]
	lower := strings.ToLower(extension)
	for _, t := range table {
		if slices.Contains(t.Extensions, lower) {
			return t, extension, rights.UnfilteredHTML || !t.needsUnfilteredHTML
		}
	}
	return Type{}, "", false
}

// Allowed are the types that a user may upload: media types by their extensions, which are
// joined by "|" as editors take them.
func Allowed(rights Rights) map[string]string {
	all := map[string]string{}
	for _, t := range table {
		if rights.UnfilteredHTML || !t.needsUnfilteredHTML {
			all[strings.Join(t.Extensions, "|")] = t.MIME
		}
	}
	return all
}

// IsUploadable reports whether some uploadable type has this media type.
func IsUploadable(mime string) bool {
	return slices.ContainsFunc(table[:], func(t Type) bool { return t.MIME == mime })
}

// Major returns the media types of one major type ("image", "video", "audio", "text",
// "application"), without repetitions and in table order.
func Major(major string) []string {
	var out []string
	for _, t := range table {
		if m, _, _ := strings.Cut(t.MIME, "/"); m == major && !slices.Contains(out, t.MIME) {
			out = append(out, t.MIME)
		}
	}
	return out
}

// sniffBytes is how much of a file is looked at.
const sniffBytes = 4096

// Check decides on a file by its name and its first bytes, which it reads from r. Errors wrap
// ErrNotAllowed or ErrEmpty, or are the reader's.
func Check(name string, r io.Reader, rights Rights) (File, error) {
	head := make([]byte, sniffBytes)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
		return File{}, fmt.Errorf("look at file %q: %w", name, err)
	}
	if n == 0 {
		return File{}, fmt.Errorf("%w: %q", ErrEmpty, name)
	}
	t, extension, ok := ByName(name, rights)
	if !ok {
		return File{}, fmt.Errorf("%w: %q", ErrNotAllowed, name)
	}
	file := File{Name: name, Extension: extension, MIME: t.MIME}
	if strings.HasPrefix(t.MIME, "image/") {
		if found := imageType(head[:n]); found != "" {
			return file.asImage(found)
		}
	}
	if found := sniff(head[:n]); !agree(t.MIME, found) {
		return File{}, fmt.Errorf("%w: %q holds %s", ErrNotAllowed, name, found)
	}
	return file, nil
}

// asImage settles on the type an image's own header shows.
func (f File) asImage(found string) (File, error) {
	if found == f.MIME && !strings.HasPrefix(strings.ToLower(f.Extension), "hei") {
		return f, nil
	}
	extension := imageExtension(found)
	f.Name = f.Name[:len(f.Name)-len(f.Extension)] + extension
	f.Extension = extension
	t, _, ok := ByName(f.Name, Rights{})
	if !ok {
		return File{}, fmt.Errorf("%w: %q", ErrNotAllowed, f.Name)
	}
	f.MIME = t.MIME
	return f, nil
}

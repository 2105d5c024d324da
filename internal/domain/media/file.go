package media

import (
	"net/url"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// MetaSideloaded holds the names of the files that were stored beside the one
// of an attachment and aren't in its details yet.
const MetaSideloaded = "_sideloaded_file"

// Members of the details that name further files.
const (
	detailOriginal      = "original_image"
	DetailSource        = "source_image"
	DetailAnimation     = "animated_video"
	DetailAnimationShot = "animated_video_poster"
)

// File is what an attachment says about its files.
type File struct {
	// Key is the main file, "" without one.
	Key  string
	MIME string
	// Details are the stored details; nil without any.
	Details *wire.Object
	// Loose are the names of further files that lie beside the main one.
	Loose []string
}

// FileOf reads the file of an attachment.
func FileOf(e *content.Entry) File {
	f := File{Key: e.Meta.Text(content.MetaAttachedFile), MIME: e.MimeType}
	if d, ok := e.Meta.Get(content.MetaAttachment).(*wire.Object); ok && d.Len() > 0 {
		f.Details = d
	}
	for _, v := range e.Meta[MetaSideloaded] {
		if name, ok := v.(string); ok {
			f.Loose = append(f.Loose, name)
		}
	}
	return f
}

// IsImage tells whether the attachment is an image with a file.
func (f File) IsImage() bool { return f.Key != "" && IsImage(f.MIME) }

// Folder is the folder of the main file with a slash at its end, "" for the
// uppermost one.
func (f File) Folder() string { return f.Key[:len(f.Key)-len(baseName(f.Key))] }

// Original is the key of the file as it was uploaded: the main one, or the
// image that the main one was made from.
func (f File) Original() string {
	if name := f.Details.Text(detailOriginal); name != "" && f.IsImage() {
		return f.Folder() + baseName(name)
	}
	return f.Key
}

// Width and Height are those of the main file, 0 when unknown.
func (f File) Width() int { return int(schema.ToInt(f.Details.Get("width"))) }

// Height is the height of the main file, 0 when unknown.
func (f File) Height() int { return int(schema.ToInt(f.Details.Get("height"))) }

// Unmeasured tells of an image of which nothing was ever written down, not even how large it
// is. Whatever sub-size there may be of it is missing.
func (f File) Unmeasured() bool { return f.IsImage() && f.Details.Len() == 0 }

// Size is the length of the main file, 0 when unknown.
func (f File) Size() int64 { return schema.ToInt(f.Details.Get("filesize")) }

// Keys are all files of the attachment. Names in the details count as names in
// the attachment's own folder, whatever else they say.
func (f File) Keys() []string {
	var keys []string
	add := func(name string) {
		if name = baseName(name); name != "" {
			keys = append(keys, f.Folder()+name)
		}
	}
	if f.Key == "" {
		return nil
	}
	add(f.Key)
	for _, name := range []string{detailOriginal, DetailSource, DetailAnimation, DetailAnimationShot} {
		add(f.Details.Text(name))
	}
	for _, m := range f.Details.Object("sizes").Members() {
		if o, ok := m.Value.(*wire.Object); ok {
			add(o.Text("file"))
		}
	}
	for _, name := range f.Loose {
		add(name)
	}
	return distinct(keys)
}

// Names are the names, and paths, under which callers may speak of the files.
func (f File) Names() []string {
	var names []string
	for _, key := range f.Keys() {
		names = append(names, key, baseName(key))
	}
	return names
}

// Shows tells whether an address is that of one of the attachment's images:
// of the main file, the original or a sub-size. The query doesn't count.
func (f File) Shows(address string) bool {
	address, _, _ = strings.Cut(address, "?")
	if u, err := url.PathUnescape(address); err == nil {
		address = u
	}
	shown := File{Key: f.Key, MIME: f.MIME, Details: f.Details}
	if name := baseName(f.Details.Text("file")); name != "" {
		// Compat (TestShows): a main file that was only just sideloaded isn't in the details yet.
		shown.Key = f.Folder() + name
	}
	for _, key := range shown.Keys() {
		if address == key || strings.HasSuffix(address, "/"+key) {
			return true
		}
	}
	return false
}

// Missing are the names of the sub-sizes that could be made of the image and
// aren't there, in the order of their registration.
func (f File) Missing(sizes []imaging.Size) []string {
	out := []string{}
	if !f.IsImage() || !processable(f.MIME) && !f.Unmeasured() {
		return out
	}
	for _, size := range sizes {
		if f.Unmeasured() {
			out = append(out, size.Name)
			continue
		}
		if _, ok := size.Place(f.Width(), f.Height()); ok && !f.Details.Object("sizes").Has(size.Name) {
			out = append(out, size.Name)
		}
	}
	return out
}

func processable(mime string) bool {
	return imaging.Format(strings.TrimPrefix(mime, "image/")).Processable()
}

// Processable tells whether sub-sizes can be made of images of a media type.
func Processable(mime string) bool { return IsImage(mime) && processable(mime) }

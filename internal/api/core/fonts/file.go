package fonts

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"mime/multipart"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
)

// folder is where the files of faces are, in the uploads.
const folder = "fonts"

// metaFile is the meta key that names a face's files, relative to the folder.
// It is stored under the ecosystem's name.
const metaFile = "_wp_font_face_file"

var (
	errFileType = fault.BadRequest("rest_font_upload_invalid_file_type", "The file is no font of a type that is allowed here.")
	errUpload   = fault.New(500, "rest_font_upload_unknown_error", "The file couldn't be stored.")
)

// format is a kind of font file: how its content may begin.
type format struct {
	mime   string
	begins []string
}

func formats() map[string]format {
	const trueType = "\x00\x01\x00\x00"
	return map[string]format{
		"otf":   {"font/otf", []string{"OTTO", trueType}},
		"ttf":   {"font/ttf", []string{trueType, "true", "OTTO"}},
		"woff":  {"font/woff", []string{"wOFF"}},
		"woff2": {"font/woff2", []string{"wOF2"}},
	}
}

// filesIn are the files of a request's form by field.
func filesIn(r *rest.Request) map[string]*multipart.FileHeader {
	if r.Form == nil {
		return nil
	}
	out := map[string]*multipart.FileHeader{}
	for field, list := range r.Form.File {
		if len(list) > 0 {
			out[field] = list[0]
		}
	}
	return out
}

// storeFiles stores the files among the sources. It returns the sources with
// addresses in place of the files, and the names that the files got, also with
// an error.
func (l *library) storeFiles(r *rest.Request, list []string) (addresses []any, names []string, err error) {
	files := filesIn(r)
	for _, src := range list {
		file := files[src]
		if file == nil {
			if fetchable(src, l.Site.Base(r.Context())) {
				src = clean.URL(src, nil)
			}
			addresses = append(addresses, src)
			continue
		}
		name, err := l.storeFile(r.Context(), file)
		if err != nil {
			return nil, names, err
		}
		names = append(names, name)
		addresses = append(addresses, l.Media.URL(r.Context(), folder+"/"+name))
	}
	return addresses, names, nil
}

// storeFile stores one file under a name that is free, which it returns.
func (l *library) storeFile(ctx context.Context, file *multipart.FileHeader) (string, error) {
	isFont := func(ext string) bool { _, ok := formats()[strings.ToLower(ext)]; return ok }
	name := clean.LowerExt(clean.FileName(site.Locale.Of(ctx, l.Site), file.Filename, isFont, isFont))
	format, ok := formats()[name[strings.LastIndexByte(name, '.')+1:]]
	if !ok || !strings.Contains(name, ".") {
		return "", errFileType
	}
	body, err := file.Open()
	if err != nil {
		return "", fmt.Errorf("open uploaded font: %w", err)
	}
	defer body.Close()
	start := make([]byte, 4)
	if _, err := io.ReadFull(body, start); err != nil || !slices.Contains(format.begins, string(start)) {
		return "", errFileType
	}
	taken, err := l.Media.Folder(ctx, folder, nil)
	if err != nil {
		return "", err
	}
	name = taken.Unique(name)
	err = l.Media.Blobs.Put(ctx, folder+"/"+name, io.MultiReader(bytes.NewReader(start), body), blob.PutOptions{
		Size: file.Size, ContentType: format.mime, IfAbsent: true,
	})
	if err != nil {
		l.Log.Error("store uploaded font", "file", name, "error", err)
		return "", errUpload
	}
	return name, nil
}

// FilesOf are the keys of a face's files.
func FilesOf(e *content.Entry) []string {
	var names []string
	for _, v := range e.Meta[metaFile] {
		if name, ok := v.(string); ok {
			names = append(names, name)
		}
	}
	return keysOf(names)
}

func keysOf(names []string) []string {
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = folder + "/" + name
	}
	return keys
}

// removeFiles removes files that nothing leads to any more. What can't be
// removed is logged: the write that led to it is done.
func (l *library) removeFiles(ctx context.Context, keys []string) {
	if len(keys) == 0 {
		return
	}
	if err := l.Media.Remove(context.WithoutCancel(ctx), keys); err != nil {
		l.Log.Error("remove font files", "error", err)
	}
}

// afterRemoval removes files once it is certain that nothing leads to them,
// and then answers.
func (l *library) afterRemoval(keys []string, answer any) func(r *rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) {
		l.removeFiles(r.Context(), keys)
		return answer, nil
	}
}

// fetchable tells whether browsers and servers may be sent to an address: http
// or https, without credentials, on a usual port of a host that isn't written
// as a private address. The site itself is always fine.
func fetchable(address, site string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil {
		return false
	}
	if own, err := url.Parse(site); err == nil && strings.EqualFold(own.Host, u.Host) {
		return true
	}
	switch u.Port() {
	case "", "80", "443", "8080":
	default:
		return false
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err != nil || ip.IsGlobalUnicast() && !ip.IsPrivate()
}

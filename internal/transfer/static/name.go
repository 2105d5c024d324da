package static

import (
	"errors"
	"mime"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"
)

// Files of the folder that are no answers of the site.
const (
	listFile    = ".quoin-export.json"
	journalFile = ".quoin-export.new" // what a run that hasn't ended writes anew
	workFile    = ".quoin-export.tmp" // begins the names of files that aren't whole
	hostFile    = "_redirects"
	headersFile = "_headers"
	nginxFile   = "_nginx.conf"
	apacheFile  = ".htaccess"
	lostFile    = "404.html"
)

const indexFile = "index.html"

// Reasons for which an address has no file.
var (
	errQuery  = errors.New("a file has no query")
	errSlash  = errors.New("it has an encoded slash")
	errName   = errors.New("it has a part that no file may be called")
	errLong   = errors.New("it is longer than names of files are")
	errOwn    = errors.New("a file of the export itself is called so")
	errNoText = errors.New("its bytes are no text in UTF-8")
)

// The longest names that common file systems take, with room for an index.
const (
	maxPart = 255
	maxName = 2048
)

// nameOf is the file for what is at a path, relative to the folder: an index for a page,
// since pages are where file servers look for one. path is escaped as in an address.
func nameOf(escaped, contentType string) (string, error) {
	lower := strings.ToLower(escaped)
	if strings.Contains(lower, "%2f") || strings.Contains(lower, "%5c") {
		return "", errSlash
	}
	decoded, err := url.PathUnescape(escaped)
	if err != nil || !strings.HasPrefix(decoded, "/") {
		return "", errName
	}
	if !utf8.ValidString(decoded) {
		return "", errNoText
	}
	parts := strings.Split(decoded[1:], "/")
	last := len(parts) - 1
	for i, part := range parts {
		switch {
		case part == "" && i == last:
		case len(part) > maxPart:
			return "", errLong
		// A hidden file may be the host's or a program's, such as .git.
		case part == "", part[0] == '.' && part != ".well-known", strings.ContainsFunc(part, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' }):
			return "", errName
		}
	}
	if parts[last] == "" || !isFile(parts[last], contentType) {
		parts = append(parts[:len(parts):len(parts)], indexFile)
		if parts[last] == "" {
			parts = append(parts[:last:last], indexFile)
		}
	}
	name := strings.Join(parts, "/")
	switch {
	case len(name) > maxName:
		return "", errLong
	case own(name):
		return "", errOwn
	}
	return name, nil
}

// isFile tells whether what is called so can be a file under its own name.
func isFile(name, contentType string) bool {
	kind, _, _ := mime.ParseMediaType(contentType)
	switch ext := strings.ToLower(path.Ext(name)); {
	case ext == "" || ext == "." || ext == name:
		return false
	case kind == "text/html":
		return ext == ".html" || ext == ".htm"
	}
	return true
}

// own tells whether the export has a file of that name for itself.
func own(name string) bool {
	switch first, _, _ := strings.Cut(strings.ToLower(name), "/"); first {
	case listFile, journalFile, hostFile, headersFile, nginxFile, apacheFile, lostFile:
		return true
	default:
		return strings.HasPrefix(first, workFile)
	}
}

// typeOf is the media type that file servers tell of a file by its name.
func typeOf(name string) string {
	kind, _, _ := mime.ParseMediaType(known[strings.ToLower(path.Ext(name))])
	return kind
}

// known are the types of files that common servers agree on; of others they are told.
var known = map[string]string{
	".html": "text/html", ".htm": "text/html", ".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".txt": "text/plain",
	".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".png": "image/png", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif", ".svg": "image/svg+xml", ".ico": "image/x-icon",
	".mp3": "audio/mpeg", ".m4a": "audio/mp4", ".ogg": "audio/ogg", ".wav": "audio/wav", ".mp4": "video/mp4", ".webm": "video/webm", ".mov": "video/quicktime",
	".pdf": "application/pdf", ".zip": "application/zip", ".json": "application/json", ".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf", ".otf": "font/otf",
	".doc": "application/msword", ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}

// sameType tells whether two media types are two names of one.
func sameType(a, b string) bool {
	other := map[string]string{
		"application/javascript": "text/javascript", "application/xml": "text/xml", "image/vnd.microsoft.icon": "image/x-icon", "application/font-woff2": "font/woff2",
	}
	if o := other[a]; o != "" {
		a = o
	}
	if o := other[b]; o != "" {
		b = o
	}
	return a == b
}

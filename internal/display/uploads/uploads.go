package uploads

import (
	"errors"
	"log/slog"
	"net/http"
	"path"
	"strconv"
	"strings"

	"quoin/internal/domain/media"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
)

const (
	// fileMaxAge is for files: another content gets another name.
	fileMaxAge = "public, max-age=31536000"
	// redirectMaxAge is shorter than signed addresses last.
	redirectMaxAge = "private, max-age=600"
	// sandbox lets a document show itself and its own images and sounds.
	sandbox = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox"
	// noActive is for PDF documents, whose viewers don't work in a sandbox.
	noActive = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'"
)

// Handler serves the files of a store below media.Path.
func Handler(store blob.Store, log *slog.Logger) http.Handler {
	return &handler{store, log}
}

type handler struct {
	store blob.Store
	log   *slog.Logger
}

// ServeHTTP answers one request for a file.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Files can only be read here.", http.StatusMethodNotAllowed)
		return
	}
	key, ok := strings.CutPrefix(r.URL.Path, media.Path)
	if !ok || blob.CheckKey(key) != nil {
		http.NotFound(w, r)
		return
	}
	mime := TypeOf(key)
	// An address elsewhere can't carry the headers below.
	if address, err := h.store.URL(r.Context(), key); err == nil && address != "" && !active(mime) {
		w.Header().Set("Cache-Control", redirectMaxAge)
		http.Redirect(w, r, address, http.StatusFound) // #nosec G710 -- the address is the store's, for a checked key
		return
	}
	h.serve(w, r, key, mime)
}

func (h *handler) serve(w http.ResponseWriter, r *http.Request, key, mime string) {
	file, err := h.store.Open(r.Context(), key)
	switch {
	case errors.Is(err, blob.ErrNotFound):
		http.NotFound(w, r)
		return
	case r.Context().Err() != nil:
		return
	case err != nil:
		h.log.Error("serve file", "file", key, "error", err)
		if f := fault.Outage(err); f != nil {
			f.SetHeader(w.Header())
			http.Error(w, f.Message, f.HTTPStatus())
			return
		}
		http.Error(w, "The file can't be read for the moment.", http.StatusBadGateway)
		return
	}
	defer func() { _ = file.Close() }()
	info := file.Info()
	head := w.Header()
	head.Set("Content-Type", withCharset(mime))
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Cache-Control", fileMaxAge)
	head.Set("ETag", `"`+strconv.FormatInt(info.ModTime.UnixNano(), 36)+"-"+strconv.FormatInt(info.Size, 36)+`"`)
	head.Set("Content-Security-Policy", policy(mime))
	// Images may be shown and read by other sites, as they could be fetched.
	head.Set("Cross-Origin-Resource-Policy", "cross-origin")
	head.Set("Access-Control-Allow-Origin", "*")
	if active(mime) {
		head.Set("Content-Disposition", "attachment")
	}
	http.ServeContent(w, r, "", info.ModTime, file)
}

// further are types of files that can't be uploaded but may lie among the
// uploads of a site that moved in.
func further(ext string) string {
	switch ext {
	case "svg", "svgz":
		return "image/svg+xml"
	case "xml", "xsl", "rss", "atom":
		return "text/xml"
	case "xhtml", "xht":
		return "application/xhtml+xml"
	case "mjs":
		return "application/javascript"
	case "json":
		return "application/json"
	case "woff", "woff2", "ttf", "otf":
		return "font/" + ext
	case "swf":
		return "application/x-shockwave-flash"
	}
	return "application/octet-stream"
}

// TypeOf is the media type of a file by its name.
func TypeOf(name string) string {
	t, _, ok := filetype.ByName(name, filetype.Rights{UnfilteredHTML: true})
	if ok {
		return t.MIME
	}
	return further(strings.ToLower(strings.TrimPrefix(path.Ext(name), ".")))
}

func withCharset(mime string) string {
	if strings.HasPrefix(mime, "text/") {
		return mime + "; charset=utf-8"
	}
	return mime
}

// active types are those that a browser runs as a page or a program.
func active(mime string) bool {
	switch mime {
	case "image/svg+xml", "text/html", "text/xml", "application/xml", "application/xhtml+xml",
		"application/javascript", "text/javascript", "application/x-shockwave-flash", "application/ttaf+xml",
		"application/java":
		return true
	}
	return strings.HasSuffix(mime, "+xml")
}

func policy(mime string) string {
	if mime == "application/pdf" {
		return noActive
	}
	return sandbox
}

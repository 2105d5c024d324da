package front

import (
	"context"
	"encoding/hex"
	"io"
	"net/http"
	"strings"

	"github.com/zeebo/xxh3"

	"quoin/internal/display/render"
	"quoin/internal/domain/theme"
	"quoin/internal/platform/access"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
)

const (
	assetsPath = "/assets/"
	themePath  = "/wp-content/themes/"

	// cacheForever is for addresses that name their content, cacheDay for files
	// that may be replaced with the theme.
	cacheForever = "public, max-age=31536000, immutable"
	cacheDay     = "public, max-age=86400"

	// maxPressed is the length to which files of themes are sent compressed.
	maxPressed = 1 << 20
)

// sheet is the style sheet of all pages.
type sheet struct {
	data   *theme.Data
	base   string
	name   string
	answer *httpcache.Answer
	// later is the one of what the theme's code asks for, nil when it asks for nothing.
	later *sheet
}

func (s *sheet) path() string { return assetsPath + s.name }

// stylesheet is the style sheet for the styles of the site. It is made when
// they change. What only some block types need stands in the pages.
//
// Compat (TestOrderOfSheets): the sheets of the theme come behind the styles of blocks and
// containers, so that they count more.
func (f *assets) stylesheet(t *theme.Theme, data *theme.Data, base string) *sheet {
	if s := f.sheet.Load(); s != nil && s.data == data && s.base == base {
		return s
	}
	files := t.FilesURL(base)
	early, own := t.EarlyCSS(base), t.LateCSS(base)
	css := []byte(data.FontFaces(files) + theme.LibraryCSS() + early + data.WithFileURLs(files).Stylesheet(theme.Variables, theme.Styles, theme.Classes, theme.CustomCSS))
	if t.Supports.OneSheet {
		css, own = append(css, own...), ""
	}
	s := newSheet("style-", css)
	s.data, s.base = data, base
	if own != "" {
		s.later = newSheet("theme-", []byte(own))
	}
	f.sheet.Store(s)
	return s
}

// newSheet is a sheet with an address that names what it holds.
func newSheet(before string, css []byte) *sheet {
	sum := xxh3.Hash128(css).Bytes()
	h := http.Header{}
	h.Set("Content-Type", "text/css; charset=UTF-8")
	h.Set("Vary", "Accept-Encoding")
	return &sheet{name: before + hex.EncodeToString(sum[:8]) + ".css", answer: httpcache.NewAnswer(http.StatusOK, h, css)}
}

// serveSheet serves the style sheet. An older address gets the newest sheet
// too, so that a page that was fetched before a change isn't left bare.
func (f *assets) serveSheet(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, assetsPath)
	later := strings.HasPrefix(name, "theme-")
	if !later && !strings.HasPrefix(name, "style-") || !strings.HasSuffix(name, ".css") {
		http.NotFound(w, r)
		return
	}
	ctx := scope.New(r.Context())
	s := f.stylesheet(f.Theme(ctx), f.View.Source(ctx, access.Actor{}, &render.Request{Front: true}).Styles(ctx), f.Site.Base(ctx))
	if later {
		if s = s.later; s == nil {
			s = newSheet("theme-", nil)
		}
	}
	control := cacheForever
	if name != s.name {
		control = "no-cache"
	}
	w.Header().Set("Cache-Control", control)
	s.answer.Write(w, r)
}

// serveThemeFile serves a file of the theme.
func (f *assets) serveThemeFile(w http.ResponseWriter, r *http.Request) {
	id, name, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, themePath), "/")
	ctx := scope.New(r.Context())
	t := f.Theme(ctx)
	if t.ID != id && t.Parent != nil {
		t = t.Parent
	}
	if t.ID != id {
		if t = nil; f.ThemeByID != nil {
			t = f.ThemeByID(ctx, id)
		}
	}
	if t == nil {
		http.NotFound(w, r)
		return
	}
	file, kind, err := t.Asset(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		f.fileFailed(r.Context(), w, err)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", cacheDay)
	// An SVG may hold scripts, which must not run as the site's own.
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	if info.Size() <= maxPressed && (strings.HasPrefix(kind, "text/") || strings.HasPrefix(kind, "image/svg") || strings.HasPrefix(kind, "application/json")) {
		body, err := io.ReadAll(io.LimitReader(file, maxPressed))
		if err != nil {
			f.fileFailed(r.Context(), w, err)
			return
		}
		h := http.Header{"Vary": {"Accept-Encoding"}}
		if !info.ModTime().IsZero() {
			h.Set("Last-Modified", info.ModTime().UTC().Format(http.TimeFormat))
		}
		httpcache.NewAnswer(http.StatusOK, h, body).Write(w, r)
		return
	}
	if seeker, ok := file.(io.ReadSeeker); ok {
		http.ServeContent(w, r, "", info.ModTime(), seeker)
		return
	}
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, file) // a caller that went away is not our failure
	}
}

func (f *assets) fileFailed(ctx context.Context, w http.ResponseWriter, err error) {
	if ctx.Err() == nil {
		f.Log.Error("file of the theme", "error", err)
	}
	http.Error(w, "This file can't be read at the moment.", http.StatusInternalServerError)
}

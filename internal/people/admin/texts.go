package admin

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"quoin/internal/domain/site"
	"quoin/internal/platform/language"
)

// textsPath is where the texts of a language are for scripts: below it the locale, the
// stamp of the packs, and the ending of scripts.
const textsPath = AssetsPath + "texts/"

// saidByScripts are the files of the bundle that list what scripts say.
func saidByScripts() []string { return []string{"messages-packages.json", "messages-screens.json"} }

// packed is what browsers get of a language: a script, compressed.
type packed struct {
	texts *language.Texts
	body  []byte
	size  int
}

// scriptTexts are the texts of languages for scripts, made once for each state of the packs.
type scriptTexts struct {
	said func() []string
	made sync.Map // of locales to packed
}

func newScriptTexts() *scriptTexts {
	return &scriptTexts{said: sync.OnceValue(func() (all []string) {
		for _, name := range saidByScripts() {
			f, err := dist.Open("dist/" + name + ".br")
			if err != nil {
				continue // built without the bundle
			}
			var some []string
			if json.NewDecoder(brotli.NewReader(f)).Decode(&some) == nil {
				all = append(all, some...)
			}
			_ = f.Close() // it was only read
		}
		return all
	})}
}

// in are the texts of a language for scripts.
func (s *scriptTexts) in(texts *language.Texts) (packed, error) {
	if known, ok := s.made.Load(texts.Locale); ok && known.(packed).texts == texts {
		return known.(packed), nil
	}
	data, err := json.Marshal(localeData(texts, s.said()))
	if err != nil {
		return packed{}, err
	}
	script := append(append([]byte("window.quoinTexts="), data...), ";\n"...)
	var body bytes.Buffer
	w := brotli.NewWriterLevel(&body, 5)
	if _, err := w.Write(script); err != nil {
		return packed{}, err
	}
	if err := w.Close(); err != nil {
		return packed{}, err
	}
	p := packed{texts, body.Bytes(), len(script)}
	s.made.Store(texts.Locale, p)
	return p, nil
}

// localeData are those of some messages that a language has, with its rule for plural
// forms, as the packages take them.
func localeData(texts *language.Texts, ids []string) map[string]any {
	data := map[string]any{"": map[string]string{"lang": texts.Tag(), "plural-forms": texts.Rule()}}
	for _, id := range ids {
		if forms := texts.Forms(id); forms != nil {
			data[id] = forms
		}
	}
	return data
}

// textsScript is the address of the texts of the page's language for scripts, "" for English.
func (v *visit) textsScript() string {
	texts := v.Site.Texts(v.ctx)
	if texts == nil {
		return ""
	}
	return v.base + textsPath + texts.Locale + "-" + site.LanguageStamp.Of(v.ctx, v.Site) + ".js"
}

// serveTexts answers with the texts of a language for scripts.
func (p *Pages) serveTexts(w http.ResponseWriter, r *http.Request) {
	locale, stamp, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, textsPath), ".js"), "-")
	ctx := r.Context()
	texts := p.Site.TextsIn(ctx, locale)
	if texts == nil {
		http.NotFound(w, r)
		return
	}
	made, err := p.scripts.in(texts)
	if err != nil {
		p.Log.Error("texts for scripts", "locale", locale, "error", err)
		http.Error(w, "The texts can't be shown at the moment.", http.StatusInternalServerError)
		return
	}
	cache := "no-cache" // of packs that are replaced by now
	if stamp == site.LanguageStamp.Of(ctx, p.Site) {
		cache = "public, max-age=31536000, immutable"
	}
	writePacked(w, r, ".js", cache, made.body, made.size)
}

// writePacked answers with a file that is packed by Brotli, to browsers that take it as it
// is, and unpacked to others.
func writePacked(w http.ResponseWriter, r *http.Request, ending, cache string, body []byte, size int) {
	h := w.Header()
	h.Set("Content-Type", map[string]string{".js": "text/javascript; charset=UTF-8", ".css": "text/css; charset=UTF-8", ".txt": "text/plain; charset=UTF-8", ".json": "application/json"}[ending])
	h.Set("Cache-Control", cache)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Vary", "Accept-Encoding")
	var from io.Reader = bytes.NewReader(body)
	if acceptsBrotli(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "br")
		size = len(body)
	} else {
		from = brotli.NewReader(from)
	}
	h.Set("Content-Length", strconv.Itoa(size))
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, from) // a caller that went away is not our failure
	}
}

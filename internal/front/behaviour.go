package front

import (
	"embed"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"quoin/internal/httpcache"
)

//go:embed scripts/*.js
var scriptFiles embed.FS

// behaviours are the scripts of blocks, each with a text that stands in pages
// with such a block. Everything can be read without them.
var behaviours = [...]struct{ name, sign string }{
	{"navigation", `data-wp-interactive="core/navigation"`},
	{"search", `data-wp-interactive="core/search"`},
	{"accordion", `data-wp-interactive="core/accordion"`},
	{"tabs", `data-wp-interactive="core/tabs"`},
	{"image", `wp-lightbox-container`},
	{"embed", `<blockquote class="wp-embedded-content"`},
}

// behaviourFile is a script with an address that names its content.
type behaviourFile struct {
	path   string
	answer *httpcache.Answer
}

// behaviourFiles are the scripts by name.
var behaviourFiles = sync.OnceValue(func() map[string]behaviourFile {
	all := map[string]behaviourFile{}
	for _, b := range behaviours {
		text, err := scriptFiles.ReadFile("scripts/" + b.name + ".js")
		if err != nil {
			panic(err) // embedded
		}
		sum := xxh3.Hash128(text).Bytes()
		h := http.Header{}
		h.Set("Content-Type", "text/javascript; charset=UTF-8")
		h.Set("Vary", "Accept-Encoding")
		all[b.name] = behaviourFile{
			path:   assetsPath + b.name + "-" + hex.EncodeToString(sum[:8]) + ".js",
			answer: httpcache.NewAnswer(http.StatusOK, h, text),
		}
	}
	return all
})

// behaviourTags are the elements that load the scripts for what a page shows.
func behaviourTags(body, base string) string {
	var b strings.Builder
	for _, s := range behaviours {
		if strings.Contains(body, s.sign) {
			b.WriteString(`<script type="module" src="` + base + behaviourFiles()[s.name].path + "\"></script>\n")
		}
	}
	return b.String()
}

// EmbedScript is the script that shows the frames with cards of entries, for
// pages of other sites.
func EmbedScript() string {
	text, err := scriptFiles.ReadFile("scripts/embed.js")
	if err != nil {
		panic(err) // embedded
	}
	return string(text)
}

// serveBehaviour serves a script. An older address gets the newest one.
func serveBehaviour(w http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, assetsPath), "-")
	s, found := behaviourFiles()[name]
	if !found {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", cacheForever)
	if r.URL.Path != s.path {
		w.Header().Set("Cache-Control", "no-cache")
	}
	s.answer.Write(w, r)
}

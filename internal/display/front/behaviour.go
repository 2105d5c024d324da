package front

import (
	_ "embed"
	"encoding/hex"
	"net/http"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"quoin/internal/domain/blocktype"
	"quoin/internal/platform/httpcache"
)

//go:embed embed.js
var embedScript string

//go:embed fittext.js
var fitTextScript string

// behaviour is a script, with a text that stands in pages which need it.
type behaviour struct{ name, sign, text string }

// behaviours are the scripts of blocks, that of cards of entries and that of texts which fill
// their width. Everything can be read without them.
var behaviours = sync.OnceValue(func() []behaviour {
	var all []behaviour
	for _, t := range blocktype.All() {
		if t.Script != "" {
			all = append(all, behaviour{t.Folder(), t.Server.Script, t.Script})
		}
	}
	return append(all,
		behaviour{"embed", `<blockquote class="wp-embedded-content"`, embedScript},
		behaviour{"fit-text", ` data-wp-init---core-fit-text=`, fitTextScript})
})

// behaviourFile is a script with an address that names its content.
type behaviourFile struct {
	path   string
	answer *httpcache.Answer
}

// behaviourFiles are the scripts by name.
var behaviourFiles = sync.OnceValue(func() map[string]behaviourFile {
	all := map[string]behaviourFile{}
	for _, b := range behaviours() {
		sum := xxh3.HashString128(b.text).Bytes()
		h := http.Header{}
		h.Set("Content-Type", "text/javascript; charset=UTF-8")
		h.Set("Vary", "Accept-Encoding")
		all[b.name] = behaviourFile{
			path:   assetsPath + b.name + "-" + hex.EncodeToString(sum[:8]) + ".js",
			answer: httpcache.NewAnswer(http.StatusOK, h, []byte(b.text)),
		}
	}
	return all
})

// inlineLength is the length to which scripts stand in the pages that need them: another
// request costs a reader more than they do.
const inlineLength = 4 << 10

// behaviourTags are the elements of the scripts for what a page shows.
func behaviourTags(body, base string) string {
	var b strings.Builder
	for _, s := range behaviours() {
		switch {
		case !strings.Contains(body, s.sign):
		case len(s.text) <= inlineLength:
			b.WriteString("<script type=\"module\">" + s.text + "</script>\n")
		default:
			b.WriteString(`<script type="module" src="` + base + behaviourFiles()[s.name].path + "\"></script>\n")
		}
	}
	return b.String()
}

// EmbedScript is the script that shows the frames with cards of entries, for
// pages of other sites.
func EmbedScript() string { return embedScript }

// serveBehaviour serves a script. An older address gets the newest one.
func serveBehaviour(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, assetsPath)
	name = name[:max(strings.LastIndexByte(name, '-'), 0)] // what follows names the content
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

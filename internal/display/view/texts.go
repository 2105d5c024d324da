package view

import (
	"context"
	"hash/maphash"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/language"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// textKind is what of an entry a text shows.
type textKind uint8

const (
	kindContent textKind = iota
	kindExcerpt
	kindText
)

// textKey names a text. sum stands for what the entry itself gives to it, so
// that revisions and previews of an entry are texts of their own. viewer and
// address are zero for texts that are the same for everyone and everywhere; language is ""
// for that of the site.
type textKey struct {
	entry, viewer int64
	address       string
	language      string
	editing       bool // false for texts without protected entries
	kind          textKind
	variant       uint8 // see maxVariants
	length        int
	sum           uint64
}

// keyFor names a text for one viewer at one address. Anonymous callers and the
// server itself are viewers too, and no address is one.
func keyFor(ctx context.Context, to Visit, e *content.Entry, kind textKind) textKey {
	key := textKey{entry: e.ID, viewer: to.Actor.ID, address: "at " + to.Address, language: language.Spoken(ctx), editing: to.Editing, kind: kind}
	switch {
	case to.Actor.System:
		key.viewer = -2
	case to.Actor.ID == 0:
		key.viewer = -1
	}
	return key
}

// maxVariants bounds how many renderings of a text are cached that have other
// numbers in their generated ids.
const maxVariants = 4

// cachedText is a text with what it depends on.
type cachedText struct {
	html   render.Template
	json   render.Template // the inside of a JSON string
	used   []render.Count  // the numbers of generated ids in it
	deps   cache.Deps
	serial uint64 // of putting it
	// protected texts show protected entries, which those who may edit them see when they do.
	protected bool
}

// textCache holds texts. A nil one holds nothing.
type textCache struct {
	*cache.Cache[textKey, *cachedText]
	seed   maphash.Seed
	serial atomic.Uint64
}

func newTextCache(limit int, now func() time.Time) *textCache {
	return &textCache{Cache: cache.New[textKey, *cachedText](int64(limit), now), seed: maphash.MakeSeed()}
}

// summed is what of an entry a remembered digest was made of.
type summed struct {
	parts [8]string
	sum   uint64
}

type summedKey struct{ entry int64 }

// sumOnce is sum, digesting what is long once a request. Strings that are the
// same piece of memory are equal at once.
func (k *textCache) sumOnce(ctx context.Context, e *content.Entry, given string) uint64 {
	if given != "" || k.Cache == nil {
		return k.sum(e, given)
	}
	parts := [8]string{e.Title, string(e.Status), e.Password, e.Modified, e.Date, e.Slug, e.Excerpt, e.Content}
	if s, ok := scope.Get[*summed](ctx, summedKey{e.ID}); ok && s.parts == parts {
		return s.sum
	}
	s := &summed{parts: parts, sum: k.sum(e, given)}
	scope.Put(ctx, summedKey{e.ID}, s)
	return s.sum
}

// sum digests what of an entry its texts are made of, of whatever kind.
func (k *textCache) sum(e *content.Entry, given string) uint64 {
	if k.Cache == nil {
		return 0
	}
	var h maphash.Hash
	h.SetSeed(k.seed)
	parts := [...]string{e.Title, string(e.Status), e.Password, given, e.Modified, e.Date, e.Slug, e.Excerpt, e.Content}
	for _, s := range parts {
		h.WriteString(s)
		h.WriteByte(0)
	}
	return h.Sum64()
}

// find is the text for a key that names viewer and address, or one for
// everyone and everywhere, with the ids that come next. Nil counters take any.
func (k *textCache) find(key textKey, ids *render.Counters) *cachedText {
	if !key.editing {
		return k.findAs(key, ids, true)
	}
	usual := key
	usual.editing = false
	if t := k.findAs(usual, ids, false); t != nil {
		return t
	}
	return k.findAs(key, ids, true)
}

// findAs is find among the texts of those who edit, or of all others, with or without those that
// show protected entries.
func (k *textCache) findAs(key textKey, ids *render.Counters, protected bool) *cachedText {
	keys := [...]textKey{key, key, key, key}
	keys[0].viewer, keys[0].address = 0, ""
	keys[1].address = ""
	keys[2].viewer = 0
	for _, key := range keys {
		// The first variant that is free is taken (variantFor): few are beyond it,
		// left when an older one went, and not worth looking for each time.
		for key.variant = range maxVariants {
			t, ok := k.Get(key)
			if !ok || t.protected && !protected {
				break
			}
			if ids == nil || ids.At(t.used) {
				return t
			}
		}
	}
	return nil
}

// escaped is a text as the inside of a JSON string.
func escaped(s string) string { return string(wire.AppendEscaped(nil, s)) }

// escapedFill is what fills a slot inside of a JSON string.
type escapedFill struct{ wire.Fill }

func (f escapedFill) For(address string) string { return escaped(f.Fill.For(address)) }

// get is a cached text, nil when there is none. The scope of ctx gets what it
// depends on, and ids go on behind those in it.
func (k *textCache) get(ctx context.Context, key textKey, ids *render.Counters) *cachedText {
	t := k.find(key, ids)
	if t != nil {
		scope.Include(ctx, t.deps)
		ids.Skip(t.used)
	}
	return t
}

// has tells whether a text is cached.
func (k *textCache) has(key textKey) bool { return k.find(key, nil) != nil }

// put caches a text made in the scope of ctx since a ticket. It returns nil for
// one that can't be cached.
func (k *textCache) put(ctx context.Context, key textKey, html render.Template, used []render.Count, began cache.Ticket) *cachedText {
	t := &cachedText{html: html, used: used, deps: scope.From(ctx).Deps(), serial: k.serial.Add(1)}
	if t.deps.NoStore {
		return nil
	}
	t.json = html.Map(escaped, func(f wire.Fill) wire.Fill { return escapedFill{f} })
	if t.protected = slices.Contains(t.deps.Tags, cache.Editing()); !t.protected {
		key.editing = false
	}
	if !slices.Contains(t.deps.Tags, cache.Viewer()) {
		key.viewer = 0
	}
	if !slices.Contains(t.deps.Tags, cache.Address()) {
		key.address = ""
	}
	key.variant = k.variantFor(key, used)
	if !k.Put(began, key, t, t.html.Size()+t.json.Size()+48*len(used), t.deps) {
		return nil
	}
	return t
}

// variantFor is the variant that a text with these ids takes: that of one with
// the same ids, a free one, or that of the oldest.
func (k *textCache) variantFor(key textKey, used []render.Count) uint8 {
	var variant uint8
	oldest := uint64(math.MaxUint64)
	for key.variant = range maxVariants {
		t, ok := k.Get(key)
		switch {
		case !ok, slices.Equal(t.used, used):
			return key.variant
		case t.serial < oldest:
			variant, oldest = key.variant, t.serial
		}
	}
	return variant
}

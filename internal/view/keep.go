package view

import (
	"context"
	"hash/maphash"
	"slices"
	"strconv"
	"sync"
	"time"

	"quoin/internal/access"
	"quoin/internal/content"
	"quoin/internal/render"
	"quoin/internal/scope"
	"quoin/internal/wire"
)

// textKind is what of an entry a text shows.
type textKind uint8

const (
	kindTitle textKind = iota
	kindContent
	kindExcerpt
	kindText
)

// textKey names a text. sum stands for what the entry itself gives to it, so
// that revisions and previews of an entry are texts of their own. viewer and
// address are zero for texts that are the same for everyone and everywhere.
type textKey struct {
	entry, viewer int64
	address       string
	kind          textKind
	length        int
	sum           uint64
}

// keyFor names a text for one viewer at one address. Strangers and the server
// itself are viewers too, and no address is one.
func keyFor(ctx context.Context, a access.Actor, e *content.Entry, kind textKind) textKey {
	key := textKey{entry: e.ID, viewer: a.ID, address: "at " + addressOf(ctx), kind: kind}
	switch {
	case a.System:
		key.viewer = -2
	case a.ID == 0:
		key.viewer = -1
	}
	return key
}

// keptText is a text with what it was made of, in a ring ordered by last use.
type keptText struct {
	key  textKey
	html render.Template
	json render.Template // the inside of a JSON string
	used []render.Count  // the numbers of generated ids in it
	footing
	older, newer *keptText
}

// textCost is about what a kept text costs beside its HTML and tags.
const textCost = 256

func (t *keptText) size() int {
	n := textCost + t.html.Size() + t.json.Size() + 48*len(t.used)
	for _, tag := range t.tags {
		n += 64 + len(tag)
	}
	return n
}

// maxVariants bounds how often a text is kept with other numbers in its ids.
const maxVariants = 4

// recentChanges is how many changes a text may outlast while it is made.
const recentChanges = 256

// keep holds texts up to a number of bytes; the longest unused go first. A nil
// keep holds nothing.
type keep struct {
	limit int
	seed  maphash.Seed

	mu    sync.Mutex
	texts map[textKey][]*keptText // variants, the newest last
	byTag map[string]map[*keptText]struct{}
	ring  keptText // newer is the oldest text, older the newest
	bytes int
	// changes counts the calls of changed; recent holds the tags of the last.
	changes uint64
	recent  [recentChanges][]string
}

func newKeep(limit int) *keep {
	if limit <= 0 {
		return nil
	}
	k := &keep{
		limit: limit, seed: maphash.MakeSeed(),
		texts: map[textKey][]*keptText{}, byTag: map[string]map[*keptText]struct{}{},
	}
	k.ring.older, k.ring.newer = &k.ring, &k.ring
	return k
}

func entryTag(id int64) string { return "entry:" + strconv.FormatInt(id, 10) }

// summed is what of an entry a remembered digest was made of.
type summed struct {
	parts [8]string
	sum   uint64
}

type summedKey struct{ entry int64 }

// sumOnce is sum, digesting what is long once a request. Strings that are the
// same piece of memory are equal at once.
func (k *keep) sumOnce(ctx context.Context, e *content.Entry, kind textKind, given string) uint64 {
	if kind == kindTitle || given != "" || k == nil {
		return k.sum(e, kind, given)
	}
	parts := [8]string{e.Title, string(e.Status), e.Password, e.Modified, e.Date, e.Slug, e.Excerpt, e.Content}
	if s, ok := scope.Get[*summed](ctx, summedKey{e.ID}); ok && s.parts == parts {
		return s.sum
	}
	s := &summed{parts: parts, sum: k.sum(e, kind, given)}
	scope.Put(ctx, summedKey{e.ID}, s)
	return s.sum
}

// sum digests what of an entry a text of a kind is made of.
func (k *keep) sum(e *content.Entry, kind textKind, given string) uint64 {
	if k == nil {
		return 0
	}
	var h maphash.Hash
	h.SetSeed(k.seed)
	parts := [...]string{e.Title, string(e.Status), e.Password, given, e.Modified, e.Date, e.Slug, e.Excerpt, e.Content}
	of := parts[:]
	if kind == kindTitle {
		of = parts[:3]
	}
	for _, s := range of {
		h.WriteString(s)
		h.WriteByte(0)
	}
	return h.Sum64()
}

// now is the state of things before a text is made.
func (k *keep) now() uint64 {
	if k == nil {
		return 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.changes
}

// find is the text for a key that names viewer and address, or one for
// everyone and everywhere, with the ids that come next. Nil counters take any.
func (k *keep) find(key textKey, ids *render.Counters, now time.Time) *keptText {
	keys := [...]textKey{key, key, key, key}
	keys[0].viewer, keys[0].address = 0, ""
	keys[1].address = ""
	keys[2].viewer = 0
	for _, key := range keys {
		for _, t := range k.texts[key] {
			switch {
			case !t.until.IsZero() && !now.Before(t.until):
				k.drop(t)
			case ids == nil || ids.At(t.used):
				return t
			}
		}
	}
	return nil
}

// escaped is a text as the inside of a JSON string.
func escaped(s string) string { return string(wire.AppendEscaped(nil, s)) }

// get is a kept text, nil when there is none. What it was made of is noted in the scope of ctx, and
// ids go on behind those in it.
func (k *keep) get(ctx context.Context, key textKey, ids *render.Counters, now time.Time) *keptText {
	k.mu.Lock()
	t := k.find(key, ids, now)
	if t != nil {
		t.unlink()
		k.link(t)
	}
	k.mu.Unlock()
	if t != nil {
		t.note(ctx)
		ids.Skip(t.used)
	}
	return t
}

// has tells whether a text is kept.
func (k *keep) has(key textKey, now time.Time) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.find(key, nil, now) != nil
}

// put keeps a text made in the scope of ctx, which began at the given state. It
// returns nil for one that can't be kept.
func (k *keep) put(ctx context.Context, key textKey, html render.Template, used []render.Count, began uint64) *keptText {
	t := &keptText{html: html, used: used, footing: footingOf(ctx)}
	if !t.keep {
		return nil
	}
	t.json = html.Map(escaped)
	if !slices.Contains(t.tags, render.TagViewer) {
		key.viewer = 0
	}
	if !slices.Contains(t.tags, render.TagAddress) {
		key.address = ""
	}
	t.key = key
	if t.size() > k.limit/16 {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.changedSince(began, t.tags) {
		return nil
	}
	for _, old := range k.texts[key] {
		if slices.Equal(old.used, used) {
			k.drop(old)
		}
	}
	if list := k.texts[key]; len(list) >= maxVariants {
		k.drop(list[0])
	}
	k.texts[key] = append(k.texts[key], t)
	for _, tag := range t.tags {
		of := k.byTag[tag]
		if of == nil {
			of = map[*keptText]struct{}{}
			k.byTag[tag] = of
		}
		of[t] = struct{}{}
	}
	k.link(t)
	k.bytes += t.size()
	for k.bytes > k.limit {
		k.drop(k.ring.newer)
	}
	return t
}

// changedSince tells whether one of tags changed after a state, or may have.
func (k *keep) changedSince(began uint64, tags []string) bool {
	if k.changes-began > recentChanges {
		return true
	}
	for n := began; n < k.changes; n++ {
		for _, tag := range k.recent[n%recentChanges] {
			if slices.Contains(tags, tag) {
				return true
			}
		}
	}
	return false
}

// changed drops the texts that were made of what tags name.
func (k *keep) changed(tags []string) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.recent[k.changes%recentChanges] = tags
	k.changes++
	for _, tag := range tags {
		for t := range k.byTag[tag] {
			k.drop(t)
		}
	}
}

// clear drops every text, and those that are being made.
func (k *keep) clear() {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.changes += recentChanges + 1
	for k.ring.newer != &k.ring {
		k.drop(k.ring.newer)
	}
}

func (k *keep) drop(t *keptText) {
	if list := slices.DeleteFunc(slices.Clone(k.texts[t.key]), func(o *keptText) bool { return o == t }); len(list) > 0 {
		k.texts[t.key] = list
	} else {
		delete(k.texts, t.key)
	}
	for _, tag := range t.tags {
		of := k.byTag[tag]
		delete(of, t)
		if len(of) == 0 {
			delete(k.byTag, tag)
		}
	}
	t.unlink()
	k.bytes -= t.size()
}

// link makes a text the last used one.
func (k *keep) link(t *keptText) {
	t.older, t.newer = k.ring.older, &k.ring
	t.older.newer, t.newer.older = t, t
}

func (t *keptText) unlink() {
	t.older.newer, t.newer.older = t.newer, t.older
}

package rest

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/language"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// ItemCache holds items as they were printed, for answers that show them again:
// lists at addresses that nobody asked for yet, and what people who are logged
// in ask for. A nil one holds nothing.
//
// What an item may depend on is in its key, among the tags of what it was made
// of, or among the parameters that were looked for while it was made. An item
// that a parameter decided on is not kept.
type ItemCache struct {
	items *cache.Cache[itemKey, *printedItem]
	epoch func(ctx context.Context) (uint64, bool)
}

// NewItemCache makes a cache of at most max bytes. epoch tells the state of the
// database as far as other processes change it, and whether what was made of it
// before may be used at all; now tells the time.
func NewItemCache(max int64, epoch func(ctx context.Context) (uint64, bool), now func() time.Time) *ItemCache {
	return &ItemCache{items: cache.New[itemKey, *printedItem](max, now), epoch: epoch}
}

// Drop, Clear, Suspend and Resume implement cache.Invalidator.
func (c *ItemCache) Drop(tags []cache.Tag) { c.held().Drop(tags) }
func (c *ItemCache) Clear()                { c.held().Clear() }
func (c *ItemCache) Suspend()              { c.held().Suspend() }
func (c *ItemCache) Resume()               { c.held().Resume() }

// Counts tells what the cache did since the start, and what it holds.
func (c *ItemCache) Counts() cache.Counts { return c.held().Counts() }

func (c *ItemCache) held() *cache.Cache[itemKey, *printedItem] {
	if c == nil {
		return nil
	}
	return c.items
}

// itemKey is for whom and how an item was printed.
type itemKey struct {
	endpoint         *Endpoint
	mount            *Mount
	id               int64
	viewer, context  string
	epoch            uint64
	secure, embedded bool
	json             bool  // see Request.JSON
	variant          uint8 // see maxItemVariants
}

// maxItemVariants bounds how many forms of an item are held that have other
// numbers in their generated ids.
const maxItemVariants = 4

// printedItem is an item with its links as one request printed it.
type printedItem struct {
	json   wire.Raw
	open   *wire.Open // in place of json, of an item with something that follows from the address
	deps   cache.Deps
	absent []string // parameters that were looked for and weren't given
	used   any      // of the numbering
}

// Numbering is what numbers the items of one answer that count on from one to
// the next, such as those in generated ids.
type Numbering interface {
	// Trace runs a function and tells which numbers it used.
	Trace(make func()) (used any)
	// At tells whether the numbering stands where it stood before some numbers
	// were used, Skip uses them again.
	At(used any) bool
	Skip(used any)
}

// Shared says of a resource that its items may be printed once for many
// answers: whatever they are made of is read from stores that say what they
// read (package scope).
type Shared[T any] struct {
	ID func(item T) int64
	// Numbering is that of a request; nil for none.
	Numbering func(r *Request) Numbering
}

// RepresentAll are items as the answer to a read shows them: those that were printed
// before as they were, the others made. load loads at once what the others are
// about to read; it is called once at most, and may be nil.
func (res *ResourceOf[T, C]) RepresentAll(r *Request, items []T, load func(rest []T) error) ([]*Item, error) {
	s := res.share(r)
	out := make([]*Item, 0, len(items))
	for i, item := range items {
		if s != nil {
			if p := s.find(res.Shared.ID(item)); p != nil {
				out = append(out, &Item{printed: s.at(p)})
				continue
			}
		}
		if load != nil {
			if err := load(items[i:]); err != nil {
				return nil, err
			}
			load = nil
		}
		if r.ctx.Err() != nil {
			return out, nil // of an answer that nobody gets, see handle
		}
		if s == nil {
			out = append(out, res.Item(r, item))
			continue
		}
		out = append(out, s.make(res.Shared.ID(item), func(r *Request) *Item { return res.Item(r, item) }))
	}
	return out, nil
}

// sharing is the use of the cache by one request.
type sharing struct {
	r       *Request
	cache   *ItemCache
	key     itemKey // of all items but for id and variant
	numbers Numbering
	filling *wire.Filling // of the address asked for
}

// share is nil for a request whose items are printed for it alone: one that
// writes, wants less than whole items or more than them, or has a preview link.
func (res *ResourceOf[T, C]) share(r *Request) *sharing {
	if res.Shared == nil || r.API == nil || r.API.Items == nil || r.Mount == nil || r.Method != "GET" || r.fields != nil ||
		r.Actor.System || r.Actor.Opens != 0 {
		return nil
	}
	if _, ok := r.embeds(); ok || language.Spoken(r.ctx) != "" || site.Previewed(r.ctx) != "" {
		return nil
	}
	epoch, ok := r.API.Items.epoch(r.ctx)
	if !ok {
		return nil
	}
	s := &sharing{r: r, cache: r.API.Items, key: itemKey{
		endpoint: r.Endpoint, mount: r.Mount, viewer: viewerOf(r.Actor), context: r.ViewContext(), epoch: epoch,
		secure: r.TLS, embedded: r.Embedded, json: r.JSON,
	}}
	if res.Shared.Numbering != nil {
		s.numbers = res.Shared.Numbering(r)
	}
	return s
}

// viewerOf is all that an item may depend on of the caller; "" for those who
// aren't logged in. The grants of roles are those of the API, whose endpoint is
// in the key.
func viewerOf(a access.Actor) string {
	if !a.LoggedIn() {
		return ""
	}
	viewer := strconv.FormatInt(a.ID, 10) + " " + string(a.Scope()) + " " + strings.Join(a.Roles, " ")
	for _, right := range slices.Sorted(maps.Keys(a.Own())) {
		viewer += " " + strconv.FormatBool(a.Own()[right]) + " " + right
	}
	return viewer
}

// find is a printed item that is what would be made now, nil when there is
// none, or no room for it in the answer. The scope of the request gets what it depends on.
func (s *sharing) find(id int64) *printedItem {
	key := s.key
	key.id = id
	for key.variant = range maxItemVariants {
		p, ok := s.cache.items.Get(key)
		if !ok {
			return nil // variants are filled in order
		}
		if s.numbers != nil && !s.numbers.At(p.used) || slices.ContainsFunc(p.absent, s.r.stated) {
			continue
		}
		if !scope.Shows(s.r.ctx, p.size()) {
			return nil // made again, with shorter texts
		}
		scope.Include(s.r.ctx, p.deps)
		if s.numbers != nil {
			s.numbers.Skip(p.used)
		}
		return p
	}
	return nil
}

// make makes and prints an item, and keeps it if others may have it.
func (s *sharing) make(id int64, item func(r *Request) *Item) *Item {
	part, slots := wire.WithSlots(scope.Part(s.r.ctx))
	alone := s.r.WithContext(part)
	alone.asked = &asked{}
	// Nothing of the connection is in the key.
	alone.Header, alone.Host, alone.Body, alone.Form, alone.JSON = nil, "", nil, nil, s.key.json
	alone.Actor.IP, alone.Actor.UserAgent, alone.Actor.AppPassword, alone.Actor.Session = "", "", "", ""
	p := &printedItem{}
	made := func() { p.json = alone.print(item(alone)) }
	if s.numbers == nil {
		made()
	} else {
		p.used = s.numbers.Trace(made)
	}
	if p.open = slots.Cut(p.json); p.open != nil {
		p.json = nil
	}
	p.deps, p.absent = scope.From(part).Deps(), alone.asked.absent
	if !alone.asked.given && !slices.Contains(p.deps.Tags, cache.Address()) && part.Err() == nil {
		s.put(id, p)
	}
	return &Item{printed: s.at(p)}
}

// at is a printed item for the address of the request.
func (s *sharing) at(p *printedItem) wire.Printer {
	if p.open == nil {
		return p.json
	}
	scope.DependsOn(s.r.ctx, cache.Address())
	if s.filling == nil {
		s.filling = wire.FillingFor(s.r.Mount.config.Base(s.r.ctx) + s.r.Address)
	}
	return p.open.In(s.filling)
}

// size is how many bytes an item takes.
func (p *printedItem) size() int {
	if p.open != nil {
		return p.open.Size()
	}
	return len(p.json)
}

// put keeps an item, in place of an older one when all variants are taken.
func (s *sharing) put(id int64, p *printedItem) {
	key := s.key
	key.id = id
	for key.variant = range maxItemVariants {
		if _, ok := s.cache.items.Get(key); !ok {
			break
		}
	}
	size := p.size() + len(key.viewer) + 16*len(p.absent)
	s.cache.items.Put(s.r.began, key, p, size, p.deps)
}

// print is an item with its links as the answer to a read has it.
func (r *Request) print(item *Item) wire.Raw {
	scratch, _ := r.Mount.scratch.Get().(*[]byte)
	if scratch == nil {
		scratch = new([]byte)
	}
	text := wire.Append((*scratch)[:0], r.API.single(r, item), r.Mount.printer(r.ctx))
	*scratch = text
	out := slices.Clone(text)
	if cap(text) <= largestScratch {
		r.Mount.scratch.Put(scratch)
	}
	return out
}

// asked notes which parameters were looked for.
type asked struct {
	absent []string
	given  bool // one of them was given, other than the context
}

// note notes that a parameter was looked for, if anybody wants to know.
func (r *Request) note(name string) {
	if name != "context" && !r.declared(name) {
		r.API.undeclared(r, name)
	}
	if r.asked == nil || name == "context" {
		return
	}
	switch {
	case r.stated(name):
		r.asked.given = true
	case !slices.Contains(r.asked.absent, name):
		r.asked.absent = append(r.asked.absent, name)
	}
}

// stated tells whether a parameter stands in the request; defaults don't.
func (r *Request) stated(name string) bool {
	return slices.ContainsFunc(r.sources, func(s source) bool { return s.kind != fromDefaults && s.params.Has(name) })
}

package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

// list is a list of the API that has pages.
type list struct {
	name  string // under which its things are known
	route string
	args  string
	// newest is an order that has at its beginning what changed last, or else what came last,
	// "" where the list has none; brief are the members that tell whether a thing changed;
	// watched is a query for things that change without getting another place in that order.
	newest  string
	brief   []string
	watched string
	// take is a thing on its way into the tables; nil leaves it out.
	take func(o *wire.Object) (*item, error)
}

// Bounds of lists. The site may get more things while it is read.
const (
	window   = 100
	maxItems = 2_000_000
	slack    = 1000
)

// errUnlisted says that a list refuses to be read.
var errUnlisted = errors.New("the list isn't answered")

// readLists reads lists, one after the other, with what meta values their things have.
func (r *reading) readLists(ctx context.Context, lists ...list) error {
	for _, l := range lists {
		if err := r.schemaOf(ctx, l.route); err != nil {
			return err
		}
		if err := l.read(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// read reads all pages of a list, and finds what isn't in it any more.
func (l list) read(ctx context.Context, r *reading) error {
	from, err := r.page(ctx, l)
	if err != nil {
		return err
	}
	if from < 0 {
		return nil
	}
	p := &pages{reading: r, list: l, size: window, seen: map[int64]bool{}, next: from + 1}
	if err := p.all(ctx); err != nil {
		if errors.Is(err, errUnlisted) {
			r.warn("the old site doesn't answer the list of %s: %v", l.name, err)
			return nil
		}
		return err
	}
	return r.vanished(ctx, l)
}

// page is the last page of the list that a former part of this reading stored, -1 when
// it has the whole list.
func (r *reading) page(ctx context.Context, l list) (n int, err error) {
	err = r.Mirror.in(ctx, func(t *tx) error {
		text, err := t.state("page:" + l.name)
		if text == "all" {
			n = -1
		} else {
			n, _ = strconv.Atoi(text)
		}
		return err
	})
	return n, err
}

// pages reads the pages of a list.
type pages struct {
	*reading
	list list
	size int
	next int // page that is read next
	last int // last page as the site says, 0 where it doesn't
	most int // things that there may be
	read int
	seen map[int64]bool
}

func (p *pages) path(page int) string {
	return fmt.Sprintf("%s?context=edit&per_page=%d&page=%d&orderby=id&order=asc%s", p.list.route, p.size, page, p.list.args)
}

func (p *pages) all(ctx context.Context) error {
	p.most = maxItems
	for {
		// Until the site says how many pages there are, they come one by one.
		n := 1
		if p.last >= p.next {
			n = min(p.Parallel, p.last-p.next+1)
		}
		got := make([]*answer, n)
		g, gctx := errgroup.WithContext(ctx)
		for i := range got {
			g.Go(func() (err error) {
				got[i], err = p.ask.get(gctx, p.path(p.next+i))
				return err
			})
		}
		err := g.Wait()
		if failed := slices.IndexFunc(got, func(a *answer) bool { return a != nil && a.status >= http.StatusInternalServerError }); p.size > 1 && (errors.Is(err, outbound.ErrTooLarge) || err == nil && failed >= 0) {
			// Too much for one answer, or for the memory that the old site has.
			p.smaller()
			continue
		}
		if err != nil {
			return err
		}
		for _, a := range got {
			done, err := p.store(ctx, a)
			if err != nil || done {
				return err
			}
		}
	}
}

// smaller goes on with pages that have fewer things, from before what is left.
func (p *pages) smaller() {
	read := (p.next - 1) * p.size
	p.size = max(1, p.size/10)
	p.next, p.last = read/p.size+1, 0
}

// store stores a page, and tells whether it was the last.
func (p *pages) store(ctx context.Context, a *answer) (done bool, err error) {
	if a.status >= http.StatusBadRequest {
		if p.next > 1 && a.status == http.StatusBadRequest {
			return true, nil // behind the last page
		}
		o, _ := a.value.(*wire.Object)
		return true, fmt.Errorf("%w: %d %s", errUnlisted, a.status, o.Text("code"))
	}
	all, ok := a.value.([]any)
	if !ok {
		return true, fmt.Errorf("%w: it is no list", errUnlisted)
	}
	if total, err := strconv.Atoi(a.header.Get("X-WP-Total")); err == nil && total >= 0 {
		p.most = min(maxItems, total+slack)
	}
	if last, err := strconv.Atoi(a.header.Get("X-WP-TotalPages")); err == nil && last >= 0 && last <= maxItems {
		p.last = last
	}
	var items []item
	fresh := 0
	for _, v := range all {
		o, ok := v.(*wire.Object)
		if !ok || number(o, "id") <= 0 || p.seen[number(o, "id")] {
			continue
		}
		p.seen[number(o, "id")] = true
		fresh++
		it, err := p.list.item(o)
		if err != nil {
			return true, err
		}
		if it != nil {
			items = append(items, *it)
		}
	}
	if p.read += len(all); p.read > p.most {
		return true, fmt.Errorf("%w: it has %d things and goes on, where it says that there are %d", errUnlisted, p.read, p.most-slack)
	}
	if len(all) > 0 && fresh == 0 {
		p.warn("the list of %s repeats itself; it was read up to page %d", p.list.name, p.next)
		return true, nil
	}
	err = p.Mirror.in(ctx, func(t *tx) error {
		for _, it := range items {
			if err := t.keep(p.list.name, p.round, it); err != nil {
				return err
			}
		}
		if p.size != window {
			return nil // a reading that goes on begins with pages of the usual size
		}
		return t.setState("page:"+p.list.name, strconv.Itoa(p.next))
	})
	p.took(p.list.name, len(items))
	p.next++
	return len(all) < p.size && p.next > p.last, err
}

// askedAtOnce is how many things are asked for by their ids together.
const askedAtOnce = 100

// vanished removes what the list hasn't got any more: it is asked for by its ids first,
// since pages shift while others write.
func (r *reading) vanished(ctx context.Context, l list) error {
	var missing []int64
	err := r.Mirror.in(ctx, func(t *tx) (err error) {
		missing, err = t.ids("SELECT id FROM live_seen WHERE list = ? AND round < ? ORDER BY id", l.name, r.round)
		return err
	})
	if err != nil {
		return err
	}
	for ids := range slices.Chunk(missing, askedAtOnce) {
		there, items, err := r.included(ctx, l, ids)
		if err != nil {
			return err
		}
		if there == nil {
			r.warn("%d things of the list of %s aren't in it any more; they stay here, as the old site doesn't tell what became of them", len(missing), l.name)
			return nil
		}
		if err := r.Mirror.in(ctx, func(t *tx) error {
			for _, it := range items {
				if err := t.keep(l.name, r.round, it); err != nil {
					return err
				}
			}
			for _, id := range ids {
				if there[id] {
					continue
				}
				if err := t.gone(l.name, kindOf(l.name), id); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return r.Mirror.in(ctx, func(t *tx) error { return t.setState("page:"+l.name, "all") })
}

// included asks a list for things by their ids. there is nil where it doesn't answer.
func (r *reading) included(ctx context.Context, l list, ids []int64) (there map[int64]bool, items []item, err error) {
	got, err := r.ask.get(ctx, fmt.Sprintf("%s?context=edit&per_page=%d&include=%s%s", l.route, window, decimals(ids), l.args))
	if err != nil {
		return nil, nil, err
	}
	all, ok := got.value.([]any)
	if got.status != http.StatusOK || !ok {
		return nil, nil, nil
	}
	there = map[int64]bool{}
	for _, v := range all {
		o, ok := v.(*wire.Object)
		if !ok || !slices.Contains(ids, number(o, "id")) {
			continue
		}
		there[number(o, "id")] = true
		it, err := l.item(o)
		if err != nil {
			return nil, nil, err
		}
		if it != nil {
			items = append(items, *it)
		}
	}
	return there, items, nil
}

// decimals are ids as a list of an address.
func decimals(ids []int64) string {
	texts := make([]string, len(ids))
	for i, id := range ids {
		texts[i] = decimal(id)
	}
	return strings.Join(texts, ",")
}

// item is a thing of the list, nil for one that is left out.
func (l list) item(o *wire.Object) (*item, error) {
	it, err := l.take(o)
	if it != nil && len(l.brief) > 0 {
		it.brief = briefOf(o, l.brief)
	}
	return it, err
}

// Names of lists.
const (
	listAccounts  = "accounts"
	listComments  = "comments"
	listRevisions = "revisions"
	listTerms     = "terms of "
	listEntries   = "entries of "
)

// kindOf is the kind of the things of a list.
func kindOf(list string) string {
	switch {
	case list == listAccounts:
		return KindAccount
	case strings.HasPrefix(list, listComments):
		return KindComment
	case strings.HasPrefix(list, listTerms):
		return KindTerm
	case strings.HasPrefix(list, listEntries):
		return KindEntry
	}
	return ""
}

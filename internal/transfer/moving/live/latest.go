package live

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"

	"quoin/internal/platform/wire"
)

// How the old site is asked in a hurry.
const (
	hurried = 6  // requests at a time
	inFull  = 25 // things that are asked for whole together
)

// Latest reads what changed since the last reading of this Reader, at no polite rate. It asks
// lists in short, where the old site renders nothing, and only for those things whole that are
// another than before.
//
// With no bound it goes through all lists to their ends, so it misses nothing but heads. Within a bound
// lists that would take longer are asked for what changed or came last and for how many
// things there are, which tells whether some are gone. What is changed without a date, far
// back in such a list, waits for the next reading then.
func (r *Reader) Latest(ctx context.Context, within time.Duration) (*Told, error) {
	run := r.last
	if run == nil {
		return r.Read(ctx)
	}
	r.Parallel = max(r.Parallel, hurried)
	run.ask.limit.SetLimit(rate.Inf)
	run.ask.slots = semaphore.NewWeighted(int64(r.Parallel))
	run.told, run.quick = Told{}, within > 0
	defer func() { run.ask.ahead = nil }()
	err := r.Mirror.in(ctx, func(t *tx) error {
		run.round++
		return t.setState("round", decimal(run.round))
	})
	if err == nil {
		err = (&latest{reading: run}).read(ctx, within)
	}
	if err != nil {
		return &run.told, fmt.Errorf("read what changed: %w", err)
	}
	return &run.told, r.Mirror.in(ctx, func(t *tx) error {
		_, err := t.one("SELECT COUNT(*), COALESCE(SUM(gone), 0) FROM live_changed", nil, &run.told.Changed, &run.told.Gone)
		return err
	})
}

// latest is such a reading under way.
type latest struct {
	*reading
	diffs []*diff
}

// diff is how a list differs from what is known of it.
type diff struct {
	list
	known int  // how many things it had
	whole bool // it is read to its end
	// differ are new or changed, missing aren't in the list.
	differ, missing []int64

	items []item
	gone  []int64
}

func (l *latest) read(ctx context.Context, within time.Duration) error {
	if err := l.plan(ctx, within); err != nil {
		return err
	}
	start, asked := time.Now(), l.ask.asked.Load()
	g, gctx := errgroup.WithContext(ctx)
	for _, d := range l.diffs {
		g.Go(func() error { return l.compare(gctx, d) })
	}
	ahead := map[string]*answer{}
	l.askAhead(gctx, g, ahead)
	if err := g.Wait(); err != nil {
		return err
	}
	if n := l.ask.asked.Load() - asked; n > 0 {
		l.pace = time.Since(start) / time.Duration(n)
	}
	l.ask.ahead = ahead
	if o, ok := valueOf(ahead[settingsPath]).(*wire.Object); ok {
		l.settings = o
	}
	if err := l.take(ctx); err != nil {
		return err
	}
	for _, part := range []func(context.Context) error{design{l.reading}.readTemplates, redirected{l.reading}.readRedirects, l.readSettings, l.readTasks, l.hiddenTerms, heads{l.reading, nil}.readFeedLinks, heads{l.reading, nil}.readHeads} {
		if err := part(ctx); err != nil {
			return err
		}
	}
	return l.Mirror.in(ctx, func(t *tx) error { return l.roles(t) })
}

const settingsPath = "/wp/v2/settings"

func valueOf(a *answer) any {
	if a == nil || a.status >= 400 {
		return nil
	}
	return a.value
}

// askAhead asks for what the parts behind the lists will ask for, all at once.
func (l *latest) askAhead(ctx context.Context, g *errgroup.Group, ahead map[string]*answer) {
	paths := []string{settingsPath, activeThemes, "/wp/v2/widgets?context=edit", "/wp/v2/sidebars?context=edit", "/wp/v2/menu-locations?context=edit", "/wp/v2/templates?context=edit", "/wp/v2/template-parts?context=edit"}
	if l.stylesPath != "" {
		paths = append(paths, l.stylesPath)
	}
	if of := (redirected{l.reading}); of.there() {
		for _, name := range []string{"group", "redirect", "log", "404"} {
			paths = append(paths, of.redirectsPath(name, 0, of.orderOf(name)))
		}
		paths = append(paths, "/redirection/v1/setting")
	}
	var mu sync.Mutex
	for _, path := range paths {
		g.Go(func() error {
			got, err := l.ask.get(ctx, path)
			mu.Lock()
			defer mu.Unlock()
			ahead[path] = got
			return err
		})
	}
}

// plan decides which lists are read to their ends: those that aren't longer than what one
// answer has, and as many others as there is time for, the shortest first.
func (l *latest) plan(ctx context.Context, within time.Duration) error {
	if l.accounts.name == "" {
		if err := l.findAccounts(ctx); err != nil {
			return err
		}
	}
	for _, one := range slices.Concat([]list{l.accounts}, l.termLists(), l.entryLists(), l.commentLists()) {
		l.diffs = append(l.diffs, &diff{list: one})
	}
	err := l.Mirror.in(ctx, func(t *tx) error {
		for _, d := range l.diffs {
			if _, err := t.one("SELECT COUNT(*) FROM live_seen WHERE list = ?", []any{d.name}, &d.known); err != nil {
				return err
			}
		}
		return nil
	})
	left := 0
	if l.pace > 0 {
		left = int(within / l.pace)
	}
	for _, d := range slices.SortedFunc(slices.Values(l.diffs), func(a, b *diff) int { return cmp.Compare(a.known, b.known) }) {
		left -= d.known/window + 1
		d.whole = within == 0 || d.newest == "" || d.known < window || left >= 0
	}
	return err
}

// compare finds what is another in a list than before.
func (l *latest) compare(ctx context.Context, d *diff) error {
	var err error
	if !d.whole {
		if d.whole, err = l.glance(ctx, d); err != nil || !d.whole {
			return err
		}
		d.differ, d.missing = nil, nil
	}
	return l.walk(ctx, d)
}

// short asks for a page of a list in short. all is nil where the list refuses it, and total
// is -1 where it doesn't say how many things it has.
func (l *latest) short(ctx context.Context, d *diff, args string, page, size int) (all []*wire.Object, total int, err error) {
	got, err := l.ask.get(ctx, fmt.Sprintf("%s?context=edit&per_page=%d&page=%d&%s%s&_fields=%s", d.route, size, page, args, d.args, fieldsArg(d.brief)))
	if size > 1 && tooMuch(got, err) {
		part := max(1, size/10)
		for i := range size / part {
			some, of, err := l.short(ctx, d, args, (page-1)*(size/part)+i+1, part)
			if err != nil || some == nil && i == 0 {
				return nil, -1, err
			}
			if all, total = append(all, some...), of; len(some) < part {
				break
			}
		}
		return all, total, nil
	}
	if err != nil {
		return nil, -1, err
	}
	list, ok := valueOf(got).([]any)
	if !ok {
		return nil, -1, nil
	}
	all = []*wire.Object{}
	for _, v := range list {
		if o, ok := v.(*wire.Object); ok && number(o, "id") > 0 {
			all = append(all, o)
		}
	}
	return all, totalOf(got), nil
}

// walk goes through a list to its end.
func (l *latest) walk(ctx context.Context, d *diff) error {
	known, err := l.known(ctx, d.name)
	if err != nil {
		return err
	}
	there := map[int64]bool{}
	note := func(all []*wire.Object) {
		for _, o := range all {
			if id := number(o, "id"); !there[id] {
				there[id] = true
				if digest, ok := known[id]; !ok || digest != briefOf(o, d.brief) {
					d.differ = append(d.differ, id)
				}
			}
		}
	}
	all, total, err := l.short(ctx, d, oldestFirst, 1, window)
	if err != nil {
		return err
	}
	if all == nil {
		l.unanswered(d.name)
		return nil
	}
	note(all)
	if total < 0 {
		for page := 2; len(all) == window && page < maxItems/window; page++ {
			if all, _, err = l.short(ctx, d, oldestFirst, page, window); err != nil {
				return err
			}
			note(all)
		}
	} else {
		var mu sync.Mutex
		g, gctx := errgroup.WithContext(ctx)
		g.SetLimit(l.Parallel)
		for page := 2; page <= (min(total, maxItems)+window-1)/window; page++ {
			g.Go(func() error {
				all, _, err := l.short(gctx, d, oldestFirst, page, window)
				mu.Lock()
				defer mu.Unlock()
				note(all)
				return err
			})
		}
		if err := g.Wait(); err != nil {
			return err
		}
	}
	for id := range known {
		if !there[id] {
			d.missing = append(d.missing, id)
		}
	}
	return nil
}

// glance looks at the beginning of a list in its order of changes, and at how many things it
// has. It tells whether that isn't enough, so that the list has to be read to its end.
func (l *latest) glance(ctx context.Context, d *diff) (unsure bool, err error) {
	fresh, total := 0, -1
	for page := 1; page <= maxGlances; page++ {
		all, of, err := l.short(ctx, d, d.newest, page, window)
		if err != nil {
			return false, err
		}
		if page == 1 {
			total = of
		}
		unknown, others, err := l.differing(ctx, d, all)
		if err != nil {
			return false, err
		}
		fresh += unknown
		d.differ = append(d.differ, others...)
		if total < 0 {
			return true, nil
		}
		if len(others) == 0 || len(all) < window {
			break
		}
		if page == maxGlances {
			return true, nil
		}
	}
	var ids []int64
	if err := l.Mirror.in(ctx, func(t *tx) (err error) {
		if d.watched != "" {
			ids, err = t.ids(d.watched+" LIMIT ?", d.name, maxWatched)
		}
		return err
	}); err != nil {
		return false, err
	}
	for some := range slices.Chunk(ids, askedAtOnce) {
		all, _, err := l.short(ctx, d, "include="+decimals(some), 1, window)
		if err != nil {
			return false, err
		}
		_, others, err := l.differing(ctx, d, all)
		if err != nil {
			return false, err
		}
		d.differ = append(d.differ, others...)
	}
	slices.Sort(d.differ)
	d.differ = slices.Compact(d.differ)
	switch now := d.known + fresh; {
	case total > now:
		return true, nil // something came that isn't new
	case total < now:
		return l.lacks(ctx, d, total)
	}
	return false, nil
}

// Bounds of a glance.
const (
	maxGlances = 10
	maxWatched = 300
)

// differing are those things that are another than before, and how many of them weren't known.
func (l *latest) differing(ctx context.Context, d *diff, all []*wire.Object) (unknown int, ids []int64, err error) {
	err = l.Mirror.in(ctx, func(t *tx) error {
		for _, o := range all {
			id, digest := number(o, "id"), ""
			known, err := t.one("SELECT COALESCE(b.digest, '') FROM live_seen s LEFT JOIN live_brief b ON b.list = s.list AND b.id = s.id WHERE s.list = ? AND s.id = ?", []any{d.name, id}, &digest)
			if err != nil {
				return err
			}
			if !known && !slices.Contains(d.differ, id) {
				unknown++
			}
			if !known || digest != briefOf(o, d.brief) {
				ids = append(ids, id)
			}
		}
		return nil
	})
	return unknown, ids, err
}

// lacks finds the things that a list of known ones hasn't got any more: the page with the first
// of them is the first whose last thing is another than it was. It tells whether going through
// the list is less.
func (l *latest) lacks(ctx context.Context, d *diff, total int) (more bool, err error) {
	all, err := l.known(ctx, d.name)
	if err != nil {
		return false, err
	}
	for _, id := range d.differ {
		all[id] = ""
	}
	ids := make([]int64, 0, len(all))
	for id := range all {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	only := *d
	only.brief = []string{"id"}
	asked := 0
	for len(ids) > total {
		low, high := 1, (total+window-1)/window // pages
		var there []int64
		at := high + 1
		for low <= high {
			if asked++; asked > total/window+1 {
				return true, nil
			}
			page := (low + high) / 2
			got, _, err := l.short(ctx, &only, oldestFirst, page, window)
			if err != nil {
				return false, err
			}
			from := (page - 1) * window
			if len(got) == 0 || from+len(got) > len(ids) {
				return true, nil
			}
			if number(got[len(got)-1], "id") == ids[from+len(got)-1] {
				low = page + 1
				continue
			}
			high, at, there = page-1, page, nil
			for _, o := range got {
				there = append(there, number(o, "id"))
			}
		}
		if at > (total+window-1)/window { // all that there are, are as they were
			d.missing = append(d.missing, ids[total:]...)
			return false, nil
		}
		from := (at - 1) * window
		last := there[len(there)-1]
		missing := []int64{}
		for _, id := range ids[from:] {
			if id > last {
				break
			}
			if !slices.Contains(there, id) {
				missing = append(missing, id)
			}
		}
		if len(missing) == 0 {
			return true, nil
		}
		d.missing = append(d.missing, missing...)
		ids = slices.DeleteFunc(ids, func(id int64) bool { return slices.Contains(missing, id) })
	}
	return false, nil
}

// known are the things of a list with the digests of what it tells in short.
func (l *latest) known(ctx context.Context, name string) (map[int64]string, error) {
	all := map[int64]string{}
	err := l.Mirror.in(ctx, func(t *tx) error {
		rows, err := t.tx.QueryContext(ctx, "SELECT s.id, COALESCE(b.digest, '') FROM live_seen s LEFT JOIN live_brief b ON b.list = s.list AND b.id = s.id WHERE s.list = ?", name)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var id int64
			var digest string
			if err := rows.Scan(&id, &digest); err != nil {
				return err
			}
			all[id] = digest
		}
		return rows.Err()
	})
	return all, err
}

// take asks for all that differs whole, and keeps it. What has gone takes other things along
// on the old site, which have no new date by that.
func (l *latest) take(ctx context.Context) error {
	if err := l.wanted(ctx); err != nil {
		return err
	}
	if err := l.touched(ctx); err != nil {
		return err
	}
	if err := l.wanted(ctx); err != nil {
		return err
	}
	for _, d := range l.diffs {
		if err := l.Mirror.in(ctx, func(t *tx) error {
			for _, it := range d.items {
				if err := t.keep(d.name, l.round, it); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
		l.took(d.name, len(d.items))
	}
	return l.Mirror.in(ctx, func(t *tx) error {
		for _, d := range l.diffs {
			for _, id := range d.gone {
				if err := t.gone(d.name, kindOf(d.name), id); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// wanted asks for what differs or is missing. What still is missing is gone.
func (l *latest) wanted(ctx context.Context) error {
	g, gctx := errgroup.WithContext(ctx)
	for _, d := range l.diffs {
		ids := slices.Concat(d.differ, d.missing)
		d.differ, d.missing = nil, nil
		var mu sync.Mutex
		for some := range slices.Chunk(ids, inFull) {
			g.Go(func() error {
				there, items, err := l.included(gctx, d.list, some)
				if err != nil {
					return err
				}
				mu.Lock()
				defer mu.Unlock()
				if there == nil {
					l.unanswered(d.name)
					return nil
				}
				d.items = append(d.items, items...)
				for _, id := range some {
					if !there[id] {
						d.gone = append(d.gone, id)
					}
				}
				return nil
			})
		}
	}
	err := g.Wait()
	for _, d := range l.diffs {
		slices.SortFunc(d.items, func(a, b item) int { return cmp.Compare(a.id, b.id) })
	}
	return err
}

// along are the things that change with one that goes.
var along = map[string][]struct{ kind, query string }{
	KindEntry: {
		{KindEntry, "SELECT ID FROM wp_posts WHERE post_parent = ? AND post_type <> 'revision'"},
		{KindEntry, "SELECT post_id FROM wp_postmeta WHERE meta_key = '_thumbnail_id' AND meta_value = CAST(? AS TEXT)"},
	},
	KindTerm: {
		{KindTerm, "SELECT term_id FROM wp_term_taxonomy WHERE parent = ?"},
		{KindEntry, "SELECT object_id FROM wp_term_relationships WHERE term_taxonomy_id = ?"},
	},
	KindAccount: {{KindEntry, "SELECT ID FROM wp_posts WHERE post_author = ? AND post_type <> 'revision'"}},
	KindComment: {{KindComment, "SELECT comment_ID FROM wp_comments WHERE comment_parent = ?"}},
}

// touched adds what changed along with what is gone.
func (l *latest) touched(ctx context.Context) error {
	return l.Mirror.in(ctx, func(t *tx) error {
		for _, d := range l.diffs {
			kind := kindOf(d.name)
			for _, id := range d.gone {
				for _, of := range along[kind] {
					ids, err := t.ids(of.query+" LIMIT ?", id, maxWatched)
					if err != nil {
						return err
					}
					if err := l.add(t, of.kind, ids); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// add has things asked for whole in the lists that have them.
func (l *latest) add(t *tx, kind string, ids []int64) error {
	for _, id := range ids {
		for _, d := range l.diffs {
			if kindOf(d.name) != kind || slices.Contains(d.differ, id) || slices.Contains(d.gone, id) || slices.ContainsFunc(d.items, func(it item) bool { return it.id == id }) {
				continue
			}
			there, err := t.one("SELECT 1 FROM live_seen WHERE list = ? AND id = ?", []any{d.name, id}, new(int))
			if err != nil {
				return err
			}
			if there {
				d.differ = append(d.differ, id)
			}
		}
	}
	return nil
}

package importer

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"quoin/internal/content"
	"quoin/internal/importer/journal"
)

const (
	// maxFiles is of how many files the addresses are replaced at a time.
	maxFiles = 20_000
	// windowEntries and windowBytes bound what is read at a time.
	windowEntries = 500
	windowBytes   = 4 << 20
)

const metaEnclosure = "enclosure"

// finishAddresses replaces, in all entries of the site, the addresses that the
// files had by those that they have now.
func (r *run) finishAddresses(ctx context.Context) error {
	for {
		files, err := r.Store.NewFiles(ctx, r.source.ID, maxFiles)
		if err != nil || len(files) == 0 {
			return err
		}
		if replace := r.replacer(ctx, files); replace != nil {
			if err := r.replaceAll(ctx, replace); err != nil {
				return err
			}
		}
		err = r.write(ctx, func(ctx context.Context) error {
			r.source.Cursor = 0
			return r.Store.SettleFiles(ctx, r.source.ID, files[len(files)-1].Old)
		})
		if err != nil {
			return err
		}
	}
}

// replacer replaces the addresses of files; nil when all stay as they are.
type replacer struct {
	common string // what all of them begin with
	*strings.Replacer
}

func (r *replacer) replace(text string) string {
	if !strings.Contains(text, r.common) {
		return text
	}
	return r.Replacer.Replace(text)
}

func (r *run) replacer(ctx context.Context, files []journal.File) *replacer {
	type pair struct{ from, to string }
	var pairs []pair
	add := func(from, to string) {
		if from != "" && from != to {
			pairs = append(pairs, pair{from, to})
		}
	}
	for _, f := range files {
		to := r.Media.URL(ctx, f.Key)
		for _, from := range f.URLs {
			add(from, to)
		}
		if f.Image && len(f.URLs) > 0 {
			// What precedes the extension is shared by the sub-sizes.
			add(withoutExtension(f.URLs[0]), withoutExtension(to))
		}
	}
	if len(pairs) == 0 {
		return nil
	}
	// A replacer prefers what is listed first.
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(len(b.from), len(a.from)) })
	list := make([]string, 0, 2*len(pairs))
	common := pairs[0].from
	for _, p := range pairs {
		list = append(list, p.from, p.to)
		for !strings.HasPrefix(p.from, common) {
			common = common[:len(common)-1]
		}
	}
	return &replacer{common, strings.NewReplacer(list...)}
}

func withoutExtension(address string) string {
	if ext := path.Ext(path.Base(address)); ext != "" && ext != path.Base(address) {
		return strings.TrimSuffix(address, ext)
	}
	return ""
}

// replaceAll goes through the entries by id. How far it came is stored with
// what it changed, so that nothing is replaced twice.
func (r *run) replaceAll(ctx context.Context, replace *replacer) error {
	used, err := r.Store.UsedIDs(ctx)
	if err != nil {
		return err
	}
	for after := r.source.Cursor; ; {
		sizes, err := r.Store.EntrySizes(ctx, after, windowEntries)
		if err != nil || len(sizes) == 0 {
			return err
		}
		for len(sizes) > 0 {
			var ids []int64
			var total int64
			for len(sizes) > 0 && (len(ids) == 0 || total+sizes[0].Length <= windowBytes) {
				total += sizes[0].Length
				ids, sizes = append(ids, sizes[0].ID), sizes[1:]
			}
			after = ids[len(ids)-1]
			if err := r.replaceIn(ctx, ids, replace); err != nil {
				return err
			}
			r.tell(Finishing, after, used.Entry)
		}
	}
}

func (r *run) replaceIn(ctx context.Context, ids []int64, replace *replacer) error {
	found, err := r.Store.EntriesByID(ctx, ids)
	if err != nil {
		return err
	}
	var hit []int64
	for _, id := range ids {
		if e := found[id]; e != nil && touches(e, replace) {
			hit = append(hit, id)
		}
	}
	if len(hit) == 0 {
		return nil
	}
	return r.write(ctx, func(ctx context.Context) error {
		list, err := r.Store.EntriesByID(ctx, hit)
		if err != nil {
			return err
		}
		for _, id := range hit {
			if e := list[id]; e != nil {
				if err := r.replaceEntry(ctx, e, replace); err != nil {
					return err
				}
			}
		}
		r.source.Cursor = hit[len(hit)-1]
		return nil
	})
}

func touches(e *content.Entry, replace *replacer) bool {
	if replace.replace(e.Content) != e.Content {
		return true
	}
	for _, v := range e.Meta[metaEnclosure] {
		if s, ok := v.(string); ok && replace.replace(s) != s {
			return true
		}
	}
	return false
}

func (r *run) replaceEntry(ctx context.Context, e *content.Entry, replace *replacer) error {
	if text := replace.replace(e.Content); text != e.Content {
		e = e.Clone()
		e.Content = text
		if err := r.Store.UpdateEntry(ctx, e); err != nil {
			return err
		}
	}
	changed := false
	values := slices.Clone(e.Meta[metaEnclosure])
	for i, v := range values {
		if s, ok := v.(string); ok && replace.replace(s) != s {
			values[i], changed = replace.replace(s), true
		}
	}
	if !changed {
		return nil
	}
	return r.Store.SetEntryMeta(ctx, e.ID, metaEnclosure, values...)
}

package moving

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
)

// How many entries share a transaction, and how much their contents may be together: pages of
// indexes that many of them change are written once with each.
const (
	entriesAtOnce = 2000
	batchBytes    = 8 << 20
)

const entryQuery = "SELECT ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status," +
	" ping_status, post_password, post_name, post_modified, post_modified_gmt, post_parent, guid, menu_order, post_type, post_mime_type" +
	" FROM {posts} WHERE ID BETWEEN ? AND ? ORDER BY ID"

// derived are types whose entries are made again where they are needed.
var derived = []string{"oembed_cache"}

// readEntry is an entry of the old site with what belongs to it.
type readEntry struct {
	*content.Entry
	meta  []metaRow
	terms map[string][]int64
}

// moveEntries brings the entries of every type and status, by id.
func (r *run) moveEntries(ctx context.Context, source *journal.Source) (err error) {
	if r.ofEntries, err = askExtensions(ctx, r.Extensions, r.old); err != nil {
		return err
	}
	return readAhead(ctx, source.Cursor, r.nextEntries, func(list []readEntry, last int64) error {
		r.done += int64(len(list))
		return r.batch(ctx, "entries", source, last, func(ctx context.Context) error {
			for _, e := range list {
				if err := r.entry(ctx, e.Entry, e.meta, e.terms, nil); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// askExtensions has extensions read what they know of entries.
func askExtensions(ctx context.Context, all []Extension, old *Old) (list []func(e *content.Entry) content.Meta, err error) {
	for _, x := range all {
		if x.OfEntries == nil {
			continue
		}
		more, err := x.OfEntries(ctx, old)
		if err != nil {
			return nil, err
		}
		list = append(list, more)
	}
	return list, nil
}

// nextEntries are those behind an id that fit into memory together, and the last of them.
func (r *run) nextEntries(ctx context.Context, after int64) ([]readEntry, int64, error) {
	first, last, err := r.window(ctx, after)
	if err != nil || last == 0 {
		return nil, 0, err
	}
	list, err := r.readEntries(ctx, first, last)
	if err != nil {
		return nil, 0, err
	}
	meta, err := r.meta(ctx, "postmeta", "post_id", "meta_id", first, last)
	if err != nil {
		return nil, 0, err
	}
	terms, err := r.termsOf(ctx, first, last)
	if err != nil {
		return nil, 0, err
	}
	all := make([]readEntry, len(list))
	for i, e := range list {
		all[i] = readEntry{e, meta[e.ID], terms[e.ID]}
	}
	return all, last, nil
}

// window are the next ids whose entries fit into memory together, 0 at the end.
func (r *run) window(ctx context.Context, after int64) (first, last int64, err error) {
	total, full := int64(0), false
	err = r.from.each(ctx, "SELECT ID, OCTET_LENGTH(post_content) FROM {posts} WHERE ID > ? ORDER BY ID LIMIT "+strconv.Itoa(entriesAtOnce), []any{after},
		func(scan func(...any) error) error {
			var id, size int64
			if err := scan(&id, &size); err != nil {
				return err
			}
			total += size
			full = full || first != 0 && total > batchBytes
			if first == 0 {
				first = id
			}
			if !full {
				last = id
			}
			return nil
		})
	return first, last, err
}

func (r *run) readEntries(ctx context.Context, first, last int64) (list []*content.Entry, err error) {
	err = r.from.each(ctx, entryQuery, []any{first, last}, func(scan func(...any) error) error {
		e := &content.Entry{Meta: content.Meta{}, GUIDMoves: true}
		var status string
		err := scan(&e.ID, &e.Author, &e.Date, &e.DateUTC, &e.Content, &e.Title, &e.Excerpt, &status, &e.CommentStatus,
			&e.PingStatus, &e.Password, &e.Slug, &e.Modified, &e.ModifiedUTC, &e.Parent, &e.GUID, &e.MenuOrder, &e.Type, &e.MimeType)
		r.broken.cleanAll("posts", e.ID, []column{
			{"post_content", &e.Content}, {"post_title", &e.Title}, {"post_excerpt", &e.Excerpt},
			{"post_name", &e.Slug}, {"post_password", &e.Password}, {"guid", &e.GUID}, {"post_mime_type", &e.MimeType},
		})
		e.Type, e.Status = r.Name(e.Type), content.Status(status)
		e.Date, e.DateUTC = r.dates(ctx, e.Date, e.DateUTC)
		e.Modified, e.ModifiedUTC = r.dates(ctx, e.Modified, e.ModifiedUTC)
		if e.ModifiedUTC == "" {
			e.ModifiedUTC = r.byOffset(ctx, e.Modified)
		}
		e.Sticky = r.sticky[e.ID]
		list = append(list, e)
		return err
	})
	return list, err
}

// termsOf are the terms of entries by taxonomy, in their order.
func (r *run) termsOf(ctx context.Context, first, last int64) (map[int64]map[string][]int64, error) {
	all := map[int64]map[string][]int64{}
	err := r.from.each(ctx, "SELECT object_id, term_taxonomy_id FROM {term_relationships} WHERE object_id BETWEEN ? AND ?"+
		" ORDER BY object_id, term_order, term_taxonomy_id", []any{first, last}, func(scan func(...any) error) error {
		var entry, row int64
		if err := scan(&entry, &row); err != nil {
			return err
		}
		t, ok := r.terms[row]
		if !ok || t.taxonomy == "link_category" {
			return nil
		}
		if all[entry] == nil {
			all[entry] = map[string][]int64{}
		}
		all[entry][t.taxonomy] = append(all[entry][t.taxonomy], t.id)
		return nil
	})
	return all, err
}

// entry stores one entry with what belongs to it.
func (r *run) entry(ctx context.Context, e *content.Entry, meta []metaRow, terms map[string][]int64, here *content.Entry) error {
	if slices.Contains(derived, e.Type) {
		r.report.Left(e.Type, "made anew where it is needed", 1)
		return nil
	}
	e.Meta = content.Meta{}
	for _, m := range meta {
		if m.key == content.MetaEditLock {
			continue
		}
		value := m.value
		if m.key == "_menu_item_object" {
			if name, ok := value.(string); ok {
				value = r.Name(name)
			}
		}
		if file, ok := value.(string); ok && m.key == content.MetaAttachedFile && file != "" && !strings.Contains(file, "://") {
			value = r.from.network.uploads() + file
		}
		add(e.Meta, r.Name(m.key), value)
	}
	for _, more := range r.ofEntries {
		maps.Copy(e.Meta, more(e))
	}
	if err := r.storeEntry(ctx, e, terms, here); err != nil {
		return err
	}
	for tax, ids := range terms {
		if err := r.Store.SetEntryTerms(ctx, e.ID, tax, ids); err != nil {
			return err
		}
	}
	r.report.Took(e.Type, 1)
	r.report.Took("meta value", len(meta))
	return nil
}

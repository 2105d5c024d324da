package importer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/content"
	"quoin/internal/importer/journal"
	"quoin/internal/importer/wxr"
	"quoin/internal/markup/clean"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
)

// references are the ids of the file that an entry points to.
func references(e *wxr.Entry) []int64 {
	ids := make([]int64, 0, 3)
	add := func(id int64) {
		if id > 0 {
			ids = append(ids, id)
		}
	}
	add(e.Parent)
	if e.Type == content.TypeMenuItem {
		if above := metaNumber(e, menuParent); above > 0 {
			add(menuKey(e, above))
		}
		add(metaNumber(e, menuObjectID))
	}
	return ids
}

func metaText(e *wxr.Entry, key string) string {
	for _, m := range e.Meta {
		if m.Key == key {
			return m.Value
		}
	}
	return ""
}

func metaNumber(e *wxr.Entry, key string) int64 {
	n, err := strconv.ParseInt(strings.TrimSpace(metaText(e, key)), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func featured(e *wxr.Entry) int64 { return metaNumber(e, content.MetaFeaturedMedia) }

// storedDate is a date of the file as it is stored, "" for none.
func storedDate(d wxr.Date) string {
	t, ok := d.Time()
	if !ok {
		return ""
	}
	return t.Format(site.DateForm)
}

// date is the date of an entry in both zones, nil when it has none.
func (r *run) date(ctx context.Context, local, utc wxr.Date) *content.Date {
	d := content.Date{Local: storedDate(local), UTC: storedDate(utc)}
	switch {
	case d.Local != "":
	case d.UTC != "":
		d.Local = r.Site.ToLocal(ctx, d.UTC)
	default:
		return nil
	}
	return &d
}

// entry writes an entry that is no menu item, with all that belongs to it.
func (w *batchWriter) entry(ctx context.Context, rec *entryRecord, line int) error {
	e := rec.entry
	author, err := w.authorOf(ctx, e.Creator)
	if err != nil {
		return err
	}
	k := journal.Entry{Old: rec.old, Mark: rec.mark}
	var parent int64
	if e.Parent > 0 {
		if parent = w.known[e.Parent].New; parent == 0 {
			k.Parent = e.Parent
		}
	}
	// What is counted belongs to the entry, which may be refused yet.
	counts := newReport()
	meta := content.Meta{}
	addMeta(meta, e.Meta, w.metaFilter(e), counts, line)
	w.mapEditor(meta)
	c := content.Change{
		Title: &e.Title, Content: &e.Content, Excerpt: &e.Excerpt, Slug: &e.Slug, Password: &e.Password,
		CommentStatus: some(e.CommentStatus), PingStatus: some(e.PingStatus), GUID: some(clean.URL(e.GUID, nil)),
		Author: &author, Parent: &parent, MenuOrder: &e.MenuOrder, Meta: meta,
		Date: w.date(ctx, e.Date, e.DateGMT),
	}
	status := content.Status(e.Status)
	if status == "" {
		status = content.Draft
	}
	if e.Type == content.TypeAttachment {
		if rec.file == nil {
			w.countSkipped(rec, w.report)
			return nil
		}
		status = w.attach(ctx, rec, &c, status)
	}
	c.Status = &status
	next := w.source.Next.Entry
	c.ID = w.entryID(e.ID, w.taken)
	made, err := w.Entries.Create(ctx, w.actor, e.Type, c)
	if errors.Is(err, content.ErrEmpty) {
		// Refused again in every run, it must not use up ids.
		w.source.Next.Entry = next
		rec.why = whyEmpty
		w.countSkipped(rec, w.report)
		return nil
	}
	if err != nil {
		return err
	}
	rec.made = made.ID
	w.taken[made.ID] = true
	if e.Sticky {
		made.Sticky = true
		if err := w.Store.UpdateEntry(ctx, made); err != nil {
			return err
		}
	}
	if err := w.entryTerms(ctx, made, e.Terms, line); err != nil {
		return err
	}
	if err := w.comments(ctx, made.ID, e.Comments, counts, line); err != nil {
		return err
	}
	if k.Featured = featured(e); k.Featured != 0 {
		counts.imported(kindFeatured, 1)
	}
	w.report.merge(counts)
	w.report.imported(e.Type, 1)
	k.New = made.ID
	return w.note(ctx, k)
}

func some(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// authorOf is the account that an entry belongs to.
func (w *batchWriter) authorOf(ctx context.Context, login string) (int64, error) {
	id, err := w.accountOf(ctx, login)
	if err != nil || id != 0 {
		return id, err
	}
	if !w.hasList && login != "" {
		// Files of the first version list no authors.
		if err := w.account(ctx, &wxr.Author{Login: login, DisplayName: login}); err != nil {
			return 0, err
		}
		if id, err := w.accountOf(ctx, login); err != nil || id != 0 {
			return id, err
		}
	}
	return w.actor.ID, nil
}

// metaFilter tells why a value is not taken over.
func (w *batchWriter) metaFilter(e *wxr.Entry) func(key string) string {
	return func(key string) string {
		switch key {
		case content.MetaEditLock:
			return whyLock
		case content.MetaAttachedFile, content.MetaAttachment:
			if e.Type == content.TypeAttachment {
				return whyMade
			}
			return whyLock
		}
		return ""
	}
}

const metaEditor = "_edit_last"

// mapEditor turns the id of the last editor into one of the site.
func (w *batchWriter) mapEditor(meta content.Meta) {
	if _, ok := meta[metaEditor]; !ok {
		return
	}
	id := w.authors[meta.Int(metaEditor)]
	if id == 0 {
		delete(meta, metaEditor)
		return
	}
	meta[metaEditor] = []any{strconv.FormatInt(id, 10)}
}

// entryTerms gives an entry its terms, making those that the file doesn't
// define. Posts without a category get the default one.
func (w *batchWriter) entryTerms(ctx context.Context, e *content.Entry, refs []wxr.TermRef, line int) error {
	var order []string
	ids := map[string][]int64{}
	for _, ref := range refs {
		tax := ref.Taxonomy
		if tax == "tag" { // so called in files of the first version
			tax = taxonomy.Tag
		}
		if w.Terms.Taxonomies.Get(tax) == nil {
			w.report.warn(line, "the taxonomy %q of a term is unknown", tax)
			continue
		}
		id, err := w.findTerm(ctx, tax, ref.Slug)
		if err != nil {
			return err
		}
		if id == 0 {
			if id, _, err = w.createTerm(ctx, termDef{taxonomy: tax, slug: ref.Slug, name: ref.Name}, line); err != nil {
				return err
			}
		}
		if id == 0 {
			continue
		}
		if _, ok := ids[tax]; !ok {
			order = append(order, tax)
		}
		ids[tax] = append(ids[tax], id)
	}
	if e.Type == content.TypePost && ids[taxonomy.Category] == nil {
		order = append(order, taxonomy.Category)
		ids[taxonomy.Category] = []int64{w.Site.Int(ctx, "default_category", 1)}
	}
	for _, tax := range order {
		if err := w.Store.SetEntryTerms(ctx, e.ID, tax, ids[tax]); err != nil {
			return err
		}
	}
	return nil
}

// byID orders comments by their ids in the file, which is the order in which
// they were written.
func byID(list []wxr.Comment) []wxr.Comment {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b wxr.Comment) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

package importer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
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
	author, known, err := w.authorOf(ctx, e.Creator)
	if err != nil {
		return err
	}
	writer, err := w.writer(ctx, known, rec.harmless)
	if err != nil {
		return err
	}
	k := journal.Entry{Old: rec.old, Digest: rec.digest}
	var parent int64
	if e.Parent > 0 {
		if parent = w.imported[e.Parent].New; parent == 0 {
			k.Parent = e.Parent
		}
	}
	// What is counted belongs to the entry, which may be refused yet.
	counts := &Report{}
	meta := content.Meta{}
	addMeta(meta, e.Meta, w.metaFilter(e), counts, line)
	w.mapEditor(meta)
	c := content.Change{
		Title: &e.Title, Content: &e.Content, Excerpt: &e.Excerpt, Slug: &e.Slug, Password: &e.Password,
		CommentStatus: some(e.CommentStatus), PingStatus: some(e.PingStatus), GUID: some(clean.URL(e.GUID, nil)),
		Author: &author, Parent: &parent, MenuOrder: &e.MenuOrder, Meta: meta,
		Date: w.date(ctx, e.Date, e.DateGMT), Modified: w.modified(ctx, e),
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
	if e.Sticky {
		c.Sticky = &e.Sticky
	}
	// An entry that is going to be refused makes no terms.
	if !w.Entries.IsEmpty(e.Type, c) {
		if c.Terms, err = w.entryTerms(ctx, e.Type, e.Terms, line); err != nil {
			return err
		}
	}
	next := w.source.Next.Entry
	c.ID = w.entryID(e.ID, w.taken)
	if w.KeepIDs && e.ID > 0 && c.ID != e.ID {
		counts.warn(line, "the %s %d is now %d: something else has the id", e.Type, e.ID, c.ID)
	}
	made, err := w.Entries.Create(ctx, writer, e.Type, c)
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
	if err := w.comments(ctx, made.ID, e.Comments, counts, line); err != nil {
		return err
	}
	if k.Featured = featured(e); k.Featured != 0 {
		counts.imported(kindFeatured, 1)
	}
	w.report.merge(counts)
	w.report.imported(e.Type, 1)
	k.New = made.ID
	w.note(k)
	return nil
}

func some(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// authorOf is the account that an entry belongs to, and the one that wrote it,
// 0 when that isn't known.
func (w *batchWriter) authorOf(ctx context.Context, login string) (author, writer int64, err error) {
	id, err := w.accountOf(ctx, login)
	if err != nil || id != 0 {
		return id, id, err
	}
	if !w.hasList && login != "" {
		// Files of the first version list no authors.
		if err := w.account(ctx, &wxr.Author{Login: login, DisplayName: login}); err != nil {
			return 0, 0, err
		}
		if id, err := w.accountOf(ctx, login); err != nil || id != 0 {
			return id, id, err
		}
	}
	return w.actor.ID, 0, nil
}

// writer is who stores texts that an account wrote: the import, with the
// rights of that account. Without one it has none. Of a trusted file, and to
// store what is harmless as it stands, it has all.
func (w *batchWriter) writer(ctx context.Context, account int64, harmless bool) (access.Actor, error) {
	if w.Trusted || harmless {
		return w.actor, nil
	}
	if a, ok := w.writers[account]; ok {
		return a, nil
	}
	a := access.Actor{ID: w.actor.ID}
	if account != 0 {
		u, err := w.Store.UserByID(ctx, account)
		if err != nil {
			return a, err
		}
		a = access.NewActor(w.actor.ID, u.Login, u.Roles).Having(u.Rights)
	}
	if len(w.writers) >= maxRemembered {
		clear(w.writers)
	}
	w.writers[account] = a
	return a, nil
}

// metaFilter tells why a value is not taken over.
func (w *batchWriter) metaFilter(e *wxr.Entry) func(key string) string {
	return func(key string) string {
		switch key {
		case content.MetaEditLock:
			return whyLock
		case content.MetaAttachedFile, content.MetaAttachment:
			if e.Type == content.TypeAttachment {
				return whyCreated
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

// entryTerms are the terms of an entry of a type, by taxonomy. Those that the
// file doesn't define are made. Posts without a category get the default one.
func (w *batchWriter) entryTerms(ctx context.Context, typ string, refs []wxr.TermRef, line int) (map[string][]int64, error) {
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
			return nil, err
		}
		if id == 0 {
			if id, _, err = w.createTerm(ctx, termDef{taxonomy: tax, slug: ref.Slug, name: ref.Name}, line); err != nil {
				return nil, err
			}
		}
		if id != 0 {
			ids[tax] = append(ids[tax], id)
		}
	}
	if typ == content.TypePost && ids[taxonomy.Category] == nil {
		ids[taxonomy.Category] = []int64{site.DefaultCategory.Of(ctx, w.Site)}
	}
	return ids, nil
}

// byID orders comments by their ids in the file, which is the order in which
// they were written.
func byID(list []wxr.Comment) []wxr.Comment {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b wxr.Comment) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

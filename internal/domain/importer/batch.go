package importer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/media"
)

// batchBytes is from which amount of text on a batch is written: 1.75 MB, since larger ones
// take more memory and are no faster, as far as was measured (docs/performance.md).
const batchBytes = 7 << 18

// record is one record of the file that waits to be written.
type record struct {
	item wxr.Item
	line int
	// done tells why nothing has to be written for an author or term.
	done string
	*entryRecord
}

// entryRecord is what is found out about an entry before it is written.
type entryRecord struct {
	entry  *wxr.Entry
	old    int64 // key in the journal: the id in the file, or made up; see add
	digest string
	// harmless tells that anybody may write its texts as they are.
	harmless bool
	verdict  verdict
	why      string
	there    int64        // the entry that it is, if that exists
	like     *entryRecord // an entry of this batch that it repeats
	made     int64        // the entry that it became
	file     *fileRecord
}

type verdict int

const (
	isNew verdict = iota
	isKnown
	isLike
	isSkipped
	isWaiting
)

// fileRecord is an attachment's file on its way in.
type fileRecord struct {
	path   string // in the uploads folder
	claim  journal.File
	mime   string
	stored media.Stored
}

// flush writes a part: nothing of it, or everything.
func (r *run) flush(ctx context.Context, p part) error {
	batch := p.records
	if len(batch) == 0 {
		return nil
	}
	known, err := r.sort(ctx, batch)
	if err != nil {
		return err
	}
	files := newReport()
	if err := r.locate(ctx, batch, files); err != nil {
		return err
	}
	needed, err := r.needed(ctx, batch)
	if err != nil {
		return err
	}
	if err := r.fetch(ctx, batch); err != nil {
		return errors.Join(err, r.removeOrphans(ctx, batch))
	}
	report := newReport()
	if !needed {
		r.skipBatch(batch, report)
	} else if err := r.write(ctx, func(ctx context.Context) error {
		report = newReport()
		return r.writeBatch(ctx, batch, known, report)
	}); err != nil {
		return errors.Join(err, r.removeOrphans(ctx, batch))
	}
	r.report.merge(files)
	r.report.merge(report)
	r.tell(Importing, p.offset, r.size)
	return nil
}

// sort finds out which entries of a batch are there already. It returns what
// became of the entries that the batch refers to.
func (r *run) sort(ctx context.Context, batch []record) (map[int64]journal.Entry, error) {
	var old []int64
	var marks []string
	for _, rec := range batch {
		if rec.entryRecord != nil {
			old = append(append(old, rec.old), references(rec.entry)...)
			marks = append(marks, rec.digest)
		}
	}
	if len(old) == 0 {
		return map[int64]journal.Entry{}, nil
	}
	known, err := r.Store.ImportedByID(ctx, r.source.ID, old)
	if err != nil {
		return nil, err
	}
	waiting, err := r.Store.PutOffIDs(ctx, r.source.ID, old)
	if err != nil {
		return nil, err
	}
	byDigest, err := r.Store.ImportedByDigest(ctx, marks)
	if err != nil {
		return nil, err
	}
	there, err := r.entriesLike(ctx, batch)
	if err != nil {
		return nil, err
	}
	seen := map[int64]bool{}
	likes := map[likeKey]*entryRecord{}
	for _, rec := range batch {
		if rec.entryRecord == nil {
			continue
		}
		e := rec.entryRecord
		r.judge(e, known, waiting, byDigest, seen, there, likes)
		seen[e.old] = true
	}
	return known, nil
}

// likeKey is by what entries are alike.
type likeKey struct {
	typ string
	journal.Like
}

// likeKeyOf is that of an entry; ok is false for one that is like no other.
func likeKeyOf(e *wxr.Entry) (key likeKey, ok bool) {
	date := storedDate(e.Date)
	return likeKey{e.Type, journal.Like{Date: date, Title: strings.TrimSpace(e.Title)}}, date != "" && e.Type != content.TypeMenuItem
}

// entriesLike are the entries of the site that are like those of a batch.
func (r *run) entriesLike(ctx context.Context, batch []record) (map[likeKey]int64, error) {
	byType := map[string][]journal.Like{}
	for _, rec := range batch {
		if rec.entryRecord == nil {
			continue
		}
		if key, ok := likeKeyOf(rec.entry); ok {
			byType[key.typ] = append(byType[key.typ], key.Like)
		}
	}
	there := map[likeKey]int64{}
	for typ, list := range byType {
		found, err := r.Store.EntriesLike(ctx, typ, list)
		if err != nil {
			return nil, err
		}
		for like, id := range found {
			there[likeKey{typ, like}] = id
		}
	}
	return there, nil
}

// judge decides what happens to an entry.
func (r *run) judge(e *entryRecord, known map[int64]journal.Entry, waiting map[int64]bool, byDigest map[string]int64, seen map[int64]bool, there map[likeKey]int64, likes map[likeKey]*entryRecord) {
	skip := func(why string) { e.verdict, e.why = isSkipped, why }
	k, done := known[e.old]
	switch {
	case r.Types.Get(e.entry.Type) == nil:
		skip(whyType)
		return
	case done && k.Digest == e.digest && !seen[e.old]:
		e.verdict, e.there, e.why = isKnown, k.New, whyBefore
		return
	case done, seen[e.old]:
		skip(whyTwice)
		return
	case e.entry.Status == string(content.AutoDraft):
		skip(whyDraft)
		return
	case waiting[e.old]:
		e.verdict = isWaiting
		return
	}
	if id := byDigest[e.digest]; id != 0 {
		e.verdict, e.there, e.why = isLike, id, whyBefore
		return
	}
	key, ok := likeKeyOf(e.entry)
	if !ok {
		return
	}
	if first := likes[key]; first != nil {
		e.verdict, e.like, e.why = isLike, first, whyThere
		return
	}
	if id := there[key]; id != 0 {
		e.verdict, e.there, e.why = isLike, id, whyThere
		return
	}
	likes[key] = e
}

// needed tells whether a batch has anything to write.
func (r *run) needed(ctx context.Context, batch []record) (bool, error) {
	needed := false
	for i, rec := range batch {
		if rec.entryRecord != nil {
			needed = needed || rec.verdict == isNew || rec.verdict == isLike
			continue
		}
		why, err := r.done(ctx, rec)
		if err != nil {
			return false, fmt.Errorf("line %d: %w", rec.line, err)
		}
		batch[i].done = why
		needed = needed || why == ""
	}
	return needed, nil
}

// skipBatch counts a batch that has nothing new.
func (r *run) skipBatch(batch []record, report *Report) {
	for _, rec := range batch {
		if rec.entryRecord != nil {
			r.countSkipped(rec.entryRecord, report)
			continue
		}
		report.skipped(kindOf(rec.item), rec.done, 1)
	}
}

// countSkipped counts an entry that isn't written, with all that it has.
func (r *run) countSkipped(e *entryRecord, report *Report) {
	if e.verdict == isWaiting {
		return // counted at the end
	}
	report.skipped(e.entry.Type, e.why, 1)
	why := whyOwner
	if e.verdict == isKnown || e.verdict == isLike {
		why = e.why
	}
	report.skipped(kindComment, why, len(e.entry.Comments))
	report.skipped(kindMeta, why, len(e.entry.Meta))
	if featured(e.entry) != 0 {
		report.skipped(kindFeatured, why, 1)
	}
}

// writeBatch writes the records of a batch in order.
func (r *run) writeBatch(ctx context.Context, batch []record, known map[int64]journal.Entry, report *Report) error {
	w := &batchWriter{run: r, report: report, imported: map[int64]journal.Entry{}}
	for old, k := range known {
		w.imported[old] = k
	}
	var wanted []int64
	var slugs []string
	for _, rec := range batch {
		if rec.entryRecord == nil {
			continue
		}
		if rec.entry.ID > 0 {
			wanted = append(wanted, rec.entry.ID)
		}
		if rec.verdict == isNew && rec.entry.Slug != "" {
			slugs = append(slugs, rec.entry.Slug)
		}
	}
	var err error
	if w.taken, err = r.Store.EntriesThere(ctx, wanted); err != nil {
		return err
	}
	if err := r.Store.ExpectSlugs(ctx, slugs); err != nil {
		return err
	}
	if err := r.Store.ExpectTerms(ctx, slices.Collect(maps.Values(r.terms))); err != nil {
		return err
	}
	for _, rec := range batch {
		if err := w.write(ctx, rec); err != nil {
			return fmt.Errorf("line %d: %w", rec.line, err)
		}
	}
	return w.saveNotes(ctx)
}

// batchWriter writes records inside a transaction.
type batchWriter struct {
	*run
	report   *Report
	imported map[int64]journal.Entry // what became of entries, by their old ids
	taken    map[int64]bool          // ids that are in use
	notes    []journal.Entry         // that aren't stored yet
}

func (w *batchWriter) write(ctx context.Context, rec record) error {
	if rec.entryRecord == nil {
		return w.define(ctx, rec)
	}
	e := rec.entryRecord
	switch e.verdict {
	case isKnown, isSkipped, isWaiting:
		w.countSkipped(e, w.report)
		return nil
	case isLike:
		w.countSkipped(e, w.report)
		if e.like != nil {
			e.there = e.like.made
		}
		if e.there == 0 {
			return nil // the one that it repeats was refused
		}
		w.note(journal.Entry{Old: e.old, Digest: e.digest, New: e.there})
		return nil
	}
	e.made = 0
	if e.entry.Type == content.TypeMenuItem {
		return w.menuItem(ctx, e, true)
	}
	return w.entry(ctx, e, rec.line)
}

// note keeps what became of an entry; see saveNotes.
func (w *batchWriter) note(k journal.Entry) {
	w.imported[k.Old] = k
	w.notes = append(w.notes, k)
}

// saveNotes stores what became of the entries of the batch.
func (w *batchWriter) saveNotes(ctx context.Context) error {
	notes := w.notes
	w.notes = nil
	return w.Store.SaveImported(ctx, w.source.ID, notes...)
}

// kindOf is the kind of a definition, for the report.
func kindOf(item wxr.Item) string {
	switch item := item.(type) {
	case *wxr.Author:
		return kindAuthor
	case *wxr.Category:
		return kindCategory
	case *wxr.Tag:
		return kindTag
	case *wxr.Term:
		if item.Taxonomy == "" {
			return kindTerm
		}
		return item.Taxonomy
	}
	return kindTerm
}

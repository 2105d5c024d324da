package importer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/platform/markup/sanitize"
)

// part is some of the file: records that are written in one transaction.
type part struct {
	site    *wxr.Site // what the file says of itself, before the first record
	records []record
	offset  int64 // where in the file it ends
	err     error // why there is no more
}

// readAhead reads the parts of a file while others are written: one waits to be written when
// the next is read.
type readAhead struct {
	*run
	reader *wxr.Reader
	wanted func(isEntry bool) bool
	parts  chan<- part

	of    string // the site that the file comes from
	next  part
	bytes int // of the texts in next
}

// read reads the whole file, unless ctx ends. A text that breaks the reader ends the import,
// not the server.
func (a *readAhead) read(ctx context.Context) {
	defer func() {
		if v := recover(); v != nil {
			a.next = part{err: fmt.Errorf("read the file: panic: %v\n%s", v, debug.Stack())}
			a.send(ctx)
		}
	}()
	for {
		item, err := a.reader.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				a.next.err = err
			}
			a.send(ctx)
			return
		}
		if s, ok := item.(*wxr.Site); ok {
			a.next.site, a.of = s, siteOf(s)
		} else if _, isEntry := item.(*wxr.Entry); a.wanted(isEntry) {
			a.add(item)
		}
		if len(a.next.records) >= a.BatchSize || a.bytes >= batchBytes || a.next.site != nil {
			if !a.send(ctx) {
				return
			}
		}
	}
}

// send tells whether anybody wants more.
func (a *readAhead) send(ctx context.Context) bool {
	p := a.next
	p.offset = a.reader.Offset()
	a.next, a.bytes = part{}, 0
	select {
	case a.parts <- p:
		return true
	case <-ctx.Done():
		return false
	}
}

// add puts a record into the part. Entries without an id of use get a
// negative key by their place in the file, menu items one that tells their
// menu too: an item of two menus stands in the file twice.
func (a *readAhead) add(item wxr.Item) {
	rec := record{item: item, line: a.reader.ItemLine()}
	a.bytes += 512
	if e, ok := item.(*wxr.Entry); ok {
		a.ordinal++
		old := e.ID
		switch {
		case old <= 0 || old > maxReusedID:
			old = -a.ordinal
		case e.Type == content.TypeMenuItem:
			old = menuKey(e, old)
		}
		rec.entryRecord = &entryRecord{entry: e, old: old, digest: digest(a.of, e, old), harmless: harmless(e.Title, e.Content, e.Excerpt)}
		a.bytes += entryBytes(e)
	}
	a.next.records = append(a.next.records, rec)
}

func entryBytes(e *wxr.Entry) int {
	n := len(e.Content) + len(e.Excerpt) + len(e.Title)
	for _, m := range e.Meta {
		n += len(m.Key) + len(m.Value)
	}
	for i := range e.Comments {
		n += len(e.Comments[i].Content) + 128
	}
	return n
}

// harmless tells whether texts are so whoever wrote them.
func harmless(texts ...string) bool {
	for _, s := range texts {
		if !sanitize.Harmless(s) {
			return false
		}
	}
	return true
}

package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"testing"
)

// deadExecutor fails every statement.
type deadExecutor struct{}

var errStatement = errors.New("a statement was run")

func (deadExecutor) query(context.Context, string, []any) (rows, error) { return nil, errStatement }
func (deadExecutor) Exec(context.Context, string, []any) (sql.Result, error) {
	return nil, errStatement
}
func (deadExecutor) queue(context.Context, string, []any) error { return errStatement }

// Nobody asks how far texts are indexed for an entry whose id was just given out.
func TestFreshTextsAskNothing(t *testing.T) {
	var w textChanges
	for _, c := range []TextChange{
		{Now: &SearchText{ID: 7, Indexed: true, Fresh: true, Text: "some"}},
		{Now: &SearchText{ID: 8, Fresh: true, Text: "a revision"}},
	} {
		if err := w.add(t.Context(), deadExecutor{}, c); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.commit(t.Context(), deadExecutor{}); err != nil || w.entries != 1 || w.size != len("some") {
		t.Errorf("%d entries of %d bytes wait, %v", w.entries, w.size, err)
	}
	for _, c := range []TextChange{
		{Now: &SearchText{ID: 7, Indexed: true}},
		{Old: &SearchText{ID: 7, Indexed: true}},
		{Old: &SearchText{ID: 7, Indexed: true}, Now: &SearchText{ID: 7, Indexed: true, Fresh: true}},
	} {
		_ = w.add(t.Context(), deadExecutor{}, c)
		if err := w.commit(t.Context(), deadExecutor{}); !errors.Is(err, errStatement) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// New texts of transactions that write much wait until they are very many; then the next one
// has them indexed before its own rows. They wait again when it fails.
func TestTextsOfBulkWait(t *testing.T) {
	var w textChanges
	text := strings.Repeat("a", bulkUnindexedBytes/8)
	add := func() {
		t.Helper()
		if err := w.add(t.Context(), deadExecutor{}, TextChange{Now: &SearchText{ID: 7, Indexed: true, Fresh: true, Text: text}}); err != nil {
			t.Fatal(err)
		}
	}
	var r relay
	w.begin()
	if w.ahead(&r); len(r.next) != 0 {
		t.Errorf("%d statements for texts that aren't there", len(r.next))
	}
	add()
	if err := w.commit(t.Context(), deadExecutor{}); err != nil || w.entries != 1 {
		t.Errorf("after the first %d entries wait, %v", w.entries, err)
	}
	w.begin()
	if w.ahead(&r); len(r.next) != 0 || w.entries != 1 {
		t.Errorf("the second indexes by %d statements, %d entries wait", len(r.next), w.entries)
	}
	add()
	if err := w.commit(t.Context(), deadExecutor{}); err != nil || w.entries != 2 {
		t.Errorf("after the second %d entries wait, %v", w.entries, err)
	}
	w.begin()
	if w.ahead(&r); len(r.next) != 1+len(indexing) || r.next[0].text != mergeLater || w.entries != 0 {
		t.Errorf("the third indexes by %d statements, %d entries wait", len(r.next), w.entries)
	}
	if w.rollback(); w.entries != 2 || w.size != 2*len(text) {
		t.Errorf("after it failed %d entries of %d bytes wait", w.entries, w.size)
	}
	w.begin()
	w.bulk = true
	for range 6 {
		add()
	}
	if err := w.commit(t.Context(), deadExecutor{}); !errors.Is(err, errStatement) {
		t.Errorf("more wait than may: %v", err)
	}
	add()
	w.bulk = false
	if err := w.commit(t.Context(), deadExecutor{}); !errors.Is(err, errStatement) {
		t.Errorf("texts wait though nothing like it follows: %v", err)
	}
}

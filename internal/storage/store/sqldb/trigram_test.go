package sqldb

import (
	"context"
	"database/sql"
	"errors"
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

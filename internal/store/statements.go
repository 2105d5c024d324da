package store

import (
	"context"
	"slices"
	"sync"

	"quoin/internal/scope"
)

type statementKey struct{}

// statement is one that was run, with its arguments.
type statement struct {
	text string
	args []any
}

// statementLog records the statements that are run with a context.
type statementLog struct {
	mu   sync.Mutex
	list []statement
}

func (l *statementLog) all() []statement {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.list)
}

func recordStatements(ctx context.Context) (context.Context, *statementLog) {
	l := new(statementLog)
	return context.WithValue(ctx, statementKey{}, l), l
}

// CountStatements counts the statements that are run with the context it
// returns, those that open and end transactions left out. Tests use it to
// hold a request to a constant number.
func CountStatements(ctx context.Context) (context.Context, func() int) {
	ctx, l := recordStatements(ctx)
	return ctx, func() int { return len(l.all()) }
}

// record counts a statement in the scope, and notes it where somebody looks.
func record(ctx context.Context, text string, args []any) {
	scope.CountStatement(ctx)
	if l, _ := ctx.Value(statementKey{}).(*statementLog); l != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.list = append(l.list, statement{text, slices.Clone(args)})
	}
}

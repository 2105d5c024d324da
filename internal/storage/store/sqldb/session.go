package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
)

// statementLimit bounds the statements that one session keeps prepared.
const statementLimit = 400

// session is one connection with its prepared statements by SQL text. It is
// safe for concurrent use, though its statements run one after the other.
type session struct {
	conn *sql.Conn

	mu         sync.Mutex
	statements map[string]*sql.Stmt
}

func newSession(conn *sql.Conn) *session {
	return &session{conn: conn, statements: map[string]*sql.Stmt{}}
}

func (s *session) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if st := s.statements[text]; st != nil {
		return st, nil
	}
	if len(s.statements) >= statementLimit {
		for key, st := range s.statements {
			delete(s.statements, key)
			if err := st.Close(); err != nil {
				return nil, fmt.Errorf("close a statement: %w", err)
			}
			if len(s.statements) < statementLimit/2 {
				break
			}
		}
	}
	st, err := s.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s.statements[text] = st
	return st, nil
}

func (s *session) query(ctx context.Context, text string, args []any) (rows, error) {
	if q, ok := ctx.(quickContext); ok {
		ctx = context.WithoutCancel(q.Context)
	}
	st, err := s.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	r, err := st.QueryContext(ctx, args...)
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (s *session) Exec(ctx context.Context, text string, args []any) (sql.Result, error) {
	st, err := s.prepare(ctx, text)
	if err != nil {
		return nil, err
	}
	return st.ExecContext(ctx, args...)
}

func (s *session) queue(ctx context.Context, text string, args []any) error {
	_, err := s.Exec(ctx, text, args)
	return err
}

func (s *session) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, st := range s.statements {
		errs = append(errs, st.Close())
	}
	s.statements = nil
	return errors.Join(append(errs, s.conn.Close())...)
}

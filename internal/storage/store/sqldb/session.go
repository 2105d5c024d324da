package sqldb

import (
	"context"
	"database/sql"
	"database/sql/driver"
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

	mu      sync.Mutex
	queries map[string]*sql.Stmt

	// What follows is used within sql.Conn.Raw, one after the other.
	writes map[string]driver.Stmt
	args   []driver.NamedValue // of the write that runs
}

func newSession(conn *sql.Conn) *session {
	return &session{conn: conn, queries: map[string]*sql.Stmt{}, writes: map[string]driver.Stmt{}}
}

func (s *session) prepare(ctx context.Context, text string) (*sql.Stmt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if st := s.queries[text]; st != nil {
		return st, nil
	}
	if err := evict(s.queries); err != nil {
		return nil, err
	}
	st, err := s.conn.PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s.queries[text] = st
	return st, nil
}

// evict closes half of the statements of a full list.
func evict[S interface{ Close() error }](list map[string]S) error {
	if len(list) < statementLimit {
		return nil
	}
	for key, st := range list {
		delete(list, key)
		if err := st.Close(); err != nil {
			return fmt.Errorf("close a statement: %w", err)
		}
		if len(list) < statementLimit/2 {
			break
		}
	}
	return nil
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

// Exec gives its statement to the driver by itself: what package sql does for each
// statement (a list of arguments of its own, and looks at who else uses the connection)
// took more than many of them take to run.
func (s *session) Exec(ctx context.Context, text string, args []any) (result sql.Result, err error) {
	err = s.conn.Raw(func(conn any) error {
		st, err := s.prepareWrite(ctx, conn, text)
		if err != nil {
			return err
		}
		defer func() { clear(s.args) }()
		s.args = s.args[:0]
		for i, arg := range args {
			v, err := driver.DefaultParameterConverter.ConvertValue(arg)
			if err != nil {
				return fmt.Errorf("argument %d: %w", i+1, err)
			}
			s.args = append(s.args, driver.NamedValue{Ordinal: i + 1, Value: v})
		}
		result, err = st.ExecContext(ctx, s.args)
		return err
	})
	if err != nil {
		return nil, err
	}
	return result, nil
}

func (s *session) prepareWrite(ctx context.Context, conn any, text string) (driver.StmtExecContext, error) {
	if st := s.writes[text]; st != nil {
		return st.(driver.StmtExecContext), nil
	}
	if err := evict(s.writes); err != nil {
		return nil, err
	}
	st, err := conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
	if err != nil {
		return nil, err
	}
	s.writes[text] = st
	return st.(driver.StmtExecContext), nil
}

func (s *session) queue(ctx context.Context, text string, args []any) error {
	_, err := s.Exec(ctx, text, args)
	return err
}

func (s *session) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, st := range s.queries {
		errs = append(errs, st.Close())
	}
	s.queries = nil
	errs = append(errs, s.conn.Raw(func(any) error {
		var errs []error
		for _, st := range s.writes {
			errs = append(errs, st.Close())
		}
		s.writes = nil
		return errors.Join(errs...)
	}))
	return errors.Join(append(errs, s.conn.Close())...)
}

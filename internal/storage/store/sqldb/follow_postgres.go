package sqldb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// Channels of announcements. Changes carry the name of the node that made them,
// or begin with askMark and are a question whether all changes so far are known.
// Answers to it are on the other.
const (
	changeChannel = "quoin_change"
	heardChannel  = "quoin_heard"
	askMark       = "?"
)

// ask is a question whether all changes so far are known, and the answer to
// it: Follower is the process at the server that listens for the one who answers.
type ask struct {
	Token    string `json:"token"`
	Follower uint32 `json:"follower,omitempty"`
}

// asks are the questions that the next look answers.
type asks struct {
	mu   sync.Mutex
	list []ask
}

func (a *asks) add(q ...ask) {
	const most = 1000 // who asked so often waits no longer
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, q[:min(len(q), most-min(most, len(a.list)))]...)
}

func (a *asks) take() []ask {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := a.list
	a.list = nil
	return list
}

// follow reads the table of changes, at once when one is announced, and answers
// those who ask whether it has. Looks of requests count as its own.
func (e *postgresEngine) follow(ctx context.Context, db *DB, f Follower) (lookFunc, <-chan struct{}, error) {
	wake := make(chan struct{}, 1)
	go func() {
		for ctx.Err() == nil {
			if err := e.listen(ctx, db.node, wake, f.Listening); err != nil && ctx.Err() == nil {
				e.log.Debug("announcements of changes ended", "error", err)
				if f.Listening != nil {
					f.Listening(err)
				}
			}
			// The server may have come back without ids that it had given out.
			db.Objects.unheard()
			select {
			case <-ctx.Done():
			case <-time.After(FollowEvery):
			}
		}
	}()
	if e.near != nil {
		go e.near.run(ctx, db.SetCached)
	}
	db.follower.Store(&f)
	// What was made before anybody listened can't be told from what is old.
	f.ChangedSomehow()
	known := db.Objects.foreign.Load()
	return func(ctx context.Context, wanted time.Time) (knows time.Time, news bool, err error) {
		asked := e.asks.take()
		if knows = db.polls.last(); len(asked) > 0 || !knows.After(wanted) {
			knows = time.Now()
			if _, err := db.lookAtChanges(ctx); err != nil {
				e.asks.add(asked...)
				return knows, false, err
			}
		}
		for _, q := range asked {
			answer, err := json.Marshal(q)
			if err == nil {
				_, err = e.db.ExecContext(ctx, "SELECT pg_notify($1, $2)", heardChannel, string(answer))
			}
			if err != nil {
				return knows, false, fmt.Errorf("answer that changes are known: %w", err)
			}
		}
		before := known
		known = db.Objects.foreign.Load()
		return knows, known != before, nil
	}, wake, nil
}

// listen wakes at every announcement of another node until the connection breaks.
func (e *postgresEngine) listen(ctx context.Context, node string, wake chan<- struct{}, listening func(error)) error {
	conn, err := e.connect(ctx)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+changeChannel); err != nil {
		return err
	}
	// The lock tells that somebody follows, for as long as the connection is.
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock_shared($1)", int64(followLock)); err != nil {
		return err
	}
	woken := func() {
		select {
		case wake <- struct{}{}:
		default:
		}
	}
	woken() // for what was announced meanwhile
	if listening != nil {
		listening(nil)
	}
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return err
		}
		if n.Payload == node {
			continue
		}
		if len(n.Payload) > len(askMark) && n.Payload[:len(askMark)] == askMark {
			e.asks.add(ask{Token: n.Payload[len(askMark):], Follower: conn.PgConn().PID()})
		}
		woken()
	}
}

// heardTimeout bounds how long a writer waits for the others. Who can't look for
// that long doesn't trust what it has cached.
const heardTimeout = FollowEvery + lookTimeout

// heard asks all that follow whether they know of all changes, and waits for
// their answers. Those whose connection is broken aren't asked: they find out
// by their next look.
func (e *postgresEngine) heard(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, heardTimeout)
	defer cancel()
	conn, err := e.connect(ctx)
	if err != nil {
		return fmt.Errorf("ask who knows of changes: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+heardChannel); err != nil {
		return fmt.Errorf("ask who knows of changes: %w", err)
	}
	rows, err := conn.Query(ctx, "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1"+
		" AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"+
		" AND classid = ($1::bigint >> 32)::oid AND objid = ($1::bigint & 4294967295)::oid", int64(followLock))
	if err != nil {
		return fmt.Errorf("find who follows: %w", err)
	}
	pids, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	if err != nil {
		return fmt.Errorf("find who follows: %w", err)
	}
	waiting := map[uint32]bool{}
	for _, pid := range pids {
		waiting[uint32(pid)] = true
	}
	token := RandomName()
	if _, err := conn.Exec(ctx, "SELECT pg_notify($1, $2)", changeChannel, askMark+token); err != nil {
		return fmt.Errorf("ask who knows of changes: %w", err)
	}
	for len(waiting) > 0 {
		n, err := conn.WaitForNotification(ctx)
		if errors.Is(err, context.DeadlineExceeded) {
			e.log.WarnContext(ctx, "other nodes were slow to know of a change", "nodes", len(waiting))
			return nil
		}
		if err != nil {
			return fmt.Errorf("wait for who knows of changes: %w", err)
		}
		var answer ask
		if json.Unmarshal([]byte(n.Payload), &answer) == nil && answer.Token == token {
			delete(waiting, answer.Follower)
		}
	}
	return nil
}

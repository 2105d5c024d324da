package sqldb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"quoin/internal/platform/scope"
)

// replica is a copy of the database that the server keeps by streaming replication, near
// this process where the database itself may be far away. Answers for everybody are read
// there (scope.ForEverybody), as far as it has all changes that this process heard of: each
// look at the changes, and each commit of this process, tells how far the log of the
// database was by then, and the replica tells how far it has repeated that. See
// docs/adr/0038.
//
// A nil replica has nothing.
type replica struct {
	pool  *pgxpool.Pool
	key   string        // of the token in the table of cached texts
	news  chan struct{} // wakes run
	count replicaCount

	mu       sync.Mutex
	history  string // of the database, as the last look told
	token    string // that proves it, "" until it was written
	renewed  time.Time
	needed   uint64        // how far the log was at the last change that this process knows
	replayed uint64        // how far the replica is known to have repeated it
	reason   error         // why it isn't used at all; nil when it is
	moved    chan struct{} // closed when it has repeated more
	awaited  uint64        // what the last one waited for in vain; until that is there nobody waits
}

type replicaCount struct{ read, left atomic.Int64 }

// setCached stores a text under a key until it ends.
type setCached func(ctx context.Context, key, text string, now, until time.Time) error

// What the replica is asked, and how long for. While it is behind it is asked again after
// replicaAgain. Who reads waits for it for replicaPatience, less than some ways to a far
// database take.
const (
	replicaEvery    = time.Second
	replicaAgain    = 5 * time.Millisecond
	replicaPatience = 250 * time.Millisecond
	// replicaTimeout bounds a statement until its first row; then the database is asked.
	replicaTimeout = 3 * time.Second
	// tokenLasts is how long the token of a process stays that is gone.
	tokenLasts = time.Hour
)

var (
	errReplicaUnproven = errors.New("it wasn't seen yet to follow the database")
	errNoReplica       = errors.New("it follows no database: it takes writes itself")
	errOtherDatabase   = errors.New("it doesn't have what was written to the database: it follows another one, or is far behind")
)

// openReplica makes the connections to a replica, which need not be there yet. like is
// what the connections of readers of the database are like.
func openReplica(ctx context.Context, url, node string, pooled bool, like *pgxpool.Config, quiet *silence) (*replica, error) {
	pool, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("the address of the replica is wrong (QUOIN_DATABASE_READ_URL): %w", err)
	}
	for name, value := range like.ConnConfig.RuntimeParams {
		if pool.ConnConfig.RuntimeParams[name] == "" {
			pool.ConnConfig.RuntimeParams[name] = value
		}
	}
	if pooled {
		throughPooler(pool.ConnConfig)
	}
	quiet.watch(&pool.ConnConfig.Config)
	pool.BeforeConnect = quiet.order
	pool.MinConns, pool.MaxConns = like.MinConns, like.MaxConns
	pool.MaxConnLifetime, pool.MaxConnIdleTime = like.MaxConnLifetime, like.MaxConnIdleTime
	r := &replica{key: "replica of " + node, news: make(chan struct{}, 1), moved: make(chan struct{}), reason: errReplicaUnproven}
	if r.pool, err = pgxpool.NewWithConfig(ctx, pool); err != nil {
		return nil, fmt.Errorf("the replica can't be used (QUOIN_DATABASE_READ_URL): %w", err)
	}
	return r, nil
}

func (r *replica) close() {
	if r != nil {
		r.pool.Close()
	}
}

// heard notes how far the log was at a look, before what that found is dropped: whoever
// reads after the drop reads what was changed. Positions in the log mean something in one
// history only.
func (r *replica) heard(history string, position uint64) {
	if r == nil {
		return
	}
	r.mu.Lock()
	if history != r.history {
		r.history, r.token, r.replayed, r.needed, r.awaited, r.reason = history, "", 0, 0, 0, errReplicaUnproven
	}
	r.require(position)
	r.mu.Unlock()
}

// committed notes how far the log was after a commit of this process, before what that
// changed is dropped.
func (r *replica) committed(position uint64) {
	if r == nil {
		return
	}
	r.mu.Lock()
	r.require(position)
	r.mu.Unlock()
}

// require wants the replica to be so far; mu is held.
func (r *replica) require(position uint64) {
	r.needed = max(r.needed, position)
	if r.replayed < r.needed || r.reason != nil {
		select {
		case r.news <- struct{}{}:
		default:
		}
	}
}

// usable tells whether the replica has all that this process heard of. It waits a moment
// for one that is just behind.
func (r *replica) usable(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	need := r.needed
	var patience *time.Timer
	for r.reason == nil && r.replayed < need {
		if r.awaited > r.replayed {
			return false
		}
		if patience == nil {
			patience = time.NewTimer(replicaPatience)
			defer patience.Stop()
		}
		moved := r.moved
		r.mu.Unlock()
		inVain := false
		select {
		case <-moved:
		case <-patience.C:
			inVain = true
		case <-ctx.Done():
			inVain = true
		}
		r.mu.Lock()
		if inVain && r.replayed < need {
			r.awaited = need
		}
	}
	return r.reason == nil
}

// state is why the replica isn't used, nil when it is.
func (r *replica) state() error {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reason
}

// behind is how many bytes of the log it hasn't repeated that it should have.
func (r *replica) behind() uint64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.needed - min(r.needed, r.replayed)
}

// failed notes that it can't be used, until run has looked again.
func (r *replica) failed(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.reason == nil {
		r.reason = err
	}
}

// run asks the replica how far it is until ctx ends. write stores a token in the database:
// DB.SetCached.
func (r *replica) run(ctx context.Context, write setCached) {
	again := replicaAgain // after a look that failed, ever later
	for ctx.Err() == nil {
		bounded, cancel := context.WithTimeout(ctx, lookTimeout)
		behind, err := r.look(bounded, write)
		cancel()
		pause, news := replicaEvery, r.news
		switch {
		case err != nil:
			again = min(2*again, replicaEvery)
			pause, news = again, nil
		case behind:
			again, pause, news = replicaAgain, replicaAgain, nil
		default:
			again = replicaAgain
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		case <-news:
		}
	}
}

// look asks the replica how far it is, having proved first that it follows this very
// database in its present history: it has a token that was written there since that began.
func (r *replica) look(ctx context.Context, write setCached) (behind bool, err error) {
	r.mu.Lock()
	history, token, renewed := r.history, r.token, r.renewed
	r.mu.Unlock()
	if history == "" {
		return false, errReplicaUnproven // nobody looked yet
	}
	if token == "" || time.Since(renewed) > tokenLasts/2 {
		if token == "" {
			token = RandomName()
		}
		now := time.Now()
		if err := write(ctx, r.key, token, now, now.Add(tokenLasts)); err != nil {
			return false, fmt.Errorf("write a token for the replica: %w", err)
		}
		r.mu.Lock()
		if r.history == history {
			r.token, r.renewed = token, now
		}
		r.mu.Unlock()
	}
	var follows bool
	var position int64
	var found string
	err = r.pool.QueryRow(ctx, "SELECT pg_is_in_recovery(), COALESCE(pg_last_wal_replay_lsn() - '0/0', 0)::bigint,"+
		" COALESCE((SELECT value FROM cached WHERE key = $1), '')", r.key).Scan(&follows, &position, &found)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil:
	case !follows:
		err = errNoReplica
	case found != token:
		err = errOtherDatabase
	case r.history != history:
		err = errReplicaUnproven
	}
	if r.reason = err; err == nil {
		r.replayed = uint64(max(position, 0)) // #nosec G115 -- not negative
	}
	close(r.moved)
	r.moved = make(chan struct{})
	return r.replayed < r.needed, err
}

// leftKey is where an answer remembers that it reads the database itself from now on: that
// may be further than the replica.
type leftKey struct{}

// serves tells whether an answer is read from the replica.
func (r *replica) serves(ctx context.Context) bool {
	if r == nil || !scope.IsForEverybody(ctx) || scope.From(ctx) == nil {
		return false
	}
	if _, left := scope.Get[bool](ctx, leftKey{}); left {
		return false
	}
	if r.usable(ctx) {
		return true
	}
	r.leave(ctx)
	return false
}

func (r *replica) leave(ctx context.Context) {
	r.count.left.Add(1)
	scope.Put(ctx, leftKey{}, true)
}

// replicaReader reads from the replica what it can tell, and else from the database.
type replicaReader struct {
	pgReader
	r *replica
}

func (x replicaReader) query(ctx context.Context, text string, args []any) (rows, error) {
	if x.r.serves(ctx) {
		got, err := x.r.query(ctx, text, args)
		if err == nil || ctx.Err() != nil {
			x.r.count.read.Add(1)
			return got, err
		}
		x.r.leave(ctx)
	}
	return x.pgReader.query(ctx, text, args)
}

// query runs a statement up to its first row. A replica that cancels it, as for a row that
// is being removed, is no worse for that; one that can't be reached is left alone.
func (r *replica) query(ctx context.Context, text string, args []any) (rows, error) {
	bounded, cancel := context.WithCancel(ctx)
	impatient := time.AfterFunc(replicaTimeout, cancel)
	got, err := r.pool.Query(bounded, numbered(text), args...)
	if err == nil {
		rows := &replicaRows{Rows: got, cancel: cancel, first: got.Next()}
		if (rows.first || got.Err() == nil) && impatient.Stop() {
			return rows, nil
		}
		err = cmp.Or(rows.Close(), context.DeadlineExceeded)
	}
	cancel()
	var said *pgconn.PgError
	if ctx.Err() == nil && (!errors.As(err, &said) || ends(said)) {
		r.failed(fmt.Errorf("a statement failed: %w", err))
	}
	return nil, err
}

// replicaRows are rows of which the first was asked for already.
type replicaRows struct {
	pgx.Rows
	cancel context.CancelFunc
	first  bool
	begun  bool
}

func (r *replicaRows) Next() bool {
	if !r.begun {
		r.begun = true
		return r.first
	}
	return r.Rows.Next()
}

func (r *replicaRows) Close() error {
	r.Rows.Close()
	r.cancel()
	return r.Rows.Err()
}

// ReplicaWorks is why the replica isn't read from (Config.ReadURL), nil when it is or when
// there is none.
func (o *Operations) ReplicaWorks(context.Context) error { return o.db.replica.state() }

// ReplicaCounts are what was done with the replica since the start.
type ReplicaCounts struct {
	Read int64 // statements that were read there
	Left int64 // answers that weren't made there though they might have been
	// Behind is how many bytes of the database's log it lacks now of what this process has
	// heard of.
	Behind uint64
}

// ReplicaCounts are those of the replica, nil when there is none.
func (o *Operations) ReplicaCounts() *ReplicaCounts {
	r := o.db.replica
	if r == nil {
		return nil
	}
	return &ReplicaCounts{r.count.read.Load(), r.count.left.Load(), r.behind()}
}

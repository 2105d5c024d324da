package sqldb

import (
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// Pool tells how the connections of a process to PostgreSQL are used.
type Pool struct {
	Name             string // read or write
	Used, Idle, Most int64
	// Waits is how often somebody had to wait for one, and Waited how long all did together.
	Waits  int64
	Waited time.Duration
}

// Pools are those of the database; none for one in a file.
func (o *Operations) Pools() []Pool {
	e, ok := o.db.Engine.(*postgresEngine)
	if !ok {
		return nil
	}
	pool := func(name string, p *pgxpool.Pool) Pool {
		s := p.Stat()
		return Pool{
			Name: name, Used: int64(s.AcquiredConns()), Idle: int64(s.IdleConns()), Most: int64(s.MaxConns()),
			Waits: s.EmptyAcquireCount(), Waited: s.EmptyAcquireWaitTime(),
		}
	}
	return []Pool{pool("read", e.readers), pool("write", e.writers)}
}

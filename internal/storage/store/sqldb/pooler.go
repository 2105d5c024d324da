package sqldb

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A pooler such as PgBouncer gives each transaction whatever connection to the server is
// free. Nothing may be left on one then: no settings, no prepared statements, no locks
// beyond a transaction, and nobody can listen. What needs a connection of its own takes
// it from another address, that of the server itself (Config.ListenURL).

// errPooler says what a start through a pooler lacks.
var errPooler = errors.New("it is a pooler, such as PgBouncer: set QUOIN_DATABASE_LISTEN_URL to the address of the server itself, for those connections that can't be shared")

// throughPooler makes a configuration fit for a pooler.
func throughPooler(conf *pgx.ConnConfig) {
	delete(conf.RuntimeParams, "jit")
	if conf.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		// What a statement takes and gives is remembered, and each sent whole.
		conf.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
}

// directly is the configuration of connections that stay with one process of the server.
func directly(conf *pgx.ConnConfig, listenURL string) (*pgx.ConnConfig, error) {
	if listenURL == "" {
		return conf, nil
	}
	direct, err := pgx.ParseConfig(listenURL)
	if err != nil {
		return nil, fmt.Errorf("the address of the database server is wrong (QUOIN_DATABASE_LISTEN_URL): %w", err)
	}
	for name, value := range conf.RuntimeParams {
		if direct.RuntimeParams[name] == "" {
			direct.RuntimeParams[name] = value
		}
	}
	return direct, nil
}

// connect makes a connection to the server itself.
func (e *postgresEngine) connect(ctx context.Context) (*pgx.Conn, error) {
	conf := e.direct.Copy()
	e.silence.prefer(&conf.Config)
	return pgx.ConnectConfig(ctx, conf)
}

// reached looks whether a database answers. A pooler that was told to swallow settings that
// it doesn't know would go unnoticed, and nodes not hear of each other: the settings tell.
func reached(ctx context.Context, pool *pgxpool.Pool, pooled bool) error {
	var jit string
	err := pool.QueryRow(ctx, "SELECT COALESCE(current_setting('jit', true), 'off')").Scan(&jit)
	var said *pgconn.PgError
	switch {
	case errors.As(err, &said) && strings.Contains(said.Message, "unsupported startup parameter"):
		return errPooler
	case err == nil && !pooled && jit != "off":
		return errPooler
	}
	return err
}

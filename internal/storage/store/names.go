package store

import (
	"quoin/internal/storage/store/check"
	"quoin/internal/storage/store/dump"
	"quoin/internal/storage/store/sqldb"
)

// Types of the parts of the store that others name.
type (
	Config         = sqldb.Config
	Tables         = sqldb.Tables
	Follower       = sqldb.Follower
	Awake          = sqldb.Awake
	Held           = sqldb.Held
	Keeper         = sqldb.Keeper
	Pool           = sqldb.Pool
	ReplicaCounts  = sqldb.ReplicaCounts
	MigrationState = sqldb.MigrationState
	Schema         = sqldb.Schema
	TableDump      = dump.TableDump
	Flaws          = check.Flaws
)

// Numbers of connections to PostgreSQL, and how often changes of others are looked for.
const (
	LeastConnections = sqldb.LeastConnections
	UsualConnections = sqldb.UsualConnections
	FollowEvery      = sqldb.FollowEvery
)

// Errors of the parts of the store.
var (
	ErrNoTables    = sqldb.ErrNoTables
	ErrHolding     = sqldb.ErrHolding
	ErrNotEmpty    = dump.ErrNotEmpty
	ErrDumpDamaged = dump.ErrDumpDamaged
	ErrRestoring   = dump.ErrRestoring
)

// Functions of the parts of the store.
var (
	AfterCommit = sqldb.AfterCommit
	Watch       = sqldb.Watch
	NewAwake    = sqldb.NewAwake
	KnownSchema = sqldb.KnownSchema
)

package ext

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/display/render"
	"quoin/internal/display/view"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/menu"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/user"
	"quoin/internal/people/mail"
	"quoin/internal/platform/access"
	"quoin/internal/platform/job"
	"quoin/internal/platform/outbound"
)

// Host is what a site hands to one extension, in parts: each holds those that it uses.
type Host struct {
	Own
	Kept
	Reads
	Writes
	Display
	Callers
	Outward

	journals []*Journal // that it made
}

// Own is what every extension has: its name, its options, and the site that it works for.
type Own struct {
	ID string
	// Features are what the preset asks of the extension beside what it always
	// does; see Has.
	Features []string
	// Options are the extension's own.
	Options *Options
	// Site has the options, addresses, zone and clock of the site.
	Site  *site.Site
	Clock func() time.Time
	Log   *slog.Logger // tells the extension
	// SwitchOff switches the extension off, in the transaction of ctx.
	SwitchOff func(ctx context.Context) error
}

// Has tells whether the preset asks for a feature.
func (o *Own) Has(feature string) bool { return slices.Contains(o.Features, feature) }

// Kept is where an extension keeps things of its own.
type Kept struct {
	// DB is the door to its own tables.
	DB Tables
	// Secrets are keys of its own.
	Secrets *Secrets
	// Queue takes jobs of the extension's kinds.
	Queue job.Queue
}

// Reads is what the site has, to be read: writing goes through Writes.
type Reads struct {
	Store      env.Store
	Types      *content.Types
	Taxonomies *taxonomy.Registry
	Links      *content.Permalinks
	TermLinks  *taxonomy.Links
	Theme      func(ctx context.Context) *theme.Theme // the one in effect
}

// Writes are the services that write, which keep the rules and call the hooks.
type Writes struct {
	Entries  *content.Service
	Terms    *taxonomy.Service
	Users    *user.Service
	Comments *comment.Service
	Media    *media.Service
	Menus    *menu.Service
}

// Display shows what visitors see: View renders it; Pages makes sources and contexts for whole
// pages, as blocks are rendered in.
type Display struct {
	View     env.View
	Pages    *view.View
	Renderer *render.Renderer
}

// Callers tells who asks for something, and where.
type Callers struct {
	// Visitor tells who makes a request for a public page, by its cookie, and
	// Client the address that it comes from.
	Visitor func(r *http.Request) access.Actor
	Client  func(r *http.Request) string
	// ActorOf is a user with the rights of the moment, for what is done in their
	// name without a request of theirs.
	ActorOf func(ctx context.Context, u *user.User) access.Actor
	// Current tells whether a caller who was let in would still be, for answers
	// that go on for long.
	Current func(ctx context.Context, a access.Actor) (bool, error)
	// Draining is closed when this node begins to shut down: answers that go on
	// for as long as their client stays end then.
	Draining <-chan struct{}
	// Holds tells whether a public request meets the condition of a name that
	// an active extension declares; nothing meets one that none does.
	Holds func(name string, r *http.Request) (holds, declared bool)
	// Protected tells whether a path is a place of the site that must stay reachable,
	// such as the log-in page.
	Protected func(path string) bool
}

// Outward is the way to others.
type Outward struct {
	// Outbound asks other sites; Cache keeps for a time what they answered.
	Outbound *outbound.Client
	Cache    env.Cache
	Mail     mail.Sender
	// Dialect has the reference's names, for exports and imports.
	Dialect *dialect.Dialect
}

// Tables is the door to the database for one extension: its own tables, in SQL
// that SQLite and PostgreSQL share, with ? for arguments.
type Tables interface {
	// Query runs a query and calls row for each of its rows; QueryRow is for
	// at most one. Both join the transaction of ctx.
	Query(ctx context.Context, text string, args []any, row func(scan func(...any) error) error) error
	QueryRow(ctx context.Context, text string, args []any, dest ...any) (found bool, err error)
	// Exec runs a statement that writes, in the transaction of ctx or one of
	// its own. Insert is Exec for one with RETURNING, whose row it reads.
	Exec(ctx context.Context, text string, args ...any) (rows int64, err error)
	Insert(ctx context.Context, text string, args []any, dest ...any) (found bool, err error)
	// UsedID keeps the ids that a table gives out by itself above one that a row was
	// given.
	UsedID(ctx context.Context, table string, id int64) error
	// Send is Exec for a statement of which nobody asks how many rows it changed:
	// it may run as late as with the next one, or the commit.
	Send(ctx context.Context, text string, args ...any) error
	// Concurrent declares what is written with the context that it returns to be
	// fit for transactions that run side by side (docs/extensions.md); Claim
	// claims names until the end of the transaction, all at once: no other one
	// gets one of them meanwhile, and what is read afterwards is what they left.
	Concurrent(ctx context.Context) context.Context
	Claim(ctx context.Context, names ...string) error
	// InTx runs fn in the transaction of ctx, or in one of its own, which may
	// run fn more than once. AfterCommit is for what can't be taken back.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
	AfterCommit(ctx context.Context, fn func())
	// InTransaction tells whether reads with ctx may see what isn't committed;
	// what is made of them must not be kept.
	InTransaction(ctx context.Context) bool

	// IntsIn and TextsIn are the test whether an expression is in a list that
	// is one argument, which IntList and TextList make. Contains is the test
	// whether a text has its one argument in it. ForUpdate ends a query whose
	// rows are to be locked. Taken tells of a violated unique index.
	IntsIn(expr string) string
	IntList(list []int64) any
	TextsIn(expr string) string
	TextList(list []string) any
	Contains(expr string) string
	ForUpdate() string
	Taken(err error) bool

	// DependsOn notes what the answer or page being made depends on: things of
	// the extension by name, or with no name all its data. Changed notes what
	// a transaction changes, which drops what depends on it, on all nodes; it
	// always concerns those who depend on all data.
	DependsOn(ctx context.Context, names ...string)
	Changed(ctx context.Context, names ...string) error
	// Heard returns when all nodes have dropped what was changed by commits
	// before the call: with it a writer is answered when its change is seen
	// everywhere.
	Heard(ctx context.Context) error
	// Restrict restricts a list of entries, terms or users to those (with not:
	// to all others) whose ids a query on the extension's tables selects.
	Restrict(not bool, query string, args ...any) content.Condition
}

// NewHost hands what a site's resources reach to an extension. The door to the
// database, secrets, queue, mail and whole pages are set by whoever has them.
func NewHost(x *Extension, e *env.Env) *Host {
	return &Host{
		Own: Own{
			ID: x.ID, Site: e.Site, Clock: e.Site.Clock, Log: e.Log.With("extension", x.ID), Options: NewOptions(e.Site, x.ID, x.Options),
		},
		Reads: Reads{
			Store: e.Store, Types: e.Types, Taxonomies: e.Taxonomies, Links: e.Links, TermLinks: e.TermLinks, Theme: e.Themes.Active,
		},
		Writes: Writes{
			Entries: e.Entries, Terms: e.Terms, Users: e.Users, Comments: e.Comments, Media: e.Media, Menus: e.Menus,
		},
		Display: Display{View: e.View},
		Outward: Outward{Outbound: e.Outbound, Cache: e.Cache},
	}
}

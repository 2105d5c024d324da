// Package redirection leads visitors from old addresses to new ones.
//
// Rules are kept in tables and matched in memory: each node builds a Matcher of
// all enabled rules, and builds it again when one of them changed on any node. A
// request for a public page that no rule means costs a look into a hash.
// Hits and log entries wait in a buffer and are written in groups.
package redirection

import (
	"context"
	"embed"
	"io/fs"
	"net/http"
	"time"

	"quoin/internal/ext"
)

//go:embed migrations
var files embed.FS

const (
	namespace = "redirection/v1"
	plugin    = "redirection/redirection"
	// plainName tells in answers and logs who redirected.
	plainName = "redirection"
	version   = "5.4.2"
	// tablesVersion is the version of its tables that the reference tells.
	tablesVersion = "4.2"
)

// Extension declares it.
func Extension() ext.Extension {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return ext.Extension{
		ID: "redirection",
		Info: ext.Info{
			ID: plugin, Title: "Redirection", Version: version, TextDomain: "redirection",
			Description: "Leads old addresses to new ones, and keeps a log of them and of addresses that nothing answers.",
			Author:      "Quoin",
		},
		Migrations: migrations,
		Tables: []ext.Table{
			{Name: "redirection_group", Rows: ext.ByStaff},
			{Name: "redirection_rule", Rows: ext.ByStaff},
			{Name: "redirection_setting", Rows: ext.ByStaff},
			{Name: logTable, Rows: ext.ByVisitors, Bound: ext.Bound{Most: maxLogRows, Order: "id", Each: "missing"}},
		},
		New: build,
	}
}

// service is the extension on one site.
type service struct {
	*base
	groups      *groups
	rulebook    *rulebook
	logbook     *logbook
	exchange    *exchange
	maintenance *maintenance
}

// base keeps rules and settings, and what all parts of the extension stand on.
type base struct {
	ext.Own
	ext.Kept
	ext.Reads
	ext.Callers
	ext.Outward
	rules *ruleSet
	hits  *buffer
	// logs are the journals of redirects and, with true, of addresses that mean
	// nothing.
	logs map[bool]*ext.Journal
}

// groups are what rules are filed under.
type groups struct{ *base }

// rulebook lists, checks and writes rules.
type rulebook struct{ *base }

// logbook keeps and lists what was visited.
type logbook struct {
	*base
	rulebook *rulebook
}

// visits let rules act on what is visited, and make rules of what moves.
type visits struct {
	*base
	groups   *groups
	rulebook *rulebook
}

// exchange reads and writes files of rules.
type exchange struct {
	*base
	groups   *groups
	rulebook *rulebook
}

// maintenance has settings, checks, repairs, and the importers of other programs' rules.
type maintenance struct {
	*base
	groups   *groups
	rulebook *rulebook
	visits   *visits
}

// mover brings rules and logs from tables of a site that moves in.
type mover struct {
	*base
	logbook *logbook
}

// logTable has both logs.
const logTable = "redirection_log"

// maxLogRows is how many entries each log keeps.
const maxLogRows = 20_000

// flushEvery is how long a hit waits to be written.
const flushEvery = 2 * time.Second

func build(h *ext.Host) (*ext.Parts, error) {
	b := &base{Own: h.Own, Kept: h.Kept, Reads: h.Reads, Callers: h.Callers, Outward: h.Outward, hits: &buffer{}, logs: map[bool]*ext.Journal{}}
	b.rules = newRuleSet(h.ID, b.load)
	for _, missing := range []bool{false, true} {
		log, err := h.Journal(logTable, missing)
		if err != nil {
			return nil, err
		}
		b.logs[missing] = log
	}
	g, r := &groups{b}, &rulebook{b}
	l, v, e := &logbook{b, r}, &visits{b, g, r}, &exchange{b, g, r}
	m := &maintenance{b, g, r, v}
	s := &service{b, g, r, l, e, m}
	return &ext.Parts{
		Routes:   s.routes(),
		Public:   func(next http.Handler) http.Handler { return &gate{v, next} },
		Lost:     v.former,
		NotFound: v.notFound,
		Hooks:    v.monitor(),
		Cache:    b.rules,
		MoveIn:   (&mover{b, l}).moveIn(),
		Data:     e.data(),
		Leads:    v.leads,
		Personal: &ext.Personal{Export: l.visitsOf, Erase: l.forgetVisits},
		Checks:   m.checks(),
		Loops:    []ext.Loop{{Name: "hits", Every: flushEvery, Run: l.flush}},
		Periodic: []ext.Periodic{{Name: "retention", Every: 12 * time.Hour, Run: l.expire}},
	}, nil
}

// changed notes in the transaction of ctx that rules, groups or settings
// change, which has all nodes build their matcher again.
func (s *base) changed(ctx context.Context) error { return s.DB.Changed(ctx, rulesTag) }

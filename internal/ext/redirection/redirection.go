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
	*ext.Host
	rules *ruleSet
	hits  *buffer
	// logs are the journals of redirects and, with true, of addresses that mean
	// nothing.
	logs map[bool]*ext.Journal
}

// logTable has both logs.
const logTable = "redirection_log"

// maxLogRows is how many entries each log keeps.
const maxLogRows = 20_000

// flushEvery is how long a hit waits to be written.
const flushEvery = 2 * time.Second

func build(h *ext.Host) (*ext.Parts, error) {
	s := &service{Host: h, hits: &buffer{}}
	s.rules = newRuleSet(h.ID, s.load)
	s.logs = map[bool]*ext.Journal{}
	for _, missing := range []bool{false, true} {
		log, err := h.Journal(logTable, missing)
		if err != nil {
			return nil, err
		}
		s.logs[missing] = log
	}
	return &ext.Parts{
		Routes:   s.routes(),
		Public:   func(next http.Handler) http.Handler { return &gate{s, next} },
		Lost:     s.former,
		NotFound: s.notFound,
		Hooks:    s.monitor(),
		Cache:    s.rules,
		MoveIn:   s.moveIn(),
		Data:     s.data(),
		Leads:    s.leads,
		Personal: &ext.Personal{Export: s.visitsOf, Erase: s.forgetVisits},
		Checks:   s.checks(),
		Loops:    []ext.Loop{{Name: "hits", Every: flushEvery, Run: s.flush}},
		Periodic: []ext.Periodic{{Name: "retention", Every: 12 * time.Hour, Run: s.expire}},
	}, nil
}

// changed notes in the transaction of ctx that rules, groups or settings
// change, which has all nodes build their matcher again.
func (s *service) changed(ctx context.Context) error { return s.DB.Changed(ctx, rulesTag) }

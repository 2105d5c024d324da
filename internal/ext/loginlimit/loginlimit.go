// Package loginlimit protects log-ins against guessing.
//
// Failed log-ins are counted by the address that they come from and by the
// account that they are for, in tables that all nodes share. Too many lock out:
// an address as a whole, an account for all addresses from which its owner
// hasn't logged in lately, so that strangers can't shut the owner out. Programs
// with application passwords aren't concerned; package auth has a bound for
// their wrong ones.
//
// It may also ask roles for a second factor: a code by mail, or whatever a
// service elsewhere wants, which sends its codes through the one route here.
package loginlimit

import (
	"embed"
	"io/fs"
	"time"

	"quoin/internal/ext"
	"quoin/internal/storage/auth"
)

//go:embed migrations
var files embed.FS

// Extension declares it.
func Extension() ext.Extension {
	migrations, err := fs.Sub(files, "migrations")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return ext.Extension{
		ID: "loginlimit",
		Info: ext.Info{
			ID: "loginlimit/loginlimit", Title: "Login Limit", Version: "3.3.3", TextDomain: "loginlimit", Author: "Quoin",
			Description: "Locks out who guesses passwords, and asks for a second factor.",
		},
		Names: ext.Names{
			Paths: []ext.Pair{{Own: "/loginlimit/v1", Reference: "/llar/v1"}},
			Words: []ext.Pair{
				{Own: "loginlimit/loginlimit", Reference: "limit-login-attempts-reloaded/limit-login-attempts-reloaded"},
				{Own: "loginlimit", Reference: "limit-login-attempts-reloaded"},
			},
		},
		Options:    declared.Options(),
		Migrations: migrations,
		Tables: []ext.Table{
			{Name: countTable, Rows: ext.ByVisitors, Bound: ext.Bound{Most: maxCounts, Order: "valid_until", Stays: "locked_until > ?", Whole: true}},
			{Name: "loginlimit_known", Rows: ext.ByObjects},   // some for an account
			{Name: "loginlimit_session", Rows: ext.ByObjects}, // for a while, by who knows a password
		},
		Commands: commands(),
		About:    "Print who is locked out, and change when somebody is",
		New:      build,
	}
}

// service is the extension on one site.
type service struct {
	ext.Own
	ext.Kept
	ext.Reads
	ext.Outward
	auth.NoSay
	counts *ext.Journal
}

var _ auth.Throttle = (*service)(nil)

// expireEvery is how often what has ended is removed.
const expireEvery = time.Hour

func build(h *ext.Host) (*ext.Parts, error) {
	counts, err := h.Journal(countTable)
	if err != nil {
		return nil, err
	}
	s := &service{Own: h.Own, Kept: h.Kept, Reads: h.Reads, Outward: h.Outward, counts: counts}
	return &ext.Parts{
		Routes:   s.routes(),
		Login:    s,
		Hooks:    ext.Hooks{Users: s.users()},
		Periodic: []ext.Periodic{{Name: "expire", Every: expireEvery, Run: s.expire}},
		Commands: s.run(),
		Personal: &ext.Personal{Export: s.keptOf, Erase: s.forget},
	}, nil
}

package site

import (
	"context"
	"fmt"
	"strings"
)

// Addresses are the ones that a site may be known by.
type Addresses struct {
	Given  string `json:"given,omitempty"` // what this process was started with
	Stored string `json:"stored,omitempty"`
	Used   string `json:"used"`
	// Kept is set when KeepAddress has just stored the given one.
	Kept bool `json:"-"`
}

// Disagree tells that a server shows the site at another address than that which
// commands, and so mails and links of theirs, know.
func (d Addresses) Disagree() bool { return d.Given != "" && d.Given != d.Stored }

// Addresses are those of the site.
func (s *Site) Addresses(ctx context.Context) Addresses {
	return Addresses{Given: s.URL, Stored: strings.TrimRight(URL.Of(ctx, s), "/"), Used: s.Base(ctx)}
}

// KeepAddress stores the address that the server was started with where none is, so that
// commands know it too, which are told none. One that is stored stays: two servers may
// show one site. It wants a transaction.
func (s *Site) KeepAddress(ctx context.Context) (Addresses, error) {
	known := s.Addresses(ctx)
	if known.Given == "" || known.Stored != "" {
		return known, nil
	}
	known.Stored, known.Kept = known.Given, true
	if err := s.SetAddress(ctx, known.Given); err != nil {
		return known, fmt.Errorf("keep the address of the site: %w", err)
	}
	return known, nil
}

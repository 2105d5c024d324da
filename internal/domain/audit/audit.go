// Package audit keeps a record of who logged in, who changed rights, and who
// changed settings. It holds no secrets: of settings whose names sound like one
// only that they changed.
package audit

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

// The actions that are recorded.
const (
	LogIn          = "log-in"
	LogInFailed    = "log-in failed"
	AccountMade    = "account made"
	AccountGone    = "account deleted"
	RolesChanged   = "roles changed"
	PasswordSet    = "password changed"
	AddressChanged = "address changed"
	FactorsChanged = "second factors changed"
	OptionChanged  = "setting changed"

	AppPasswordMade    = "app password made"
	AppPasswordChanged = "app password changed" // its scope or its end
	AppPasswordRevoked = "app password revoked"
	AppPasswordUsed    = "app password used" // from an address for the first time
	ExtensionSwitched  = "extension switched"
	ThemeInstalled     = "theme installed" // its version
	ThemeRemoved       = "theme removed"
	AgentCalled        = "agent call" // of a tool, the subject
)

// Actions are all that is recorded.
func Actions() []string {
	return []string{
		LogIn, LogInFailed, AccountMade, AccountGone, RolesChanged, PasswordSet, AddressChanged, FactorsChanged, OptionChanged,
		AppPasswordMade, AppPasswordChanged, AppPasswordRevoked, AppPasswordUsed, ExtensionSwitched, ThemeInstalled, ThemeRemoved, AgentCalled,
	}
}

// Entry is one line of the record.
type Entry struct {
	ID      int64
	At      string // UTC
	Actor   int64  // account that did it, 0 for none
	Login   string // as it was called then, or as a stranger called themselves
	IP      string
	Action  string
	Subject string // what it was done to
	Detail  string
}

// Query asks for a part of the record, the newest in front.
type Query struct {
	Since  string // UTC, "" for all
	Action string // "" for all
	About  string // login or subject, "" for all
	IP     string // the address it was done from, "" for all
	Limit  int
}

// Store keeps the record. Its methods join the transaction of their context.
type Store interface {
	AppendAudit(ctx context.Context, e *Entry) error
	ListAudit(ctx context.Context, q Query) ([]*Entry, error)
	// PruneAudit drops what is older than a moment (UTC), and the oldest beyond
	// a number.
	PruneAudit(ctx context.Context, before string, keep int) error
}

// Log records. Make it with NewLog.
type Log struct {
	Store Store
	Clock func() time.Time
}

// Bounds on a line, in bytes.
const (
	maxName   = 100
	maxDetail = 300
)

// maxKnown is how many lines are looked at for one that is the same.
const maxKnown = 200

// NewLog records in a store at the time of a clock.
func NewLog(store Store, clock func() time.Time) *Log { return &Log{Store: store, Clock: clock} }

// Note records that the actor of ctx did something, in its transaction. What was
// done outside of requests is the command line's or the program's own.
func (l *Log) Note(ctx context.Context, action, subject, detail string) error {
	a, _ := access.FromContext(ctx)
	return l.append(ctx, &Entry{Actor: a.ID, Login: a.Login, IP: a.IP, Action: action, Subject: subject, Detail: detail})
}

func (l *Log) append(ctx context.Context, e *Entry) error {
	e.At = l.Clock().UTC().Format(site.DateForm)
	e.Login, e.Subject, e.Detail = cut(e.Login, maxName), cut(e.Subject, maxName), cut(e.Detail, maxDetail)
	if err := l.Store.AppendAudit(ctx, e); err != nil {
		return fmt.Errorf("record %s: %w", e.Action, err)
	}
	return nil
}

// NoteAttempt records a log-in, or one that failed.
func (l *Log) NoteAttempt(ctx context.Context, action string, id int64, login, ip string) error {
	return l.append(ctx, &Entry{Actor: id, Login: login, IP: ip, Action: action})
}

// NoteUse records that an application password of an account was used from an address
// (of IPv6, from a network), unless that is known.
func (l *Log) NoteUse(ctx context.Context, u *user.User, password, ip string) error {
	e := &Entry{Actor: u.ID, Login: u.Login, IP: ip, Action: AppPasswordUsed, Subject: u.Login, Detail: cut(password, maxDetail)}
	known, err := l.Store.ListAudit(ctx, Query{Action: AppPasswordUsed, About: u.Login, IP: ip, Limit: maxKnown})
	if err != nil || slices.ContainsFunc(known, func(k *Entry) bool { return k.Detail == e.Detail }) {
		return err
	}
	return l.append(ctx, e)
}

// UserSaved follows the writes of accounts, as user.Hooks want it.
func (l *Log) UserSaved(ctx context.Context, before, after *user.User) error {
	if before == nil {
		return l.Note(ctx, AccountMade, after.Login, rightsOf(after))
	}
	if was, is := rightsOf(before), rightsOf(after); was != is {
		if err := l.Note(ctx, RolesChanged, after.Login, was+" → "+is); err != nil {
			return err
		}
	}
	if before.PasswordHash != after.PasswordHash {
		if err := l.Note(ctx, PasswordSet, after.Login, ""); err != nil {
			return err
		}
	}
	if before.Email != after.Email {
		return l.Note(ctx, AddressChanged, after.Login, before.Email+" → "+after.Email)
	}
	return nil
}

// rightsOf are the roles of an account, and the rights that it has (+) or lacks (-) for itself.
func rightsOf(u *user.User) string {
	list := slices.Clone(u.Roles)
	for _, right := range slices.Sorted(maps.Keys(u.Rights)) {
		sign := "-"
		if u.Rights[right] {
			sign = "+"
		}
		list = append(list, sign+right)
	}
	return strings.Join(list, ", ")
}

// UserDeleted follows the removal of accounts.
func (l *Log) UserDeleted(ctx context.Context, was *user.User) error {
	return l.Note(ctx, AccountGone, was.Login, "")
}

// OptionSaved follows the writes of options that somebody makes, not those by
// which the program keeps its own state.
func (l *Log) OptionSaved(ctx context.Context, name string, before, after any) error {
	if _, ok := access.FromContext(ctx); !ok {
		return nil
	}
	return l.Note(ctx, OptionChanged, name, change(name, before, after))
}

// Secretive tells of the name of an option whether its value sounds like a secret.
func Secretive(name string) bool { return secretive.MatchString(name) }

var secretive = regexp.MustCompile(`(?i)token|secret|key|passw|licen[cs]e|credential|auth`)

// change says from what to what a setting was changed, if that is short and no
// secret.
func change(name string, before, after any) string {
	if secretive.MatchString(name) {
		return ""
	}
	old, ok1 := scalarText(before)
	now, ok2 := scalarText(after)
	if !ok1 || !ok2 {
		return ""
	}
	return old + " → " + now
}

func scalarText(v any) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "(unset)", true
	case bool:
		return strconv.FormatBool(v), true
	case string, int, int64, float64:
		text := strings.Join(strings.Fields(schema.ToText(v)), " ")
		return text, len(text) <= maxName
	}
	return "", false
}

func cut(s string, n int) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	if len(s) > n {
		s = strings.ToValidUTF8(s[:n], "")
	}
	return s
}

package loginlimit

import (
	"context"

	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

// settings are what the site chose. Those of the reference have its names and defaults.
type settings struct {
	policy                    // of addresses
	accountRetries            int64
	notify                    bool
	notifyAfter               int64
	allowed, allowedNames     []string
	denied, deniedNames       []string
	factor                    bool
	factorRoles               []string
	factorService, serviceKey string
}

// The names of settings that the command line treats apart.
const (
	nameAllowed    = "whitelist"
	nameDenied     = "blacklist"
	nameServiceKey = "mfa_token"
)

// maxListed bounds the lists of addresses and names.
const maxListed = 1000

var declared = &ext.Settings[settings]{Declare: func(t *settings, m *ext.Members) {
	number := func(to *int64, name, about string, def int64, least, most float64) {
		m.Int(to, name, about, def, schema.Min(least), schema.Max(most))
	}
	list := func(to *[]string, name, about string) {
		m.Texts(to, name, about, nil, schema.Str("", schema.Pattern(`^.{0,100}$`)), schema.MaxItems(maxListed))
	}
	const year = 365 * 24 * 60 * 60
	number(&t.retries, "allowed_retries", "Failed log-ins from an address that lock it out.", 4, 1, 1000)
	number(&t.duration, "lockout_duration", "How long a lock-out lasts, in seconds.", 1200, 1, year)
	number(&t.lockouts, "allowed_lockouts", "How many lock-outs there are before the next one is long.", 4, 1, 1000)
	number(&t.long, "long_duration", "How long a long lock-out lasts, in seconds.", 86400, 1, year)
	number(&t.valid, "valid_duration", "After how many seconds failures are forgotten.", 86400, 1, year)
	number(&t.accountRetries, "account_retries", "Failed log-ins to one account, from anywhere, that lock it for addresses that are new to it; 0 never.", 40, 0, 100000)
	m.Bool(&t.notify, "lockout_notify", "Whether whoever looks after the site hears of lock-outs by mail.", true)
	number(&t.notifyAfter, "notify_email_after", "After how many lock-outs of an address a message is sent.", 3, 1, 1000)
	list(&t.allowed, nameAllowed, "Addresses that are never locked out: single ones, ranges a-b, networks with a slash.")
	list(&t.allowedNames, "whitelist_usernames", "Log-in names that are never locked out.")
	list(&t.denied, nameDenied, "Addresses that may never log in, written alike.")
	list(&t.deniedNames, "blacklist_usernames", "Log-in names that nobody may log in with.")
	m.Bool(&t.factor, "mfa_enabled", "Whether log-ins ask for a second factor.", false)
	m.Texts(&t.factorRoles, "mfa_roles", "Whose log-ins do.", []string{access.Administrator}, schema.Str(""), schema.MaxItems(100))
	m.Text(&t.factorService, "mfa_url", "Address of the service that asks for the second factor; empty for a code by mail.", "", schema.Pattern(`^.{0,500}$`))
	m.Secret(&t.serviceKey, nameServiceKey, "What the service knows the site by.", schema.Pattern(`^.{0,500}$`))
}}

func (s *service) settings(ctx context.Context) *settings { return declared.Of(ctx, s.Options) }

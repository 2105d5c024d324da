package loginlimit

import (
	"quoin/internal/access"
	"quoin/internal/ext"
	"quoin/internal/schema"
)

// The settings of the extension. Those of the reference have its names and
// defaults.
const (
	optRetries      = "allowed_retries"
	optDuration     = "lockout_duration"
	optLockouts     = "allowed_lockouts"
	optLong         = "long_duration"
	optValid        = "valid_duration"
	optAccount      = "account_retries"
	optNotify       = "lockout_notify"
	optNotifyAfter  = "notify_email_after"
	optAllowed      = "whitelist"
	optAllowedNames = "whitelist_usernames"
	optDenied       = "blacklist"
	optDeniedNames  = "blacklist_usernames"
	optFactor       = "mfa_enabled"
	optRoles        = "mfa_roles"
	optService      = "mfa_url"
	optServiceKey   = "mfa_token"
)

// maxListed bounds the lists of addresses and names.
const maxListed = 1000

func options() []ext.Option {
	number := func(name, about string, def, least, most int) ext.Option {
		return ext.Option{Name: name, Schema: schema.Int(about, schema.Default(int64(def)), schema.Min(float64(least)), schema.Max(float64(most)))}
	}
	list := func(name, about string) ext.Option {
		return ext.Option{Name: name, Schema: schema.List(schema.Str("", schema.Pattern(`^.{0,100}$`)), about, schema.Default([]any{}), schema.MaxItems(maxListed))}
	}
	const year = 365 * 24 * 60 * 60
	return []ext.Option{
		number(optRetries, "Failed log-ins from an address that lock it out.", 4, 1, 1000),
		number(optDuration, "How long a lock-out lasts, in seconds.", 1200, 1, year),
		number(optLockouts, "How many lock-outs there are before the next one is long.", 4, 1, 1000),
		number(optLong, "How long a long lock-out lasts, in seconds.", 86400, 1, year),
		number(optValid, "After how many seconds failures are forgotten.", 86400, 1, year),
		number(optAccount, "Failed log-ins to one account, from anywhere, that lock it for addresses that are new to it; 0 never.", 40, 0, 100000),
		{Name: optNotify, Schema: schema.Bool("Whether whoever looks after the site hears of lock-outs by mail.", schema.Default(true))},
		number(optNotifyAfter, "After how many lock-outs of an address a message is sent.", 3, 1, 1000),
		list(optAllowed, "Addresses that are never locked out: single ones, ranges a-b, networks with a slash."),
		list(optAllowedNames, "Log-in names that are never locked out."),
		list(optDenied, "Addresses that may never log in, written alike."),
		list(optDeniedNames, "Log-in names that nobody may log in with."),
		{Name: optFactor, Schema: schema.Bool("Whether log-ins ask for a second factor.", schema.Default(false))},
		{Name: optRoles, Schema: schema.List(schema.Str(""), "Whose log-ins do.", schema.Default([]any{access.Administrator}), schema.MaxItems(100))},
		{Name: optService, Schema: schema.Str("Address of the service that asks for the second factor; empty for a code by mail.", schema.Default(""), schema.Pattern(`^.{0,500}$`))},
		{Name: optServiceKey, Schema: schema.Str("What the service knows the site by.", schema.Default(""), schema.Pattern(`^.{0,500}$`))},
	}
}

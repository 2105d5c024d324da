package apppasswords

import (
	"quoin/internal/api/rest"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/storage/auth"
)

type field = rest.Field[password]

func fields() []field {
	readonly, date := schema.Readonly(), schema.Format(schema.DateTime)
	maybe := schema.Types(schema.String, schema.Null)
	appID := schema.Str("A UUID by which the program is known.", rest.Everywhere,
		schema.OneOf(schema.Str("", schema.Format(schema.UUID)), schema.Str("", schema.Enum(""))))
	name := schema.Str("What the password is for.", rest.Everywhere, schema.Required(), schema.MinLen(1), schema.Pattern(`.*\S.*`))
	return []field{
		{Name: "uuid", Schema: schema.Str("What names the password.", schema.Format(schema.UUID), rest.Everywhere, readonly), Read: text(func(p password) string { return p.UUID })},
		{Name: "app_id", Schema: appID, Read: text(func(p password) string { return p.AppID })},
		{Name: "name", Schema: name, Read: text(func(p password) string { return p.Name })},
		{Name: "created", Schema: schema.Str("When it was made (UTC).", date, rest.NotEmbed, readonly), Read: text(func(p password) string { return p.Created })},
		{Name: "last_used", Schema: schema.Str("When it was last used (UTC).", maybe, date, rest.NotEmbed, readonly), Read: orNull(func(p password) string { return p.LastUsed })},
		{Name: "last_ip", Schema: schema.Str("The address that last used it.", maybe, schema.Format(schema.IP), rest.NotEmbed, readonly), Read: orNull(func(p password) string { return p.LastIP })},
		{Name: "password", Schema: schema.Str("The secret; only in the answer that makes it.", rest.OnlyEdit, readonly), Read: func(_ *rest.Request, p password) any {
			if p.secret == "" {
				return rest.Absent
			}
			return auth.Grouped(p.secret)
		}},
	}
}

// boundFields say how far a password goes. A client that doesn't know them gets passwords
// with all that the account may, for good.
func boundFields() []field {
	expires := schema.Str("When it ends (UTC, or with a zone); null for never.", schema.Types(schema.String, schema.Null), schema.Format(schema.DateTime), rest.NotEmbed)
	scope := schema.Str("How much of what its owner may it may: read, drafts (also write what isn't published), or publish (all).",
		schema.Enum(access.Scopes()...), rest.NotEmbed)
	return []field{
		{Name: argScope.Name, Schema: scope, Read: text(func(p password) string { return string(p.Scope) })},
		{Name: argExpires.Name, Schema: expires, Read: orNull(func(p password) string { return p.Expires })},
	}
}

func text(get func(password) string) func(*rest.Request, password) any {
	return func(_ *rest.Request, p password) any { return get(p) }
}

func orNull(get func(password) string) func(*rest.Request, password) any {
	return func(_ *rest.Request, p password) any {
		if v := get(p); v != "" {
			return v
		}
		return nil
	}
}

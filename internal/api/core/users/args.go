package users

import (
	"strconv"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
)

func (res *resource) listArgs() []rest.Arg {
	texts := func(description string) *schema.Schema { return schema.List(schema.Str(""), description) }
	types := schema.Str("", schema.Enum(res.types...), schema.Symbols())
	types.EnumMap = true
	published := schema.List(types, "Only users with published entries, of any or of these types.", schema.Types(schema.Boolean, schema.Array))
	columns := schema.List(schema.Str("", schema.Enum("email", "name", "id", "username", "slug")), "What is searched.", schema.Default([]any{}))
	return []rest.Arg{
		res.items.ContextArg(rest.View),
		rest.PageArg(),
		rest.PerPageArg("users", 10, 100),
		rest.SearchArg("Only users whose names or addresses hold this."),
		rest.ExcludeArg("users"),
		rest.IncludeArg("users"),
		rest.SkipArg("users"),
		rest.OrderArg("asc"),
		rest.OrderByArg("name", "id", "include", "name",
			"registered_date", "slug", "include_slugs", "email", "url"),
		argSlug.Arg(texts("Only users with one of these slugs.")),
		argRoles.Arg(texts("Only users with one of these roles.")),
		argCapabilities.Arg(texts("Only users with one of these capabilities.")),
		argWho.Arg(schema.Str("Only users who may write entries.", schema.Enum("authors"))),
		argHasPublishedPosts.Arg(published),
		argSearchColumns.Arg(columns),
	}
}

func deleteArgs() []rest.Arg {
	return []rest.Arg{
		rest.Force.Arg(schema.Bool("Must be true: accounts have no trash.", schema.Default(false))),
		{
			Name: argReassign.Name, Schema: schema.Int("The account that gets the entries of the removed one."), Required: true,
			Sanitize: func(_ *rest.Request, v any) (any, *fault.Error) { return reassigned(v) },
		},
	}
}

var errReassignParam = fault.BadRequest("rest_invalid_param", "This names no account.")

// reassigned is the account that gets the entries, or false for none. Compat (TestDelete):
// nothing but the number is looked at, so 1.5 is account 1.
func reassigned(v any) (any, *fault.Error) {
	switch v := v.(type) {
	case nil:
		return false, nil
	case bool:
		if v {
			return nil, errReassignParam
		}
		return false, nil
	case int64, float64:
		return v, nil
	case string:
		if f, err := strconv.ParseFloat(strings.TrimLeft(v, " \t\n\r\v\f"), 64); err == nil && !strings.ContainsAny(v, "xXpPnN_") {
			return int64(max(min(f, 1<<53), -1<<53)), nil
		}
		if v == "" || v == "false" {
			return false, nil
		}
	case []any:
		if len(v) == 0 {
			return false, nil
		}
	case *wire.Object:
		if v.Len() == 0 {
			return false, nil
		}
	}
	return nil, errReassignParam
}

// textField cleans an argument as one line of text.
func textField(a *rest.Arg) {
	cleaned(func(s string) (any, *fault.Error) { return clean.TextField(s), nil })(a)
}

// cleaned gives an argument a cleaning of its own.
func cleaned(do func(string) (any, *fault.Error)) func(*rest.Arg) {
	return func(a *rest.Arg) {
		a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) { return do(schema.ToText(v)) }
	}
}

var (
	errUsername      = fault.BadRequest("rest_user_invalid_username", "A log-in name holds letters, digits, blanks and _ . - @ only.")
	errUsernameTaken = fault.BadRequest("rest_user_invalid_username", "This log-in name can't be taken.")
	errNoPassword    = fault.BadRequest("rest_user_invalid_password", "A password can't be empty.")
	errLongPassword  = fault.BadRequest("rest_user_invalid_password", "This password is too long.")
	errPassword      = fault.BadRequest("rest_user_invalid_password", `A password can't hold a "\".`)
)

func (res *resource) cleanUsername(a *rest.Arg) {
	cleaned(func(name string) (any, *fault.Error) {
		switch {
		case name == "" || clean.Username("", name, true) != name:
			return nil, errUsername
		case res.Users.IsForbidden(name):
			return nil, errUsernameTaken
		}
		return name, nil
	})(a)
}

func checkPassword(password string) (any, *fault.Error) {
	switch {
	// Compat (TestCreate): the password "0" counts as none.
	case password == "" || password == "0":
		return nil, errNoPassword
	case strings.Contains(password, `\`):
		return nil, errPassword
	case len(password) > auth.MaxPassword:
		return nil, errLongPassword
	}
	return password, nil
}

package redirection

import (
	"context"
	"strings"
	"time"

	"quoin/internal/domain/site"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/wire"
)

// Rule is one redirect.
type Rule struct {
	ID, Group, Position int64
	Enabled             bool
	// URL is the source: a path with an optional query, or a regular
	// expression. MatchURL is its canonical path, "regex" for expressions.
	URL, MatchURL string
	Flags         Flags
	LogExclude    bool
	MatchType     string
	Condition     Condition
	ActionType    string
	ActionCode    int64
	Title         string
	Hits          int64
	LastAccess    time.Time // zero for never
}

// Flags tell how a source is compared with a request.
type Flags struct {
	Query    string `json:"query"`              // QueryExact and so on
	Case     bool   `json:"case,omitempty"`     // upper and lower case are the same
	Trailing bool   `json:"trailing,omitempty"` // a slash at the end doesn't matter
	Regex    bool   `json:"regex,omitempty"`
}

// How queries are compared.
const (
	QueryExact      = "exact"      // the same parameters in any order
	QueryExactOrder = "exactorder" // the same text
	QueryIgnore     = "ignore"     // parameters of the source are needed, others don't matter
	QueryPass       = "pass"       // like ignore, and the target gets the others
)

func queryModes() []string { return []string{QueryIgnore, QueryExact, QueryPass, QueryExactOrder} }

// What rules do.
const (
	ActionURL     = "url"
	ActionError   = "error"
	ActionPass    = "pass"
	ActionNothing = "nothing"
	ActionRandom  = "random"
)

func actions() []string {
	return []string{ActionURL, ActionError, ActionNothing, ActionRandom, ActionPass}
}

func (f Flags) object() *wire.Object {
	return wire.NewObject("flag_query", f.Query, "flag_case", f.Case, "flag_trailing", f.Trailing, "flag_regex", f.Regex)
}

// set takes those flags of an object that it has and that are valid.
func (f *Flags) set(o *wire.Object) {
	if v := o.Text("flag_query"); oneOf(v, queryModes()...) {
		f.Query = v
	}
	if v, ok := o.Get("flag_case").(bool); ok {
		f.Case = v
	}
	if v, ok := o.Get("flag_trailing").(bool); ok {
		f.Trailing = v
	}
	if v, ok := o.Get("flag_regex").(bool); ok {
		if f.Regex = v; v {
			f.Query = QueryExact
		}
	}
}

// matchData is the member match_data of a rule.
func (r *Rule) matchData() *wire.Object {
	o := wire.NewObject("source", r.Flags.object())
	if r.LogExclude {
		o.Set("options", wire.NewObject("log_exclude", true))
	}
	return o
}

func (r *Rule) setMatchData(o *wire.Object) {
	r.Flags = Flags{Query: QueryExact}
	r.Flags.set(o.Object("source"))
	r.LogExclude = o.Object("options").Get("log_exclude") == true
}

// object is a rule as the API answers it.
func (s *base) object(ctx context.Context, r *Rule) *wire.Object {
	access := "-"
	if !r.LastAccess.IsZero() {
		access = s.formatted(ctx, r.LastAccess, site.DateFormat)
	}
	return wire.NewObject(
		"id", r.ID, "url", r.URL, "match_url", r.MatchURL, "match_data", r.matchData(),
		"action_code", r.ActionCode, "action_type", r.ActionType, "action_data", r.actionData(), "match_type", r.MatchType,
		"title", r.Title, "hits", r.Hits, "regex", r.Flags.Regex, "group_id", r.Group, "position", r.Position,
		"last_access", access, "enabled", r.Enabled,
	)
}

// actionData is the member action_data of a rule, nil without any.
func (r *Rule) actionData() any {
	if o := r.Condition.object(r.MatchType, r.hasTarget()); o != nil {
		return o
	}
	return nil
}

// hasTarget tells whether the action leads somewhere that the rule names.
func (r *Rule) hasTarget() bool { return r.ActionType == ActionURL || r.ActionType == ActionPass }

func oneOf(v string, list ...string) bool {
	for _, x := range list {
		if v == x {
			return true
		}
	}
	return false
}

// sortKey orders sources and names of groups as the reference's database does: without regard to
// case and accents, punctuation before digits and letters, in this order.
func sortKey(s string) string {
	const order = " _`^-,;:!?/.'\"()[]{}@*\\&#%+<=>|~$"
	key := make([]byte, 0, len(s))
	s = strings.NewReplacer("€", "$", "£", "$", "¥", "$").Replace(strings.ToLower(s))
	for _, c := range []byte(clean.Accents(s)) {
		if i := strings.IndexByte(order, c); i >= 0 {
			c = byte(i + 1)
			if c >= '0' {
				c = '0' - 1
			}
		}
		key = append(key, c)
	}
	return strings.ToValidUTF8(string(key), "\ufffd")
}

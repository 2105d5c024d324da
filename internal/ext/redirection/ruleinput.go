package redirection

import (
	"net/http"

	"quoin/internal/api/rest"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// ruleInput describes a rule to make or to change: what a request sends, a file has or the
// monitor wants, before it is cleaned and checked.
type ruleInput struct {
	Source     string
	Regex      bool
	MatchData  *wire.Object // flags and options of the source; nil: those of the settings
	MatchType  string
	ActionType string
	ActionCode int64
	ActionData *wire.Object // the target, and what it depends on
	Title      string
	Group      int64
	Position   int64 // 0: behind the others of the group
	Hits       int64
	Disabled   bool
	LastAccess string // a date, or anything else for never
}

// readRule reads the members of the API, but for the source; value gives them by name. Hits
// and the last access are left to those who may tell them.
func readRule(value func(name string) any) ruleInput {
	text := func(name string) string {
		s, _ := value(name).(string)
		return s
	}
	in := ruleInput{
		Regex: schema.ToInt(value("regex")) == 1 || value("regex") == true, MatchType: text("match_type"),
		ActionType: text("action_type"), ActionCode: schema.ToInt(value("action_code")),
		Title: schema.ToText(value("title")), Group: schema.ToInt(value("group_id")), Position: schema.ToInt(value("position")),
		Disabled: value("enabled") == false || text("enabled") == "disabled" || text("status") == "disabled",
	}
	in.MatchData, _ = value("match_data").(*wire.Object)
	in.ActionData, _ = schema.AsObject(value("action_data"))
	return in
}

// paramsOf gives the params of a request by name.
func paramsOf(r *rest.Request) func(name string) any {
	return func(name string) any { return rest.ValueParam(name).Of(r) }
}

// ruleMembers are the names by which readRule reads.
func ruleMembers() (names []string) {
	readRule(func(name string) any { names = append(names, name); return nil })
	return names
}

// leadTo describes a rule that leads from a path to a target for good.
func leadTo(from, to string, group int64) ruleInput {
	return ruleInput{
		Source: from, MatchType: MatchURL, ActionType: ActionURL, ActionCode: http.StatusMovedPermanently,
		ActionData: targetData(to), Group: group,
	}
}

// targetData is the data of an action that leads to one target.
func targetData(to string) *wire.Object { return wire.NewObject("url", to) }

package redirection

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"quoin/internal/ext"
	"quoin/internal/platform/rowmap"
	"quoin/internal/platform/wire"
)

// load reads the state that requests are answered by.
func (s *base) load(ctx context.Context) (*state, error) {
	ctx = ext.Within(ctx, ext.SiteLimit())
	st := &state{}
	var err error
	if st.settings, err = s.readSettings(ctx); err != nil {
		return nil, err
	}
	rules, err := s.queryRules(ctx, "WHERE r.enabled AND EXISTS (SELECT 1 FROM redirection_group g WHERE g.id = r.group_id AND g.enabled)")
	if err != nil {
		return nil, err
	}
	matcher, flaws := NewMatcher(rules)
	for id, flaw := range flaws {
		s.Log.WarnContext(ctx, "a redirect can't be matched and is left out", "id", id, "error", flaw)
	}
	st.matcher = matcher
	st.settings.derive()
	return st, nil
}

// matchJSON is what the column match_data holds.
type matchJSON struct {
	Flags
	LogExclude bool `json:"log_exclude,omitempty"`
}

var ruleRow = rowmap.Of(
	rowmap.Key("id", func(r *Rule) any { return &r.ID }),
	rowmap.Field("group_id", func(r *Rule) any { return &r.Group }),
	rowmap.Field("position", func(r *Rule) any { return &r.Position }),
	rowmap.Field("enabled", func(r *Rule) any { return &r.Enabled }),
	rowmap.Derived("regex", func(r *Rule) any { return r.Flags.Regex }),
	rowmap.Field("hits", func(r *Rule) any { return &r.Hits }),
	rowmap.Mapped("last_access", func(r *Rule) rowmap.Scanner { return rowmap.Int(r.readAccess) }, func(r *Rule) any { return r.access() }),
	rowmap.Field("action_type", func(r *Rule) any { return &r.ActionType }),
	rowmap.Field("action_code", func(r *Rule) any { return &r.ActionCode }),
	rowmap.Field("match_type", func(r *Rule) any { return &r.MatchType }),
	rowmap.Field("url", func(r *Rule) any { return &r.URL }),
	rowmap.Derived("sort_key", func(r *Rule) any { return sortKey(r.URL) }),
	rowmap.Field("match_url", func(r *Rule) any { return &r.MatchURL }),
	rowmap.Field("title", func(r *Rule) any { return &r.Title }),
	rowmap.Derived("title_key", func(r *Rule) any { return sortKey(r.Title) }),
	rowmap.Mapped("match_data", func(r *Rule) rowmap.Scanner { return rowmap.Text(r.readMatch) }, func(r *Rule) any { return r.match() }),
	rowmap.JSON("action_data", func(r *Rule) any { return &r.Condition }),
)

// ruleChange are the columns that an update changes: hits are counted meanwhile, and the
// state has a way of its own.
var ruleChange = ruleRow.Without("enabled", "hits", "last_access")

func (r *Rule) readMatch(text string) error {
	var m matchJSON
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		return fmt.Errorf("flags of redirect %d: %w", r.ID, err)
	}
	r.Flags, r.LogExclude = m.Flags, m.LogExclude
	return nil
}

func (r *Rule) match() string {
	text, _ := json.Marshal(matchJSON{r.Flags, r.LogExclude}) // can't fail
	return string(text)
}

// readAccess takes the last access in seconds, 0 for none.
func (r *Rule) readAccess(seconds int64) error {
	if seconds != 0 {
		r.LastAccess = time.Unix(seconds, 0)
	}
	return nil
}

func (r *Rule) access() int64 {
	if r.LastAccess.IsZero() {
		return 0
	}
	return r.LastAccess.Unix()
}

// queryRules reads rules; the rest of the query calls the table r.
func (s *base) queryRules(ctx context.Context, rest string, args ...any) ([]*Rule, error) {
	rules := []*Rule{}
	err := s.DB.Query(ctx, "SELECT "+ruleRow.Read("r")+" FROM redirection_rule r "+rest, args, func(scan func(...any) error) error {
		r, err := ruleRow.Scan(scan)
		rules = append(rules, r)
		return err
	})
	return rules, err
}

// rulesIn counts the rules of a group: a new one stands behind them.
func (s *base) rulesIn(ctx context.Context, group int64) (n int64, err error) {
	_, err = s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM redirection_rule WHERE group_id = ?", []any{group}, &n)
	return n, err
}

// insert stores a new rule.
func (s *base) insert(ctx context.Context, r *Rule) error {
	_, err := s.DB.Insert(ctx, ruleRow.Insert("redirection_rule")+" RETURNING id", ruleRow.Values(r), &r.ID)
	return err
}

// update stores a rule in place of the one with its id, whose state, hits and last access
// stay.
func (s *base) update(ctx context.Context, r *Rule) error {
	_, err := s.DB.Exec(ctx, ruleChange.Update("redirection_rule")+" WHERE id = ?", append(ruleChange.Values(r), r.ID)...)
	return err
}

// rule is the rule with an id, nil without one.
func (s *base) rule(ctx context.Context, id int64) (*Rule, error) {
	list, err := s.queryRules(ctx, "WHERE r.id = ?", id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// readSettings reads the settings, with defaults for those never changed.
func (s *base) readSettings(ctx context.Context) (*settings, error) {
	out, stored := newSettings(), map[string]any{}
	err := s.DB.Query(ctx, "SELECT name, value FROM redirection_setting", nil, func(scan func(...any) error) error {
		var name, text string
		if err := scan(&name, &text); err != nil {
			return err
		}
		value, err := wire.Decode([]byte(text))
		if err != nil {
			return fmt.Errorf("setting %s: %w", name, err)
		}
		stored[name] = value
		return nil
	})
	for _, m := range out.members() {
		if v, ok := stored[m.name]; ok {
			m.take(v)
		}
	}
	return out, err
}

// settingNames are the names of all settings.
func settingNames() (names []string) {
	for _, m := range newSettings().members() {
		names = append(names, m.name)
	}
	return names
}

// writeSettings stores those settings that are other than before.
func (s *base) writeSettings(ctx context.Context, before, after *settings) error {
	stood := before.members()
	for i, m := range after.members() {
		value := m.value()
		if wire.Equal(stood[i].value(), value) {
			continue
		}
		if _, err := s.DB.Exec(ctx, "INSERT INTO redirection_setting (name, value) VALUES (?, ?)"+
			" ON CONFLICT (name) DO UPDATE SET value = excluded.value", m.name, string(wire.Encode(value, nil))); err != nil {
			return err
		}
	}
	return nil
}

// saved follows the storing of a rule: it remembers the group, and changes the
// key that caches in front of the site are told to use while there is one.
func (s *base) saved(ctx context.Context, group int64) error {
	if _, err := s.DB.Exec(ctx, "UPDATE redirection_setting SET value = ? WHERE name = 'cache_key' AND value <> '0'", fmt.Sprint(s.Clock().Unix())); err != nil {
		return err
	}
	_, err := s.DB.Exec(ctx, "INSERT INTO redirection_setting (name, value) VALUES ('last_group_id', ?)"+
		" ON CONFLICT (name) DO UPDATE SET value = excluded.value", fmt.Sprint(group))
	return err
}

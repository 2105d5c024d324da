package redirection

import (
	"context"
	"encoding/json"
	"fmt"
	"quoin/internal/ext"
	"time"

	"quoin/internal/wire"
)

// load reads the state that requests are answered by.
func (s *service) load(ctx context.Context) (*state, error) {
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

const ruleColumns = "r.id, r.group_id, r.position, r.enabled, r.hits, r.last_access, r.action_type, r.action_code, r.match_type," +
	" r.url, r.match_url, r.title, r.match_data, r.action_data"

// queryRules reads rules; the rest of the query calls the table r.
func (s *service) queryRules(ctx context.Context, rest string, args ...any) ([]*Rule, error) {
	rules := []*Rule{}
	err := s.DB.Query(ctx, "SELECT "+ruleColumns+" FROM redirection_rule r "+rest, args, func(scan func(...any) error) error {
		r := &Rule{}
		var last int64
		var match, data string
		if err := scan(&r.ID, &r.Group, &r.Position, &r.Enabled, &r.Hits, &last, &r.ActionType, &r.ActionCode, &r.MatchType,
			&r.URL, &r.MatchURL, &r.Title, &match, &data); err != nil {
			return err
		}
		var m matchJSON
		if err := json.Unmarshal([]byte(match), &m); err != nil {
			return fmt.Errorf("flags of redirect %d: %w", r.ID, err)
		}
		if err := json.Unmarshal([]byte(data), &r.Condition); err != nil {
			return fmt.Errorf("condition of redirect %d: %w", r.ID, err)
		}
		r.Flags, r.LogExclude = m.Flags, m.LogExclude
		if last != 0 {
			r.LastAccess = time.Unix(last, 0)
		}
		rules = append(rules, r)
		return nil
	})
	return rules, err
}

// encoded are the columns match_data and action_data.
func (r *Rule) encoded() (match, data string) {
	m, _ := json.Marshal(matchJSON{r.Flags, r.LogExclude}) // neither can fail
	d, _ := json.Marshal(r.Condition)
	return string(m), string(d)
}

func (r *Rule) lastAccess() int64 {
	if r.LastAccess.IsZero() {
		return 0
	}
	return r.LastAccess.Unix()
}

// rulesIn counts the rules of a group: a new one stands behind them.
func (s *service) rulesIn(ctx context.Context, group int64) (n int64, err error) {
	_, err = s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM redirection_rule WHERE group_id = ?", []any{group}, &n)
	return n, err
}

// insert stores a new rule.
func (s *service) insert(ctx context.Context, r *Rule) error {
	match, data := r.encoded()
	_, err := s.DB.Insert(ctx, "INSERT INTO redirection_rule (group_id, position, enabled, regex, hits, last_access, action_type,"+
		" action_code, match_type, url, sort_key, match_url, title, match_data, action_data)"+
		" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id", []any{
		r.Group, r.Position, r.Enabled, r.Flags.Regex, r.Hits, r.lastAccess(), r.ActionType,
		r.ActionCode, r.MatchType, r.URL, sortKey(r.URL), r.MatchURL, r.Title, match, data,
	}, &r.ID)
	return err
}

// update stores a rule in place of the one with its id, whose state, hits and
// last access stay.
func (s *service) update(ctx context.Context, r *Rule) error {
	match, data := r.encoded()
	_, err := s.DB.Exec(ctx, "UPDATE redirection_rule SET group_id = ?, position = ?, regex = ?, action_type = ?, action_code = ?,"+
		" match_type = ?, url = ?, sort_key = ?, match_url = ?, title = ?, match_data = ?, action_data = ? WHERE id = ?",
		r.Group, r.Position, r.Flags.Regex, r.ActionType, r.ActionCode,
		r.MatchType, r.URL, sortKey(r.URL), r.MatchURL, r.Title, match, data, r.ID)
	return err
}

// rule is the rule with an id, nil without one.
func (s *service) rule(ctx context.Context, id int64) (*Rule, error) {
	list, err := s.queryRules(ctx, "WHERE r.id = ?", id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// readSettings reads the settings, with defaults for those never changed.
func (s *service) readSettings(ctx context.Context) (*settings, error) {
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

// writeSettings stores those settings that are other than before.
func (s *service) writeSettings(ctx context.Context, before, after *settings) error {
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
func (s *service) saved(ctx context.Context, group int64) error {
	if _, err := s.DB.Exec(ctx, "UPDATE redirection_setting SET value = ? WHERE name = 'cache_key' AND value <> '0'", fmt.Sprint(s.Clock().Unix())); err != nil {
		return err
	}
	_, err := s.DB.Exec(ctx, "INSERT INTO redirection_setting (name, value) VALUES ('last_group_id', ?)"+
		" ON CONFLICT (name) DO UPDATE SET value = excluded.value", fmt.Sprint(group))
	return err
}

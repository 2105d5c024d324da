package redirection

import (
	"context"
	"time"

	"quoin/internal/importer"
	"quoin/internal/moving"
	"quoin/internal/wire"
)

const (
	oldOptions = "redirection_options"
	oldGroups  = "redirection_groups"
	oldRules   = "redirection_items"
)

// moveIn is how what the reference's extension kept comes along: groups and rules with
// their ids, and settings. Rows of the logs are added by visitors alone; those of the old
// site are kept aside.
func (s *service) moveIn() moving.Extension {
	return moving.Extension{
		Options: []string{oldOptions}, Tables: []string{oldGroups, oldRules},
		Take: s.takeOld,
	}
}

func (s *service) takeOld(ctx context.Context, old *moving.Old) (int, error) {
	set, err := s.moveSettings(ctx, old)
	if err != nil {
		return 0, err
	}
	groups, err := s.moveGroups(ctx, old)
	if err != nil {
		return 0, err
	}
	rules, err := s.moveRules(ctx, old, set)
	if err != nil {
		return 0, err
	}
	return groups + rules, s.changed(ctx)
}

// moveSettings brings the settings that are of the same kind as here.
func (s *service) moveSettings(ctx context.Context, old *moving.Old) (*settings, error) {
	set, err := s.readSettings(ctx)
	if err != nil {
		return nil, err
	}
	before, stored := *set, old.Object(oldOptions)
	for _, m := range set.members() {
		if v, ok := stored.Lookup(m.name); ok && m.name != "database" {
			m.take(v)
		}
	}
	return set, s.writeSettings(ctx, &before, set)
}

// withID inserts a row with a statement that returns the id, and gives it the wanted one,
// which comes after those of all rows before. The database knows on either engine that the
// id is given out.
func (s *service) withID(ctx context.Context, table, insert string, args []any, wanted int64) error {
	var id int64
	if _, err := s.DB.Insert(ctx, insert, args, &id); err != nil || id >= wanted {
		return err
	}
	if _, err := s.DB.Exec(ctx, "UPDATE "+table+" SET id = ? WHERE id = ?", wanted, id); err != nil {
		return err
	}
	return s.DB.UsedID(ctx, table, wanted)
}

// moveGroups brings the groups in the place of those that a new site has.
func (s *service) moveGroups(ctx context.Context, old *moving.Old) (n int, err error) {
	kept := map[int64]bool{}
	err = old.Rows(ctx, oldGroups, func(r moving.Row) error {
		id := r.Int("id")
		args := []any{r.Text("name"), sortKey(r.Text("name")), r.Int("module_id"), r.Int("position"), r.Text("status") == "enabled"}
		n, kept[id] = n+1, true
		changed, err := s.DB.Exec(ctx, "UPDATE redirection_group SET name = ?, sort_key = ?, module_id = ?, position = ?, enabled = ? WHERE id = ?", append(args, id)...)
		if err != nil || changed > 0 {
			return err
		}
		return s.withID(ctx, "redirection_group", "INSERT INTO redirection_group (name, sort_key, module_id, position, enabled) VALUES (?, ?, ?, ?, ?) RETURNING id", args[:5], id)
	})
	if err != nil || n == 0 {
		return n, err
	}
	for _, id := range []int64{1, 2} {
		if !kept[id] {
			if _, err := s.DB.Exec(ctx, "DELETE FROM redirection_group WHERE id = ?", id); err != nil {
				return n, err
			}
		}
	}
	return n, nil
}

func (s *service) moveRules(ctx context.Context, old *moving.Old, set *settings) (n int, err error) {
	insert := ruleRow.Insert("redirection_rule") + " RETURNING id"
	err = old.Rows(ctx, oldRules, func(old moving.Row) error {
		r := oldRule(old, set)
		n++
		return s.withID(ctx, "redirection_rule", insert, ruleRow.Values(r), r.ID)
	})
	return n, err
}

// oldRule is a rule of the reference. What its target depends on is a text, or a list
// with the members that the API has.
func oldRule(row moving.Row, set *settings) *Rule {
	r := &Rule{
		ID: row.Int("id"), Group: row.Int("group_id"), Position: row.Int("position"), Enabled: row.Text("status") == "enabled",
		URL: row.Text("url"), MatchURL: row.Text("match_url"), MatchType: row.Text("match_type"), ActionType: row.Text("action_type"),
		ActionCode: row.Int("action_code"), Title: row.Text("title"), Hits: row.Int("last_count"), LastAccess: oldTime(row.Text("last_access")),
	}
	if o, err := wire.Decode([]byte(row.Text("match_data"))); err == nil {
		if o, ok := o.(*wire.Object); ok {
			r.setMatchData(o)
		}
	}
	if r.Flags.Query == "" {
		r.Flags = set.Flags
	}
	r.Flags.Regex = row.Int("regex") != 0
	target := row.Text("action_data")
	o := wire.NewObject("url", target)
	if v, ok := importer.MetaValue(target); ok {
		if members, ok := v.(*wire.Object); ok {
			o = members
		}
	}
	r.Condition = conditionOf(r.MatchType, o, r.hasTarget(), false)
	return r
}

// oldTime is a moment of the reference's tables, which are in UTC.
func oldTime(text string) time.Time {
	t, err := time.Parse(time.DateTime, text)
	if err != nil || t.Year() < 1980 {
		return time.Time{}
	}
	return t
}

package redirection

import (
	"context"
	"time"

	"quoin/internal/domain/importer"
	"quoin/internal/platform/wire"
	"quoin/internal/transfer/moving"
)

const (
	oldOptions = "redirection_options"
	oldGroups  = "redirection_groups"
	oldRules   = "redirection_items"
	oldHits    = "redirection_logs"
	oldMisses  = "redirection_404"
)

// moveIn is how what the reference's extension kept comes along: groups and rules with
// their ids, settings, and the logs.
func (s *mover) moveIn() moving.Extension {
	return moving.Extension{
		Options: []string{oldOptions}, Tables: []string{oldGroups, oldRules, oldHits, oldMisses},
		Take: s.takeOld,
	}
}

func (s *mover) takeOld(ctx context.Context, old *moving.Old) (int, error) {
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
	logs := 0
	for table, missing := range map[string]bool{oldHits: false, oldMisses: true} {
		n, err := s.moveLog(ctx, old, table, missing)
		if err != nil {
			return 0, err
		}
		logs += n
	}
	return groups + rules + logs, s.changed(ctx)
}

// moveLog brings the rows of a log, which have new ids: here both logs share them. A row
// that is there already isn't brought again.
func (s *mover) moveLog(ctx context.Context, old *moving.Old, table string, missing bool) (n int, err error) {
	var list []entry
	add := func() error {
		n += len(list)
		err := s.logbook.insertEntries(ctx, list)
		list = nil
		return err
	}
	err = old.Rows(ctx, table, func(r moving.Row) error {
		e := entry{
			place: s.logs[missing].Brought(), missing: missing, code: r.Int("http_code"), rule: r.Int("redirection_id"), method: r.Text("request_method"),
			ip: short(r.Text("ip"), maxLoggedText), domain: short(r.Text("domain"), maxLoggedText), by: r.Text("redirect_by"), url: short(r.Text("url"), maxLogged),
			agent: short(r.Text("agent"), maxLoggedText), referrer: short(r.Text("referrer"), maxLoggedText), sentTo: short(r.Text("sent_to"), maxLogged),
		}
		// Compat (api.TestMovedByDatabase): moments of the log are of the old site's zone.
		if t := oldTime(r.Text("created")); !t.IsZero() {
			e.created = time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, s.Site.Zone(ctx)).Unix()
		}
		if data := r.Text("request_data"); len(data) <= maxLoggedData {
			if _, err := wire.Decode([]byte(data)); err == nil {
				e.requestData = data
			}
		}
		if old.Again() {
			var there int64
			found, err := s.DB.QueryRow(ctx, "SELECT id FROM redirection_log WHERE missing = ? AND created = ? AND url = ? AND ip = ? LIMIT 1", []any{missing, e.created, e.url, e.ip}, &there)
			if err != nil || found {
				return err
			}
		}
		if list = append(list, e); len(list) < logsAtOnce {
			return nil
		}
		return add()
	})
	if err == nil {
		err = add()
	}
	return n, err
}

// logsAtOnce is how many rows of a log are held at a time.
const logsAtOnce = 500

// moveSettings brings the settings that are of the same kind as here.
func (s *mover) moveSettings(ctx context.Context, old *moving.Old) (*settings, error) {
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
func (s *mover) withID(ctx context.Context, table, insert string, args []any, wanted int64) error {
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
func (s *mover) moveGroups(ctx context.Context, old *moving.Old) (n int, err error) {
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
	if err == nil {
		err = s.dropGone(ctx, "redirection_group", old.Gone(oldGroups))
	}
	if err != nil || n == 0 || old.Again() {
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

// dropGone removes what the old site hasn't got any more.
func (s *mover) dropGone(ctx context.Context, table string, ids []int64) error {
	for _, id := range ids {
		if _, err := s.DB.Exec(ctx, "DELETE FROM "+table+" WHERE id = ?", id); err != nil {
			return err
		}
	}
	return nil
}

func (s *mover) moveRules(ctx context.Context, old *moving.Old, set *settings) (n int, err error) {
	insert := ruleRow.Insert("redirection_rule") + " RETURNING id"
	if err := s.dropGone(ctx, "redirection_rule", old.Gone(oldRules)); err != nil {
		return 0, err
	}
	err = old.Rows(ctx, oldRules, func(old moving.Row) error {
		r := oldRule(old, set)
		n++
		if changed, err := s.DB.Exec(ctx, ruleRow.Update("redirection_rule")+" WHERE id = ?", append(ruleRow.Values(r), r.ID)...); err != nil || changed > 0 {
			return err
		}
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
		Flags: set.Flags, // a rule has only those that differ
	}
	if o, err := wire.Decode([]byte(row.Text("match_data"))); err == nil {
		if o, ok := o.(*wire.Object); ok {
			r.setMatchData(o)
			r.Flags = set.Flags
			r.Flags.set(o.Object("source"))
		}
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

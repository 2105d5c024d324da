package redirection

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Error codes are numbers of this program: the reference tells its own.
const (
	numberRule = iota + 1
	numberUpdate
	numberBulk
	numberGroup
	numberImport
)

func (s *rulebook) listRules(r *rest.Request) (any, error) {
	ctx, w := r.Context(), s.ruleWhere(r)
	column := map[string]string{"source": "r.sort_key", "last_count": "r.hits", "last_access": "r.last_access", "position": "r.position"}[rest.OrderBy.Of(r)]
	if column == "" {
		column = "r.id"
	}
	rules, err := s.queryRules(ctx, w.sql()+window(r, column, "r.id"), w.args...)
	if err != nil {
		return nil, err
	}
	var total int64
	if _, err := s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM redirection_rule r"+w.sql(), w.args, &total); err != nil {
		return nil, err
	}
	list := make([]any, len(rules))
	for i, rule := range rules {
		list[i] = s.object(ctx, rule)
	}
	return wire.NewObject("items", list, "total", total), nil
}

// maxSources bounds how many rules one request makes.
const maxSources = 1000

func (s *rulebook) createRules(r *rest.Request) (any, error) {
	sources, seen := []string{}, map[string]bool{}
	list, isList := argURL.Value(r).([]any)
	if !isList && argURL.Has(r) {
		list = []any{argURL.Value(r)}
	}
	if len(list) > maxSources {
		return nil, refuse("redirect", fmt.Sprintf("Only %d redirects can be made at once.", maxSources), numberRule)
	}
	for _, v := range list {
		if source := schema.ToText(v); !seen[source] {
			seen[source] = true
			sources = append(sources, source)
		}
	}
	for _, source := range sources {
		in := readRule(paramsOf(r))
		in.Source, in.Hits = source, schema.ToInt(argHits.Value(r)) // of a redirect that comes from elsewhere
		if err := s.create(r.Context(), in); err != nil {
			return nil, err
		}
	}
	return s.listRules(r)
}

// create makes and stores a rule.
func (s *rulebook) create(ctx context.Context, in ruleInput) error {
	set, err := s.readSettings(ctx)
	if err != nil {
		return err
	}
	rule, err := s.ruleOf(ctx, set, in)
	if err != nil {
		return err
	}
	if rule.Group, err = s.existingGroup(ctx, in.Group); err != nil {
		return err
	}
	if rule.Position == 0 {
		if rule.Position, err = s.rulesIn(ctx, rule.Group); err != nil {
			return err
		}
	}
	if err := s.insert(ctx, rule); err != nil {
		return err
	}
	if err := s.saved(ctx, rule.Group); err != nil {
		return err
	}
	return s.changed(ctx)
}

func redirectCode(code int64) bool {
	switch code {
	case 301, 302, 303, 304, 307, 308:
		return true
	}
	return false
}

func errorCode(code int64) bool {
	switch code {
	case 400, 401, 403, 404, 410, 418, 451, 500, 501, 502, 503, 504:
		return true
	}
	return false
}

// ruleOf makes a rule in its canonical form, but for its group. Faults tell what is wrong.
func (s *rulebook) ruleOf(ctx context.Context, set *settings, in ruleInput) (*Rule, error) {
	r := &Rule{Flags: set.Flags, MatchType: in.MatchType, ActionType: in.ActionType, Enabled: !in.Disabled}
	r.Flags.Regex = in.Regex
	if in.MatchData != nil {
		if in.MatchData.Object("source") != nil {
			r.setMatchData(in.MatchData)
		}
		r.LogExclude = in.MatchData.Object("options").Get("log_exclude") == true
	}
	source, data := strings.TrimSpace(in.Source), in.ActionData
	if source == "" {
		source = generated(set.AutoTarget, s.Clock())
	}
	if !r.Flags.Regex && strings.HasPrefix(source, "http") {
		data = s.foreign(ctx, r, source, data)
	}
	r.URL = cleanSource(source, r.Flags.Regex)
	switch {
	case !oneOf(r.MatchType, matchTypes()...):
		return nil, refuse("redirect", "Invalid redirect matcher", numberRule)
	case !oneOf(r.ActionType, actions()...):
		return nil, refuse("redirect", "Invalid redirect action", numberRule)
	case r.URL == "" || len(r.URL) > maxSource:
		return nil, refuse("redirect", "Invalid source URL", numberRule)
	}
	r.MatchURL = canonical(r.URL, r.Flags)
	r.ActionCode = actionCode(r.ActionType, in.ActionCode)
	r.Condition = conditionOf(r.MatchType, data, r.hasTarget(), strings.HasPrefix(s.Site.Base(ctx), "https:"))
	r.Title, r.Position, r.Hits = cleanTitle(in.Title), max(0, in.Position), max(0, in.Hits)
	return r, s.check(r, source)
}

// keepCondition takes over the condition that the rule had before, as far as its
// type has the same members.
func (r *Rule) keepCondition(before *Rule, https bool) {
	switch {
	case r.MatchType == before.MatchType:
		r.Condition = before.Condition
	case r.MatchType != MatchURL && before.MatchType != MatchURL:
		r.Condition = conditionOf(r.MatchType, before.Condition.object(before.MatchType, true), true, https)
	}
}

func actionCode(action string, code int64) int64 {
	switch {
	case action == ActionURL || action == ActionRandom:
		if redirectCode(code) {
			return code
		}
		return http.StatusMovedPermanently
	case action == ActionError:
		if errorCode(code) {
			return code
		}
		return http.StatusNotFound
	}
	return 0
}

// foreign makes a source of another host a rule that compares the host.
func (s *rulebook) foreign(ctx context.Context, r *Rule, source string, data *wire.Object) *wire.Object {
	u, ok := parseAddress(source)
	if !ok {
		return data
	}
	if own, ok := parseAddress(s.Site.Base(ctx)); ok && strings.EqualFold(own.Hostname(), u.Hostname()) {
		return data
	}
	r.MatchType = MatchServer
	return wire.NewObject("server", u.Hostname(), "url_from", data.Text("url"), "url_notfrom", "")
}

// check refuses what could never be matched or sent.
func (s *rulebook) check(r *Rule, source string) error {
	if _, err := prepare(r); err != nil && !(r.Flags.Regex && tagLike.MatchString(source)) {
		message := err.Error()
		return refuse("redirect", "Invalid source URL: "+message, numberRule)
	}
	for _, target := range r.Condition.targets() {
		if len(target) > maxTarget {
			return refuse("redirect", fmt.Sprintf("Invalid target URL: it is longer than %d bytes", maxTarget), numberRule)
		}
		if location(target) == "" {
			return refuse("redirect", "Invalid target URL: visitors can't be sent to such an address", numberRule)
		}
	}
	return nil
}

// generated is a source made of the setting for sources that aren't given.
func generated(pattern string, now time.Time) string {
	unix := now.Unix()
	return strings.NewReplacer("$dec$", strconv.FormatInt(unix, 10), "$hex$", strconv.FormatInt(unix, 16)).Replace(pattern)
}

func (s *rulebook) existingGroup(ctx context.Context, id int64) (int64, error) {
	found, err := s.DB.QueryRow(ctx, "SELECT id FROM redirection_group WHERE id = ?", []any{id}, &id)
	if err != nil {
		return 0, err
	}
	if !found {
		return 0, refuse("redirect", "Invalid group when creating redirect", numberRule)
	}
	return id, nil
}

func (s *rulebook) updateRule(r *rest.Request) (any, error) {
	ctx := r.Context()
	before, err := s.rule(ctx, rest.ID.Of(r))
	if err != nil {
		return nil, err
	}
	if before == nil {
		return nil, refuse("redirect_update_failed", "Invalid redirect details", numberUpdate)
	}
	set, err := s.readSettings(ctx)
	if err != nil {
		return nil, err
	}
	in := readRule(paramsOf(r))
	in.Source = schema.ToText(argURL.Value(r))
	rule, err := s.ruleOf(ctx, set, in)
	if err != nil {
		return nil, err
	}
	if rule.Group, err = s.existingGroup(ctx, in.Group); err != nil {
		return nil, err
	}
	if in.ActionData == nil {
		rule.keepCondition(before, strings.HasPrefix(s.Site.Base(ctx), "https:"))
	}
	rule.ID, rule.Enabled, rule.Hits, rule.LastAccess = before.ID, before.Enabled, before.Hits, before.LastAccess
	if err := s.update(ctx, rule); err != nil {
		return nil, err
	}
	if argHits.Has(r) { // who keeps redirects elsewhere brings their count along
		rule.Hits = max(0, schema.ToInt(argHits.Value(r)))
		if _, err := s.DB.Exec(ctx, "UPDATE redirection_rule SET hits = ? WHERE id = ?", rule.Hits, rule.ID); err != nil {
			return nil, err
		}
	}
	if err := s.saved(ctx, rule.Group); err != nil {
		return nil, err
	}
	return wire.NewObject("item", s.object(ctx, rule)), s.changed(ctx)
}

func (s *rulebook) bulkRules(r *rest.Request) (any, error) {
	ctx := r.Context()
	change := map[string]string{
		"delete": "DELETE FROM redirection_rule",
		"enable": "UPDATE redirection_rule SET enabled = TRUE", "disable": "UPDATE redirection_rule SET enabled = FALSE",
		"reset": "UPDATE redirection_rule SET hits = 0, last_access = 0",
	}[argBulk.Of(r)]
	switch {
	case argItems.Has(r):
		missing := false
		for _, v := range argItems.Of(r) {
			n, err := s.DB.Exec(ctx, change+" WHERE id = ?", schema.ToInt(v))
			if err != nil {
				return nil, err
			}
			if missing = n == 0; missing {
				break // the earlier ones stay done
			}
		}
		if err := s.changed(ctx); err != nil {
			return nil, err
		}
		if missing {
			return nil, refuse("redirect_bulk_failed", "Invalid redirect", numberBulk).Committed()
		}
	case argGlobal.Of(r):
		w := s.ruleWhere(r)
		if _, err := s.DB.Exec(ctx, change+" WHERE id IN (SELECT r.id FROM redirection_rule r"+w.sql()+")", w.args...); err != nil {
			return nil, err
		}
		if err := s.changed(ctx); err != nil {
			return nil, err
		}
	}
	return s.listRules(r)
}

// maxFound bounds the entries that are offered as targets.
const maxFound = 500

// findEntries finds published posts and pages by a text in their titles or
// slugs; all have the empty text.
func (s *rulebook) findEntries(r *rest.Request) (any, error) {
	ctx, text := r.Context(), clean.TextField(argText.Of(r))
	query := content.Query{
		Types: []string{content.TypePost, content.TypePage}, Statuses: []content.Status{content.Publish},
		Order: []content.Order{{By: content.ByID}}, Limit: maxFound, SkipTotal: true,
	}
	titled, slugged := query, query
	if text != "" {
		titled.Search = &content.Search{Terms: []string{text}, Columns: []content.SearchColumn{content.SearchTitle}}
	}
	slugged.SlugPart = strings.ToLower(clean.Accents(text))
	found := map[int64]*content.Entry{}
	for _, q := range []content.Query{titled, slugged} {
		page, err := s.Store.ListEntries(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, e := range page.Entries {
			found[e.ID] = e
		}
	}
	list := []any{}
	for _, id := range slices.Sorted(maps.Keys(found)) {
		e := found[id]
		title := e.Slug
		// Compat (redirection-v1/redirects#entries to lead to): a title that begins with the text isn't named, its slug is.
		if strings.Index(e.Title, text) > 0 {
			title = e.Title
		}
		list = append(list, wire.NewObject("title", title, "value", s.Links.Link(ctx, e)))
	}
	return list, nil
}

package redirection

import (
	"context"
	"net/http"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func (s *maintenance) groupIDs(ctx context.Context) ([]int64, error) {
	groups, err := s.groups.queryGroups(ctx, "ORDER BY g.id")
	ids := make([]int64, len(groups))
	for i, g := range groups {
		ids[i] = g.ID
	}
	return ids, err
}

// showSettings answers the settings and what may be chosen.
func (s *maintenance) showSettings(r *rest.Request) (any, error) {
	ctx := r.Context()
	set, err := s.readSettings(ctx)
	if err != nil {
		return nil, err
	}
	groups, err := s.groups.queryGroups(ctx, "ORDER BY g.module_id, g.id")
	if err != nil {
		return nil, err
	}
	choices := []any{}
	for module := int64(moduleSite); module <= moduleNginx; module++ {
		values := []any{}
		for _, g := range groups {
			if g.Module == module {
				values = append(values, wire.NewObject("label", g.Name, "value", g.ID))
			}
		}
		if len(values) > 0 {
			choices = append(choices, wire.NewObject("label", moduleName(module), "value", values))
		}
	}
	return wire.NewObject("settings", set.object(), "groups", choices, "installed", "", "canDelete", true,
		"post_types", s.watchable(ctx)), nil
}

// watchable are titles of the types whose changes of address rules may be made of, by their
// names, and that of the trash.
func (s *maintenance) watchable(ctx context.Context) *wire.Object {
	out, texts := &wire.Object{}, s.Site.Texts(ctx)
	for _, t := range s.Types.All() {
		if title := content.TranslateLabel(t.Label("name"), texts, content.TypeNames); watches(t) && title != "" {
			out.Set(t.Name, title)
		}
	}
	// Compat (api.TestWatchedTypes): the trash is named in English.
	out.Set("trash", "Trash")
	return out
}

func (s *maintenance) saveSettings(r *rest.Request) (any, error) {
	ctx := r.Context()
	before, err := s.readSettings(ctx)
	if err != nil {
		return nil, err
	}
	groups, err := s.groupIDs(ctx)
	if err != nil {
		return nil, err
	}
	given := &wire.Object{}
	for _, m := range before.members() {
		if v := rest.ValueParam(m.name).Of(r); v != nil {
			given.Set(m.name, v)
		}
	}
	if !readableHeaders(given) {
		return nil, fault.New(http.StatusBadRequest, "rest_invalid_param", "The settings of a header must be texts.")
	}
	after := *before
	after.apply(given, s.watchable(ctx).Keys(), groups, s.Clock())
	if after.Token == "" {
		after.Token = newToken()
	}
	if err := s.writeSettings(ctx, before, &after); err != nil {
		return nil, err
	}
	if err := s.changed(ctx); err != nil {
		return nil, err
	}
	return s.showSettings(r)
}

// manyRegexes is how many expressions the status warns of.
const manyRegexes = 200

// status looks at what the extension needs to work.
func (s *maintenance) status(ctx context.Context) ([]any, error) {
	var groups, lost, regexes, monitor int64
	set, err := s.readSettings(ctx)
	if err != nil {
		return nil, err
	}
	for query, n := range map[string]*int64{
		"SELECT COUNT(*) FROM redirection_group":                                                         &groups,
		"SELECT COUNT(*) FROM redirection_rule WHERE group_id NOT IN (SELECT id FROM redirection_group)": &lost,
		"SELECT COUNT(*) FROM redirection_rule WHERE regex":                                              &regexes,
	} {
		if _, err := s.DB.QueryRow(ctx, query, nil, n); err != nil {
			return nil, err
		}
	}
	monitorGood := set.MonitorPost == 0
	if !monitorGood {
		if monitorGood, err = s.DB.QueryRow(ctx, "SELECT id FROM redirection_group WHERE id = ?", []any{set.MonitorPost}, &monitor); err != nil {
			return nil, err
		}
	}
	part := func(id, name string, good bool, fine, bad string) any {
		state, message := "good", fine
		if !good {
			state, message = "problem", bad
		}
		return wire.NewObject("id", id, "name", name, "message", message, "status", state)
	}
	list := []any{
		part("db", "Database tables", true, "All tables are there.", ""),
		part("groups", "Valid groups", groups > 0, "There are groups for redirects.", "There is no group, so no redirects can be made."),
		part("redirect_groups", "Valid redirect group", lost == 0, "All redirects have a group.", "Some redirects have no group."),
		part("monitor", "Post monitor group", monitorGood, "The group of the post monitor is there.", "The group of the post monitor is gone."),
		part("redirect_url", "Site and home protocol", true, "The site has one address.", ""),
	}
	if regexes > manyRegexes {
		list = append(list, part("regex", "Regular expressions", false, "", "There are many redirects with regular expressions."))
	}
	return list, nil
}

func (s *maintenance) showStatus(r *rest.Request) (any, error) {
	list, err := s.status(r.Context())
	if err != nil {
		return nil, err
	}
	set, err := s.readSettings(r.Context())
	if err != nil {
		return nil, err
	}
	headers := &wire.Object{}
	for _, name := range ipHeaders() {
		var value any = false
		if header, ok := strings.CutPrefix(name, "HTTP_"); ok {
			if v := r.Header.Get(strings.ReplaceAll(header, "_", "-")); v != "" {
				value = v
			}
		} else {
			value = r.Actor.IP
		}
		headers.Set(name, value)
	}
	return wire.NewObject("status", list, "debug", wire.NewObject(
		"database", wire.NewObject("current", set.Database, "latest", tablesVersion), "ip_header", headers)), nil
}

// repair mends what the status complains of, or stores the version of the
// tables.
func (s *maintenance) repair(r *rest.Request) (any, error) {
	ctx := r.Context()
	if argName.Has(r) && argValue.Has(r) {
		if argName.Of(r) == "database" {
			set, err := s.readSettings(ctx)
			if err != nil {
				return nil, err
			}
			after := *set
			after.Database = argValue.Of(r)
			if err := s.writeSettings(ctx, set, &after); err != nil {
				return nil, err
			}
			if err := s.changed(ctx); err != nil {
				return nil, err
			}
		}
		return s.showStatus(r)
	}
	if err := s.groups.needGroup(ctx); err != nil {
		return nil, err
	}
	groups, err := s.groupIDs(ctx)
	if err != nil {
		return nil, err
	}
	if _, err := s.DB.Exec(ctx, "UPDATE redirection_rule SET group_id = ? WHERE group_id NOT IN (SELECT id FROM redirection_group)", groups[0]); err != nil {
		return nil, err
	}
	set, err := s.readSettings(ctx)
	if err != nil {
		return nil, err
	}
	after := *set
	after.apply(wire.NewObject("monitor_post", set.MonitorPost), s.watchable(ctx).Keys(), groups, s.Clock())
	if err := s.writeSettings(ctx, set, &after); err != nil {
		return nil, err
	}
	if err := s.changed(ctx); err != nil {
		return nil, err
	}
	return s.showStatus(r)
}

func testRoute(*rest.Request) (*rest.Response, error) {
	return rest.OK(wire.NewObject("success", true)), nil
}

// install answers as an installer that has nothing to do: tables are made when
// the site starts. A version that was set back is set right.
func (s *maintenance) install(r *rest.Request) (any, error) {
	ctx := r.Context()
	set, err := s.readSettings(ctx)
	if err != nil {
		return nil, err
	}
	if set.Database == tablesVersion {
		return wire.NewObject("status", "ok", "inProgress", false, "current", tablesVersion, "next", tablesVersion,
			"time", float64(s.Clock().UnixMicro())/1e6, "complete", int64(0), "result", "error", "reason", "There is nothing to do."), nil
	}
	if oneOf(argUpgrade.Of(r), "stop", "skip") {
		return wire.NewObject("status", "need-update", "inProgress", false, "current", set.Database, "next", tablesVersion,
			"time", float64(s.Clock().UnixMicro())/1e6), nil
	}
	after := *set
	after.Database = tablesVersion
	if err := s.writeSettings(ctx, set, &after); err != nil {
		return nil, err
	}
	if err := s.groups.needGroup(ctx); err != nil {
		return nil, err
	}
	return wire.NewObject("status", "finish-install", "inProgress", false, "current", tablesVersion, "next", tablesVersion,
		"time", float64(s.Clock().UnixMicro())/1e6, "complete", int64(100), "result", "ok", "reason", "The tables are up to date."), s.changed(ctx)
}

// remove removes all data and switches the extension off. When it is switched
// on again it begins like a new one.
func (s *maintenance) remove(r *rest.Request) (any, error) {
	ctx := r.Context()
	for _, table := range []string{"redirection_rule", "redirection_log", "redirection_group", "redirection_setting"} {
		if _, err := s.DB.Exec(ctx, "DELETE FROM "+table); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"Redirections", "Modified Posts"} {
		if err := s.groups.addGroup(ctx, &Group{Name: name, Module: moduleSite, Enabled: true}); err != nil {
			return nil, err
		}
	}
	if err := s.changed(ctx); err != nil {
		return nil, err
	}
	if err := s.SwitchOff(ctx); err != nil {
		return nil, err
	}
	return wire.NewObject("location", s.Site.Base(ctx)+"/wp-admin/plugins.php"), nil
}

// oldSlugs names the one other source of redirects that a site has: the slugs
// that its entries had before.
const oldSlugs = "wordpress-old-slugs"

const oldSlugKey = "_wp_old_slug"

func (s *maintenance) entriesWithOldSlugs(ctx context.Context) ([]*content.Entry, error) {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypePost, content.TypePage}, Statuses: []content.Status{content.Publish},
		MetaValues: map[string][]string{oldSlugKey: nil}, SkipTotal: true,
	})
	return page.Entries, err
}

func (s *maintenance) listImporters(r *rest.Request) (any, error) {
	entries, err := s.entriesWithOldSlugs(r.Context())
	if err != nil {
		return nil, err
	}
	total := 0
	for _, e := range entries {
		total += len(e.Meta[oldSlugKey])
	}
	list := []any{}
	if total > 0 {
		list = append(list, wire.NewObject("id", oldSlugs, "name", "Old slugs of entries", "total", int64(total)))
	}
	return wire.NewObject("importers", list), nil
}

// importPlugins makes rules of the old slugs of entries.
func (s *maintenance) importPlugins(r *rest.Request) (any, error) {
	ctx := r.Context()
	names, isList := argPlugin.Value(r).([]any)
	if !isList {
		names = []any{argPlugin.Value(r)}
	}
	groups, err := s.groupIDs(ctx)
	if err != nil {
		return nil, err
	}
	imported := int64(0)
	for _, name := range names {
		if schema.ToText(name) != oldSlugs || len(groups) == 0 {
			continue
		}
		entries, err := s.entriesWithOldSlugs(ctx)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			n, err := s.importOldSlugs(ctx, e, groups[0])
			if err != nil {
				return nil, err
			}
			imported += n
		}
		break // naming it twice doesn't import twice
	}
	return wire.NewObject("imported", imported), nil
}

func (s *maintenance) importOldSlugs(ctx context.Context, e *content.Entry, group int64) (imported int64, err error) {
	for _, v := range e.Meta[oldSlugKey] {
		old := e.Clone()
		old.Slug = schema.ToText(v)
		from, to := s.visits.pathOf(ctx, old), s.visits.pathOf(ctx, e)
		if old.Slug == "" || from == to {
			continue
		}
		if err := s.rulebook.create(ctx, leadTo(from, to, group)); err != nil {
			return imported, err
		}
		imported++
	}
	return imported, nil
}

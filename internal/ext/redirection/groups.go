package redirection

import (
	"context"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Group holds rules. Module is the number of a module.
type Group struct {
	ID, Module int64
	Name       string
	Enabled    bool
}

// The modules: what serves the rules of a group.
const (
	moduleSite   = 1
	moduleApache = 2
	moduleNginx  = 3
)

// moduleName is what the reference calls a module.
func moduleName(module int64) string {
	return map[int64]string{moduleSite: "WordPress", moduleApache: "Apache", moduleNginx: "Nginx"}[module]
}

// maxGroupName bounds names, in bytes.
const maxGroupName = 50

func cleanGroupName(s string) string {
	s = clean.TextField(s)
	s = strings.ReplaceAll(strings.ReplaceAll(s, "&amp;", "&"), "&", "&amp;")
	if len(s) > maxGroupName {
		s = strings.ToValidUTF8(s[:maxGroupName], "")
	}
	return strings.TrimSpace(s)
}

func (s *groups) queryGroups(ctx context.Context, rest string, args ...any) ([]*Group, error) {
	list := []*Group{}
	err := s.DB.Query(ctx, "SELECT g.id, g.name, g.module_id, g.enabled FROM redirection_group g "+rest, args, func(scan func(...any) error) error {
		g := &Group{}
		list = append(list, g)
		return scan(&g.ID, &g.Name, &g.Module, &g.Enabled)
	})
	return list, err
}

func (s *groups) group(ctx context.Context, id int64) (*Group, error) {
	list, err := s.queryGroups(ctx, "WHERE g.id = ?", id)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list[0], nil
}

// groupObjects are groups as the API answers them, at the cost of one
// statement.
func (s *groups) groupObjects(ctx context.Context, groups []*Group) ([]any, error) {
	ids := make([]int64, len(groups))
	for i, g := range groups {
		ids[i] = g.ID
	}
	rules := map[int64]int64{}
	err := s.DB.Query(ctx, "SELECT group_id, COUNT(*) FROM redirection_rule WHERE "+s.DB.IntsIn("group_id")+" GROUP BY group_id",
		[]any{s.DB.IntList(ids)}, func(scan func(...any) error) error {
			var id, n int64
			err := scan(&id, &n)
			rules[id] = n
			return err
		})
	list := make([]any, len(groups))
	for i, g := range groups {
		list[i] = wire.NewObject("id", g.ID, "name", g.Name, "redirects", rules[g.ID], "module_id", g.Module,
			"moduleName", moduleName(g.Module), "enabled", g.Enabled)
	}
	return list, err
}

func (s *groups) listGroups(r *rest.Request) (any, error) {
	ctx, w := r.Context(), &where{}
	for _, m := range filters(r) {
		text := strings.TrimSpace(clean.TextField(schema.ToText(m.Value)))
		switch m.Key {
		case "status":
			w.add("g.enabled = ?", text == "enabled")
		case "module":
			w.add("g.module_id = ?", schema.ToInt(m.Value))
		case "name":
			w.add(s.DB.Contains("g.sort_key"), sortKey(text))
		}
	}
	column := "g.sort_key"
	if rest.OrderBy.Of(r) == "id" {
		column = "g.id"
	}
	groups, err := s.queryGroups(ctx, w.sql()+window(r, column, "g.id"), w.args...)
	if err != nil {
		return nil, err
	}
	var total int64
	if _, err := s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM redirection_group g"+w.sql(), w.args, &total); err != nil {
		return nil, err
	}
	set, err := s.readSettings(ctx)
	if err != nil {
		return nil, err
	}
	list, err := s.groupObjects(ctx, groups)
	for i, g := range groups {
		if g.ID == set.LastGroup {
			list[i].(*wire.Object).Set("default", true)
		}
	}
	return wire.NewObject("items", list, "total", total), err
}

// addGroup stores a new group behind the others of its module.
func (s *groups) addGroup(ctx context.Context, g *Group) error {
	_, err := s.DB.Insert(ctx, "INSERT INTO redirection_group (name, sort_key, module_id, position, enabled)"+
		" VALUES (?, ?, ?, (SELECT COUNT(*) FROM redirection_group WHERE module_id = ?), ?) RETURNING id",
		[]any{g.Name, sortKey(g.Name), g.Module, g.Module, g.Enabled}, &g.ID)
	return err
}

func (s *groups) createGroup(r *rest.Request) (any, error) {
	ctx := r.Context()
	g := &Group{Name: cleanGroupName(argName.Of(r)), Module: argModuleId.Of(r), Enabled: true}
	if g.Name == "" || moduleName(g.Module) == "" {
		return nil, refuse("redirect_group_invalid", "Invalid group or parameters", numberGroup)
	}
	if err := s.addGroup(ctx, g); err != nil {
		return nil, err
	}
	if err := s.changed(ctx); err != nil {
		return nil, err
	}
	return s.listGroups(r)
}

func (s *groups) updateGroup(r *rest.Request) (any, error) {
	ctx := r.Context()
	g, err := s.group(ctx, rest.ID.Of(r))
	if err != nil {
		return nil, err
	}
	name := cleanGroupName(argName.Of(r))
	if g == nil || name == "" {
		return nil, refuse("redirect_group_invalid", "Invalid group details", numberGroup)
	}
	g.Name = name
	if module := argModuleId.Of(r); moduleName(module) != "" {
		g.Module = module
	}
	if _, err := s.DB.Exec(ctx, "UPDATE redirection_group SET name = ?, sort_key = ?, module_id = ? WHERE id = ?", g.Name, sortKey(g.Name), g.Module, g.ID); err != nil {
		return nil, err
	}
	if err := s.changed(ctx); err != nil {
		return nil, err
	}
	list, err := s.groupObjects(ctx, []*Group{g})
	return wire.NewObject("item", list[0]), err
}

// bulkGroups acts on groups and their rules; ids of none are passed over.
func (s *groups) bulkGroups(r *rest.Request) (any, error) {
	ctx := r.Context()
	if argItems.Has(r) {
		var ids []int64
		for _, v := range argItems.Of(r) {
			ids = append(ids, schema.ToInt(v))
		}
		var change, changeRules string
		switch argBulk.Of(r) {
		case "delete":
			change, changeRules = "DELETE FROM redirection_group", "DELETE FROM redirection_rule"
		case "enable":
			change, changeRules = "UPDATE redirection_group SET enabled = TRUE", "UPDATE redirection_rule SET enabled = TRUE"
		default:
			change, changeRules = "UPDATE redirection_group SET enabled = FALSE", "UPDATE redirection_rule SET enabled = FALSE"
		}
		if _, err := s.DB.Exec(ctx, changeRules+" WHERE "+s.DB.IntsIn("group_id"), s.DB.IntList(ids)); err != nil {
			return nil, err
		}
		if _, err := s.DB.Exec(ctx, change+" WHERE "+s.DB.IntsIn("id"), s.DB.IntList(ids)); err != nil {
			return nil, err
		}
		if err := s.needGroup(ctx); err != nil {
			return nil, err
		}
		if err := s.changed(ctx); err != nil {
			return nil, err
		}
	}
	return s.listGroups(r)
}

// needGroup makes a group when there is none.
func (s *groups) needGroup(ctx context.Context) error {
	var n int64
	if _, err := s.DB.QueryRow(ctx, "SELECT COUNT(*) FROM redirection_group", nil, &n); err != nil || n > 0 {
		return err
	}
	return s.addGroup(ctx, &Group{Name: "Redirections", Module: moduleSite, Enabled: true})
}

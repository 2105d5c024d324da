package app

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/fields"
	"quoin/internal/api/core/index"
	"quoin/internal/api/core/meta"
	coreroutes "quoin/internal/api/core/routes"
	"quoin/internal/api/openapi"
	"quoin/internal/api/rest"
	"quoin/internal/app/config"
	"quoin/internal/app/extensions"
	"quoin/internal/app/themes"
	"quoin/internal/display/front"
	"quoin/internal/domain/content"
	"quoin/internal/domain/definition"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/wire"
	"quoin/internal/storage/auth"
)

// assembly is all that depends on which extensions are active and which theme is in
// effect: the API with
// its index, schemas and arguments, the rights of roles, what is added to
// pages. There is one for each set of them that was ever active; switching an
// extension makes requests take another one. It is only read.
type assembly struct {
	active   []*extensions.Extension
	env      *env.Env
	api      *rest.API
	grants   access.Grants
	front    *front.Additions
	throttle []auth.NamedThrottle
	actions  map[string]ext.Action
	pages    []ext.OwnPage
	tests    map[string]func(*http.Request) bool // the conditions that have names
}

// maxAssemblies bounds those that are remembered.
const maxAssemblies = 8

// madeOf is what an assembly is made of.
type madeOf struct {
	theme    *theme.Theme
	declared declared
	active   string // the ids of the active extensions
	spoken   string // the locales with packs
	roles    string // how they differ from those of every site
}

// assemblyKey is that of the assembly of an App.
type assemblyKey struct {
	*App
	declared
}

// assembly is the one for ctx: what is made with it depends on the option that
// holds the states of extensions.
func (a *App) assembly(ctx context.Context) *assembly {
	a.defined.Refresh(context.Background()) // it couldn't be read when it changed
	declared := a.declared()
	return site.Derived(ctx, a.Env.Site, assemblyKey{a, declared}, func(ctx context.Context) *assembly {
		var ids []string
		for _, x := range a.Ext.List {
			if a.Ext.Active(ctx, x) {
				ids = append(ids, x.ID)
			}
		}
		site.Definitions.Of(ctx, a.Env.Site) // the answer depends on what declared counts
		of := madeOf{a.Themes.Active(ctx), declared, strings.Join(ids, " "), strings.Join(a.Env.Site.Languages(ctx), " "), ""}
		roles := site.Roles.Of(ctx, a.Env.Site)
		if roles.Len() > 0 {
			of.roles = string(wire.Encode(roles, nil))
		}
		a.assembling.Lock()
		defer a.assembling.Unlock()
		as := a.assemblies[of]
		if as == nil {
			if len(a.assemblies) >= maxAssemblies {
				clear(a.assemblies)
			}
			as = a.assemble(ids, strings.Fields(of.spoken), of.theme, a.defined.Set(), roles)
			a.assemblies[of] = as
		}
		return as
	})
}

// declared are the versions of the types and taxonomies of the site.
type declared struct{ types, taxonomies int64 }

func (a *App) declared() declared {
	return declared{a.Env.Types.Version(), a.Env.Taxonomies.Version()}
}

// now is the assembly for what this process knows of the site, without asking
// the database: as fresh as a cached answer.
func (a *App) now() *assembly {
	if as := a.current.Load(); as != nil {
		return as
	}
	seen := a.switches.Load()
	as := a.assembly(context.Background())
	a.current.Store(as)
	if a.switches.Load() != seen || a.unheard.Load() {
		a.current.Store(nil) // it may be old already
	}
	return as
}

// followed makes now look again, after the option changed or may have.
type followed struct{ *App }

// Drop implements cache.Invalidator.
func (f followed) Drop(tags []cache.Tag) {
	if slices.Contains(tags, site.Definitions.Tag()) {
		f.defined.Read(context.Background())
		f.again()
		return
	}
	for _, t := range append(themes.Tags(), site.Extensions.Tag(), site.LanguageStamp.Tag(), site.Roles.Tag()) {
		if slices.Contains(tags, t) {
			f.again()
			return
		}
	}
}

// Clear implements cache.Invalidator. Definitions may have changed too: on SQLite all
// that is known of another process is that it wrote.
func (f followed) Clear() {
	f.defined.Suspect()
	f.again()
}

// again has the next request look for the assembly.
func (f followed) again() {
	f.switches.Add(1)
	f.current.Store(nil)
}

// Suspend implements cache.Invalidator.
func (f followed) Suspend() {
	f.unheard.Store(true)
	f.again()
}

// Resume implements cache.Invalidator.
func (f followed) Resume() {
	f.unheard.Store(false)
	f.Clear()
}

// assemble merges what the core and active extensions bring.
func (a *App) assemble(ids, languages []string, t *theme.Theme, defined *definition.Set, roles *wire.Object) *assembly {
	as := &assembly{grants: defined.Grants(), front: &front.Additions{}, actions: map[string]ext.Action{}, tests: map[string]func(*http.Request) bool{}}
	e := *a.Env
	as.env = &e
	e.Theme = t
	menus := *a.Env.Menus
	menus.Places = placesOf(t)
	e.Menus = &menus
	e.Statuses, e.Languages = coreStatuses(), languages
	entryMeta, termMeta := map[string][]meta.Key{}, map[string]*meta.Set{}
	e.UserMeta, e.CommentMeta = &meta.Set{}, &meta.Set{}
	var routes []rest.Route
	for _, x := range a.Ext.List {
		if !slices.Contains(ids, x.ID) {
			continue
		}
		as.active = append(as.active, x)
		routes = append(routes, x.Parts.Routes...)
		for role, caps := range x.Caps {
			as.grants.Add(role, caps...)
		}
		addMeta(x, e.Types, entryMeta, termMeta, e.UserMeta)
		for _, s := range x.Statuses {
			e.Statuses = append(e.Statuses, s.Name)
			e.Added.Statuses = append(e.Added.Statuses, s)
		}
		for _, o := range x.Options {
			if o.Setting != "" {
				e.Added.Settings = append(e.Added.Settings, env.Setting{Name: o.Setting, Option: x.ID + ":" + o.Name, Schema: o.Schema})
			}
		}
		e.Added.Users = append(e.Added.Users, x.Parts.Users...)
		e.Added.Types = append(e.Added.Types, x.Parts.Types...)
		if x.Parts.Output != nil {
			as.front.Output = append(as.front.Output, x.Parts.Output)
		}
		if x.Parts.Lost != nil {
			as.front.Lost = append(as.front.Lost, x.Parts.Lost)
		}
		if x.Parts.NotFound != nil {
			as.front.NotFound = append(as.front.NotFound, x.Parts.NotFound)
		}
		if x.Parts.Documents != nil {
			as.front.Documents = append(as.front.Documents, x.Parts.Documents)
		}
		if x.Parts.Feed != nil {
			as.front.Feed = append(as.front.Feed, x.Parts.Feed)
		}
		as.front.NoEmptyFeeds = as.front.NoEmptyFeeds || x.Parts.NoEmptyFeeds
		if x.Parts.Sitemap != nil {
			as.front.Sitemap = append(as.front.Sitemap, x.Parts.Sitemap)
		}
		maps.Copy(as.actions, x.Parts.Actions)
		as.pages = append(as.pages, x.Parts.Pages...)
		maps.Copy(as.tests, x.Parts.Conditions)
		if x.Parts.Login != nil {
			as.throttle = append(as.throttle, auth.NamedThrottle{Name: x.ID, Throttle: x.Parts.Login})
		}
	}
	changeRoles(as.grants, roles)
	own := fields.New(&e, defined)
	addFields(own, defined, entryMeta, termMeta, e.UserMeta, e.CommentMeta)
	e.EntryMeta, e.TermMeta, e.Grants = metaSets(e.Types, entryMeta), termMeta, as.grants
	e.Added.Entries = func(t *content.Type) env.EntryAdds { return append(as.entries(t), own.Entries(t)...) }
	e.Added.Terms = func(t *taxonomy.Taxonomy) env.TermAdds { return append(as.terms(t), own.Terms(t)...) }
	e.Added.Users = append(e.Added.Users, own.Users()...)
	as.api = a.newAPI(slices.Concat(routes, coreroutes.Of(&e, a.Preset == config.Full), openapi.Routes(index.New(&e).About)))
	return as
}

// typesOf are the types whose entries have keys.
func typesOf(m ext.MetaKeys, types *content.Types) []string {
	names := m.Of
	if m.Public {
		for _, t := range types.All() {
			if t.Public && t.REST && !slices.Contains(m.Of, t.Name) {
				names = append(slices.Clip(names), t.Name)
			}
		}
	}
	return names
}

func addMeta(x *extensions.Extension, types *content.Types, entries map[string][]meta.Key, terms map[string]*meta.Set, users *meta.Set) {
	for _, m := range x.Meta {
		switch m.Object {
		case ext.Entries:
			for _, typ := range typesOf(m, types) {
				entries[typ] = append(entries[typ], m.Keys...)
			}
		case ext.Terms:
			for _, tax := range m.Of {
				if terms[tax] == nil {
					terms[tax] = &meta.Set{}
				}
				terms[tax].Keys = append(terms[tax].Keys, m.Keys...)
			}
		case ext.Users:
			users.Keys = append(users.Keys, m.Keys...)
		}
	}
}

// entries are what the entries of a type get.
func (as *assembly) entries(t *content.Type) env.EntryAdds {
	var out env.EntryAdds
	for _, x := range as.active {
		for _, e := range x.Parts.Entries {
			if e.For == nil || e.For(t) {
				out = append(out, e.Added)
			}
		}
	}
	return out
}

// terms are what the terms of a taxonomy get.
func (as *assembly) terms(t *taxonomy.Taxonomy) env.TermAdds {
	var out env.TermAdds
	for _, x := range as.active {
		for _, e := range x.Parts.Terms {
			if e.For == nil || e.For(t) {
				out = append(out, e.Added)
			}
		}
	}
	return out
}

// changeRoles adds how the roles of the site differ, over what extensions give.
func changeRoles(grants access.Grants, roles *wire.Object) {
	for _, m := range roles.Members() {
		role, ok := m.Value.(*wire.Object)
		if !ok {
			continue
		}
		has := map[access.Capability]bool{}
		for _, c := range role.Object("capabilities").Members() {
			has[c.Key] = c.Value == true
		}
		grants.Change(m.Key, has)
	}
}

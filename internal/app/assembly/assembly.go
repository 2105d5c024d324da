// Package assembly merges what the core and the active extensions bring into what is served,
// once for each set of them.
package assembly

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/fields"
	"quoin/internal/api/core/index"
	"quoin/internal/api/core/meta"
	coreroutes "quoin/internal/api/core/routes"
	"quoin/internal/api/openapi"
	"quoin/internal/api/rest"
	"quoin/internal/app/extensions"
	"quoin/internal/app/services"
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

// Assembly is all that depends on which extensions are active and which theme is in
// effect: the API with
// its index, schemas and arguments, the rights of roles, what is added to
// pages. There is one for each set of them that was ever active; switching an
// extension makes requests take another one. It is only read.
type Assembly struct {
	Active   []*extensions.Extension
	Env      *env.Env
	API      *rest.API
	Grants   access.Grants
	Front    *front.Additions
	Throttle []auth.NamedThrottle
	Actions  map[string]ext.Action
	Pages    []ext.OwnPage
	Tests    map[string]func(*http.Request) bool // the conditions that have names
}

// Config is what assemblies are made of.
type Config struct {
	Env        *env.Env
	Extensions *extensions.Set
	Themes     *themes.Themes
	Defined    *definition.Served
	// Defines says that the API has the routes by which owners define types and fields.
	Defines bool
	// API serves routes.
	API func(routes []rest.Route) *rest.API
}

// Assembler makes assemblies, and remembers them. It is told what changes, as a
// cache.Invalidator.
type Assembler struct {
	Config
	making   sync.Mutex
	made     map[madeOf]*Assembly
	current  atomic.Pointer[Assembly]
	switches atomic.Int64 // how often current was forgotten
	unheard  atomic.Bool  // changes of other nodes can't be heard of
}

// New makes the assembler of a site.
func New(c Config) *Assembler { return &Assembler{Config: c, made: map[madeOf]*Assembly{}} }

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

// key is that of the assembly of an Assembler.
type key struct {
	*Assembler
	declared
}

// Of is the one for ctx: what is made with it depends on the option that
// holds the states of extensions.
func (a *Assembler) Of(ctx context.Context) *Assembly {
	a.Defined.Refresh(context.Background()) // it couldn't be read when it changed
	declared := a.declared()
	return site.Derived(ctx, a.Env.Site, key{a, declared}, func(ctx context.Context) *Assembly {
		var ids []string
		for _, x := range a.Extensions.List {
			if a.Extensions.Active(ctx, x) {
				ids = append(ids, x.ID)
			}
		}
		site.Definitions.Of(ctx, a.Env.Site) // the answer depends on what declared counts
		of := madeOf{a.Themes.Active(ctx), declared, strings.Join(ids, " "), strings.Join(a.Env.Site.Languages(ctx), " "), ""}
		roles := site.Roles.Of(ctx, a.Env.Site)
		if roles.Len() > 0 {
			of.roles = string(wire.Encode(roles, nil))
		}
		a.making.Lock()
		defer a.making.Unlock()
		as := a.made[of]
		if as == nil {
			if len(a.made) >= maxAssemblies {
				clear(a.made)
			}
			as = a.assemble(ids, strings.Fields(of.spoken), of.theme, a.Defined.Set(), roles)
			a.made[of] = as
		}
		return as
	})
}

// declared are the versions of the types and taxonomies of the site.
type declared struct{ types, taxonomies int64 }

func (a *Assembler) declared() declared {
	return declared{a.Env.Types.Version(), a.Env.Taxonomies.Version()}
}

// Now is the assembly for what this process knows of the site, without asking
// the database: as fresh as a cached answer.
func (a *Assembler) Now() *Assembly {
	if as := a.current.Load(); as != nil {
		return as
	}
	seen := a.switches.Load()
	as := a.Of(context.Background())
	a.current.Store(as)
	if a.switches.Load() != seen || a.unheard.Load() {
		a.current.Store(nil) // it may be old already
	}
	return as
}

// Drop implements cache.Invalidator.
func (a *Assembler) Drop(tags []cache.Tag) {
	if slices.Contains(tags, site.Definitions.Tag()) {
		a.Defined.Read(context.Background())
		a.again()
		return
	}
	for _, t := range append(themes.Tags(), site.Extensions.Tag(), site.LanguageStamp.Tag(), site.Roles.Tag()) {
		if slices.Contains(tags, t) {
			a.again()
			return
		}
	}
}

// Clear implements cache.Invalidator. Definitions may have changed too: on SQLite all
// that is known of another process is that it wrote.
func (a *Assembler) Clear() {
	a.Defined.Suspect()
	a.again()
}

// again has the next request look for the assembly.
func (a *Assembler) again() {
	a.switches.Add(1)
	a.current.Store(nil)
}

// Suspend implements cache.Invalidator.
func (a *Assembler) Suspend() {
	a.unheard.Store(true)
	a.again()
}

// Resume implements cache.Invalidator.
func (a *Assembler) Resume() {
	a.unheard.Store(false)
	a.Clear()
}

// assemble merges what the core and active extensions bring.
func (a *Assembler) assemble(ids, languages []string, t *theme.Theme, defined *definition.Set, roles *wire.Object) *Assembly {
	as := &Assembly{Grants: defined.Grants(), Front: &front.Additions{}, Actions: map[string]ext.Action{}, Tests: map[string]func(*http.Request) bool{}}
	e := *a.Env
	as.Env = &e
	e.Theme = t
	menus := *a.Env.Menus
	menus.Places = placesOf(t)
	e.Menus = &menus
	e.Statuses, e.Languages = services.Statuses(), languages
	entryMeta, termMeta := map[string][]meta.Key{}, map[string]*meta.Set{}
	e.UserMeta, e.CommentMeta = &meta.Set{}, &meta.Set{}
	var routes []rest.Route
	for _, x := range a.Extensions.List {
		if !slices.Contains(ids, x.ID) {
			continue
		}
		as.Active = append(as.Active, x)
		routes = append(routes, x.Parts.Routes...)
		for role, caps := range x.Caps {
			as.Grants.Add(role, caps...)
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
			as.Front.Output = append(as.Front.Output, x.Parts.Output)
		}
		if x.Parts.Lost != nil {
			as.Front.Lost = append(as.Front.Lost, x.Parts.Lost)
		}
		if x.Parts.NotFound != nil {
			as.Front.NotFound = append(as.Front.NotFound, x.Parts.NotFound)
		}
		if x.Parts.Documents != nil {
			as.Front.Documents = append(as.Front.Documents, x.Parts.Documents)
		}
		if x.Parts.Feed != nil {
			as.Front.Feed = append(as.Front.Feed, x.Parts.Feed)
		}
		as.Front.NoEmptyFeeds = as.Front.NoEmptyFeeds || x.Parts.NoEmptyFeeds
		as.Front.AnswersBy = cmp.Or(as.Front.AnswersBy, x.Parts.AnswersBy)
		if x.Parts.Sitemap != nil {
			as.Front.Sitemap = append(as.Front.Sitemap, x.Parts.Sitemap)
		}
		maps.Copy(as.Actions, x.Parts.Actions)
		as.Pages = append(as.Pages, x.Parts.Pages...)
		maps.Copy(as.Tests, x.Parts.Conditions)
		if x.Parts.Login != nil {
			as.Throttle = append(as.Throttle, auth.NamedThrottle{Name: x.ID, Throttle: x.Parts.Login})
		}
	}
	changeRoles(as.Grants, roles)
	own := fields.New(&e, defined)
	addFields(own, defined, entryMeta, termMeta, e.UserMeta, e.CommentMeta)
	e.EntryMeta, e.TermMeta, e.Grants = services.MetaSets(e.Types, entryMeta), termMeta, as.Grants
	e.Added.Entries = func(t *content.Type) env.EntryAdds { return append(as.entries(t), own.Entries(t)...) }
	e.Added.Terms = func(t *taxonomy.Taxonomy) env.TermAdds { return append(as.terms(t), own.Terms(t)...) }
	e.Added.Users = append(e.Added.Users, own.Users()...)
	as.API = a.API(slices.Concat(routes, coreroutes.Of(&e, a.Defines), openapi.Routes(index.New(&e).About)))
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
func (as *Assembly) entries(t *content.Type) env.EntryAdds {
	var out env.EntryAdds
	for _, x := range as.Active {
		for _, e := range x.Parts.Entries {
			if e.For == nil || e.For(t) {
				out = append(out, e.Added)
			}
		}
	}
	return out
}

// terms are what the terms of a taxonomy get.
func (as *Assembly) terms(t *taxonomy.Taxonomy) env.TermAdds {
	var out env.TermAdds
	for _, x := range as.Active {
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

// Around puts what the active extensions bring around a handler; nil when they
// bring nothing.
func (as *Assembly) Around(inner http.Handler) http.Handler {
	var outer http.Handler
	for _, x := range slices.Backward(as.Active) {
		if x.Parts.Public != nil {
			if outer == nil {
				outer = inner
			}
			outer = x.Parts.Public(outer)
		}
	}
	return outer
}

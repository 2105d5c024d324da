// Package routes lists the resources of core/v2: the one place that knows all of them.
package routes

import (
	"cmp"
	"slices"

	"quoin/internal/api/core/abilities"
	"quoin/internal/api/core/apppasswords"
	"quoin/internal/api/core/blockpatterns"
	"quoin/internal/api/core/blocks"
	"quoin/internal/api/core/blocktypes"
	"quoin/internal/api/core/comments"
	coredefinitions "quoin/internal/api/core/definitions"
	"quoin/internal/api/core/directories"
	"quoin/internal/api/core/editor"
	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/core/fonts"
	"quoin/internal/api/core/globalstyles"
	"quoin/internal/api/core/icons"
	coremedia "quoin/internal/api/core/media"
	"quoin/internal/api/core/menuitems"
	"quoin/internal/api/core/menulocations"
	"quoin/internal/api/core/menus"
	"quoin/internal/api/core/navigation"
	"quoin/internal/api/core/plugins"
	"quoin/internal/api/core/previews"
	"quoin/internal/api/core/search"
	"quoin/internal/api/core/settings"
	"quoin/internal/api/core/sitehealth"
	"quoin/internal/api/core/statuses"
	"quoin/internal/api/core/taxonomies"
	"quoin/internal/api/core/templates"
	"quoin/internal/api/core/terms"
	"quoin/internal/api/core/themes"
	"quoin/internal/api/core/types"
	"quoin/internal/api/core/users"
	"quoin/internal/api/core/viewconfig"
	"quoin/internal/api/core/widgets"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
)

// Of are the routes of all resources of the core, in the order of the index. Without
// all, what no reference site has is left out.
//
// Compat (api.TestScalarBodies): writes refuse a JSON body that is a single value, but those that
// say that they ignore it.
func Of(e *env.Env, all bool) []rest.Route {
	list := resources(e, all)
	for _, route := range list {
		for i := range route.Endpoints {
			route.Endpoints[i].Scalar = cmp.Or(route.Endpoints[i].Scalar, rest.ScalarRefused)
		}
	}
	return list
}

func resources(e *env.Env, all bool) []rest.Route {
	return slices.Concat(
		entryRoutes(e),
		types.Routes(e),
		statuses.Routes(e),
		taxonomies.Routes(e),
		termRoutes(e),
		users.Routes(e),
		appPasswordRoutes(e, all),
		comments.Routes(e),
		search.Routes(e),
		blocktypes.Routes(e),
		settings.Routes(e),
		themes.Routes(e),
		plugins.Routes(e),
		widgets.Routes(e),
		directories.BlockRoutes(e),
		directories.PatternRoutes(e),
		blockpatterns.Routes(e),
		sitehealth.Routes(e),
		editor.Details(e),
		menulocations.Routes(e),
		editor.Routes(e),
		fonts.CollectionRoutes(e, fonts.Collections()),
		abilities.Routes(e),
		icons.Routes(e),
		viewconfig.Routes(e),
		previews.Routes(e),
		ownRoutes(e, all),
	)
}

// appPasswordRoutes have no scopes and no ends where a site is to be like the reference.
func appPasswordRoutes(e *env.Env, all bool) []rest.Route {
	if !all {
		return apppasswords.Routes(e)
	}
	return apppasswords.BoundedRoutes(e)
}

// ownRoutes are those that no reference site has.
func ownRoutes(e *env.Env, all bool) []rest.Route {
	if !all {
		return nil
	}
	return coredefinitions.Routes(e)
}

// entryRoutes are the routes of all types that the API shows. Those that need
// more than their declaration says have a package of their own.
func entryRoutes(e *env.Env) []rest.Route {
	own := map[string]func(*env.Env) []rest.Route{
		content.TypeAttachment:   coremedia.Routes,
		content.TypeMenuItem:     menuitems.Routes,
		content.TypeBlock:        blocks.Routes,
		content.TypeTemplate:     templates.Routes,
		content.TypeTemplatePart: templates.PartRoutes,
		content.TypeGlobalStyles: globalstyles.Routes,
		content.TypeNavigation:   navigation.Routes,
		content.TypeFontFamily:   fonts.Routes,
		content.TypeFontFace:     func(*env.Env) []rest.Route { return nil }, // they are below their families
	}
	var all []rest.Route
	for _, t := range e.Types.REST() {
		if routes := own[t.Name]; routes != nil {
			all = append(all, routes(e)...)
		} else {
			all = append(all, entry.Of(e, t).Routes()...)
		}
	}
	return all
}

// termRoutes are the routes of all taxonomies that the API shows.
func termRoutes(e *env.Env) []rest.Route {
	var all []rest.Route
	for _, tax := range e.Taxonomies.REST() {
		if tax.Name == taxonomy.Menu {
			all = append(all, menus.Routes(e)...)
		} else {
			all = append(all, terms.Of(e, tax).Routes()...)
		}
	}
	return all
}

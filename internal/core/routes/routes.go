// Package routes lists the resources of core/v2: the one place that knows all of them.
package routes

import (
	"slices"

	"quoin/internal/content"
	"quoin/internal/core/abilities"
	"quoin/internal/core/apppasswords"
	"quoin/internal/core/blockpatterns"
	"quoin/internal/core/blocks"
	"quoin/internal/core/blocktypes"
	"quoin/internal/core/comments"
	coredefinitions "quoin/internal/core/definitions"
	"quoin/internal/core/directories"
	"quoin/internal/core/editor"
	"quoin/internal/core/entry"
	"quoin/internal/core/env"
	"quoin/internal/core/fonts"
	"quoin/internal/core/globalstyles"
	"quoin/internal/core/icons"
	coremedia "quoin/internal/core/media"
	"quoin/internal/core/menuitems"
	"quoin/internal/core/menulocations"
	"quoin/internal/core/menus"
	"quoin/internal/core/navigation"
	"quoin/internal/core/plugins"
	"quoin/internal/core/previews"
	"quoin/internal/core/search"
	"quoin/internal/core/settings"
	"quoin/internal/core/sitehealth"
	"quoin/internal/core/statuses"
	"quoin/internal/core/taxonomies"
	"quoin/internal/core/templates"
	"quoin/internal/core/terms"
	"quoin/internal/core/themes"
	"quoin/internal/core/types"
	"quoin/internal/core/users"
	"quoin/internal/core/viewconfig"
	"quoin/internal/core/widgets"
	"quoin/internal/rest"
	"quoin/internal/taxonomy"
)

// Of are the routes of all resources of the core, in the order of the index. Without
// all, what no reference site has is left out.
func Of(e *env.Env, all bool) []rest.Route {
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

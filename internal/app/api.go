package app

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

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
	"quoin/internal/core/faults"
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
	"quoin/internal/openapi"
	"quoin/internal/rest"
	"quoin/internal/schema"
	"quoin/internal/site"
	"quoin/internal/taxonomy"
	"quoin/internal/wire"
)

// routes are the routes of all resources of the core, in the order of the
// index.
func (a *App) routes(e *env.Env) []rest.Route {
	return slices.Concat(
		entryRoutes(e),
		types.Routes(e),
		statuses.Routes(e),
		taxonomies.Routes(e),
		termRoutes(e),
		users.Routes(e),
		a.appPasswordRoutes(e),
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
		a.ownRoutes(e),
	)
}

// appPasswordRoutes leave out what no reference site has where a preset is to be like one.
func (a *App) appPasswordRoutes(e *env.Env) []rest.Route {
	if a.Preset != presetFull {
		return apppasswords.Routes(e)
	}
	return apppasswords.BoundedRoutes(e)
}

// ownRoutes are those that no reference site has, and so no other preset.
func (a *App) ownRoutes(e *env.Env) []rest.Route {
	if a.Preset != presetFull {
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

func (a *App) newAPI(routes []rest.Route) *rest.API { return rest.New(a.apiConfig(), routes) }

func (a *App) apiConfig() rest.Config {
	var observe func(pattern, method string, status int, took time.Duration)
	if a.Metrics != nil {
		observe = a.Metrics.Route
	}
	return rest.Config{
		Observe:  observe,
		Identify: a.identify,
		AddNonce: a.Auth.AddNonce,
		Speak:    a.speak,
		Texts:    a.Env.Site.Texts,
		Base:     a.Env.Site.Base,
		Transact: a.DB.InTx,
		FaultOf:  faults.Of,
		Describe: a.describe, Described: described(),
		Log:   a.Log,
		Cache: a.Cache, Caches: a.caches, CachePolicy: a.cachePolicy(), Items: a.items, MaxUpload: cmp.Or(a.MaxUpload, DefaultMaxUpload),
	}
}

// aboutAPI is what the description of the API begins with.
func (a *App) aboutAPI(r *rest.Request) openapi.Info {
	return openapi.Info{
		Title: cmp.Or(a.Env.Site.PlainTitle(r.Context()), "Site"), Version: "2",
		Description: "The content of the site. What a caller may do depends on who it is: Allow headers and OPTIONS tell.",
	}
}

// described are the members that describe gives.
func described() []schema.Property {
	text := func(name, about string) schema.Property {
		return schema.Property{Name: name, Schema: schema.Str(about)}
	}
	number := func(name, about string) schema.Property {
		return schema.Property{Name: name, Schema: schema.Int(about)}
	}
	return []schema.Property{
		text("name", "Title of the site."), text("description", "Its tagline."), text("url", "Where it is administered."), text("home", "Its address."),
		{Name: "gmt_offset", Schema: schema.New("", "Hours that its clock is ahead of UTC.", schema.Types(schema.Number, schema.String))},
		text("timezone_string", "Name of its time zone."),
		number("page_for_posts", "Page that lists posts."), number("page_on_front", "Page that is shown first."),
		text("show_on_front", "What is shown first: posts, or a page."),
		{Name: "authentication", Schema: schema.Obj(nil, "Ways to say who one is.", schema.Open())},
		number("site_logo", "Attachment that is the logo, or 0."), number("site_icon", "Attachment that is the icon, or 0."),
		text("site_icon_url", "Address of the icon."),
		{Name: "image_sizes", Schema: schema.Obj(nil, "Sub-sizes of images by name.", schema.Values(schema.Obj([]schema.Property{
			number("width", "In pixels."), number("height", "In pixels."), {Name: "crop", Schema: schema.Bool("Whether it is cut to that.")},
		}, "")))},
		number("image_size_threshold", "Pixels from which an image is scaled down."), {Name: "image_strip_meta", Schema: schema.Bool("Whether sub-sizes lose what cameras wrote.")},
		number("image_max_bit_depth", "Bits of each channel that are kept."),
	}
}

// describe is the part of the site index that tells of the site.
func (a *App) describe(r *rest.Request) (before, after *wire.Object, links []rest.Link, err error) {
	ctx, s := r.Context(), a.Env.Site
	_, offset := s.Now(ctx).Zone()
	base := s.Base(ctx)
	authorize := wire.NewObject("authorization", base+"/wp-admin/authorize-application.php")
	before = wire.NewObject(
		"name", s.Title(ctx),
		"description", s.Tagline(ctx),
		"url", base,
		"home", base,
		"gmt_offset", gmtOffset(ctx, a, offset),
		"timezone_string", site.TimeZone.Of(ctx, s),
		"page_for_posts", site.PageForPosts.Of(ctx, s),
		"page_on_front", site.PageOnFront.Of(ctx, s),
		"show_on_front", site.ShowOnFront.Of(ctx, s),
		"authentication", wire.NewObject("application-passwords", wire.NewObject("endpoints", authorize)),
	)
	after = a.describeMedia(r)
	links = []rest.Link{{Rel: "help", Href: "https://developer.wordpress.org/rest-api/"}}
	if r.Actor.Can("switch_themes") || a.Env.Entries.CanEditAny(r.Actor) {
		links = append(links, rest.Link{Rel: rest.CURIE + "active-theme", Href: rest.Path("/core/v2/themes/", a.themes.Active(ctx).ID)})
	}
	for _, image := range []*site.Option[int64]{site.Logo, site.Icon} {
		if id := image.Of(ctx, s); id != 0 {
			href, err := a.imagePath(ctx, id)
			if err != nil {
				return nil, nil, nil, err
			}
			links = append(links, rest.Link{
				Rel: rest.CURIE + "featuredmedia", Href: href, Embeddable: true,
				Attributes: wire.NewObject("type", image.Name),
			})
		}
	}
	return before, after, links, nil
}

// imagePath leads to the entry that a setting names as an image.
//
// Compat (api.TestIndexOfMissingImages): to the API itself, when there is none.
func (a *App) imagePath(ctx context.Context, id int64) (wire.Ref, error) {
	e, err := a.Env.Store.EntryByID(ctx, id)
	if errors.Is(err, content.ErrNotFound) {
		return rest.Path("/"), nil
	}
	if err != nil {
		return wire.Ref{}, err
	}
	if ref, ok := entry.RefOf(a.Env.Types, e); ok {
		return ref, nil
	}
	return rest.Path("/"), nil
}

// gmtOffset is a number when a named zone gives it, else what is stored.
func gmtOffset(ctx context.Context, a *App, seconds int) any {
	if site.TimeZone.Of(ctx, a.Env.Site) != "" {
		return float64(seconds) / 3600
	}
	return site.Offset.Of(ctx, a.Env.Site)
}

// describeMedia are the members after the routes: logo and icon, and what
// uploading clients that make sub-sizes themselves need.
func (a *App) describeMedia(r *rest.Request) *wire.Object {
	ctx, s := r.Context(), a.Env.Site
	out := wire.NewObject(
		"site_logo", site.Logo.Of(ctx, s),
		"site_icon", site.Icon.Of(ctx, s),
		"site_icon_url", a.iconURL(ctx, site.Icon.Of(ctx, s)),
	)
	if !r.Actor.Can("upload_files") || !coremedia.ClientSide(r) {
		return out
	}
	sizes := &wire.Object{}
	for _, size := range a.Media.RegisteredSizes(ctx) {
		sizes.Set(size.Name, wire.NewObject("width", size.Width, "height", size.Height, "crop", size.Crop))
	}
	out.Set("image_sizes", sizes)
	out.Set("image_size_threshold", 2560)
	out.Set("image_strip_meta", true)
	out.Set("image_max_bit_depth", 16)
	return out
}

// iconURL is the address of the site's icon, "" without one.
func (a *App) iconURL(ctx context.Context, id int64) string {
	if id == 0 {
		return ""
	}
	e, err := a.DB.EntryByID(ctx, id)
	if err != nil || e.Meta.Text(content.MetaAttachedFile) == "" {
		return ""
	}
	return a.Env.Site.Base(ctx) + "/wp-content/uploads/" + e.Meta.Text(content.MetaAttachedFile)
}

// Package index is the part of the API's index that tells of the site.
package index

import (
	"cmp"
	"context"
	"errors"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	coremedia "quoin/internal/api/core/media"
	"quoin/internal/api/openapi"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Index tells of a site.
type Index struct {
	Store   env.Store
	Site    *site.Site
	Types   *content.Types
	Entries *content.Service
	Themes  env.Themes
	Media   *media.Service
}

// New is that of the site of e.
func New(e *env.Env) *Index {
	return &Index{Store: e.Store, Site: e.Site, Types: e.Types, Entries: e.Entries, Themes: e.Themes, Media: e.Media}
}

// About is what the description of the API begins with.
func (x *Index) About(r *rest.Request) openapi.Info {
	return openapi.Info{
		Title: cmp.Or(x.Site.PlainTitle(r.Context()), "Site"), Version: "2",
		Description: "The content of the site. What a caller may do depends on who it is: Allow headers and OPTIONS tell.",
	}
}

// Members are the members that Describe gives.
func Members() []schema.Property {
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

// Describe is the part of the site index that tells of the site.
func (x *Index) Describe(r *rest.Request) (before, after *wire.Object, links []rest.Link, err error) {
	ctx, s := r.Context(), x.Site
	_, offset := s.Now(ctx).Zone()
	base := s.Base(ctx)
	authorize := wire.NewObject("authorization", base+"/wp-admin/authorize-application.php")
	before = wire.NewObject(
		"name", s.Title(ctx),
		"description", s.Tagline(ctx),
		"url", base,
		"home", base,
		"gmt_offset", x.gmtOffset(ctx, offset),
		"timezone_string", site.TimeZone.Of(ctx, s),
		"page_for_posts", site.PageForPosts.Of(ctx, s),
		"page_on_front", site.PageOnFront.Of(ctx, s),
		"show_on_front", site.ShowOnFront.Of(ctx, s),
		"authentication", wire.NewObject("application-passwords", wire.NewObject("endpoints", authorize)),
	)
	after = x.describeMedia(r)
	links = []rest.Link{{Rel: "help", Href: "https://developer.wordpress.org/rest-api/"}}
	if r.Actor.Can("switch_themes") || x.Entries.CanEditAny(r.Actor) {
		links = append(links, rest.Link{Rel: rest.CURIE + "active-theme", Href: rest.Path("/core/v2/themes/", x.Themes.Active(ctx).ID)})
	}
	for _, image := range []*site.Option[int64]{site.Logo, site.Icon} {
		if id := image.Of(ctx, s); id != 0 {
			href, err := x.imagePath(ctx, id)
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
func (x *Index) imagePath(ctx context.Context, id int64) (wire.Ref, error) {
	e, err := x.Store.EntryByID(ctx, id)
	if errors.Is(err, content.ErrNotFound) {
		return rest.Path("/"), nil
	}
	if err != nil {
		return wire.Ref{}, err
	}
	if ref, ok := entry.RefOf(x.Types, e); ok {
		return ref, nil
	}
	return rest.Path("/"), nil
}

// gmtOffset is a number when a named zone gives it, else what is stored.
func (x *Index) gmtOffset(ctx context.Context, seconds int) any {
	if site.TimeZone.Of(ctx, x.Site) != "" {
		return float64(seconds) / 3600
	}
	return site.Offset.Of(ctx, x.Site)
}

// describeMedia are the members after the routes: logo and icon, and what
// uploading clients that make sub-sizes themselves need.
func (x *Index) describeMedia(r *rest.Request) *wire.Object {
	ctx, s := r.Context(), x.Site
	out := wire.NewObject(
		"site_logo", site.Logo.Of(ctx, s),
		"site_icon", site.Icon.Of(ctx, s),
		"site_icon_url", x.IconURL(ctx, site.Icon.Of(ctx, s)),
	)
	if !r.Actor.Can("upload_files") || !coremedia.ClientSide(r) {
		return out
	}
	sizes := &wire.Object{}
	for _, size := range x.Media.RegisteredSizes(ctx) {
		sizes.Set(size.Name, wire.NewObject("width", size.Width, "height", size.Height, "crop", size.Crop))
	}
	out.Set("image_sizes", sizes)
	out.Set("image_size_threshold", 2560)
	out.Set("image_strip_meta", true)
	out.Set("image_max_bit_depth", 16)
	return out
}

// IconURL is the address of the site's icon, "" without one.
func (x *Index) IconURL(ctx context.Context, id int64) string {
	if id == 0 {
		return ""
	}
	e, err := x.Store.EntryByID(ctx, id)
	if err != nil || e.Meta.Text(content.MetaAttachedFile) == "" {
		return ""
	}
	return x.Site.Base(ctx) + "/wp-content/uploads/" + e.Meta.Text(content.MetaAttachedFile)
}

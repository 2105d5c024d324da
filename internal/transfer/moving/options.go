package moving

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

const (
	kindOption   = "option"
	widgetPrefix = "widget_"
	modsPrefix   = "theme_mods_"
)

// moveOptions brings the options that are declared here, under the names of the
// reference, which are those that the site stores them under.
func (r *run) moveOptions(ctx context.Context, source *journal.Source) error {
	return r.batch(ctx, "options", source, 1, func(ctx context.Context) error {
		for _, o := range site.Options() {
			d := o.Declaration()
			_, ok := r.old.options[d.Name]
			if !ok || slices.Contains(elsewhere(), d.Name) {
				continue
			}
			if err := r.Site.SetOption(ctx, d.Name, Like(r.old.Option(d.Name), d.Default)); err != nil {
				return err
			}
			r.report.Took(kindOption, 1)
		}
		if err := r.movePictures(ctx); err != nil {
			return err
		}
		if err := r.moveAddresses(ctx); err != nil {
			return err
		}
		if err := r.moveRoles(ctx); err != nil {
			return err
		}
		if err := r.moveWidgets(ctx); err != nil {
			return err
		}
		return r.moveTheme(ctx)
	})
}

// movePictures has pages show people's pictures from where the old site had them.
func (r *run) movePictures(ctx context.Context) error {
	if !site.ShowAvatars.Of(ctx, r.Site) {
		return nil
	}
	return site.Avatars.Set(ctx, r.Site, render.AvatarsOfGravatar)
}

// elsewhere are declared options that other functions bring, or that don't come.
func elsewhere() []string {
	return []string{
		site.URL.Name, site.Home.Name, site.Permalinks.Name, site.CategoryBase.Name, site.TagBase.Name,
		site.Sidebars.Name, site.Widgets.Name, site.Theme.Name, site.ThemeStamp.Name, site.Definitions.Name, site.Roles.Name, site.Extensions.Name,
	}
}

// Like is a value of the old site as one of the type that another has.
func Like(v, other any) any {
	switch other := other.(type) {
	case string:
		return schema.ToText(v)
	case int, int64:
		return schema.ToInt(v)
	case bool:
		return schema.ToBool(v)
	case *wire.Object:
		if o, ok := v.(*wire.Object); ok {
			return o
		}
		return &wire.Object{}
	case []any:
		if list, ok := schema.AsList(v); ok {
			return list
		}
		return other
	}
	return v
}

// moveAddresses brings the form of addresses. One that addresses here can't have is
// told of, and that of new sites stays.
func (r *run) moveAddresses(ctx context.Context) error {
	form := site.AddressForm{
		Posts:      r.old.Text(site.Permalinks.Name),
		Categories: strings.Trim(r.old.Text(site.CategoryBase.Name), "/"), Tags: strings.Trim(r.old.Text(site.TagBase.Name), "/"),
	}
	if err := site.CheckPermalinks(form.Posts, form.Categories, form.Tags); err != nil {
		r.report.Warn("addresses can't have the form %q: %v", form.Posts, err)
		return nil
	}
	for _, o := range []struct {
		option *site.Option[string]
		value  string
	}{{site.Permalinks, form.Posts}, {site.CategoryBase, form.Categories}, {site.TagBase, form.Tags}} {
		if err := o.option.Set(ctx, r.Site, o.value); err != nil {
			return err
		}
		r.report.Took(kindOption, 1)
	}
	return nil
}

// moveWidgets brings the widgets: each type has an option with the settings of its
// widgets by number, and another says where they stand.
func (r *run) moveWidgets(ctx context.Context) error {
	widgets, sidebars := &wire.Object{}, &wire.Object{}
	for _, name := range slices.Sorted(maps.Keys(r.old.options)) {
		typ, ok := strings.CutPrefix(name, widgetPrefix)
		if !ok {
			continue
		}
		for _, m := range r.old.Object(name).Members() {
			if settings, ok := m.Value.(*wire.Object); ok && m.Key != "_multiwidget" {
				widgets.Set(typ+"-"+m.Key, settings)
			}
		}
	}
	for _, m := range r.old.Object(site.Sidebars.Name).Members() {
		if list, ok := m.Value.([]any); ok {
			sidebars.Set(m.Key, list)
		}
	}
	r.report.Took("widget", widgets.Len())
	if err := site.Widgets.Set(ctx, r.Site, widgets); err != nil {
		return err
	}
	return site.Sidebars.Set(ctx, r.Site, sidebars)
}

// moveTheme brings what was chosen for each theme. Where the theme itself isn't here,
// the choices go to the one that is shown instead, too.
func (r *run) moveTheme(ctx context.Context) error {
	folder := r.old.Text(site.Theme.Name)
	for _, name := range slices.Sorted(maps.Keys(r.old.options)) {
		theme, ok := strings.CutPrefix(name, modsPrefix)
		if !ok {
			continue
		}
		choices := r.old.Object(name).Clone()
		choices.Delete("sidebars_widgets")
		if err := site.ThemeChoices(theme).Set(ctx, r.Site, choices); err != nil {
			return err
		}
		if theme == folder && !r.HasTheme(folder) && r.Theme != folder {
			if err := site.ThemeChoices(r.Theme).Set(ctx, r.Site, choices); err != nil {
				return err
			}
		}
		r.report.Took(kindOption, 1)
	}
	if folder == "" {
		return nil
	}
	if !r.HasTheme(folder) {
		r.report.Warn("the theme %q isn't here: the site shows %q. Install it (quoin theme install) or choose another", folder, r.Theme)
		return nil
	}
	return site.Theme.Set(ctx, r.Site, folder)
}

// declared are the names of the options that the site itself has.
func (r *run) declared() []string {
	var names []string
	for _, o := range site.Options() {
		names = append(names, o.Declaration().Name)
	}
	return names
}

package live

import (
	"context"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"

	"quoin/internal/domain/importer"
	"quoin/internal/domain/site"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// activeThemes is where the theme in effect is told of.
const activeThemes = "/wp/v2/themes?status=active"

// readSettings reads what is one of its kind: settings, theme, extensions, widgets, places
// of menus; and infers the form of addresses, which the API doesn't tell.
func (r *reading) readSettings(ctx context.Context) error {
	options := map[string]string{"home": r.home(), "siteurl": r.index.Text("url"), "gmt_offset": text(r.index, "gmt_offset")}
	names := map[string]string{}
	for _, o := range site.Options() {
		if d := o.Declaration(); d.Setting != nil {
			names[d.Setting.Name] = d.Name
		}
	}
	for _, m := range r.settings.Members() {
		name := names[m.Key]
		if name == "" {
			name = m.Key
		}
		if m.Value != nil && m.Key != "url" {
			options[name] = serialised(m.Value)
		}
	}
	themes, err := r.array(ctx, activeThemes)
	if err != nil {
		return err
	}
	if len(themes) > 0 {
		options["stylesheet"], options["template"] = themes[0].Text("stylesheet"), themes[0].Text("template")
	}
	if !r.quick {
		if err := r.inferred(ctx, options); err != nil {
			return err
		}
	}
	if own := r.ownSizes(); own.Len() > 0 {
		options[site.OwnImageSizes.Name] = serialised(own)
	}
	if err := r.widgets(ctx, options); err != nil {
		return err
	}
	if err := r.choices(ctx, options); err != nil {
		return err
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		sticky, err := t.strings("SELECT name FROM live_state WHERE name LIKE 'sticky:%' ORDER BY name")
		if err != nil {
			return err
		}
		list := []any{}
		for _, name := range sticky {
			list = append(list, schema.ToInt(strings.TrimPrefix(name, "sticky:")))
		}
		options["sticky_posts"] = serialised(list)
		for name, value := range options {
			if err := t.option(name, value); err != nil {
				return err
			}
		}
		return nil
	})
}

// inferred reads which extensions there are, and what can only be told by looking at pictures
// and addresses.
func (r *reading) inferred(ctx context.Context, options map[string]string) error {
	plugins, err := r.array(ctx, "/wp/v2/plugins?status=active")
	if err != nil {
		return err
	}
	active := []any{}
	for _, p := range plugins {
		active = append(active, p.Text("plugin")+".php")
	}
	if plugins != nil { // a site with none says so
		options["active_plugins"] = serialised(active)
	}
	for _, read := range []func(context.Context, map[string]string) error{r.pictures, r.discussion, r.addresses} {
		if err := read(ctx, options); err != nil {
			return err
		}
	}
	return nil
}

// widgets reads the widgets: the settings of each type in one option, and where they
// stand in another.
func (r *reading) widgets(ctx context.Context, options map[string]string) error {
	all, err := r.array(ctx, "/wp/v2/widgets?context=edit")
	if err != nil {
		return err
	}
	byType := map[string]*wire.Object{}
	for _, o := range all {
		base := text(o, "id_base")
		n, ok := strings.CutPrefix(text(o, "id"), base+"-")
		if base == "" || !ok {
			continue
		}
		instance := o.Object("instance")
		var settings any
		if v, ok := instance.Get("raw").(*wire.Object); ok {
			settings = v
		}
		if encoded, err := base64.StdEncoding.DecodeString(instance.Text("encoded")); err == nil && len(encoded) > 0 {
			if v, ok := importer.MetaValue(string(encoded)); ok {
				settings = v
			}
		}
		if settings == nil {
			continue
		}
		if byType[base] == nil {
			byType[base] = &wire.Object{}
		}
		byType[base].Set(n, settings)
	}
	for base, widgets := range byType {
		widgets.Set("_multiwidget", int64(1))
		options["widget_"+base] = serialised(widgets)
	}
	sidebars, err := r.array(ctx, "/wp/v2/sidebars?context=edit")
	if err != nil || len(sidebars)+len(all) == 0 {
		return err
	}
	places, own := &wire.Object{}, &wire.Object{}
	for _, s := range sidebars {
		list, _ := s.Get("widgets").([]any)
		if id := text(s, "id"); id != "wp_inactive_widgets" && s.Has("before_widget") {
			one := &wire.Object{}
			for _, name := range site.SidebarTexts {
				one.Set(name, text(s, name))
			}
			own.Set(id, one)
		}
		places.Set(text(s, "id"), append([]any{}, list...))
	}
	// A theme that declares no places leaves widgets in those of the theme before it, which
	// widgets alone tell, in their order.
	for _, o := range all {
		place := text(o, "sidebar")
		if place == "" || slices.ContainsFunc(sidebars, func(s *wire.Object) bool { return text(s, "id") == place }) {
			continue
		}
		list, _ := places.Get(place).([]any)
		places.Set(place, append(list, text(o, "id")))
	}
	places.Set("array_version", int64(3))
	if own.Len() > 0 {
		options[site.OwnSidebars.Name] = serialised(own)
	}
	options["sidebars_widgets"] = serialised(places)
	return nil
}

// choices reads what was chosen for the theme, as far as the API shows it.
func (r *reading) choices(ctx context.Context, options map[string]string) error {
	theme := options["stylesheet"]
	if theme == "" {
		return nil
	}
	mods := &wire.Object{}
	places, err := r.object(ctx, "/wp/v2/menu-locations?context=edit")
	if err != nil {
		return err
	}
	menus := &wire.Object{}
	for _, m := range places.Members() {
		if place, ok := m.Value.(*wire.Object); ok && number(place, "menu") > 0 {
			menus.Set(m.Key, number(place, "menu"))
		}
	}
	if menus.Len() > 0 {
		mods.Set("nav_menu_locations", menus)
	}
	if logo := number(r.settings, "site_logo"); logo > 0 {
		mods.Set("custom_logo", logo)
	}
	if mods.Len() > 0 {
		options["theme_mods_"+theme] = serialised(mods)
	}
	return nil
}

// nested are the slugs of a category and of those that it is below of, joined by slashes; ""
// for one that stands alone.
func (t *tx) nested(id int64) (string, error) {
	var slugs []string
	for range 50 { // however the old site has them in a circle
		var slug string
		var parent int64
		found, err := t.one("SELECT t.slug, x.parent FROM wp_terms t JOIN wp_term_taxonomy x ON x.term_id = t.term_id WHERE t.term_id = ?", []any{id}, &slug, &parent)
		if err != nil {
			return "", err
		}
		if !found {
			break
		}
		slugs = append(slugs, slug)
		if id = parent; id == 0 {
			break
		}
	}
	if len(slugs) < 2 {
		return "", nil
	}
	slices.Reverse(slugs)
	return strings.Join(slugs, "/"), nil
}

// addresses infers the form of addresses from those of posts and terms.
func (r *reading) addresses(ctx context.Context, options map[string]string) error {
	posts, err := r.array(ctx, "/wp/v2/posts?context=edit&status=publish&per_page=50&orderby=date&_fields=id,link,slug,date,author,categories,password")
	if err != nil {
		return err
	}
	home, err := url.Parse(r.home())
	if err != nil {
		return err
	}
	base := strings.TrimRight(home.Path, "/")
	var samples []sample
	for _, o := range posts {
		u, err := url.Parse(text(o, "link"))
		if err != nil || text(o, "password") != "" {
			continue
		}
		if u.RawQuery != "" {
			options["permalink_structure"] = ""
			return nil
		}
		s := sample{path: strings.ToLower(strings.TrimPrefix(u.EscapedPath(), base)), slug: strings.ToLower(text(o, "slug")), id: text(o, "id"), date: stored(text(o, "date"))}
		err = r.Mirror.in(ctx, func(t *tx) error {
			if _, err := t.one("SELECT user_nicename FROM wp_users WHERE ID = ?", []any{number(o, "author")}, &s.author); err != nil {
				return err
			}
			categories, _ := o.Get("categories").([]any)
			for _, id := range categories {
				var slug string
				if _, err := t.one("SELECT slug FROM wp_terms WHERE term_id = ?", []any{schema.ToInt(id)}, &slug); err != nil {
					return err
				}
				s.categories = append(s.categories, slug)
				// One below others stands in addresses with all of them before it.
				nested, err := t.nested(schema.ToInt(id))
				if err != nil {
					return err
				}
				if before, after, ok := strings.Cut(s.path, "/"+nested+"/"); ok && nested != "" {
					s.path = before + "/" + slug + "/" + after
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		samples = append(samples, s)
	}
	form, ok := formOf(samples)
	if ok {
		options["permalink_structure"] = form
	} else {
		r.warn("the form of addresses can't be told from those of the posts; set it (quoin option set permalink_structure)")
	}
	for route, name := range map[string]string{"/wp/v2/categories": "category", "/wp/v2/tags": "tag"} {
		slug, err := r.begins(ctx, route, "&parent=0", name)
		if err != nil {
			return err
		}
		front := strings.Trim(strings.SplitN(form, "%", 2)[0], "/")
		slug = strings.Trim(strings.TrimPrefix(slug, front), "/")
		if slug == name {
			slug = ""
		}
		options[name+"_base"] = slug
	}
	return nil
}

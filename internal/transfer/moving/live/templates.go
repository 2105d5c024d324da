package live

import (
	"context"
	"strconv"
	"strings"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

const stylesRoute = "/wp/v2/global-styles"

// readTemplates reads templates and parts of the theme in effect that the owner made or
// changed, and the styles chosen for it. Their lists have no pages.
func (r design) readTemplates(ctx context.Context) error {
	for typ, path := range map[string]string{typeTemplate: "/wp/v2/templates", typePart: "/wp/v2/template-parts"} {
		all, err := r.array(ctx, path+"?context=edit")
		if err != nil {
			return err
		}
		if all == nil {
			r.unanswered(listEntries + typ)
			continue
		}
		var items []item
		for _, o := range all {
			if number(o, "wp_id") > 0 {
				items = append(items, template(typ, path, o))
			}
		}
		if err := r.whole(ctx, listEntries+typ, items); err != nil {
			return err
		}
	}
	themes, err := r.array(ctx, activeThemes)
	if err != nil || len(themes) == 0 {
		return err
	}
	links, _ := themes[0].Object("_links").Get("wp:user-global-styles").([]any)
	if len(links) == 0 {
		return nil
	}
	first, _ := links[0].(*wire.Object)
	href := first.Text("href")
	id, err := strconv.ParseInt(href[strings.LastIndexByte(href, '/')+1:], 10, 64)
	if err != nil || id <= 0 {
		return nil
	}
	r.stylesPath = stylesRoute + "/" + decimal(id) + "?context=edit"
	o, err := r.object(ctx, r.stylesPath)
	if err != nil || o == nil {
		return err
	}
	return r.whole(ctx, listEntries+typeStyles, []item{styles(themes[0].Text("stylesheet"), id, o)})
}

// whole keeps a list that came in one answer; what isn't in it is gone.
func (r design) whole(ctx context.Context, name string, items []item) error {
	err := r.Mirror.in(ctx, func(t *tx) error {
		for _, it := range items {
			if err := t.keep(name, r.round, it); err != nil {
				return err
			}
		}
		missing, err := t.ids("SELECT id FROM live_seen WHERE list = ? AND round < ?", name, r.round)
		for _, id := range missing {
			if err := t.gone(name, KindEntry, id); err != nil {
				return err
			}
		}
		return err
	})
	r.took(name, len(items))
	return err
}

// template is a template or part with what the database has of it.
func template(typ, path string, o *wire.Object) item {
	id := number(o, "wp_id")
	e := rowOf(typ, o)
	e.excerpt = text(o, "description")
	if e.date == stored("") {
		e.date = e.modified
	}
	theme, area := text(o, "theme"), text(o, "area")
	meta := map[string][]string{}
	if origin := text(o, "origin"); origin != "" {
		meta["origin"] = []string{origin}
	}
	it := item{id: id, kind: KindEntry, digest: digestOf(o), store: func(t *tx) error {
		err := e.store(t, id)
		if err == nil {
			err = t.meta(KindEntry, id, meta)
		}
		if err == nil && theme != "" {
			err = t.hidden(id, "wp_theme", theme)
		}
		if err == nil && typ == typePart && area != "" {
			err = t.hidden(id, "wp_template_part_area", area)
		}
		return err
	}}
	if hasHistory(o) {
		it.tasks = append(it.tasks, task{listRevisions, id, path + "/" + text(o, "id")})
	}
	return it
}

// stylesOf is the content that an entry of styles has.
func stylesOf(o *wire.Object) *wire.Object {
	content := wire.NewObject("version", 3, "isGlobalStylesUserThemeJSON", true)
	for _, part := range []string{"settings", "styles"} {
		if v, ok := o.Get(part).(*wire.Object); ok && v.Len() > 0 {
			content.Set(part, v)
		}
	}
	return content
}

func styles(theme string, id int64, o *wire.Object) item {
	e := rowOf(typeStyles, o)
	e.content, e.slug = string(wire.Encode(stylesOf(o), nil)), "wp-global-styles-"+theme
	it := item{id: id, kind: KindEntry, digest: digestOf(o), store: func(t *tx) error {
		if err := e.store(t, id); err != nil {
			return err
		}
		return t.hidden(id, "wp_theme", theme)
	}}
	if hasHistory(o) {
		it.tasks = append(it.tasks, task{listRevisions, id, stylesRoute + "/" + decimal(id)})
	}
	return it
}

// fontFamily is a family of fonts; its faces are asked for.
func fontFamily(path string, o *wire.Object) *item {
	id := number(o, "id")
	settings := o.Object("font_family_settings")
	e := rowOf(typeFontFamily, o)
	e.title, e.slug = settings.Text("name"), settings.Text("slug")
	e.content = string(wire.Encode(wire.NewObject("fontFamily", settings.Text("fontFamily"), "preview", settings.Text("preview")), nil))
	return &item{id: id, kind: KindEntry, digest: digestOf(o), tasks: []task{{taskFaces, id, path}}, store: func(t *tx) error { return e.store(t, id) }}
}

// faces reads the faces of a family, and notes their files.
func (r design) faces(ctx context.Context, family int64, path string) error {
	all, err := r.array(ctx, path+"/"+decimal(family)+"/font-faces?context=edit&per_page=100")
	if err != nil {
		return err
	}
	name := listEntries + typeFontFace + " " + decimal(family)
	if all == nil {
		r.unanswered(name)
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		for _, o := range all {
			id := number(o, "id")
			if id <= 0 || number(o, "parent") != family {
				continue
			}
			settings := o.Object("font_face_settings")
			e := rowOf(typeFontFace, o)
			e.parent, e.content = family, string(wire.Encode(settings, nil))
			e.title = settings.Text("fontFamily") + ";" + settings.Text("fontStyle") + ";" + schema.ToText(settings.Get("fontWeight"))
			e.slug = "face-" + decimal(id)
			it := item{id: id, kind: KindEntry, digest: digestOf(o), store: func(t *tx) error { return e.store(t, id) }}
			sources, ok := schema.AsList(settings.Get("src"))
			if !ok {
				sources = []any{settings.Get("src")}
			}
			meta := map[string][]string{}
			for _, src := range sources {
				address := schema.ToText(src)
				if key := r.keyOf(address); key != "" {
					it.tasks = append(it.tasks, task{taskFile, 0, key + "\n" + address})
					meta["_wp_font_face_file"] = append(meta["_wp_font_face_file"], key[strings.LastIndexByte(key, '/')+1:])
				}
			}
			store := it.store
			it.store = func(t *tx) error {
				if err := store(t); err != nil {
					return err
				}
				return t.meta(KindEntry, id, meta)
			}
			if err := t.keep(name, r.round, it); err != nil {
				return err
			}
		}
		if all == nil {
			return t.exec("DELETE FROM live_task WHERE kind = ? AND id = ?", taskFaces, family)
		}
		missing, err := t.ids("SELECT id FROM live_seen WHERE list = ? AND round < ?", name, r.round)
		for _, id := range missing {
			if err := t.gone(name, KindEntry, id); err != nil {
				return err
			}
		}
		if err != nil {
			return err
		}
		return t.exec("DELETE FROM live_task WHERE kind = ? AND id = ?", taskFaces, family)
	})
}

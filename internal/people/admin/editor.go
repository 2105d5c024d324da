package admin

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/storage/auth"
)

// editing is a visit of a page that has an editor, or of what editors ask beside the API.
type editing struct{ *visit }

func (v *visit) editing() editing { return editing{v} }

// edit shows the editor with an entry; false where there is none to be edited so.
func (v editing) edit() bool {
	id, err := strconv.ParseInt(v.query("post"), 10, 64)
	if err != nil || id <= 0 || v.query("action") != "edit" {
		return false
	}
	found, err := v.Entries.Store.EntriesByID(v.ctx, []int64{id})
	if err != nil {
		v.fail(err)
		return true
	}
	e := found[id]
	if e != nil && e.Type == content.TypeAttachment {
		return v.screen(filePath)
	}
	switch {
	case e == nil:
		v.say(http.StatusNotFound, "There is no such entry. It may have been deleted.")
		return true
	case !v.editable(v.Types.Get(e.Type)):
		return false // the API says why
	case !v.Entries.CanEdit(v.ctx, v.actor, e):
		v.say(http.StatusForbidden, "You are not allowed to edit this item.")
		return true
	case e.Status == content.Trash:
		v.say(http.StatusConflict, "This entry is in the trash. Restore it before you edit it.")
		return true
	}
	if v.query("get-post-lock") != "" {
		v.takeOver(e.ID)
		return true
	}
	v.open(e, content.TranslateLabel(v.Types.Get(e.Type).Label("edit_item"), v.Site.Texts(v.ctx), content.TypeNames), "post-php", nil)
	return true
}

// editable tells whether the editor is made for a type.
func (v editing) editable(t *content.Type) bool {
	return t != nil && t.REST && t.Managed && t.Has("editor")
}

// write begins a new entry and shows the editor with it.
func (v editing) write() bool {
	t := v.listed()
	switch {
	case !v.editable(t):
		v.say(http.StatusNotFound, "There is no type of that name that is written here.")
		return true
	case !v.actor.Can(t.Caps.Create):
		v.say(http.StatusForbidden, "You aren't allowed to write this.")
		return true
	case v.r.Header.Get("Sec-Fetch-Site") == "cross-site" || v.r.Method == http.MethodHead:
		// Opening the page makes a draft, which a link on another site must not.
		http.Redirect(v.w, v.r, v.base+adminPath+"edit.php?post_type="+url.QueryEscape(t.Name), http.StatusFound) // #nosec G710 -- base is the site's own address
		return true
	}
	status, title := content.AutoDraft, v.text("Auto Draft")
	var e *content.Entry
	err := v.Entries.Store.InTx(v.ctx, func(ctx context.Context) (err error) {
		e, err = v.Entries.Create(ctx, v.actor, t.Name, content.Change{Status: &status, Title: &title})
		return err
	})
	if err != nil {
		v.fail(err)
		return true
	}
	// What an editor starts with isn't what the draft is called until it is saved.
	v.open(e, v.newOf(t), "post-new-php", map[string]string{"title": v.query("post_title"), "content": v.query("content"), "excerpt": v.query("excerpt")})
	return true
}

// open shows the editor with an entry that the person may edit, in a page of a title and a class.
func (v editing) open(e *content.Entry, title, class string, initial map[string]string) {
	t := v.Types.Get(e.Type)
	id := strconv.FormatInt(e.ID, 10)
	settings := v.settings()
	settings["supportsTemplateMode"] = true
	settings["availableTemplates"] = v.templates(t)
	if newer, err := v.newerAutosave(e); err != nil {
		v.fail(err)
		return
	} else if newer != 0 {
		settings["autosave"] = map[string]string{"editLink": v.base + adminPath + revisionPath + "?revision=" + strconv.FormatInt(newer, 10)}
	}
	if v.r.Method != http.MethodHead {
		if err := v.lockSettings(e.ID, settings); err != nil {
			v.fail(err)
			return
		}
	}
	reference := cmp.Or(t.Reference, t.Name)
	var scripts []string
	for _, extension := range v.bundle.Editors {
		if v.Active(v.ctx, extension) {
			scripts = append(scripts, "editor-"+extension+".js")
		}
	}
	data := map[string]any{"page": "post", "type": reference, "post": e.ID, "settings": settings, "initial": initial, "fields": v.Fields(t.Name), "lazy": v.bundle.lazy(v.base), "variations": v.variations()}
	v.describeCustom(e, settings, data)
	v.surround(strings.TrimPrefix(v.listOf(t), v.base+adminPath), data)
	v.show(shell{
		Scripts: scripts,
		Title:   title, Class: class + " post-type-" + reference + " is-fullscreen-mode admin-bar block-editor-page wp-embed-responsive", Root: "editor", RootClass: "block-editor__container",
		Data: data,
		Preload: append(v.usual(),
			"/wp/v2/"+t.RESTBase+"/"+id+"?context=edit",
			"/wp/v2/"+t.RESTBase+"/"+id+"/autosaves?context=edit",
			"/wp/v2/types/"+reference+"?context=edit",
			"/wp/v2/taxonomies?context=edit",
			"/wp/v2/users/"+strconv.FormatInt(e.Author, 10)+"?context=view&_fields=id,name",
			"/wp/v2/templates/lookup?slug=single-"+reference,
			asksFor+"/wp/v2/blocks", asksFor+"/wp/v2/templates", asksFor+"/wp/v2/"+t.RESTBase,
		),
	})
}

// surround says what stands around an editor: the toolbar, and the navigation, in which the head is shown that leads to a list.
func (v editing) surround(list string, data map[string]any) {
	ways := v.navigation("")
	for i := range ways {
		ways[i].Here = ways[i].Href == list
	}
	data["navigation"], data["bar"], data["site"], data["home"], data["base"] = ways, v.bar(), v.siteName(), v.base+"/", v.base+adminPath
}

// revisionPath leads from a revision to its entry in the editor.
const revisionPath = "revision.php"

// newerAutosave is the id of the autosave that says something else than its entry and was
// made after it, 0 for none.
func (v editing) newerAutosave(e *content.Entry) (int64, error) {
	saved, err := v.Entries.Store.Autosave(v.ctx, e.ID, 0)
	if err != nil || saved == nil || saved.ModifiedUTC <= e.ModifiedUTC {
		return 0, err
	}
	if saved.Title == e.Title && saved.Content == e.Content && saved.Excerpt == e.Excerpt {
		return 0, nil
	}
	return saved.ID, nil
}

// revision opens the entry of a revision with that before its eyes, and leads to the list where there is none.
func (v editing) revision() bool {
	id, err := strconv.ParseInt(v.query("revision"), 10, 64)
	if err != nil || id <= 0 {
		return leads(listPath)(v.visit)
	}
	found, err := v.Entries.Store.EntriesByID(v.ctx, []int64{id})
	if err != nil {
		v.fail(err)
		return true
	}
	r := found[id]
	if r == nil || r.Type != content.TypeRevision {
		return leads(listPath)(v.visit) // as the field's page does
	}
	http.Redirect(v.w, v.r, v.base+postPath+"?post="+strconv.FormatInt(r.Parent, 10)+"&action=edit&revision="+strconv.FormatInt(id, 10), http.StatusFound) // #nosec G710 -- base is the site's own address
	return true
}

// templates are what an entry of a type may be shown with, by slug.
func (v editing) templates(t *content.Type) map[string]string {
	all := map[string]string{"": v.text("Default template")}
	for _, template := range v.Theme(v.ctx).Templates {
		if template.ForPostType(t.Name) || template.ForPostType(t.Reference) {
			all[template.Slug] = template.Title
		}
	}
	return all
}

// design shows the site editor.
func (v editing) design() bool {
	if !v.actor.Can("edit_theme_options") {
		v.say(http.StatusForbidden, "You aren't allowed to change the design of this site.")
		return true
	}
	if place, ok := sitePlace(v.r.URL.Query()); ok {
		http.Redirect(v.w, v.r, v.base+sitePath+"?"+place.Encode(), http.StatusFound) // #nosec G710 -- base is the site's own address
		return true
	}
	var activate string
	looks, err := v.preview(v.query(auth.ThemePreview))
	switch {
	case err != nil:
		v.fail(err)
		return true
	case looks != "":
		activate = v.Auth.Nonce(v.ctx, v.session, nonceTheme+looks)
	}
	settings := v.settings()
	settings["siteUrl"] = v.base
	settings["postsPerPage"] = site.PostsPerPage.Of(v.ctx, v.Site)
	settings["supportsTemplatePartsMode"] = false
	settings["__experimentalDashboardLink"] = v.base + adminPath
	data := map[string]any{"page": "site", "settings": settings, "variations": v.variations(), "previews": looks, "activate": activate}
	v.surround("", data)
	v.show(shell{
		Title: "Design", Class: "site-editor-php is-fullscreen-mode admin-bar block-editor-page wp-embed-responsive", Root: "site-editor", RootClass: "edit-site block-editor", // style sheets of both packages hide other elements
		Data: data, Preload: slices.Concat(v.usual(), v.menus(), []string{
			"/wp/v2/types/wp_template?context=edit", "/wp/v2/types/wp_template_part?context=edit",
			"/wp/v2/templates/lookup?slug=home", asksFor + "/wp/v2/navigation",
		}),
	})
	return true
}

// preview makes the rest of a visit a look at the site with a theme, for those who may choose
// it, and tells which; "" where the one in effect is shown.
func (v editing) preview(id string) (string, error) {
	if id == "" || !v.actor.Can("switch_themes") {
		return "", nil
	}
	ok, err := v.PreviewTheme(v.ctx, id)
	if !ok || err != nil {
		return "", err
	}
	v.ctx = site.Preview(v.ctx, id)
	return id, nil
}

// usual is what both editors ask for first.
func (v editing) usual() []string {
	theme := "/wp/v2/global-styles/themes/" + v.Theme(v.ctx).ID
	all := []string{
		"/wp/v2/types?context=view", "/wp/v2/taxonomies?context=view", "/wp/v2/users/me", "/wp/v2/themes?context=edit&status=active",
		"/wp/v2/settings", asksFor + "/wp/v2/settings", asksFor + "/wp/v2/media", asksFor + "/wp/v2/pages",
		theme + "?context=view", theme + "/variations?context=view",
		"/wp/v2/block-patterns/categories", "/wp/v2/templates/lookup?slug=front-page", siteFields,
	}
	if own := v.ownStyles(); own != "" {
		context := "view"
		if v.actor.Can("edit_theme_options") {
			context = "edit"
		}
		all = append(all, own+"?context="+context, asksFor+own)
	}
	return all
}

// menus are where the site editor reads the menu that a block without one of its own shows. The
// packages count the part of a template with such a block as changed when something else changes
// before all of that has come, so it comes with the page. On a site without a menu the answer
// would make one: that is left to the editor.
func (v editing) menus() []string {
	const published, fallback = "/wp/v2/navigation?status=publish&per_page=1&_fields=id", "/wp-block-editor/v1/navigation-fallback?_embed=true"
	if a := v.ask(http.MethodGet, published); a == nil || a.header.Get("X-WP-Total") == "0" {
		return nil
	}
	var shown struct {
		ID int64 `json:"id"`
	}
	if a := v.ask(http.MethodGet, fallback); a == nil || json.Unmarshal(a.body.Bytes(), &shown) != nil {
		return nil
	}
	return []string{
		fallback, "/wp/v2/navigation/" + strconv.FormatInt(shown.ID, 10) + "?context=edit",
		"/wp/v2/navigation?context=edit&order=desc&orderby=date&per_page=100&status[0]=publish&status[1]=draft",
	}
}

// siteFields are those of the site that the editors ask for, in their order.
const siteFields = "/?_fields=description,gmt_offset,home,image_sizes,image_size_threshold,name,site_icon,site_icon_url,site_logo,timezone_string,url,page_for_posts,page_on_front,show_on_front"

// ownStyles is where the API has the styles of the site's owner, "" where it doesn't say.
func (v editing) ownStyles() string {
	a := v.ask(http.MethodGet, "/wp/v2/themes?context=edit&status=active")
	if a == nil {
		return ""
	}
	var themes []struct {
		Links map[string][]struct {
			Href string `json:"href"`
		} `json:"_links"`
	}
	if json.Unmarshal(a.body.Bytes(), &themes) != nil || len(themes) == 0 || len(themes[0].Links["wp:user-global-styles"]) == 0 {
		return ""
	}
	_, path, _ := strings.Cut(themes[0].Links["wp:user-global-styles"][0].Href, "/wp/v2/")
	return "/wp/v2/" + path
}

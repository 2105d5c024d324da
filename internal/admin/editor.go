package admin

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"quoin/internal/content"
	"quoin/internal/site"
)

// edit shows the editor with an entry; false where there is none to be edited so.
func (v *visit) edit() bool {
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
	if e == nil || !v.editable(v.Types.Get(e.Type)) || e.Status == content.Trash || !v.Entries.CanEdit(v.ctx, v.actor, e) {
		return false // the API says why
	}
	if v.query("get-post-lock") != "" {
		v.takeOver(e.ID)
		return true
	}
	v.open(e, nil)
	return true
}

// editable tells whether the editor is made for a type.
func (v *visit) editable(t *content.Type) bool {
	return t != nil && t.REST && t.Managed && t.Has("editor")
}

// write begins a new entry and shows the editor with it.
func (v *visit) write() {
	name := v.query("post_type")
	if name == "" {
		name = content.TypePost
	}
	t := v.Types.Get(name)
	switch {
	case !v.editable(t):
		v.say(http.StatusNotFound, "There is no type of that name that is written here.")
		return
	case !v.actor.Can(t.Caps.Create):
		v.say(http.StatusForbidden, "You aren't allowed to write this.")
		return
	case v.r.Header.Get("Sec-Fetch-Site") == "cross-site" || v.r.Method == http.MethodHead:
		// Opening the page makes a draft, which a link on another site must not.
		http.Redirect(v.w, v.r, v.base+adminPath+"edit.php?post_type="+url.QueryEscape(t.Name), http.StatusFound) // #nosec G710 -- base is the site's own address
		return
	}
	status, title := content.AutoDraft, "Auto Draft"
	var e *content.Entry
	err := v.Entries.Store.InTx(v.ctx, func(ctx context.Context) (err error) {
		e, err = v.Entries.Create(ctx, v.actor, t.Name, content.Change{Status: &status, Title: &title})
		return err
	})
	if err != nil {
		v.fail(err)
		return
	}
	// What an editor starts with isn't what the draft is called until it is saved.
	v.open(e, map[string]string{"title": v.query("post_title"), "content": v.query("content"), "excerpt": v.query("excerpt")})
}

// open shows the editor with an entry that the person may edit.
func (v *visit) open(e *content.Entry, initial map[string]string) {
	t := v.Types.Get(e.Type)
	id := strconv.FormatInt(e.ID, 10)
	settings := v.settings()
	settings["supportsTemplateMode"] = true
	settings["availableTemplates"] = v.templates(t)
	if v.r.Method != http.MethodHead {
		if err := v.lockSettings(e.ID, settings); err != nil {
			v.fail(err)
			return
		}
	}
	reference := t.Reference
	if reference == "" {
		reference = t.Name
	}
	v.show(shell{
		Title: "Edit", Class: "post-php post-type-" + reference + " is-fullscreen-mode block-editor-page", Root: "editor", RootClass: "block-editor__container",
		Data: map[string]any{"page": "post", "type": reference, "post": e.ID, "settings": settings, "initial": initial, "heartbeat": v.Auth.Nonce(v.ctx, v.session, nonceHeartbeat)},
		Preload: append(v.usual(),
			"/wp/v2/"+t.RESTBase+"/"+id+"?context=edit",
			"/wp/v2/types/"+reference+"?context=edit",
			"/wp/v2/users/me",
		),
	})
}

// templates are what an entry of a type may be shown with, by slug.
func (v *visit) templates(t *content.Type) map[string]string {
	all := map[string]string{"": "Default template"}
	for _, template := range v.Theme(v.ctx).Templates {
		if template.ForPostType(t.Name) || template.ForPostType(t.Reference) {
			all[template.Slug] = template.Title
		}
	}
	return all
}

// design shows the site editor.
func (v *visit) design() {
	if !v.actor.Can("edit_theme_options") {
		v.say(http.StatusForbidden, "You aren't allowed to change the design of this site.")
		return
	}
	settings := v.settings()
	settings["siteUrl"] = v.base
	settings["postsPerPage"] = site.PostsPerPage.Of(v.ctx, v.Site)
	settings["supportsTemplatePartsMode"] = false
	settings["__experimentalDashboardLink"] = v.base + adminPath
	v.show(shell{
		Title: "Design", Class: "site-editor-php is-fullscreen-mode block-editor-page", Root: "site-editor", RootClass: "edit-site",
		Data: map[string]any{"page": "site", "settings": settings}, Preload: append(v.usual(), "/wp/v2/users/me"),
	})
}

// usual is what both editors ask for first.
func (v *visit) usual() []string {
	theme := v.Theme(v.ctx).ID
	return []string{
		"/wp/v2/types?context=view", "/wp/v2/taxonomies?context=view", "/wp/v2/settings", "/wp/v2/themes?context=edit&status=active",
		"/wp/v2/global-styles/themes/" + theme + "?context=view",
	}
}

package front

import (
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/storage/auth"
)

// barStyles are the looks of the bar, and the room that pages leave for it. Themes know
// its height by the custom property.
const barStyles = `html{--wp-admin--admin-bar--height:32px;margin-top:32px!important;scroll-padding-top:32px}
#wpadminbar{background:#1d2327;box-sizing:border-box;color:#f0f0f1;font:13px/32px system-ui,sans-serif;height:32px;left:0;position:fixed;right:0;top:0;z-index:99999}
#wpadminbar ul{display:flex;list-style:none;margin:0;overflow-x:auto;padding:0 8px;white-space:nowrap}
#wpadminbar li{margin:0}#wpadminbar li.quoin-bar-end{margin-inline-start:auto}
#wpadminbar a{color:#f0f0f1;display:block;padding:0 8px;text-decoration:none}
#wpadminbar a:hover,#wpadminbar a:focus-visible{background:#2c3338;color:#72aee6}
@media print{#wpadminbar{display:none}html{margin-top:0!important}}`

// bar leads those who are logged in from a page to where what it shows is kept: the
// admin, the entry in the editor, a new one of each type that they may write, their
// account, the way out. "" for everybody else, whose pages are cached.
func (f *document) bar(c *render.Context, p *resolvedPage) string {
	who := visitor(c)
	if !who.Actor.LoggedIn() || who.NoToolbar {
		return ""
	}
	admin := f.Site.Base(c) + auth.AdminPath + "/"
	var b strings.Builder
	b.WriteString(`<style id="admin-bar-css">` + barStyles + `</style><nav id="wpadminbar" aria-label="` + escape.Attr(c.T("Toolbar")) + `"><ul role="menu">` + "\n")
	// Compat (api.TestEditLink): the reference quotes links of the bar so, and programs that
	// look for a link in a page find that of its contents first.
	item := func(id, class, to, text string) {
		b.WriteString(`<li id="wp-admin-bar-` + id + `" role="none"` + class + `><a href='` + escape.URL(to) + `' rel="nofollow" class="ab-item" role="menuitem">` + escape.HTML(text) + "</a></li>\n")
	}
	item("site-name", "", admin, tags.StripTags(c.Site.Name))
	item("dashboard", "", admin, c.T("Dashboard"))
	if p.entry != nil && p.record.Path != "" && f.policy.CanEdit(c, who.Actor, p.entry) {
		t := f.Types.Get(p.entry.Type)
		item("edit", "", admin+"post.php?post="+strconv.FormatInt(p.entry.ID, 10)+"&action=edit", t.Label("edit_item"))
	}
	for _, t := range f.Types.All() {
		if t.Public && t.REST && t.Managed && t.Has("editor") && who.Actor.Can(t.Caps.Create) {
			item("new-"+t.Name, "", admin+"post-new.php?post_type="+url.QueryEscape(t.Name), t.Label("add_new_item"))
		}
	}
	item("my-account", ` class="quoin-bar-end"`, admin+"profile.php", who.Actor.Login)
	item("logout", "", f.Site.Base(c)+auth.LoginPath+"?action=logout&_wpnonce="+who.LogoutNonce, c.T("Log Out"))
	b.WriteString("</ul></nav>\n")
	return b.String()
}

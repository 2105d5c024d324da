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
#wpadminbar ul{list-style:none;margin:0;padding:0;white-space:nowrap}
#wp-toolbar>ul{display:flex;padding:0 8px}
#wpadminbar li{margin:0;position:relative}#wpadminbar li.quoin-bar-end{margin-inline-start:auto}
#wpadminbar a{color:#f0f0f1;display:block;max-width:26vw;overflow:hidden;padding:0 8px;text-decoration:none;text-overflow:ellipsis}
#wpadminbar .ab-submenu{background:#2c3338;display:none;inset-inline-start:0;min-width:140px;position:absolute;top:100%}
#wpadminbar .quoin-bar-end .ab-submenu{inset-inline:auto 0}
#wpadminbar .ab-submenu a{max-width:none}
#wpadminbar li:is(:hover,:focus-within)>.ab-submenu{display:block}
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
	b.WriteString(`<style id="admin-bar-css">` + barStyles + `</style><nav id="wpadminbar" aria-label="` + escape.Attr(c.T("Toolbar")) + `"><div class="quicklinks" id="wp-toolbar"><ul role="menu">` + "\n")
	writeBarItem(&b, barItem{id: "site-name", to: admin, text: tags.StripTags(c.Site.Name), below: []barItem{{id: "dashboard", to: admin, text: c.T("Dashboard")}}})
	if p.entry != nil && p.record.Path != "" && f.policy.CanEdit(c, who.Actor, p.entry) {
		t := f.Types.Get(p.entry.Type)
		writeBarItem(&b, barItem{id: "edit", to: admin + "post.php?post=" + strconv.FormatInt(p.entry.ID, 10) + "&action=edit", text: t.Label("edit_item")})
	}
	var begun []barItem
	for _, t := range f.Types.All() {
		if t.Public && t.REST && t.Managed && t.Has("editor") && who.Actor.Can(t.Caps.Create) {
			begun = append(begun, barItem{id: "new-" + t.Name, to: admin + "post-new.php?post_type=" + url.QueryEscape(t.Name), text: t.Label("name_admin_bar")})
		}
	}
	if len(begun) > 0 {
		writeBarItem(&b, barItem{id: "new-content", to: begun[0].to, text: c.T("New"), below: begun})
	}
	writeBarItem(&b, barItem{id: "my-account", class: "quoin-bar-end", to: admin + "profile.php", text: who.Actor.Login, below: []barItem{
		{id: "user-info", to: admin + "profile.php", text: c.T("Edit Profile")},
		{id: "logout", to: f.Site.Base(c) + auth.LoginPath + "?action=logout&_wpnonce=" + who.LogoutNonce, text: c.T("Log Out")},
	}})
	b.WriteString("</ul></div></nav>\n")
	return b.String()
}

// barItem is a line of the bar. What is below it is there while the pointer or the focus is on it.
type barItem struct {
	id, class, to, text string
	below               []barItem
}

// writeBarItem writes a line, and those below it.
//
// Compat (api.TestEditLink): the reference quotes links of the bar so, and programs that look
// for a link in a page find that of its contents first.
func writeBarItem(b *strings.Builder, i barItem) {
	b.WriteString(`<li id="wp-admin-bar-` + i.id + `" role="none"`)
	if i.below != nil {
		i.class = strings.TrimSpace("menupop " + i.class)
	}
	if i.class != "" {
		b.WriteString(` class="` + i.class + `"`)
	}
	b.WriteString(`><a href='` + escape.URL(i.to) + `' rel="nofollow" class="ab-item" role="menuitem">` + escape.HTML(i.text) + "</a>")
	if i.below != nil {
		b.WriteString(`<ul role="menu" class="ab-submenu">`)
		for _, one := range i.below {
			writeBarItem(b, one)
		}
		b.WriteString("</ul>")
	}
	b.WriteString("</li>\n")
}

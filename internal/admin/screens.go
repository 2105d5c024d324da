package admin

import (
	"net/http"
	"net/url"
	"strings"

	"quoin/internal/content"
)

// screen shows the screen of our own at a path; false where there is none.
func (v *visit) screen() bool {
	s, ok := v.bundle.screen(strings.TrimPrefix(v.r.URL.Path, adminPath))
	if !ok {
		return false
	}
	data := map[string]any{
		"page": s.Name, "title": s.Title, "site": v.siteName(), "home": v.base + "/", "navigation": v.navigation(),
	}
	may := v.actor.Can(s.Capability)
	if s.Path == listPath {
		t := v.listed()
		if t == nil || !v.editable(t) {
			v.say(http.StatusNotFound, "There is no type of that name that is written here.")
			return true
		}
		may = v.actor.Can(t.Caps.EditOwn)
		v.describeList(t, data)
	}
	if !may {
		v.say(http.StatusForbidden, "You aren't allowed to open this page.")
		return true
	}
	v.show(shell{
		Title: s.Title, Class: strings.TrimSuffix(s.Path, ".php") + "-php", Root: "quoin-screen", Script: "screen-" + s.Name + ".js",
		Data: data, Preload: []string{"/wp/v2/types?context=view"},
	})
	return true
}

// listPath is the screen that is one for each type of entries.
const listPath = "edit.php"

// listed is the type whose entries an address asks for, nil for an unknown one.
func (v *visit) listed() *content.Type {
	if name := v.query("post_type"); name != "" {
		return v.Types.Get(name)
	}
	return v.Types.Get(content.TypePost)
}

// describeList says of a list what its type decides.
func (v *visit) describeList(t *content.Type, data map[string]any) {
	data["title"], data["type"], data["edit"] = t.Label("name"), t.Name, v.base+postPath+"?action=edit&post="
	if t.Reference != "" {
		data["type"] = t.Reference
	}
	if v.actor.Can(t.Caps.Create) {
		data["add"] = v.base + newPath + "?post_type=" + url.QueryEscape(t.Name)
	}
}

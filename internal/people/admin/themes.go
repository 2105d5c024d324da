package admin

import (
	"net/http"
	"net/url"

	"quoin/internal/platform/fault"
)

// nonceTheme begins what the nonce of a link that puts a theme into effect is for; the
// theme follows.
const nonceTheme = "switch-theme_"

// choice is a theme among those that a site has.
type choice struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	// Use is the link that puts it into effect, "" for the one that is.
	Use string `json:"use,omitempty"`
	// Delete is the link that removes it, "" for those that can't be.
	Delete string `json:"delete,omitempty"`
}

// choices are the themes of the site, the one in effect first.
func (v *visit) choices() []choice {
	var all []choice
	var removable map[string]bool
	if v.actor.Can("delete_themes") {
		removable = v.ThemeFolder.Removable(v.ctx)
	}
	for i, t := range v.Themes(v.ctx) {
		c := choice{ID: t.ID, Title: t.Header.Name}
		if i > 0 {
			c.Use = v.base + themesPath + "?action=activate&stylesheet=" + url.QueryEscape(t.ID) + "&_wpnonce=" + v.Auth.Nonce(v.ctx, v.session, nonceTheme+t.ID)
		}
		if removable[t.ID] {
			c.Delete = v.base + themesPath + "?action=delete&stylesheet=" + url.QueryEscape(t.ID) + "&_wpnonce=" + v.Auth.Nonce(v.ctx, v.session, nonceThemeDelete+t.ID)
		}
		all = append(all, c)
	}
	return all
}

func (v *visit) describeThemes(data map[string]any) error {
	data["themes"], data["previews"] = v.choices(), !v.ThemeFixed
	if v.ThemeFixed {
		delete(data, "add")
		data["fixed"] = v.text(themeFixed)
	}
	return nil
}

// themes shows the themes, puts the one of a link into effect or removes it; false where there
// is no such screen.
func (v *visit) themes() bool {
	if v.query("action") == "delete" {
		themeInstall{v}.remove()
		return true
	}
	if v.query("action") != "activate" {
		return v.screen("themes.php")
	}
	id := v.query("stylesheet")
	switch {
	case !v.actor.Can("switch_themes"):
		v.say(http.StatusForbidden, "You aren't allowed to choose another theme.")
	case v.r.Method != http.MethodGet || !v.Auth.VerifyNonce(v.ctx, v.session, nonceTheme+id, v.query("_wpnonce")):
		v.say(http.StatusForbidden, "This link is too old. Open the themes again.")
	default:
		err := v.SwitchTheme(v.ctx, id)
		switch {
		case fault.Outage(err) != nil:
			v.fail(err)
		case err != nil:
			v.say(http.StatusConflict, "This theme can't be used: "+err.Error())
		default:
			http.Redirect(v.w, v.r, v.base+themesPath+"?activated=true", http.StatusFound) // #nosec G710 -- base is the site's own address
		}
	}
	return true
}

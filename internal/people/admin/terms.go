package admin

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"quoin/internal/domain/taxonomy"
)

// nonceTermDelete begins what the nonce of a link that deletes a term is for; its id follows.
const nonceTermDelete = "delete-tag_"

// terms are the visits of lists of terms and of one term.
type terms struct{ *visit }

// list deletes the term that a link names, or shows the list. A link is followed whatever becomes of
// the page that it stood on, as a script's request is not.
func (v terms) list() bool {
	if v.query("action") != "delete" || v.r.Method != http.MethodGet {
		return v.screen(termsPath)
	}
	t, id := v.keptOne(), v.query("tag_ID")
	if _, err := strconv.ParseInt(id, 10, 64); err != nil || t == nil || !v.kept(t) {
		v.say(http.StatusNotFound, "There is no such term.")
		return true
	}
	if !v.Auth.VerifyNonce(v.ctx, v.session, nonceTermDelete+id, v.query("_wpnonce")) {
		v.say(http.StatusForbidden, "The page is too old. Load it again.")
		return true
	}
	status, why := v.editing().remove(routeOf(t) + "/" + id)
	if status != http.StatusOK {
		v.say(status, why)
		return true
	}
	http.Redirect(v.w, v.r, v.base+adminPath+termsPath+"?taxonomy="+url.QueryEscape(cmp.Or(t.Reference, t.Name))+"&deleted=1", http.StatusFound) // #nosec G710 -- base is the site's own address
	return true
}

// routeOf is where the API of the field's names has the terms of a taxonomy.
func routeOf(t *taxonomy.Taxonomy) string {
	base := t.RESTBase
	if base == t.Name {
		base = cmp.Or(t.Reference, base)
	}
	if t.Namespace != "" {
		return "/" + t.Namespace + "/" + base
	}
	return "/wp/v2/" + base
}

// deletes is the link that deletes a term, for those who may.
func (v terms) deletes(t *taxonomy.Taxonomy, id int64) string {
	if !v.actor.Can(t.Caps.Delete) {
		return ""
	}
	text := strconv.FormatInt(id, 10)
	return v.base + adminPath + termsPath + "?action=delete&taxonomy=" + url.QueryEscape(cmp.Or(t.Reference, t.Name)) + "&tag_ID=" + text + "&_wpnonce=" + v.Auth.Nonce(v.ctx, v.session, nonceTermDelete+text)
}

// remove has the API delete something for ever. It gives the status, and why it wasn't done.
func (v editing) remove(path string) (int, string) {
	a := v.call(http.MethodDelete, path+"?force=true", nil)
	if a == nil {
		return http.StatusNotFound, "There is no such term."
	}
	var told struct {
		Message string `json:"message"`
	}
	_ = json.Unmarshal(a.body.Bytes(), &told) // nothing is said then
	return a.status, told.Message
}

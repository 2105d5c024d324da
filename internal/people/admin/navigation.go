package admin

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
)

// link is one line of the navigation.
type link struct {
	Title string `json:"title"`
	Href  string `json:"href"`
	Here  bool   `json:"here"`
	order int
}

// Where in the navigation stands what has no screen.json of its own.
const (
	ordersOfTypes  = 10
	orderOfDesign  = 65
	orderOfAccount = 100
)

// navigation are the screens that a person may open.
func (v *visit) navigation(here string) []link {
	var all []link
	for _, t := range v.Types.All() {
		if v.editing().editable(t) && t.Public && v.actor.Can(t.Caps.EditOwn) {
			all = append(all, link{v.name(t), v.listOf(t), here == listPath && v.listed() == t, ordersOfTypes})
			all = append(all, v.taxonomiesOf(t, here)...)
		}
	}
	if v.actor.Can("edit_theme_options") {
		all = append(all, link{v.text("Design"), v.base + sitePath, false, orderOfDesign})
	}
	for _, s := range v.bundle.Screens {
		if s.Order > 0 && v.actor.Can(s.Capability) && v.there(s) {
			all = append(all, link{v.text(s.Title), v.base + adminPath + s.Path, here == s.Path, s.Order})
		}
	}
	all = append(all, link{v.text("Profile"), v.ownProfile(), here == userPath && v.isOwn(), orderOfAccount})
	all = append(all, link{v.text("Account"), v.base + adminPath + "profile.php", false, orderOfAccount})
	slices.SortStableFunc(all, func(a, b link) int { return cmp.Compare(a.order, b.order) })
	return all
}

// command is a place that the palette of commands leads to, as the packages take it.
type command struct {
	Label string `json:"label"`
	URL   string `json:"url"`
	Name  string `json:"name"`
}

// commands are the screens that a person may open, and what makes something new there.
func (v *visit) commands() []command {
	var all []command
	add := func(label, href string) {
		all = append(all, command{label, href, strings.TrimPrefix(href, v.base+adminPath)})
	}
	for _, l := range v.navigation("") {
		add(l.Title, l.Href)
	}
	for _, t := range v.Types.All() {
		if v.editing().editable(t) && t.Public && v.actor.Can(t.Caps.EditOwn) && v.actor.Can(t.Caps.Create) {
			add(v.name(t)+" > "+v.newOf(t), v.base+newPath+"?post_type="+url.QueryEscape(cmp.Or(t.Reference, t.Name)))
		}
	}
	return all
}

// newOf says what making an entry of a type is called.
func (v *visit) newOf(t *content.Type) string {
	return content.TranslateLabel(t.Label("add_new_item"), v.Site.Texts(v.ctx), content.TypeNames)
}

// text is one of ours in the language of the page.
func (v *visit) text(text string) string { return v.Site.Texts(v.ctx).Of(text) }

// name is what entries of a type are called.
func (v *visit) name(t *content.Type) string {
	return content.TranslateLabel(t.Label("name"), v.Site.Texts(v.ctx), content.TypeNames)
}

// nameOfTerms is what the terms of a taxonomy are called.
func (v *visit) nameOfTerms(t *taxonomy.Taxonomy) string {
	return content.TranslateLabel(t.Label("name"), v.Site.Texts(v.ctx), content.TaxonomyNames)
}

// taxonomiesOf are the taxonomies that a type is the first to have, whose terms the person
// may keep.
func (v *visit) taxonomiesOf(t *content.Type, here string) []link {
	var all []link
	for _, tax := range v.Taxonomies.Of(t.Name) {
		if v.kept(tax) && len(tax.Types) > 0 && tax.Types[0] == t.Name && v.actor.Can(tax.Caps.Manage) {
			all = append(all, link{v.nameOfTerms(tax), v.termsOf(tax), here == termsPath && v.keptOne() == tax, ordersOfTypes})
		}
	}
	return all
}

func (v *visit) listOf(t *content.Type) string {
	return v.base + adminPath + listPath + "?post_type=" + url.QueryEscape(t.Name)
}

func (v *visit) termsOf(t *taxonomy.Taxonomy) string {
	return v.base + adminPath + termsPath + "?taxonomy=" + url.QueryEscape(cmp.Or(t.Reference, t.Name))
}

// userPath is the screen of one account, which people have of their own too.
const userPath = "user-edit.php"

func (v *visit) ownProfile() string {
	return v.base + adminPath + userPath + "?user_id=" + strconv.FormatInt(v.user.ID, 10)
}

// isOwn tells whether an address names the account of who asks.
func (v *visit) isOwn() bool { return v.query("user_id") == strconv.FormatInt(v.user.ID, 10) }

// describeUser lets people open their own account, and others if they may edit accounts.
func (v *visit) describeUser(data map[string]any) error {
	switch {
	case v.isOwn():
		data["title"] = v.text("Profile")
	case !v.actor.Can("edit_users"):
		return errNotAllowed
	}
	return nil
}

package admin

import (
	"cmp"
	"errors"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/access"
	"quoin/internal/platform/wire"
)

// screen shows the screen of our own at a path below that of the admin; false where there
// is none.
func (v *visit) screen(path string) bool {
	s, ok := v.bundle.screen(path)
	if !ok || !v.there(s) {
		// The field's programs refuse a page that no extension added, so that nobody learns which there are.
		if v.query("page") != "" {
			v.say(errNotAllowed.status, errNotAllowed.why)
			return true
		}
		return false
	}
	data := map[string]any{
		"page": s.Name, "path": s.Path, "title": v.text(s.Title), "site": v.siteName(), "home": v.base + "/", "base": v.base + adminPath,
		"extensions": v.extensions(), "navigation": v.navigation(s.Path), "bar": v.bar(), "may": v.may(s.Asks), "roles": v.roles(), "maxUpload": v.MaxUpload, "licences": v.bundle.address(v.base, licencesName),
	}
	if a, ok := v.bundle.screen(s.Add); ok && v.actor.Can(a.Capability) {
		data["add"], data["addText"] = v.base+adminPath+a.Path, v.text(cmp.Or(a.Menu, a.Title))
	}
	here := v.places[s.Path]
	if !here.own && !v.actor.Can(s.Capability) {
		v.say(errNotAllowed.status, errNotAllowed.why)
		return true
	}
	if here.describe != nil {
		var no *refusal
		switch err := here.describe(v, data); {
		case errors.As(err, &no):
			v.say(no.status, no.why)
			return true
		case err != nil:
			v.fail(err)
			return true
		}
	}
	if len(s.Options) > 0 {
		options, err := v.options(s.Options)
		if err != nil {
			v.fail(err)
			return true
		}
		data["options"], data["optionsNonce"] = options, v.Auth.Nonce(v.ctx, v.session, nonceOptions)
	}
	class := notInClass.ReplaceAllString(s.Path, "-")
	if name, ok := data["type"].(string); ok {
		class += " post-type-" + name
	}
	themes, _ := data["themes"].([]choice) // to choose from without scripts
	v.show(shell{
		Themes: themes,
		Title:  data["title"].(string), Class: class, Root: "quoin-screen", Scripts: []string{"screen-" + s.Name + ".js"},
		Data: data, Preload: []string{"/wp/v2/types?context=view"},
	})
	return true
}

// notInClass is what of a path has no place in the name of a class.
var notInClass = regexp.MustCompile(`[^a-z0-9-]+`)

// there tells whether a screen is one of the site at the moment.
func (v *visit) there(s Screen) bool {
	return (s.Extension == "" || v.Active(v.ctx, s.Extension)) && (!s.Defines || v.Defines)
}

// Screens that are one for each type of entries, and one for each taxonomy.
const (
	listPath  = "edit.php"
	termsPath = "edit-tags.php"
	termPath  = "term.php" // one of them
)

// may tells of capabilities whether the person has them.
func (v *visit) may(asked []access.Capability) map[access.Capability]bool {
	all := map[access.Capability]bool{}
	for _, c := range asked {
		all[c] = v.actor.Can(c)
	}
	return all
}

// extensions are those with screens that are on.
func (v *visit) extensions() []string {
	all := []string{}
	for _, s := range v.bundle.Screens {
		if s.Extension != "" && v.there(s) && !slices.Contains(all, s.Extension) {
			all = append(all, s.Extension)
		}
	}
	return all
}

// roles are what accounts may be, and how that is called.
func (v *visit) roles() map[string]string {
	all := map[string]string{}
	for _, r := range access.Roles() {
		all[r] = v.Site.Texts(v.ctx).In("User role", strings.ToUpper(r[:1])+r[1:])
	}
	for _, m := range site.Roles.Of(v.ctx, v.Site).Members() {
		if role, ok := m.Value.(*wire.Object); ok && !access.IsRole(m.Key) {
			all[m.Key] = cmp.Or(role.Text("name"), m.Key)
		}
	}
	return all
}

// listed is the type whose entries an address asks for, nil for an unknown one.
func (v *visit) listed() *content.Type {
	name := cmp.Or(v.query("post_type"), content.TypePost)
	for _, t := range v.Types.All() {
		if t.Name == name || t.Reference == name {
			return t
		}
	}
	return nil
}

// describeWidgets brings the settings of the editor along, since blocks stand in widgets.
func (v *visit) describeWidgets(data map[string]any) error {
	data["settings"] = v.editing().settings()
	return nil
}

// describeList says of a list what its type decides.
func (v *visit) describeList(data map[string]any) error {
	t := v.listed()
	switch {
	case t == nil || !v.editing().editable(t):
		return &refusal{http.StatusNotFound, "There is no type of that name that is written here."}
	case !v.actor.Can(t.Caps.EditOwn):
		return errNotAllowed
	}
	data["title"], data["type"] = v.name(t), cmp.Or(t.Reference, t.Name)
	data["search"], data["authors"] = content.TranslateLabel(t.Label("search_items"), v.Site.Texts(v.ctx), content.TypeNames), t.Has("author")
	data["hierarchical"], data["supports"], data["mine"] = t.Hierarchical, t.Supports, v.actor.Can(t.Caps.EditOthers)
	data["publishes"] = v.actor.Can(t.Caps.Publish)
	templates := []choice{}
	for slug, title := range v.editing().templates(t) {
		templates = append(templates, choice{ID: slug, Title: title})
	}
	slices.SortFunc(templates, func(a, b choice) int { return strings.Compare(a.ID, b.ID) })
	data["templates"], data["formats"] = templates, v.Theme(v.ctx).Supports.PostFormats
	if err := v.describeMonths(data, t.Name); err != nil {
		return err
	}
	data["special"] = v.special()
	if v.actor.Can(t.Caps.Create) {
		data["add"], data["addText"] = v.begins(t), v.newOf(t)
	}
	return nil
}

// special are the pages that the site needs for something, by what for.
func (v *visit) special() map[string]int64 {
	all := map[string]int64{"privacy": site.PrivacyPage.Of(v.ctx, v.Site)}
	if site.ShowOnFront.Of(v.ctx, v.Site) == "page" {
		all["front"], all["posts"] = site.PageOnFront.Of(v.ctx, v.Site), site.PageForPosts.Of(v.ctx, v.Site)
	}
	return all
}

// kept tells whether terms of a taxonomy are kept on a screen.
func (v *visit) kept(t *taxonomy.Taxonomy) bool { return t.REST && t.Managed }

// keptOne is the taxonomy that an address asks for, nil for an unknown one.
func (v *visit) keptOne() *taxonomy.Taxonomy {
	name := cmp.Or(v.query("taxonomy"), "post_tag")
	for _, t := range v.Taxonomies.All() {
		if t.Name == name || t.Reference == name {
			return t
		}
	}
	return nil
}

// describeTerms says of a list of terms what its taxonomy decides.
func (v *visit) describeTerms(data map[string]any) error {
	t := v.keptOne()
	switch {
	case t == nil || !v.kept(t):
		return &refusal{http.StatusNotFound, "There is no taxonomy of that name that is kept here."}
	case !v.actor.Can(t.Caps.Manage):
		return errNotAllowed
	}
	label := func(name string) string {
		return content.TranslateLabel(t.Label(name), v.Site.Texts(v.ctx), content.TaxonomyNames)
	}
	data["title"], data["taxonomy"], data["hierarchical"] = v.nameOfTerms(t), cmp.Or(t.Reference, t.Name), t.Hierarchical
	data["labels"] = map[string]string{"add": label("add_new_item"), "edit": label("edit_item"), "update": label("update_item"), "parent": label("parent_item"), "search": label("search_items"), "back": html.UnescapeString(label("back_to_items"))}
	if data["path"] == termPath {
		id, _ := strconv.ParseInt(v.query("tag_ID"), 10, 64)
		switch term, err := v.Terms.TermByID(v.ctx, id); {
		case errors.Is(err, taxonomy.ErrNotFound) || err == nil && term.Taxonomy != t.Name:
			return &refusal{http.StatusNotFound, "There is no such term."}
		case err != nil:
			return err
		}
		data["title"], data["delete"] = label("edit_item"), terms{v}.deletes(t, id)
	}
	if t.Name == taxonomy.Category {
		data["fixed"] = site.DefaultCategory.Of(v.ctx, v.Site)
	}
	return nil
}

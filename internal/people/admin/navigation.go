package admin

import (
	"cmp"
	"html"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/storage/auth"
)

// link is one line of the navigation, with those below it.
type link struct {
	ID    string `json:"id,omitempty"`
	Title string `json:"title"`
	Href  string `json:"href"`
	Here  bool   `json:"here"`
	Items []link `json:"items"`
	order int
}

// head is a line of the navigation with lines below it. It is there for whoever may open one
// of these, and leads to the first.
type head struct {
	path, id, title string
	order           int
}

// Where in the navigation lines stand; those of types are together, and what has no
// screen.json of its own stands among those that have one.
const (
	ordersOfTypes  = 10
	orderOfDesign  = 61
	orderOfProfile = 72
	afterOwn       = 1000 // what extensions have below a head
)

// heads are those of all but the types. Their ids are what the field's pages have.
var heads = []head{
	{"index.php", "menu-dashboard", "Dashboard", 1},
	{"upload.php", "menu-media", "Media", 12},
	{"edit-comments.php", "menu-comments", "Comments", 25},
	{"themes.php", "menu-appearance", "Appearance", 60},
	{"plugins.php", "menu-plugins", "Plugins", 65},
	{"users.php", "menu-users", "Users", 70},
	{"tools.php", "menu-tools", "Tools", 75},
	{"options-general.php", "menu-settings", "Settings", 80},
}

// navigation are the screens that a person may open. Addresses below that of the admin say what
// follows it alone.
func (v *visit) navigation(here string) []link {
	all := v.ofTypes(here)
	below := map[string][]link{}
	add := func(in string, l link) { below[in] = append(below[in], l) }
	if v.actor.Can("edit_theme_options") {
		add("themes.php", link{Title: v.text("Editor"), Href: v.base + sitePath, order: orderOfDesign})
	}
	add("users.php", link{Title: v.text("Profile"), Href: v.ownProfile(), Here: here == profilePath || here == userPath && v.isOwn(), order: orderOfProfile})
	add("users.php", link{Title: v.text("Log-ins and second factors"), Href: v.base + auth.AccountPath, order: orderOfProfile})
	for _, s := range v.bundle.Screens {
		if s.Order == 0 || !v.actor.Can(s.Capability) || !v.there(s) {
			continue
		}
		l := link{Title: v.text(cmp.Or(s.Menu, s.Title)), Href: v.base + adminPath + s.Path, Here: here == s.Path, order: s.Order}
		in := s.Path
		if page, _, named := strings.Cut(s.Path, "?"); named {
			in = page
		}
		in = cmp.Or(s.In, in)
		if slices.ContainsFunc(heads, func(h head) bool { return h.path == in }) {
			if s.Extension != "" {
				l.order += afterOwn
			}
			add(in, l)
			continue
		}
		l.ID, l.Items = "menu-"+notInClass.ReplaceAllString(s.Name, "-"), []link{}
		all = append(all, l)
	}
	for _, h := range heads {
		items := below[h.path]
		if len(items) == 0 {
			continue
		}
		byOrder(items)
		l := link{ID: h.id, Title: v.text(h.title), Href: items[0].Href, Items: items, order: h.order}
		l.Here = slices.ContainsFunc(items, func(i link) bool { return i.Here })
		if s, ok := v.bundle.screen(h.path); ok && !v.actor.Can(s.Capability) {
			l.Title = items[0].Title
		}
		if len(items) == 1 {
			l.Items = []link{}
		}
		all = append(all, l)
	}
	byOrder(all)
	for i := range all {
		all[i].Href = strings.TrimPrefix(all[i].Href, v.base+adminPath)
		for j := range all[i].Items {
			all[i].Items[j].Href = strings.TrimPrefix(all[i].Items[j].Href, v.base+adminPath)
		}
	}
	return all
}

// byOrder sorts lines by their places.
func byOrder(all []link) {
	slices.SortStableFunc(all, func(a, b link) int { return cmp.Compare(a.order, b.order) })
}

// ofTypes are the lists of entries, each with what makes one and its taxonomies below it.
func (v *visit) ofTypes(here string) []link {
	var all []link
	for i, t := range v.Types.All() {
		if !v.editing().editable(t) || !t.Public || !v.actor.Can(t.Caps.EditOwn) {
			continue
		}
		listed := here == listPath && v.listed() == t
		items := []link{{Title: content.TranslateLabel(t.Label("all_items"), v.Site.Texts(v.ctx), content.TypeNames), Href: v.listOf(t), Here: listed}}
		if v.actor.Can(t.Caps.Create) {
			items = append(items, link{Title: v.newOf(t), Href: v.begins(t)})
		}
		items = append(items, v.taxonomiesOf(t, here)...)
		order := ordersOfTypes
		if t.Name != content.TypePost {
			order = min(ordersOfTypes+3+i, 24) // after the media
		}
		id := "menu-posts-" + notInClass.ReplaceAllString(cmp.Or(t.Reference, t.Name), "-")
		switch t.Name {
		case content.TypePost:
			id = "menu-posts"
		case content.TypePage:
			id = "menu-pages"
		}
		all = append(all, link{ID: id, Title: v.name(t), Href: v.listOf(t), Here: slices.ContainsFunc(items, func(i link) bool { return i.Here }), Items: items, order: order})
	}
	return all
}

// toolbar is what stands above all screens.
type toolbar struct {
	New     []link `json:"new"` // what may be begun
	Person  string `json:"person"`
	Profile string `json:"profile"`
	Logout  string `json:"logout"`
}

// bar leads to what is begun most, to the own profile, and out.
func (v *visit) bar() toolbar {
	b := toolbar{
		New: []link{}, Person: html.UnescapeString(cmp.Or(v.user.Name, v.user.Login)), Profile: v.ownProfile(),
		Logout: v.base + auth.LoginPath + "?action=logout&_wpnonce=" + v.Auth.Nonce(v.ctx, v.session, auth.NonceLogout),
	}
	add := func(id, title, href string) { b.New = append(b.New, link{ID: id, Title: title, Href: href}) }
	for _, t := range v.Types.All() {
		if !v.editing().editable(t) || !t.Public || !v.actor.Can(t.Caps.Create) {
			continue
		}
		name := cmp.Or(t.Reference, t.Name)
		add("new-"+notInClass.ReplaceAllString(name, "-"), content.TranslateLabel(t.Label("singular_name"), v.Site.Texts(v.ctx), content.TypeNames), v.begins(t))
		if t.Name == content.TypePost && v.actor.Can(mayUpload) {
			add("new-media", v.text("Media"), v.base+adminPath+"media-new.php")
		}
	}
	if v.actor.Can("create_users") {
		add("new-user", v.text("User"), v.base+adminPath+"user-new.php")
	}
	return b
}

// command is a place that the palette of commands leads to, as the packages take it.
type command struct {
	Label string `json:"label"`
	URL   string `json:"url"`
	Name  string `json:"name"`
}

// commands are the screens that a person may open, those below others with what they are below,
// and what makes something new there.
func (v *visit) commands() []command {
	var all []command
	known := map[string]bool{}
	// A command is known by its name: what stands first below another has the same address.
	add := func(above, label, href string) {
		if !known[label] {
			known[label] = true
			all = append(all, command{label, href, above + strings.TrimPrefix(href, v.base+adminPath)})
		}
	}
	for _, l := range v.navigation("") {
		href := whole(v, l.Href)
		add("", l.Title, href)
		for _, below := range l.Items {
			add(strings.TrimPrefix(href, v.base+adminPath)+"-", l.Title+" > "+below.Title, whole(v, below.Href))
		}
	}
	for _, t := range v.Types.All() {
		if v.editing().editable(t) && t.Public && v.actor.Can(t.Caps.EditOwn) && v.actor.Can(t.Caps.Create) {
			add("", v.name(t)+" > "+v.newOf(t), v.base+newPath+"?post_type="+url.QueryEscape(cmp.Or(t.Reference, t.Name)))
		}
	}
	return all
}

// begins is where an entry of a type is begun.
func (v *visit) begins(t *content.Type) string {
	if t.Name == content.TypePost {
		return v.base + newPath
	}
	return v.base + newPath + "?post_type=" + url.QueryEscape(cmp.Or(t.Reference, t.Name))
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
			all = append(all, link{Title: v.nameOfTerms(tax), Href: v.termsOf(tax), Here: here == termsPath && v.keptOne() == tax})
		}
	}
	return all
}

// whole is a whole address for one of the navigation.
func whole(v *visit, href string) string {
	if strings.Contains(href, "://") {
		return href
	}
	return v.base + adminPath + href
}

func (v *visit) listOf(t *content.Type) string {
	if t.Name == content.TypePost {
		return v.base + adminPath + listPath
	}
	return v.base + adminPath + listPath + "?post_type=" + url.QueryEscape(t.Name)
}

func (v *visit) termsOf(t *taxonomy.Taxonomy) string {
	return v.base + adminPath + termsPath + "?taxonomy=" + url.QueryEscape(cmp.Or(t.Reference, t.Name))
}

// userPath is the screen of one account.
const userPath = "user-edit.php"

func (v *visit) ownProfile() string { return v.base + adminPath + profilePath }

// isOwn tells whether an address names the account of who asks.
func (v *visit) isOwn() bool { return v.query("user_id") == strconv.FormatInt(v.user.ID, 10) }

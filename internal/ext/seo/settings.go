package seo

import (
	"context"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/ext"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/language"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// settings are what administrators chose over the defaults.
type settings struct {
	Separator, WebsiteName, AlternateName string
	StandsFor                             string // company or person
	UserID                                int64  // the person
	Company, Person                       struct {
		Name, AlternateName, Logo string
		LogoID                    int64
	}
	SocialA, SocialB string
	Profiles         []string
	Codes            [6]string // of proofs, in their order
	Image            string    // for pages without one
	ImageID          int64
	HomeImage        string // of the list of posts
	HomeImageID      int64
	Crumbs           struct{ Home, Archive, Search, Separator string }

	BeforeFeed, AfterFeed string // HTML around the entries of feeds, with the variables of these

	Home, Author, Archive, Search, Missing texts
	HideIdleAuthors                        bool
	Analysis, InclusiveLanguage            bool
	Entries, Terms                         map[string]*texts // by type and taxonomy
	Lists                                  map[string]*texts // of types, by these
}

// proofs are the search engines that know the owner of a site by a code in its front page, in
// the order of the tags.
var proofs = [...]struct{ setting, tag, engine string }{
	{"baiduverify", "baidu-site-verification", "Baidu"}, {"msverify", "msvalidate.01", "Bing"},
	{"googleverify", "google-site-verification", "Google"}, {"pinterestverify", "p:domain_verify", "Pinterest"},
	{"yandexverify", "yandex-verification", "Yandex"}, {"ahrefsverify", "ahrefs-site-verification", "Ahrefs"},
}

// proofs are what the front page tells search engines.
func (t *settings) proofs() []head.Proof {
	var out []head.Proof
	for i, code := range t.Codes {
		if code != "" {
			out = append(out, head.Proof{Name: proofs[i].tag, Code: code})
		}
	}
	return out
}

// texts are what pages of a kind say, where they don't say otherwise.
type texts struct {
	Title, Description, SocialTitle, SocialDescription string
	PageType, ArticleType                              string // in structured data
	NoIndex                                            bool
	Crumb                                              string // of a list, in paths
	PathTaxonomy                                       string // by whose terms paths lead to entries, "" for none
}

// entry is for entries of a type, term for terms of a taxonomy.
func (t *settings) entry(typ string) texts     { return of(t.Entries, typ) }
func (t *settings) term(taxonomy string) texts { return of(t.Terms, taxonomy) }
func (t *settings) list(typ string) texts      { return of(t.Lists, typ) }

func of(all map[string]*texts, kind string) texts {
	if one := all[kind]; one != nil {
		return *one
	}
	return texts{}
}

// The defaults of templates.
const (
	entryTitle = "%%title%% %%page%% %%sep%% %%sitename%%"
	termTitle  = "%%term_title%% Archives %%page%% %%sep%% %%sitename%%"
	listTitle  = "%%pt_plural%% Archive %%page%% %%sep%% %%sitename%%"
)

// textDomain is what the field's language packs call the texts of the extension.
const textDomain = "wordpress-seo"

// appearedFirst is the key of the text that feeds end posts with (docs/adr/0015).
const appearedFirst language.Key = 0x178c3d184f2dd193

// Variables of the texts around entries of feeds: links to what they are named by.
const (
	feedAuthor    = "%%AUTHORLINK%%"
	feedEntry     = "%%POSTLINK%%"
	feedSite      = "%%BLOGLINK%%"
	feedSiteAbout = "%%BLOGDESCLINK%%"
)

// texts are what the pack of the extension says in the language of ctx, nil for English.
func (s *base) texts(ctx context.Context) *language.Texts { return s.Site.TextsOf(ctx, textDomain) }

// The types and taxonomies that have settings of their own.
var (
	editedTypes      = []string{content.TypePost, content.TypePage, content.TypeAttachment}
	editedTaxonomies = []string{taxonomy.Category, taxonomy.Tag, taxonomy.Format}
)

// declared are the settings: the option has those that administrators changed.
var declared = &ext.Settings[settings]{Object: "settings", Domain: textDomain, Declare: func(t *settings, m *ext.Members) {
	m.Text(&t.Separator, "separator", "Separator of the parts of titles.", "-")
	m.Text(&t.WebsiteName, "website_name", "Name of the site in structured data, where that isn't its title.", "")
	m.Text(&t.AlternateName, "alternate_website_name", "Another name of the site.", "")
	m.Text(&t.StandsFor, "company_or_person", "Whom the site stands for: company or person.", "company")
	m.Text(&t.Company.Name, "company_name", "Name of the company.", "")
	m.Text(&t.Company.AlternateName, "company_alternate_name", "Another name of the company.", "")
	m.Text(&t.Company.Logo, "company_logo", "Address of the company's logo.", "")
	m.Int(&t.Company.LogoID, "company_logo_id", "Attachment with the company's logo.", 0)
	m.Text(&t.Person.Logo, "person_logo", "Address of the person's picture.", "")
	m.Int(&t.Person.LogoID, "person_logo_id", "Attachment with the person's picture.", 0)
	m.Int(&t.UserID, "company_or_person_user_id", "User that the site stands for.", 0)
	m.Text(&t.SocialA, "social_a_site", "Address of the site's profile in a social network.", "")
	m.Text(&t.SocialB, "social_b_site", "Name of the site in another social network.", "")
	m.Texts(&t.Profiles, "other_social_urls", "Addresses of further profiles.", nil, schema.Str("An address."), schema.MaxItems(100))
	for i, p := range proofs {
		m.Text(&t.Codes[i], p.setting, "Code by which "+p.engine+" knows the owner of the site.", "")
	}
	m.Text(&t.Image, "og_default_image", "Address of the image for pages without one.", "")
	m.Int(&t.ImageID, "og_default_image_id", "Attachment with the image for pages without one.", 0)
	m.Blank(&t.Crumbs.Home, "breadcrumbs-home", "First step of paths; there is none without.", m.Say("Home"))
	m.Blank(&t.Crumbs.Archive, "breadcrumbs-archiveprefix", "Word before the names of archives in paths.", m.Say("Archives for"))
	m.Blank(&t.Crumbs.Search, "breadcrumbs-searchprefix", "Words before what was looked for in paths.", m.Say("You searched for"))
	m.Text(&t.Crumbs.Separator, "breadcrumbs-sep", "Sign between the steps of paths.", "»")
	m.Blank(&t.BeforeFeed, "rssbefore", "HTML before each entry in feeds, with %%AUTHORLINK%%, %%POSTLINK%%, %%BLOGLINK%% and %%BLOGDESCLINK%%.", "", maxLen(maxFrame))
	m.Blank(&t.AfterFeed, "rssafter", "HTML after each entry in feeds, with the same variables.", m.SayKeyed(appearedFirst, "%1$s appeared first on %2$s.", feedEntry, feedSite), maxLen(maxFrame))
	m.Text(&t.Home.Title, "title-home", "Title of the list of posts.", "%%sitename%% %%page%% %%sep%% %%sitedesc%%")
	m.Text(&t.Home.Description, "metadesc-home", "Description of the list of posts.", "")
	// Compat (api.TestBlankSocialTitle): without one it is the title of the list.
	m.Blank(&t.Home.SocialTitle, "open_graph_frontpage_title", "Title of the list of posts in social networks.", "%%sitename%%")
	m.Text(&t.Home.SocialDescription, "open_graph_frontpage_desc", "Description of the list of posts in social networks.", "")
	m.Text(&t.HomeImage, "open_graph_frontpage_image", "Address of the image of the list of posts in social networks.", "")
	m.Int(&t.HomeImageID, "open_graph_frontpage_image_id", "Attachment with the image of the list of posts in social networks.", 0)
	m.Text(&t.Author.Title, "title-author", "Title of the posts of an author.", m.Say("%1$s, Author at %2$s", "%%name%%", "%%sitename%%")+" %%page%%")
	m.Text(&t.Author.Description, "metadesc-author", "Description of the posts of an author.", "")
	m.Bool(&t.Author.NoIndex, "noindex-author", "Whether search engines leave out the posts of an author.", false)
	m.Bool(&t.HideIdleAuthors, "noindex-author-noposts", "Whether search engines leave out authors without posts.", true)
	m.Text(&t.Archive.Title, "title-archive", "Title of the posts of a time.", "%%date%% %%page%% %%sep%% %%sitename%%")
	m.Text(&t.Archive.Description, "metadesc-archive", "Description of the posts of a time.", "")
	m.Bool(&t.Archive.NoIndex, "noindex-archive", "Whether search engines leave out the posts of a time.", true)
	m.Text(&t.Search.Title, "title-search", "Title of what was found.", m.Say("You searched for %s", "%%searchphrase%%")+" %%page%% %%sep%% %%sitename%%")
	m.Text(&t.Missing.Title, "title-404", "Title of the page for what isn't there.", m.Say("Page not found")+" %%sep%% %%sitename%%")
	m.Bool(&t.Analysis, "enable_analysis", "Whether texts are analysed when they are saved.", true)
	m.Bool(&t.InclusiveLanguage, "inclusive_language", "Whether the analysis looks for language that leaves people out.", true)
	t.Entries, t.Terms = map[string]*texts{}, map[string]*texts{}
	for _, typ := range editedTypes {
		article, x := "None", &texts{}
		if typ == content.TypePost {
			article = "Article"
		}
		x.declare(m, typ, "entries of type "+typ, entryTitle, typ == content.TypeAttachment)
		m.Text(&x.PageType, "schema-page-type-"+typ, "What structured data call the pages of "+typ+".", "WebPage")
		m.Text(&x.ArticleType, "schema-article-type-"+typ, "What structured data call the articles of "+typ+".", article)
		t.Entries[typ] = x
	}
	for _, tax := range editedTaxonomies {
		x := &texts{}
		x.declare(m, "tax-"+tax, "terms of "+tax, termTitle, tax == taxonomy.Format)
		t.Terms[tax] = x
	}
}, More: ownKinds, Further: optionKinds.Name}

// optionKinds holds what is said of types and taxonomies that the site itself declares.
var optionKinds = ext.Option{Name: "kinds", Schema: schema.Obj(nil, "Titles and descriptions of types and taxonomies of the site's own.", schema.Open(), schema.Default(&wire.Object{}))}

// What settings of types and taxonomies that the site itself declares begin with.
var ownMembers = map[string]func(x *texts, v any){
	"title-":               func(x *texts, v any) { x.Title = schema.ToText(v) },
	"metadesc-":            func(x *texts, v any) { x.Description = schema.ToText(v) },
	"social-title-":        func(x *texts, v any) { x.SocialTitle = schema.ToText(v) },
	"social-description-":  func(x *texts, v any) { x.SocialDescription = schema.ToText(v) },
	"noindex-":             func(x *texts, v any) { x.NoIndex = schema.ToBool(v) },
	"schema-page-type-":    func(x *texts, v any) { x.PageType = schema.ToText(v) },
	"schema-article-type-": func(x *texts, v any) { x.ArticleType = schema.ToText(v) },
	"bctitle-":             func(x *texts, v any) { x.Crumb = schema.ToText(v) },
	pathTaxonomyOf:         func(x *texts, v any) { x.PathTaxonomy = schema.ToText(v) },
}

// What the setting of a type begins and ends with that names by whose terms paths lead to its
// entries.
const (
	pathTaxonomyOf = "post_types-"
	pathTaxonomy   = "-maintax"
)

// maxFrame bounds a text around the entries of feeds, in characters.
const maxFrame = 10_000

// The marks of settings of taxonomies and of lists of types.
const (
	ofTaxonomy = "tax-"
	ofList     = "ptarchive-"
)

// ownKind splits the name of a setting of a type or taxonomy that the site itself declares;
// take is nil for any other.
func ownKind(name string) (kind string, take func(x *texts, v any)) {
	for start, f := range ownMembers {
		rest, ok := strings.CutPrefix(name, start)
		if ok && start == pathTaxonomyOf {
			rest, ok = strings.CutSuffix(rest, pathTaxonomy)
		}
		if ok && rest != "" {
			return rest, f
		}
	}
	return "", nil
}

// ownKinds takes settings of types and taxonomies that the site itself declares.
func ownKinds(t *settings, more *wire.Object) {
	t.Lists = map[string]*texts{}
	for _, m := range more.Members() {
		kind, take := ownKind(m.Key)
		if take == nil {
			continue
		}
		of := t.Entries
		if tax, ok := strings.CutPrefix(kind, ofTaxonomy); ok {
			kind, of = tax, t.Terms
		} else if typ, ok := strings.CutPrefix(kind, ofList); ok {
			kind, of = typ, t.Lists
		}
		if of[kind] == nil {
			of[kind] = &texts{}
		}
		take(of[kind], m.Value)
	}
}

func (x *texts) declare(m *ext.Members, name, of, title string, noindex bool) {
	m.Text(&x.Title, "title-"+name, "Title of "+of+".", title)
	m.Text(&x.Description, "metadesc-"+name, "Description of "+of+".", "")
	m.Text(&x.SocialTitle, "social-title-"+name, "Title of "+of+" in social networks.", "")
	m.Text(&x.SocialDescription, "social-description-"+name, "Description of "+of+" in social networks.", "")
	m.Bool(&x.NoIndex, "noindex-"+name, "Whether search engines leave out "+of+".", noindex)
}

// settings reads the settings.
func (s *base) settings(ctx context.Context) *settings { return declared.Of(ctx, s.Options) }

// set stores settings, in the transaction of ctx.
func (s *base) set(ctx context.Context, changed *wire.Object) error {
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		before, _ := s.Options.Value(ctx, declared.Object).(*wire.Object)
		chosen := before.Clone()
		if chosen == nil {
			chosen = &wire.Object{}
		}
		for _, m := range changed.Members() {
			chosen.Set(m.Key, m.Value)
		}
		return s.Options.Set(ctx, declared.Object, chosen)
	})
}

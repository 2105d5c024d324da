package theme

import "quoin/internal/platform/language"

// TemplateType is a kind of template that every site knows.
type TemplateType struct {
	Slug, Title, Description string
}

// TemplateTypes are the known kinds of template, in the order of the API. Their titles are in
// the language of texts, English for nil.
func TemplateTypes(texts *language.Texts) []TemplateType {
	types := []TemplateType{
		{"index", "Index", "The last resort: shows every page for which the theme has no better template."},
		{"home", "Blog Home", "Shows the newest posts, on the start page of the site or on the page that the reading settings choose for posts. Where the start page shows posts, the Front Page template is used in its place, if there is one."},
		{"front-page", "Front Page", "Shows the start page of the site, be it a list of posts or a page of its own. It goes before every other template."},
		{"singular", "Single Entries", "Shows one entry of any kind, if there is no template for its kind, such as Single Posts, Pages or Attachment Pages."},
		{"single", "Single Posts", "Shows one post, unless that post has a template of its own or its author chose another one."},
		{"page", "Pages", "Shows one page, unless that page has a template of its own or its author chose another one."},
		{"archive", "All Archives", "Shows lists of entries by author, category, tag, another taxonomy, type or date, if there is no template for the very kind of list."},
		{"author", "Author Archives", "Shows the posts of one author, if there is no template for this author alone."},
		{"category", "Category Archives", "Shows the posts of one category, if there is no template for this category alone."},
		{"taxonomy", "Taxonomy", "Shows the entries of one term of a taxonomy that the site has beside categories and tags, if there is no template for this taxonomy alone. A site with a taxonomy of genres would list its novels with it."},
		{"date", "Date Archives", "Shows the posts of one day, month or year."},
		{"tag", "Tag Archives", "Shows the posts of one tag, if there is no template for this tag alone."},
		{"attachment", "Attachment Pages", "Shows the page that an uploaded file has of its own."},
		{"search", "Search Results", "Shows what was found when somebody searches the site."},
		{"privacy-policy", "Privacy Policy", "Shows the page that tells how the site deals with personal data."},
		{"404", "Page: 404", "Shown in place of a page that doesn't exist, after a wrong or an outdated link."},
	}
	for _, f := range []struct{ slug, name string }{
		{"standard", "Standard"}, {"aside", "Aside"}, {"chat", "Chat"}, {"gallery", "Gallery"}, {"link", "Link"},
		{"image", "Image"}, {"quote", "Quote"}, {"status", "Status"}, {"video", "Video"}, {"audio", "Audio"},
	} {
		types = append(types, TemplateType{
			Slug:        "taxonomy-post_format-post-format-" + f.slug,
			Title:       language.Fill(texts.In("Template name", "Post Format: %s"), texts.In("Post format", f.name)),
			Description: language.Fill(texts.Of("Shows the posts that have the format %s."), texts.In("Post format", f.name)),
		})
	}
	for i := range types {
		types[i].Title, types[i].Description = texts.In("Template name", types[i].Title), texts.Of(types[i].Description)
	}
	return types
}

// The areas of a page that a template part may be made for.
const (
	AreaUncategorized     = "uncategorized"
	AreaHeader            = "header"
	AreaFooter            = "footer"
	AreaNavigationOverlay = "navigation-overlay"
)

// PartArea describes an area.
type PartArea struct {
	Area, Label, Description, Icon string
	// Tag is the HTML element that wraps parts of the area.
	Tag string
}

// PartAreas are the areas, in the order of the API. Their labels are in the language of
// texts, English for nil.
func PartAreas(texts *language.Texts) []PartArea {
	areas := []PartArea{
		{AreaUncategorized, "General", "Parts with any task that belong to no particular area of a page.", "layout", "div"},
		{AreaHeader, "Header", "Parts for the top of a page, which mostly show logo, title and main menu.", "header", "header"},
		{AreaFooter, "Footer", "Parts for the bottom of a page, such as credits and links to social networks.", "footer", "footer"},
		{AreaNavigationOverlay, "Navigation Overlay", "Parts that lie over a page while somebody opens its menu, mostly made of links.", "navigation-overlay", "div"},
	}
	for i := range areas {
		areas[i].Label, areas[i].Description = texts.In("template part area", areas[i].Label), texts.Of(areas[i].Description)
	}
	return areas
}

// CleanArea is the area itself when it is known, else AreaUncategorized.
func CleanArea(area string) string {
	for _, a := range PartAreas(nil) {
		if a.Area == area {
			return area
		}
	}
	return AreaUncategorized
}

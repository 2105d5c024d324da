package theme

// TemplateType is a kind of template that every site knows.
type TemplateType struct {
	Slug, Title, Description string
}

// TemplateTypes are the known kinds of template, in the order of the API.
func TemplateTypes() []TemplateType {
	types := []TemplateType{
		{"index", "Index", "The last resort: shows whatever no other template takes."},
		{"home", "Blog Home", "Lists the newest posts, on the front of the site or on the page chosen for posts."},
		{"front-page", "Front Page", "Shows the front of the site, be it a page or the newest posts, before any other template."},
		{"singular", "Single Entries", "Shows one entry of any kind when there is no closer template for it."},
		{"single", "Single Posts", "Shows one post, unless a template was chosen for it or made for its slug."},
		{"page", "Pages", "Shows one page, unless a template was chosen for it or made for its slug."},
		{"archive", "All Archives", "Lists the posts of any archive (author, category, tag, date) that has no template of its own."},
		{"author", "Author Archives", "Lists what one author wrote when that author has no template."},
		{"category", "Category Archives", "Lists the posts of one category when that category has no template."},
		{"taxonomy", "Taxonomy", "Lists the entries of one term of a taxonomy other than categories and tags."},
		{"date", "Date Archives", "Lists the posts of a year, a month or a day."},
		{"tag", "Tag Archives", "Lists the posts of one tag when that tag has no template."},
		{"attachment", "Attachment Pages", "Shows the page of one media file."},
		{"search", "Search Results", "Lists what a visitor's search found."},
		{"privacy-policy", "Privacy Policy", "Shows the page that was chosen as the privacy policy."},
		{"404", "Page: 404", "Shown when there is nothing at the requested address."},
	}
	for _, f := range []struct{ slug, name string }{
		{"standard", "Standard"}, {"aside", "Aside"}, {"chat", "Chat"}, {"gallery", "Gallery"}, {"link", "Link"},
		{"image", "Image"}, {"quote", "Quote"}, {"status", "Status"}, {"video", "Video"}, {"audio", "Audio"},
	} {
		types = append(types, TemplateType{
			Slug:        "taxonomy-post_format-post-format-" + f.slug,
			Title:       "Post Format: " + f.name,
			Description: "Lists the posts of the format " + f.name + ".",
		})
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

// PartAreas are the areas, in the order of the API.
func PartAreas() []PartArea {
	return []PartArea{
		{AreaUncategorized, "General", "Parts that belong to no special place and may stand anywhere.", "layout", "div"},
		{AreaHeader, "Header", "The top of a page: usually the site's name or logo and the main menu.", "header", "header"},
		{AreaFooter, "Footer", "The end of a page: credits, social links, small print.", "footer", "footer"},
		{AreaNavigationOverlay, "Navigation Overlay", "A layer with a menu that visitors open and close.", "navigation-overlay", "div"},
	}
}

// CleanArea is the area itself when it is known, else AreaUncategorized.
func CleanArea(area string) string {
	for _, a := range PartAreas() {
		if a.Area == area {
			return area
		}
	}
	return AreaUncategorized
}

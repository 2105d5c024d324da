package theme

// TemplateType is a kind of template that every site knows.
type TemplateType struct {
	Slug, Title, Description string
}

// TemplateTypes are the known kinds of template, in the order of the API. Their
// texts are part of what the API answers.
func TemplateTypes() []TemplateType {
	types := []TemplateType{
		{"index", "Index", "Used as a fallback template for all pages when a more specific template is not defined."},
		{"home", "Blog Home", "Displays the latest posts as either the site homepage or as the \"Posts page\" as defined under reading settings. If it exists, the Front Page template overrides this template when posts are shown on the homepage."},
		{"front-page", "Front Page", "Displays your site's homepage, whether it is set to display latest posts or a static page. The Front Page template takes precedence over all templates."},
		{"singular", "Single Entries", "Displays any single entry, such as a post or a page. This template will serve as a fallback when a more specific template (e.g. Single Post, Page, or Attachment) cannot be found."},
		{"single", "Single Posts", "Displays a single post on your website unless a custom template has been applied to that post or a dedicated template exists."},
		{"page", "Pages", "Displays a static page unless a custom template has been applied to that page or a dedicated template exists."},
		{"archive", "All Archives", "Displays any archive, including posts by a single author, category, tag, taxonomy, custom post type, and date. This template will serve as a fallback when more specific templates (e.g. Category or Tag) cannot be found."},
		{"author", "Author Archives", "Displays a single author's post archive. This template will serve as a fallback when a more specific template (e.g. Author: Admin) cannot be found."},
		{"category", "Category Archives", "Displays a post category archive. This template will serve as a fallback when a more specific template (e.g. Category: Recipes) cannot be found."},
		{"taxonomy", "Taxonomy", "Displays a custom taxonomy archive. Like categories and tags, taxonomies have terms which you use to classify things. For example: a taxonomy named \"Art\" can have multiple terms, such as \"Modern\" and \"18th Century.\" This template will serve as a fallback when a more specific template (e.g. Taxonomy: Art) cannot be found."},
		{"date", "Date Archives", "Displays a post archive when a specific date is visited (e.g., example.com/2023/)."},
		{"tag", "Tag Archives", "Displays a post tag archive. This template will serve as a fallback when a more specific template (e.g. Tag: Pizza) cannot be found."},
		{"attachment", "Attachment Pages", "Displays when a visitor views the dedicated page that exists for any media attachment."},
		{"search", "Search Results", "Displays when a visitor performs a search on your website."},
		{"privacy-policy", "Privacy Policy", "Displays your site's Privacy Policy page."},
		{"404", "Page: 404", "Displays when a visitor views a non-existent page, such as a dead link or a mistyped URL."},
	}
	for _, f := range []struct{ slug, name string }{
		{"standard", "Standard"}, {"aside", "Aside"}, {"chat", "Chat"}, {"gallery", "Gallery"}, {"link", "Link"},
		{"image", "Image"}, {"quote", "Quote"}, {"status", "Status"}, {"video", "Video"}, {"audio", "Audio"},
	} {
		types = append(types, TemplateType{
			Slug:        "taxonomy-post_format-post-format-" + f.slug,
			Title:       "Post Format: " + f.name,
			Description: "Displays the " + f.name + " post format archive.",
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
		{AreaUncategorized, "General", "General templates often perform a specific role like displaying post content, and are not tied to any particular area.", "layout", "div"},
		{AreaHeader, "Header", "The Header template defines a page area that typically contains a title, logo, and main navigation.", "header", "header"},
		{AreaFooter, "Footer", "The Footer template defines a page area that typically contains site credits, social links, or any other combination of blocks.", "footer", "footer"},
		{AreaNavigationOverlay, "Navigation Overlay", "The Navigation Overlay template defines an overlay area that typically contains navigation links and can be toggled open and closed.", "navigation-overlay", "div"},
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

package theme

import (
	"slices"
	"strings"

	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/markup/entity"
)

// The name and the description of the site stand in what a theme's code says as these
// texts, which are put in when it is shown (see About.In).
const (
	siteName        = "site-name.invalid"
	siteDescription = "site-description.invalid"
)

// About is what a site says of itself.
type About struct{ Address, Name, Description string }

// In puts what the site says of itself into a text of a theme.
func (a About) In(text string) string {
	text = WithAddress(text, a.Address)
	if !strings.Contains(text, ".invalid") {
		return text
	}
	return strings.NewReplacer(siteName, entity.EscHTML(a.Name), siteDescription, entity.EscHTML(a.Description)).Replace(text)
}

// addSite adds what tells of the site.
func (c *code) addSite(all map[string]php.Function) {
	about := func(what string) any {
		switch what {
		case "", "name":
			return siteName
		case "description":
			return siteDescription
		case "version":
			return ReferenceVersion
		case "charset":
			return "UTF-8"
		case "language":
			return strings.ReplaceAll(orElse(c.theme.options.Locale, "en_US"), "_", "-")
		case "text_direction":
			if c.theme.core.RightToLeft() {
				return "rtl"
			}
			return "ltr"
		case "html_type":
			return "text/html"
		case "template_directory", "template_url":
			return siteAddress + filesAt + c.parentID()
		case "stylesheet_directory":
			return siteAddress + filesAt + c.theme.ID
		case "stylesheet_url":
			return siteAddress + filesAt + c.theme.ID + "/style.css"
		case "url", "wpurl", "home", "siteurl":
			return siteAddress
		case "rss2_url":
			return siteAddress + "/feed/"
		case "comments_rss2_url":
			return siteAddress + "/comments/feed/"
		}
		return php.Unknown{Why: "get_bloginfo(" + what + ")"}
	}
	all["get_bloginfo"] = func(call *php.Call) any { what, _ := call.Text(0); return about(what) }
	all["bloginfo"] = func(call *php.Call) any {
		what, _ := call.Text(0)
		s, ok := about(what).(string)
		if !ok {
			call.Problem("nothing is printed for bloginfo(" + what + ")")
		}
		call.Print(s)
		return nil
	}
	given := all["get_option"]
	all["get_option"] = func(call *php.Call) any {
		switch what, _ := call.Text(0); what {
		case "blogname":
			return siteName
		case "blogdescription":
			return siteDescription
		case "stylesheet":
			return c.theme.ID
		case "template":
			return c.parentID()
		case "home", "siteurl":
			return siteAddress
		}
		return given(call)
	}
	// Neither plug-ins nor their types are there.
	for _, name := range []string{"is_active_sidebar", "is_dynamic_sidebar", "extension_loaded", "wp_get_custom_css", "wp_next_scheduled"} {
		all[name] = func(*php.Call) any { return false }
	}
	among := func(known ...string) php.Function {
		return func(call *php.Call) any {
			name, ok := call.Text(0)
			if !ok {
				return php.Unknown{Why: call.Name + "()"}
			}
			return slices.Contains(known, name)
		}
	}
	all["post_type_exists"] = among("post", "page", "attachment", "wp_block", "wp_template", "wp_template_part", "wp_navigation")
	all["taxonomy_exists"] = among("category", "post_tag", "post_format", "wp_theme", "wp_pattern_category")
	all["capital_p_dangit"] = func(call *php.Call) any {
		s, ok := call.Text(0)
		if !ok {
			return call.Arg(0)
		}
		return strings.ReplaceAll(s, "Wordpress", "WordPress")
	}
}

func orElse(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

package theme

import (
	"path"
	"slices"
	"strings"

	"quoin/internal/markup/clean"
	"quoin/internal/markup/entity"
	filter "quoin/internal/markup/sanitize"
	"quoin/internal/theme/php"
)

// siteAddress stands for the address of the site in what a theme's code says,
// which is read before any address is known.
const siteAddress = "https://site.invalid"

// filesAt is where the files of themes are served, below the address of the
// site.
const filesAt = "/wp-content/themes/"

// WithAddress puts the address of a site into a text of a theme.
func WithAddress(text, base string) string {
	return strings.ReplaceAll(text, siteAddress, strings.TrimSuffix(base, "/"))
}

// FilesURL is the address of the theme's folder on a site.
func (t *Theme) FilesURL(base string) string { return strings.TrimSuffix(base, "/") + filesAt + t.ID }

// code reads the PHP files of a theme. See the package php: nothing is run.
type code struct {
	theme *Theme
	files *files
}

// root is the folder of the theme as its code sees it.
func (c *code) root() string { return "/" + c.theme.ID }

// parentID is the id of the theme that it builds on, or its own.
func (c *code) parentID() string {
	if p := c.theme.Parent; p != nil {
		return p.ID
	}
	return c.theme.ID
}

// eval reads one file. Problems are filed with the theme.
func (c *code) eval(name, source string, more map[string]php.Function, finish func(invoke func(any) bool)) php.Result {
	functions := c.functions()
	for name, f := range more {
		functions[name] = f
	}
	result := php.Eval(c.root()[1:]+"/"+name, source, &php.Host{
		Functions: functions,
		Constants: map[string]any{
			"ABSPATH": "/", "SCRIPT_DEBUG": false, "WP_DEBUG": false, "WPINC": "wp-includes",
		},
		Open: c.open, Finish: finish,
	})
	for _, p := range result.Problems {
		c.theme.Skipped = append(c.theme.Skipped, Skipped{strings.TrimPrefix(p.File, c.theme.ID+"/"), p.Line, p.Reason})
	}
	return result
}

func (c *code) open(name string) (string, bool) {
	own, ok := strings.CutPrefix(name, c.root()+"/")
	if !ok || !c.files.has(own) || path.Ext(own) != ".php" {
		return "", false
	}
	source, err := c.files.text(own)
	return source, err == nil
}

// functions are those of the reference that give texts and addresses.
func (c *code) functions() map[string]php.Function {
	all := map[string]php.Function{}
	plain := func(s string) string { return s }
	html := entity.EscHTML
	for _, f := range []struct {
		name    string
		context bool
		print   bool
		finish  func(string) string
	}{
		{"__", false, false, plain}, {"_e", false, true, plain}, {"_x", true, false, plain}, {"_ex", true, true, plain},
		{"esc_html__", false, false, html}, {"esc_html_e", false, true, html}, {"esc_html_x", true, false, html},
		{"esc_attr__", false, false, html}, {"esc_attr_e", false, true, html}, {"esc_attr_x", true, false, html},
	} {
		all[f.name] = func(call *php.Call) any {
			s, ok := call.Text(0)
			if !ok {
				return php.Unknown{Why: f.name + "()"}
			}
			context, at := "", 1
			if f.context {
				context, _ = call.Text(1)
				at = 2
			}
			domain, _ := call.Text(at)
			s = f.finish(c.theme.texts(domain).In(context, s))
			if !f.print {
				return s
			}
			call.Print(s)
			return nil
		}
	}
	text := func(f func(string) string) php.Function {
		return func(call *php.Call) any {
			if u := call.Unknown(); u != nil {
				return *u
			}
			s, ok := call.Text(0)
			if !ok {
				return php.Unknown{Why: call.Name + "()"}
			}
			return f(s)
		}
	}
	all["esc_html"], all["esc_attr"] = text(html), text(html)
	all["esc_textarea"], all["esc_xml"] = text(html), text(entity.EscXML)
	all["esc_url"] = text(func(s string) string { return clean.URLDisplay(s, nil) })
	all["esc_url_raw"] = text(func(s string) string { return clean.URL(s, nil) })
	all["sanitize_url"] = all["esc_url_raw"]
	all["wp_kses_post"] = text(filter.Post)
	all["sanitize_title"] = text(clean.Slug)
	all["sanitize_key"] = text(clean.Key)
	all["wp_strip_all_tags"] = text(clean.StripAllTags)
	c.addAddresses(all)
	c.addAnswers(all)
	return all
}

// addAddresses adds what gives addresses and paths of files. Files are looked
// for in the theme first, then in its parent.
func (c *code) addAddresses(all map[string]php.Function) {
	fixed := func(v any) php.Function { return func(*php.Call) any { return v } }
	own, parent := c.theme.ID, c.parentID()
	all["get_stylesheet"], all["get_template"] = fixed(own), fixed(parent)
	all["get_stylesheet_directory"], all["get_template_directory"] = fixed("/"+own), fixed("/"+parent)
	all["get_stylesheet_directory_uri"] = fixed(siteAddress + filesAt + own)
	all["get_template_directory_uri"] = fixed(siteAddress + filesAt + parent)
	all["get_stylesheet_uri"] = fixed(siteAddress + filesAt + own + "/style.css")
	file := func(before string, owner func(name string) string) php.Function {
		return func(call *php.Call) any {
			if u := call.Unknown(); u != nil {
				return *u
			}
			name, _ := call.Text(0)
			name = strings.TrimLeft(name, "/")
			if name == "" {
				return before + owner(name)
			}
			return before + owner(name) + "/" + name
		}
	}
	either := func(name string) string {
		if c.theme.Parent == nil || name == "" || c.files.has(name) {
			return own
		}
		return parent
	}
	always := func(string) string { return parent }
	all["get_theme_file_uri"], all["get_parent_theme_file_uri"] = file(siteAddress+filesAt, either), file(siteAddress+filesAt, always)
	all["get_theme_file_path"], all["get_parent_theme_file_path"] = file("/", either), file("/", always)
	site := func(call *php.Call) any {
		if u := call.Unknown(); u != nil {
			return *u
		}
		at, _ := call.Text(0)
		if at = strings.TrimLeft(at, "/"); at != "" || len(call.Args) > 0 {
			at = "/" + at
		}
		return siteAddress + at
	}
	all["home_url"], all["site_url"] = site, site
}

// addAnswers adds questions whose answers are known here.
func (c *code) addAnswers(all map[string]php.Function) {
	fixed := func(v any) php.Function { return func(*php.Call) any { return v } }
	all["is_admin"], all["wp_is_block_theme"], all["is_customize_preview"], all["is_rtl"] = fixed(false), fixed(true), fixed(false), fixed(c.theme.core.RightToLeft())
	all["is_child_theme"] = fixed(c.theme.Parent != nil)
	all["wp_should_load_separate_core_block_assets"] = fixed(true)
	all["defined"] = func(call *php.Call) any {
		name, _ := call.Text(0)
		if slices.Contains([]string{"ABSPATH", "WPINC"}, name) {
			return true
		}
		return php.Unknown{Why: "defined(" + name + ")"}
	}
	all["function_exists"] = func(call *php.Call) any {
		name, _ := call.Text(0)
		yes, maybe := call.Declared(name)
		switch {
		case yes || all[strings.ToLower(name)] != nil:
			return true
		case maybe:
			return false
		}
		return php.Unknown{Why: "function_exists(" + name + ")"}
	}
	// The registries are as a new theme finds them.
	for _, registry := range []string{"WP_Block_Pattern_Categories_Registry", "WP_Block_Patterns_Registry", "WP_Block_Styles_Registry"} {
		all[registry+"::get_instance()->is_registered()"] = fixed(false)
	}
	version := func(call *php.Call) any {
		switch what, _ := call.Text(0); what {
		case "Version":
			return c.theme.Header.Version
		case "Name":
			return c.theme.Header.Name
		case "TextDomain":
			return c.theme.Header.TextDomain
		default:
			return php.Unknown{Why: "wp_get_theme()->get(" + what + ")"}
		}
	}
	all["wp_get_theme()->get()"] = version
	// A filter that nobody has added gives back what it was given.
	all["apply_filters"] = func(call *php.Call) any { return call.Arg(1) }
}

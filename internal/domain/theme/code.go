package theme

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	filter "quoin/internal/platform/markup/sanitize"
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
	// program is what functions.php has declared, nil before it was read and without one.
	program *php.Program
	data    *Data // of settled
	// page is the one that is shown while the code is asked, one question at a time; asked
	// tells that something was asked of a page when there was none.
	page  *Page
	asked bool
	turn  sync.Mutex
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
func (c *code) eval(name, source string, more map[string]php.Function, finish func(p *php.Program)) php.Result {
	functions, effects := c.functions(), map[string]bool{}
	for name, f := range more {
		functions[name] = f
		effects[name] = name != "apply_filters" && name != "do_action" && !strings.HasPrefix(name, "__return_")
	}
	result := php.Eval(c.root()[1:]+"/"+name, source, &php.Host{
		Functions: functions, Effects: effects, Constants: constants, Globals: map[string]any{"wp_version": ReferenceVersion, "pagenow": "index.php"},
		Open: c.open, Finish: finish,
	})
	c.skip(result.Problems)
	return result
}

func (c *code) skip(problems []php.Problem) {
	for _, p := range problems {
		c.theme.Skipped = append(c.theme.Skipped, Skipped{strings.TrimPrefix(p.File, c.theme.ID+"/"), p.Line, p.Reason})
	}
}

// printed is what a file of the theme prints. It finds what functions.php has declared.
func (c *code) printed(name, source string) string {
	if c.program == nil {
		return c.eval(name, source, nil, nil).Output
	}
	out, problems := c.program.Read(c.root()[1:]+"/"+name, source)
	c.skip(problems)
	return out
}

// ReferenceVersion is the version of the reference that themes may ask for.
const ReferenceVersion = "7.1"

// constants are those that the code of themes finds.
var constants = map[string]any{
	"RecursiveDirectoryIterator::SKIP_DOTS": int64(4096), "FilesystemIterator::SKIP_DOTS": int64(4096), "RecursiveIteratorIterator::LEAVES_ONLY": int64(0), "RecursiveIteratorIterator::SELF_FIRST": int64(1),
	"ABSPATH": "/", "SCRIPT_DEBUG": false, "WP_DEBUG": false, "WP_DEBUG_LOG": false, "WPINC": "wp-includes", "WP_CONTENT_DIR": "/", "WP_CONTENT_URL": siteAddress + "/wp-content",
	"MINUTE_IN_SECONDS": int64(60), "HOUR_IN_SECONDS": int64(3600), "DAY_IN_SECONDS": int64(86400), "WEEK_IN_SECONDS": int64(604800), "YEAR_IN_SECONDS": int64(31536000),
}

// own is the name of a file in the theme, for its path as the code sees it.
func (c *code) own(name string) (string, bool) {
	name = path.Clean("/" + name)
	own, ok := strings.CutPrefix(name, c.root()+"/")
	if !ok {
		// Folders of themes are seen under the address that they have, too.
		own, ok = strings.CutPrefix(name, "/themes"+c.root()+"/")
	}
	return own, ok
}

func (c *code) open(name string) (string, bool) {
	own, ok := c.own(name)
	if !ok || !c.files.has(own) || !slices.Contains([]string{".php", ".svg", ".html"}, path.Ext(own)) {
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
	all["home_url"], all["site_url"], all["get_home_url"], all["get_site_url"] = site, site, site, site
	below := func(folder string) php.Function {
		return func(call *php.Call) any {
			at, _ := call.Text(0)
			return siteAddress + folder + strings.TrimLeft(at, "/")
		}
	}
	all["content_url"], all["admin_url"], all["includes_url"] = below("/wp-content/"), below("/wp-admin/"), below("/wp-includes/")
	all["get_theme_root"], all["get_theme_root_uri"] = fixed("/"), fixed(strings.TrimSuffix(siteAddress+filesAt, "/"))
	all["add_query_arg"] = func(call *php.Call) any { return call.Arg(len(call.Args) - 1) }
}

// addAnswers adds questions whose answers are known here.
func (c *code) addAnswers(all map[string]php.Function) {
	fixed := func(v any) php.Function { return func(*php.Call) any { return v } }
	all["is_admin"], all["wp_is_block_theme"], all["is_customize_preview"], all["is_rtl"] = fixed(false), fixed(true), fixed(false), fixed(c.theme.core.RightToLeft())
	all["is_child_theme"] = fixed(c.theme.Parent != nil)
	all["wp_should_load_separate_core_block_assets"] = fixed(true)
	all["defined"] = func(call *php.Call) any {
		name, _ := call.Text(0)
		_, ok := call.Constant(name)
		return ok
	}
	all["function_exists"] = func(call *php.Call) any {
		name, _ := call.Text(0)
		yes, maybe := call.Declared(name)
		switch name = strings.ToLower(name); {
		case yes || all[name] != nil:
			return true
		case maybe:
			return false
		}
		return ofReference(name)
	}
	class := func(call *php.Call) any {
		name, ok := call.Text(0)
		if !ok {
			return php.Unknown{Why: call.Name + "()"}
		}
		name = strings.TrimPrefix(name, `\`)
		return call.Class(name) || strings.HasPrefix(name, "WP_") && name != "WP_CLI" || strings.HasPrefix(name, "Walker")
	}
	all["class_exists"], all["interface_exists"], all["trait_exists"] = class, class, class
	// The registries are as a new theme finds them.
	for _, registry := range []string{"WP_Block_Pattern_Categories_Registry", "WP_Block_Patterns_Registry", "WP_Block_Styles_Registry", "WP_Block_Type_Registry"} {
		object := &php.Object{Class: registry, Methods: map[string]php.Function{
			"is_registered": fixed(false), "get_registered": fixed(nil), "get_all_registered": fixed(&php.Array{}), "unregister": fixed(true),
		}}
		all[strings.ToLower(registry)+"::get_instance"] = fixed(object)
	}
	header := func(what string) any {
		h := c.theme.Header
		switch what {
		case "Version", "version":
			return h.Version
		case "Name", "name":
			return h.Name
		case "TextDomain":
			return h.TextDomain
		case "Template", "template":
			return c.parentID()
		}
		return php.Unknown{Why: "wp_get_theme()->get(" + what + ")"}
	}
	self := &php.Object{Class: "WP_Theme", Methods: map[string]php.Function{
		"get":            func(call *php.Call) any { what, _ := call.Text(0); return header(what) },
		"display":        func(call *php.Call) any { what, _ := call.Text(0); return header(what) },
		"get_stylesheet": fixed(c.theme.ID), "get_template": fixed(c.parentID()), "exists": fixed(true), "is_block_theme": fixed(true),
		"parent": fixed(false), "get_stylesheet_directory": fixed("/" + c.theme.ID), "get_template_directory": fixed("/" + c.parentID()),
	}}
	self.Members = map[string]any{}
	for _, what := range []string{"Name", "Version", "TextDomain", "name", "version"} {
		self.Members[what] = header(what)
	}
	if c.theme.Parent != nil {
		self.Methods["parent"] = fixed(self)
	}
	all["wp_get_theme"] = fixed(self)
	all["current_theme_supports"] = fixed(true)
	for name, v := range map[string]any{
		"is_user_logged_in": nil, "current_user_can": nil, // different for each caller
		"wp_is_json_request": false, "is_network_admin": false, "is_multisite": false, "wp_doing_ajax": false, "wp_is_mobile": nil, "is_plugin_active": false,
		"get_locale": cmp.Or(c.theme.options.Locale, "en_US"), "determine_locale": cmp.Or(c.theme.options.Locale, "en_US"), "get_template_part": nil, "wp_installing": false,
		"get_transient": false, "get_site_transient": false, "did_action": int64(0), "doing_action": false, "has_action": false, "has_filter": false, "is_preview": false, "wp_is_fatal_error_handler_enabled": true,
		"get_current_screen": nil, "is_child": false, "is_admin_bar_showing": false, "is_blog_admin": false,
	} {
		if v != nil {
			all[name] = fixed(v)
		}
	}
	// What a theme keeps for the owner is as it is at first.
	all["get_theme_mod"] = func(call *php.Call) any {
		if len(call.Args) < 2 {
			return false
		}
		return call.Arg(1)
	}
	all["get_option"] = func(call *php.Call) any {
		name, _ := call.Text(0)
		if knownOptions[name] {
			return php.Unknown{Why: "get_option(" + name + ")"}
		}
		if len(call.Args) < 2 {
			return false
		}
		return call.Arg(1)
	}
	// A date that is printed is the year of a copyright: that of when the theme
	// is read.
	for _, name := range []string{"date", "gmdate", "date_i18n", "wp_date", "current_time", "the_time"} {
		all[name] = func(call *php.Call) any {
			format, ok := call.Text(0)
			if !ok || len(call.Args) > 1 && call.Name != "current_time" {
				return php.Unknown{Why: name + "()"}
			}
			if strings.Trim(format, "Yy") != "" {
				return php.Unknown{Why: name + "()"}
			}
			now := time.Now().UTC()
			return strings.NewReplacer("Y", now.Format("2006"), "y", now.Format("06")).Replace(format)
		}
	}
	c.addFiles(all)
	c.addFolders(all)
	c.addSite(all)
	c.addSettings(all)
	c.addConditions(all)
	c.addPage(all)
	c.addTags(all)
	for _, name := range []string{"wp_kses", "wp_kses_data"} {
		all[name] = all["wp_kses_post"]
	}
	all["sanitize_text_field"] = all["wp_strip_all_tags"]
	all["sanitize_file_name"], all["sanitize_html_class"] = all["sanitize_title"], all["sanitize_key"]
	all["sanitize_hex_color"] = func(call *php.Call) any { return call.Arg(0) }
	for _, name := range withoutEffect {
		all[name] = func(*php.Call) any { return nil }
	}
	// A filter that nobody has added gives back what it was given.
	all["apply_filters"] = func(call *php.Call) any { return call.Arg(1) }
}

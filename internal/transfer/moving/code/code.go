package code

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"quoin/internal/domain/theme/php"
	"quoin/internal/platform/wire"
)

// Bounds of what is read.
const (
	maxFiles  = 500     // main files
	maxFile   = 1 << 20 // bytes of one
	maxHooked = 2000    // functions for moments
)

// Site is the code of an old site.
type Site struct {
	// Content is its folder wp-content.
	Content fs.FS
	// Plugins are the main files of those that are on, below the folder plugins.
	Plugins []string
	// Themes are the folders of the theme in effect and of the one that it builds on.
	Themes []string
}

// Declared is what the code declares.
type Declared struct {
	// Definitions are as package definition reads them, types first. Taxonomies, types and
	// fields have the names of the old site.
	Definitions []*wire.Object
	// Sizes are sub-sizes of images by name, as site.OwnImageSizes has them.
	Sizes *wire.Object
	// Sidebars are places for widgets by id, as site.OwnSidebars has them.
	Sidebars *wire.Object
}

// Declared is what the code says.
func (s *Site) Declared() Declared {
	r := &reader{site: s, sizes: &wire.Object{}, sidebars: &wire.Object{}}
	for _, name := range s.files() {
		r.file(name)
	}
	return Declared{r.definitions(), r.sizes, r.sidebars}
}

// files are the files that the old site begins with, in its order.
func (s *Site) files() (list []string) {
	own, _ := fs.Glob(s.Content, "mu-plugins/*.php")
	list = append(list, own...)
	for _, name := range s.Plugins {
		list = append(list, path.Join("plugins", path.Clean("/"+name)))
	}
	for _, theme := range s.Themes {
		list = append(list, path.Join("themes", path.Clean("/"+theme), "functions.php"))
	}
	return list[:min(len(list), maxFiles)]
}

// moments are those at which sites declare what they have.
var moments = []string{"muplugins_loaded", "plugins_loaded", "after_setup_theme", "widgets_init", "init", "wp_loaded", "rest_api_init"}

// reader reads the files of a site.
type reader struct {
	site       *Site
	hooked     []hooked // of the file that is read
	types      []*wire.Object
	taxonomies []*wire.Object
	joined     [][2]string // taxonomies and types that get them later
	fields     []field
	sizes      *wire.Object
	sidebars   *wire.Object
}

type hooked struct {
	moment   string
	callback any
	priority int64
}

// text is a file of the site's code, and nothing else that is there.
func (s *Site) text(name string) (string, bool) {
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	if path.Ext(name) != ".php" {
		return "", false
	}
	info, err := fs.Stat(s.Content, name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return "", false
	}
	source, err := fs.ReadFile(s.Content, name)
	return string(source), err == nil
}

func (r *reader) file(name string) {
	source, ok := r.site.text(name)
	if !ok {
		return
	}
	r.hooked = nil
	php.Eval(name, source, &php.Host{
		Functions: r.functions(),
		Constants: map[string]any{"ABSPATH": "/", "WPINC": "wp-includes", "WP_CONTENT_DIR": "", "WP_PLUGIN_DIR": "/plugins", "WPMU_PLUGIN_DIR": "/mu-plugins", "WP_DEBUG": false},
		Open:      r.site.text,
		Finish:    r.moments,
	})
}

// moments calls what a file has for the moments, in their order.
func (r *reader) moments(p *php.Program) {
	for _, moment := range moments {
		done := map[int]bool{}
		for {
			next := -1
			for i, h := range r.hooked {
				if h.moment == moment && !done[i] && (next < 0 || h.priority < r.hooked[next].priority) {
					next = i
				}
			}
			if next < 0 {
				break
			}
			done[next] = true
			p.Call(r.hooked[next].callback)
		}
	}
}

// functions are those that code declares with, and what gives it texts.
func (r *reader) functions() map[string]php.Function {
	first := func(c *php.Call) any { return c.Arg(0) }
	folder := func(c *php.Call) any {
		name, ok := c.Text(0)
		if !ok {
			return php.Unknown{Why: c.Name + "()"}
		}
		return path.Dir(name) + "/"
	}
	all := map[string]php.Function{
		"add_action": r.add, "add_filter": r.add,
		"register_post_type": r.postType, "register_taxonomy": r.taxonomy, "register_taxonomy_for_object_type": r.join,
		"register_post_meta": r.postMeta, "register_term_meta": r.termMeta, "register_meta": r.meta,
		"register_sidebar": r.sidebar,
		"add_image_size":   r.imageSize, "set_post_thumbnail_size": r.thumbnailSize,
		"apply_filters": func(c *php.Call) any { return c.Arg(1) }, "plugin_dir_path": folder, "trailingslashit": slashed,
		"is_admin":               func(*php.Call) any { return false },
		"get_template_directory": r.themeFolder(1), "get_stylesheet_directory": r.themeFolder(0),
		"get_parent_theme_file_path": r.themeFile(1), "get_theme_file_path": r.themeFile(0),
		"wp_parse_args": parseArgs, "__return_true": func(*php.Call) any { return true }, "__return_false": func(*php.Call) any { return false },
		"__return_empty_array": func(*php.Call) any { return &php.Array{} }, "__return_empty_string": func(*php.Call) any { return "" },
	}
	for _, name := range []string{"__", "_x", "esc_html__", "esc_html_x", "esc_attr__", "esc_attr_x", "esc_html", "esc_attr", "_nx_noop", "sanitize_text_field"} {
		all[name] = first
	}
	return all
}

func slashed(c *php.Call) any {
	text, ok := c.Text(0)
	if !ok {
		return php.Unknown{Why: c.Name + "()"}
	}
	return strings.TrimRight(text, "/") + "/"
}

// themeFolder is the folder of a theme; the last one where the site has no other.
func (r *reader) themeFolder(at int) php.Function {
	return func(*php.Call) any {
		if len(r.site.Themes) == 0 {
			return ""
		}
		return "/themes/" + r.site.Themes[min(at, len(r.site.Themes)-1)]
	}
}

func (r *reader) themeFile(at int) php.Function {
	return func(c *php.Call) any {
		folder, _ := r.themeFolder(at)(c).(string)
		name, _ := c.Text(0)
		return folder + "/" + strings.TrimLeft(name, "/")
	}
}

// parseArgs are arguments with defaults for those that aren't given.
func parseArgs(c *php.Call) any {
	given, _ := c.Arg(0).(*php.Array)
	usual, ok := c.Arg(1).(*php.Array)
	if !ok {
		return c.Arg(0)
	}
	var pairs []any
	for k, v := range usual.All {
		if own, ok := given.Get(k); ok {
			v = own
		}
		pairs = append(pairs, k, v)
	}
	for k, v := range given.All {
		if _, ok := usual.Get(k); !ok {
			pairs = append(pairs, k, v)
		}
	}
	return php.NewArray(pairs...)
}

func (r *reader) add(c *php.Call) any {
	moment, _ := c.Text(0)
	if !slices.Contains(moments, moment) || len(r.hooked) >= maxHooked {
		return true
	}
	priority, ok := c.Arg(2).(int64)
	if !ok {
		priority = 10
	}
	r.hooked = append(r.hooked, hooked{moment, c.Arg(1), priority})
	return true
}

package theme

import (
	"path"
	"slices"
	"strings"

	"quoin/internal/domain/theme/php"
)

// knownOptions are options of the reference that sites have, so that the code of a theme
// doesn't find them as at first.
var knownOptions = map[string]bool{
	"blogname": true, "blogdescription": true, "show_on_front": true, "page_on_front": true, "page_for_posts": true, "permalink_structure": true,
	"date_format": true, "time_format": true, "posts_per_page": true, "site_icon": true, "site_logo": true, "template": true, "stylesheet": true,
}

// withoutEffect are functions that change nothing of what a site shows here.
var withoutEffect = []string{
	"set_post_thumbnail_size", "add_image_size", "register_meta", "register_post_meta", "remove_action", "remove_filter", "remove_all_actions", "wp_localize_script",
	"load_theme_textdomain", "load_child_theme_textdomain", "load_textdomain", "wp_script_add_data", "wp_set_script_translations", "add_post_type_support", "remove_post_type_support",
	"flush_rewrite_rules", "update_option", "add_option", "delete_option", "set_transient", "delete_transient", "set_theme_mod", "remove_theme_mod", "wp_dequeue_style", "wp_dequeue_script",
	"wp_deregister_script", "wp_enqueue_media", "wp_enqueue_editor", "register_setting", "register_sidebar", "register_widget", "switch_theme", "register_activation_hook", "wp_cache_set", "wp_schedule_event",
	"unregister_block_style", "unregister_block_pattern", "unregister_block_pattern_category", "register_block_pattern_category_type", "add_rewrite_rule", "register_block_type", "register_rest_route",
	"_doing_it_wrong", "_deprecated_function", "wp_die", "add_menu_page", "add_theme_page", "add_submenu_page", "register_post_type", "register_taxonomy", "add_shortcode", "register_default_headers", "global_styles",
}

// ofReference tells whether a function is one that the reference has, by how its
// functions are called. Those of plug-ins aren't there.
func ofReference(name string) bool {
	if slices.Contains([]string{"get_field", "the_field", "have_rows", "get_sub_field", "wp_statistics_useronline"}, name) {
		return false
	}
	for _, start := range []string{"wp_", "get_", "the_", "add_", "register_", "unregister_", "esc_", "has_", "remove_", "is_singular", "is_front_page", "is_home", "block_", "do_", "load_"} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return false
}

// addFiles adds what reads files. Only those of the theme are seen.
func (c *code) addFiles(all map[string]php.Function) {
	file := func(f func(own string) any, missing any) php.Function {
		return func(call *php.Call) any {
			name, ok := call.Text(0)
			if !ok || call.Unknown() != nil {
				return php.Unknown{Why: call.Name + "()"}
			}
			// The address of a file stands for it, too.
			name = strings.TrimPrefix(strings.TrimPrefix(name, siteAddress+filesAt), siteAddress)
			if own, ok := c.own(name); ok && c.files.has(own) {
				return f(own)
			}
			return missing
		}
	}
	yes := func(string) any { return true }
	all["is_file"], all["is_readable"] = file(yes, false), file(yes, false)
	folder := func(name string) bool {
		own, ok := c.own(name)
		return ok && len(c.files.in(own, "")) > 0 || path.Clean("/"+name) == c.root()
	}
	all["is_dir"] = func(call *php.Call) any { name, _ := call.Text(0); return folder(name) }
	all["file_exists"] = func(call *php.Call) any {
		v := file(yes, false)(call)
		if v == false {
			name, _ := call.Text(0)
			return folder(name)
		}
		return v
	}
	all["filemtime"] = file(func(string) any { return int64(1) }, false)
	all["filesize"] = file(func(string) any { return int64(1) }, false)
	all["realpath"] = func(call *php.Call) any { name, _ := call.Text(0); return path.Clean("/" + name) }
	read := file(func(own string) any {
		if t := mediaType(own); t != "text/css" && path.Ext(own) != ".json" && path.Ext(own) != ".svg" && path.Ext(own) != ".php" && path.Ext(own) != ".html" && path.Ext(own) != ".txt" {
			return php.Unknown{Why: "the file " + own}
		}
		text, err := c.files.text(own)
		if err != nil {
			return php.Unknown{Why: "the file " + own}
		}
		return text
	}, false)
	all["file_get_contents"] = read
	all["wp_json_file_decode"] = func(call *php.Call) any {
		s, ok := read(call).(string)
		if !ok {
			return nil
		}
		associative := false
		if o, ok := call.Arg(1).(*php.Array); ok {
			v, _ := o.Get("associative")
			associative = v == true
		}
		return php.DecodeJSON(s, associative)
	}
	all["glob"] = func(call *php.Call) any {
		pattern, ok := call.Text(0)
		if !ok {
			return php.Unknown{Why: "glob()"}
		}
		var out []any
		for _, one := range alternatives(path.Clean("/" + pattern)) {
			seen := map[string]bool{}
			for _, own := range c.files.paths {
				// Folders are found as well as files.
				for name := c.root() + "/" + own; len(name) > len(c.root()); name = path.Dir(name) {
					if ok, _ := path.Match(one, name); ok && !seen[name] {
						seen[name] = true
						out = append(out, name)
					}
				}
			}
		}
		slices.SortFunc(out, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
		return php.List(out...)
	}
	all["scandir"] = func(call *php.Call) any {
		name, _ := call.Text(0)
		own, ok := c.own(name)
		if !ok {
			return false
		}
		names := []string{".", ".."}
		for _, file := range c.files.in(own, "") {
			first, _, _ := strings.Cut(strings.TrimPrefix(file, own+"/"), "/")
			if !slices.Contains(names, first) {
				names = append(names, first)
			}
		}
		slices.Sort(names)
		var out []any
		for _, n := range names {
			out = append(out, n)
		}
		return php.List(out...)
	}
}

// addFolders adds what goes over the files of a folder: a list stands for it.
func (c *code) addFolders(all map[string]php.Function) {
	below := func(deep bool) php.Function {
		return func(call *php.Call) any {
			name, ok := call.Text(0)
			if !ok {
				return php.Unknown{Why: call.Name + "()"}
			}
			own, inside := c.own(name)
			if !inside && path.Clean("/"+name) != c.root() {
				return &php.Array{}
			}
			var out []any
			for _, file := range c.files.in(own, "") {
				if rest := strings.TrimPrefix(strings.TrimPrefix(file, own), "/"); deep || !strings.Contains(rest, "/") {
					out = append(out, c.fileInfo(file))
				}
			}
			return php.List(out...)
		}
	}
	same := func(call *php.Call) any { return call.Arg(0) }
	all["new recursivedirectoryiterator"], all["new recursiveiteratoriterator"], all["new iteratoriterator"] = below(true), same, same
	all["new directoryiterator"], all["new filesystemiterator"] = below(false), below(false)
}

// fileInfo is what a file of the theme tells of itself.
func (c *code) fileInfo(own string) *php.Object {
	fixed := func(v any) php.Function { return func(*php.Call) any { return v } }
	at := c.root() + "/" + own
	return &php.Object{Class: "SplFileInfo", Methods: map[string]php.Function{
		"isfile": fixed(true), "isdir": fixed(false), "isdot": fixed(false), "isreadable": fixed(true), "islink": fixed(false),
		"getextension": fixed(strings.TrimPrefix(path.Ext(own), ".")), "getfilename": fixed(path.Base(own)),
		"getpathname": fixed(at), "getrealpath": fixed(at), "getpath": fixed(path.Dir(at)), "__tostring": fixed(at),
		"getmtime": fixed(int64(1)), "getsize": fixed(int64(1)),
		"getbasename": func(call *php.Call) any {
			ending, _ := call.Text(0)
			return strings.TrimSuffix(path.Base(own), ending)
		},
	}}
}

// alternatives are the patterns that one with words in braces stands for.
func alternatives(pattern string) []string {
	before, rest, ok := strings.Cut(pattern, "{")
	words, after, closed := strings.Cut(rest, "}")
	if !ok || !closed || strings.Count(pattern, "{") > 3 {
		return []string{pattern}
	}
	var out []string
	for _, w := range strings.Split(words, ",") {
		out = append(out, alternatives(before+w+after)...)
	}
	return out
}

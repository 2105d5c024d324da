package theme

import (
	"regexp"
	"slices"
	"strings"

	"quoin/internal/domain/theme/php"
)

// hooks are the moments at which functions of a theme are called, in order.
var hooks = []string{"after_setup_theme", "init", "wp_loaded", "wp_enqueue_scripts", "enqueue_block_assets"}

// elsewhere are hooks of which nothing is shown on a site's pages: those of its
// screens, and those that tell of what happens to a theme.
var elsewhere = []string{
	"enqueue_block_editor_assets", "block_editor_settings_all", "customize_register", "switch_theme", "after_switch_theme", "tgmpa_register", "rest_api_init",
	"use_widgets_block_editor", "image_size_names_choose", "should_load_separate_core_block_assets", "upgrader_process_complete", "customize_controls_enqueue_scripts",
	"should_load_remote_block_patterns", "upload_mimes", "widgets_init", "login_enqueue_scripts", "login_head",
}

// loadCode reads functions.php.
func (t *Theme) loadCode(f *files) error {
	const name = "functions.php"
	source := ""
	if f.has(name) {
		var err error
		if source, err = f.text(name); err != nil {
			return err
		}
	}
	reg := &registrar{code: t.code, sheets: map[string]asset{}, scripts: map[string]asset{}}
	t.code.eval(name, source, reg.functions(), func(p *php.Program) {
		t.code.program = p
		reg.runHooks(p)
	})
	reg.mirrorSheets()
	return nil
}

// registrar takes what functions.php registers.
type registrar struct {
	*code
	sheets, scripts map[string]asset // by their handles
	later           []hooked
	running         []string // hooks that are being run
	early           bool     // what is called now comes before the styles of the site
}

type hooked struct {
	hook     string
	callback any
	priority int64
	skip     func(reason string)
}

func (r *registrar) functions() map[string]php.Function {
	return map[string]php.Function{
		"add_action": r.addAction, "add_filter": r.addAction,
		"do_action": r.doAction, "apply_filters": r.applyFilters,
		"remove_filter": r.removeFilter, "remove_action": r.removeFilter,
		"register_block_style":            r.blockStyle,
		"register_block_pattern_category": r.category,
		"register_block_pattern":          r.pattern,
		"add_theme_support":               r.support,
		"remove_theme_support":            r.noSupport,
		"add_editor_style":                r.editorStyle,
		"register_block_bindings_source":  r.bindingSource,
		"new wp_theme_json_data":          madeDocument,
		"register_nav_menus":              r.menus,
		"register_nav_menu":               r.menus,
		"wp_register_style":               r.style,
		"wp_enqueue_style":                r.style,
		"wp_enqueue_block_style":          r.style,
		"wp_add_inline_style":             r.inlineStyle,
		"wp_style_add_data":               r.sheetData,
		"wp_register_script":              r.script,
		"wp_enqueue_script":               r.script,
		"wp_register_script_module":       r.script,
		"wp_enqueue_script_module":        r.script,
		"wp_add_inline_script":            r.noInlineScript,
		"wp_style_is":                     func(*php.Call) any { return false },
		"wp_script_is":                    func(*php.Call) any { return false },
		"__return_true":                   func(*php.Call) any { return true },
		"__return_false":                  func(*php.Call) any { return false },
		"__return_empty_string":           func(*php.Call) any { return "" },
		"__return_empty_array":            func(*php.Call) any { return &php.Array{} },
	}
}

func (r *registrar) addAction(c *php.Call) any {
	hook, ok := c.Text(0)
	if !ok {
		c.Problem("not taken: " + c.Name + "() for a hook that isn't known")
		return nil
	}
	priority, ok := c.Arg(2).(int64)
	if !ok {
		priority = 10
	}
	if len(r.later) < maxFiles {
		r.later = append(r.later, hooked{hook, c.Arg(1), priority, c.Problem})
	}
	return nil
}

// of are the functions for a hook, in the order in which they are called.
func (r *registrar) of(hook string) []hooked {
	var out []hooked
	for _, h := range r.later {
		if h.hook == hook {
			out = append(out, h)
		}
	}
	slices.SortStableFunc(out, func(a, b hooked) int { return int(a.priority - b.priority) })
	return out
}

// doAction calls what the theme has for a hook of its own.
func (r *registrar) doAction(c *php.Call) any {
	hook, _ := c.Text(0)
	if slices.Contains(r.running, hook) || len(r.running) > maxDepth {
		return nil
	}
	r.running = append(r.running, hook)
	for _, h := range r.of(hook) {
		c.Invoke(h.callback, c.Args[1:]...)
	}
	r.running = r.running[:len(r.running)-1]
	return nil
}

// applyFilters is what the theme's own filters make of a value. One that nobody
// has added gives back what it was given.
func (r *registrar) applyFilters(c *php.Call) any {
	hook, _ := c.Text(0)
	value := c.Arg(1)
	if slices.Contains(r.running, hook) || len(r.running) > maxDepth {
		return value
	}
	r.running = append(r.running, hook)
	for _, h := range r.of(hook) {
		if v, ok := c.Invoke(h.callback, append([]any{value}, c.Args[min(2, len(c.Args)):]...)...); ok {
			value = v
		}
	}
	r.running = r.running[:len(r.running)-1]
	return value
}

// runHooks reads the functions that were hooked, in the order in which they
// would be called.
func (r *registrar) runHooks(p *php.Program) {
	for _, hook := range hooks {
		// A function may hook others to the same moment.
		done := map[int]bool{}
		for {
			at, found := -1, hooked{}
			for i, h := range r.later {
				if h.hook == hook && !done[i] && (at < 0 || h.priority < found.priority) {
					at, found = i, h
				}
			}
			if at < 0 {
				break
			}
			done[at] = true
			// Compat (TestEarlySheets): the styles of the site are asked for with the scripts of
			// pages, at the usual priority, and after the assets of blocks.
			r.early = hook != "wp_enqueue_scripts" || found.priority < 10
			if _, _, ok := p.Call(found.callback); !ok {
				found.skip("not taken: add_action() for " + hook + " with a callback that isn't known")
			}
		}
	}
	r.early = false
	r.runFilters(p)
	r.runDocuments(p)
	r.theme.filters = r.blockFilters(p)
	for _, h := range r.later {
		switch {
		case slices.Contains(hooks, h.hook), slices.Contains(taken, h.hook), filtersBlocks(h.hook), valueHooks[h.hook], strings.HasPrefix(h.hook, boundTo), slices.Contains(elsewhere, h.hook), strings.HasPrefix(h.hook, "admin_"), strings.HasPrefix(h.hook, "wp_ajax_"):
		default:
			h.skip("not taken: add_filter() for " + h.hook)
		}
	}
}

// taken are the filters and actions whose results are taken when a theme is read.
var taken = []string{
	"default_wp_template_part_areas", "excerpt_length", "excerpt_more", "body_class", "wp_head", "wp_footer", "wp_body_open",
	"wp_theme_json_data_default", "wp_theme_json_data_theme", "wp_theme_json_data_user",
}

// runFilters takes what filters say whatever the page is.
func (r *registrar) runFilters(p *php.Program) {
	filtered := func(hook string, value any) (any, bool) {
		all := r.of(hook)
		for _, h := range all {
			v, _, ok := p.Call(h.callback, value)
			if _, unknown := v.(php.Unknown); unknown || !ok {
				h.skip("not taken: add_filter() for " + hook)
				continue
			}
			value = v
		}
		return value, len(all) > 0
	}
	to := &r.theme.Registered
	if v, ok := filtered("excerpt_length", int64(55)); ok {
		if n, ok := v.(int64); ok && n > 0 && n < 10_000 {
			to.ExcerptLength = int(n)
		}
	}
	if v, ok := filtered("excerpt_more", " [&hellip;]"); ok {
		if s, ok := v.(string); ok {
			to.ExcerptMore = &s
		}
	}
	if v, ok := filtered("body_class", &php.Array{}); ok {
		if a, ok := v.(*php.Array); ok {
			to.BodyClasses = append(to.BodyClasses, texts(a)...)
		}
	}
	if v, ok := filtered("default_wp_template_part_areas", &php.Array{}); ok {
		r.areas(v)
	}
	printed := func(hook string) (out string) {
		for _, h := range r.of(hook) {
			_, text, ok := p.Call(h.callback)
			if !ok {
				h.skip("not taken: add_action() for " + hook)
			}
			out += text
		}
		return out
	}
	to.Head += strings.Join(headElements.FindAllString(printed("wp_head"), -1), "\n")
	to.Open += scriptElements.ReplaceAllString(printed("wp_body_open"), "")
	to.Foot += scriptElements.ReplaceAllString(printed("wp_footer"), "")
}

// areas takes the areas of parts that the theme adds.
func (r *registrar) areas(v any) {
	all, _ := v.(*php.Array)
	for _, one := range all.All {
		a, _ := one.(*php.Array)
		name, _ := a.Text("area")
		label, _ := a.Text("label")
		tag, _ := a.Text("area_tag")
		if patternSlug.MatchString(name) && !slices.ContainsFunc(PartAreas(nil), func(p PartArea) bool { return p.Area == name }) {
			r.theme.Registered.Areas = append(r.theme.Registered.Areas, PartArea{Area: name, Label: label, Tag: tag})
		}
	}
}

var (
	headElements   = regexp.MustCompile(`(?is)<style\b.*?</style>|<link\b[^>]*>`)
	scriptElements = regexp.MustCompile(`(?is)<script\b.*?</script>`)
)

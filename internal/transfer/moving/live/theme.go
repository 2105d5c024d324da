package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Bounds of what is read of a theme.
const (
	maxThemeFiles = 400
	maxThemeFile  = 8 << 20
	maxThemeBytes = 64 << 20
)

// themeFiles are the kinds of files that come along, beside what is written anew.
var themeFiles = []string{".css", ".json", ".html", ".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".svg", ".woff2", ".woff", ".ttf", ".otf"}

// dress is the theme of the old site on its way here.
type dress struct {
	design
	folder, from string // where its files go, and the address of its folder
	name         string
	asked        map[string]bool
	bytes        int
}

// design reads how the old site looks: its theme, templates and fonts.
type design struct{ *reading }

// readTheme makes the theme in effect of what the old site shows of it: files that every
// visitor may read, templates, styles and patterns. Code isn't shown, so its places for menus
// and its sheets stand in code written anew.
func (r design) readTheme(ctx context.Context) error {
	if r.Themes == "" {
		return nil
	}
	themes, err := r.array(ctx, activeThemes)
	if err != nil || len(themes) == 0 {
		return err
	}
	about := themes[0]
	name, parent := about.Text("stylesheet"), about.Text("template")
	if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\`) {
		return nil
	}
	if about.Get("is_block_theme") != true {
		r.warn("the theme %q of the old site isn't made of blocks: pages look otherwise here", name)
		return nil
	}
	if err := os.RemoveAll(r.Themes); err != nil {
		return err
	}
	if parent != name && filepath.IsLocal(parent) && !strings.ContainsAny(parent, `/\`) {
		d := r.dress(parent, about.Text("template_uri"))
		of, err := r.object(ctx, "/wp/v2/themes/"+url.PathEscape(parent))
		if err != nil {
			return err
		}
		if err := errors.Join(d.head(ctx, about, ""), d.picture(ctx, of), d.styles(ctx)); err != nil {
			return fmt.Errorf("theme %s: %w", parent, err)
		}
	} else {
		parent = ""
	}
	d := r.dress(name, about.Text("stylesheet_uri"))
	if err := d.head(ctx, about, parent); err != nil {
		return fmt.Errorf("theme %s: %w", name, err)
	}
	if err := d.picture(ctx, about); err != nil {
		return fmt.Errorf("theme %s: %w", name, err)
	}
	for _, part := range []func(context.Context) error{d.styles, d.variations, d.templates, d.patterns, d.code} {
		if err := part(ctx); err != nil {
			return fmt.Errorf("theme %s: %w", name, err)
		}
	}
	r.took("files of the theme", len(d.asked))
	return nil
}

func (r design) dress(name, from string) *dress {
	return &dress{design: r, folder: filepath.Join(r.Themes, name), from: strings.TrimRight(from, "/"), name: name, asked: map[string]bool{}}
}

// public is what a visitor gets at an address of the old site; false where that is nothing.
func (r design) public(ctx context.Context, address string) ([]byte, bool, error) {
	got, err := r.ask.patiently(ctx, func(ctx context.Context) (int, http.Header, []byte, error) {
		a, err := r.Client.Do(ctx, outbound.Request{Method: http.MethodGet, URL: address, MaxBytes: maxThemeFile, NoRedirects: true, Site: r.ask.URL})
		if err != nil {
			return 0, nil, nil, err
		}
		return a.Status, a.Header, a.Body, nil
	})
	switch {
	case errors.Is(err, outbound.ErrRefused) || errors.Is(err, outbound.ErrTooLarge):
		return nil, false, nil
	case err != nil:
		return nil, false, err
	}
	return got.body, got.status == http.StatusOK, nil
}

// file is a file of the theme by its path in there, kept where it is one.
func (d *dress) file(ctx context.Context, name string) ([]byte, bool, error) {
	name = strings.TrimPrefix(path.Clean("/"+name), "/")
	if d.asked[name] || !filepath.IsLocal(name) || !slices.Contains(themeFiles, path.Ext(name)) || len(d.asked) >= maxThemeFiles || d.bytes > maxThemeBytes {
		return nil, false, nil
	}
	d.asked[name] = true
	body, ok, err := d.public(ctx, d.from+"/"+(&url.URL{Path: name}).EscapedPath())
	if err != nil || !ok {
		return nil, false, err
	}
	d.bytes += len(body)
	return body, true, d.write(name, body)
}

func (d *dress) write(name string, body []byte) error {
	file := filepath.Join(d.folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return os.WriteFile(file, body, 0o600)
}

// oneLine is a text that can't leave the line of a header.
func oneLine(text string) string {
	return strings.NewReplacer("\n", " ", "\r", " ", "*/", "", "<?", "", "?>", "").Replace(text)
}

// head is the sheet that says what the theme is.
func (d *dress) head(ctx context.Context, about *wire.Object, parent string) error {
	sheet, ok, err := d.file(ctx, "style.css")
	if err != nil {
		return err
	}
	if !ok || !strings.Contains(string(sheet), "Theme Name:") {
		lines := []string{"/*", "Theme Name: " + oneLine(cmp.Or(text(about, "name"), d.name)), "Version: " + oneLine(about.Text("version"))}
		if parent != "" {
			lines = append(lines, "Template: "+oneLine(parent))
		}
		sheet = append([]byte(strings.Join(append(lines, "*/", ""), "\n")), sheet...)
		if err := d.write("style.css", sheet); err != nil {
			return err
		}
	}
	return d.assets(ctx, "style.css", string(sheet))
}

// picture is the one that lists of themes show, where the API names it.
func (d *dress) picture(ctx context.Context, about *wire.Object) error {
	name, ok := strings.CutPrefix(about.Text("screenshot"), d.from+"/")
	if !ok || d.from == "" {
		return nil
	}
	_, _, err := d.file(ctx, name)
	return err
}

// styles are the settings and styles of the theme: its file, or what the API shows of it.
func (d *dress) styles(ctx context.Context) error {
	body, ok, err := d.file(ctx, "theme.json")
	if err != nil {
		return err
	}
	if ok {
		if v, err := wire.Decode(body); err == nil {
			if _, is := v.(*wire.Object); is {
				return d.assets(ctx, "theme.json", string(body))
			}
		}
	}
	shown, err := d.object(ctx, stylesRoute+"/themes/"+url.PathEscape(d.name))
	if err != nil || shown == nil {
		return err
	}
	return d.write("theme.json", wire.Encode(wire.NewObject("version", 3, "settings", shown.Get("settings"), "styles", shown.Get("styles")), nil))
}

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

// variations are the styles that the theme offers.
func (d *dress) variations(ctx context.Context) error {
	all, err := d.array(ctx, stylesRoute+"/themes/"+url.PathEscape(d.name)+"/variations")
	if err != nil {
		return err
	}
	for _, one := range all {
		name := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(one.Text("title")), "-"), "-")
		if name == "" {
			continue
		}
		o := one.Clone()
		o.Delete("_links")
		o.Set("version", 3)
		body := wire.Encode(o, nil)
		if err := errors.Join(d.write("styles/"+name+".json", body), d.assets(ctx, "theme.json", string(body))); err != nil {
			return err
		}
	}
	return nil
}

// templates are those that the theme has, in their files' form where these are shown.
func (d *dress) templates(ctx context.Context) error {
	for folder, route := range map[string]string{"templates": "/wp/v2/templates", "parts": "/wp/v2/template-parts"} {
		all, err := d.array(ctx, route+"?context=edit")
		if err != nil {
			return err
		}
		for _, one := range all {
			slug := text(one, "slug")
			if one.Get("has_theme_file") != true || slug == "" || notInFiles.MatchString(slug) {
				continue
			}
			name := folder + "/" + slug + ".html"
			body, ok, err := d.file(ctx, name)
			if err != nil {
				return err
			}
			if !ok {
				body = []byte(rawOf(one, "content"))
				if err := d.write(name, body); err != nil {
					return err
				}
			}
			if err := d.assets(ctx, name, string(body)); err != nil {
				return err
			}
		}
	}
	return nil
}

var notInFiles = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// patterns are those of the theme. Addresses of its files lead to those here.
func (d *dress) patterns(ctx context.Context) error {
	all, err := d.array(ctx, "/wp/v2/block-patterns/patterns")
	if err != nil {
		return err
	}
	for _, one := range all {
		content, slug := one.Text("content"), one.Text("name")
		file := strings.ReplaceAll(slug, "/", "--")
		// The API tells of patterns of themes and plug-ins no source, of others that they are the core's
		// or come from a directory.
		if source := one.Text("source"); source != "" && source != "theme" || strings.HasPrefix(slug, "core/") || strings.Contains(content, "<?") || notInFiles.MatchString(file) {
			continue
		}
		if err := d.assets(ctx, "", content); err != nil {
			return err
		}
		content = strings.ReplaceAll(content, d.from+"/", "<?php echo esc_url( get_theme_file_uri( '' ) ); ?>/")
		lines := []string{"<?php", "/**", " * Title: " + oneLine(one.Text("title")), " * Slug: " + oneLine(slug)}
		for _, m := range []struct{ member, header string }{
			{"categories", "Categories"}, {"keywords", "Keywords"}, {"block_types", "Block Types"}, {"post_types", "Post Types"}, {"template_types", "Template Types"},
		} {
			list, _ := one.Get(m.member).([]any)
			var names []string
			for _, v := range list {
				names = append(names, oneLine(schema.ToText(v)))
			}
			if len(names) > 0 {
				lines = append(lines, " * "+m.header+": "+strings.Join(names, ", "))
			}
		}
		if description := one.Text("description"); description != "" {
			lines = append(lines, " * Description: "+oneLine(description))
		}
		if width := schema.ToInt(one.Get("viewport_width")); width > 0 {
			lines = append(lines, " * Viewport Width: "+decimal(width))
		}
		if one.Get("inserter") == false {
			lines = append(lines, " * Inserter: no")
		}
		if err := d.write("patterns/"+file+".php", []byte(strings.Join(append(lines, " */", "?>", content), "\n"))); err != nil {
			return err
		}
	}
	return nil
}

var (
	inSheets = regexp.MustCompile(`url\(\s*['"]?([^'")]+)['"]?\s*\)`)
	inJSON   = regexp.MustCompile(`file:(?:\\?/|\.\\?/)*([^"]+)"`)
	linked   = regexp.MustCompile(`<link\b[^>]*\brel=['"]stylesheet['"][^>]*>`)
	leadsTo  = regexp.MustCompile(`\bhref=['"]([^'"?]+)`)
)

// assets brings the files that a text of the theme names.
func (d *dress) assets(ctx context.Context, in, text string) error {
	var names []string
	switch path.Ext(in) {
	case ".css":
		for _, m := range inSheets.FindAllStringSubmatch(text, maxThemeFiles) {
			if u, err := url.Parse(m[1]); err == nil && u.Scheme == "" && u.Host == "" && u.Path != "" && !strings.HasPrefix(u.Path, "/") {
				names = append(names, path.Join(path.Dir(in), u.Path))
			}
		}
	case ".json":
		for _, m := range inJSON.FindAllStringSubmatch(text, maxThemeFiles) {
			names = append(names, strings.ReplaceAll(m[1], `\/`, "/"))
		}
	}
	for rest := text; d.from != ""; {
		_, after, ok := strings.Cut(rest, d.from+"/")
		if !ok {
			break
		}
		end := strings.IndexAny(after, `"'?#)<> `+"\n\\")
		if end < 0 {
			end = len(after)
		}
		names, rest = append(names, after[:end]), after[end:]
	}
	for _, name := range names {
		body, ok, err := d.file(ctx, name)
		if err == nil && ok && path.Ext(name) == ".css" {
			err = d.assets(ctx, name, string(body))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// phpText is a text as code has it.
func phpText(text string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(text) + "'"
}

// code says what the old theme's code does as far as it shows: places for menus and widgets,
// and the sheets that pages have.
func (d *dress) code(ctx context.Context) error {
	var setup, sheets, areas []string
	places, err := d.object(ctx, "/wp/v2/menu-locations?context=edit")
	if err != nil {
		return err
	}
	for _, m := range places.Members() {
		if place, ok := m.Value.(*wire.Object); ok {
			setup = append(setup, "\tregister_nav_menu( "+phpText(m.Key)+", "+phpText(text(place, "description"))+" );")
		}
	}
	sidebars, err := d.array(ctx, "/wp/v2/sidebars?context=edit")
	if err != nil {
		return err
	}
	for _, s := range sidebars {
		id := text(s, "id")
		if id == "" || id == "wp_inactive_widgets" {
			continue
		}
		line := "\tregister_sidebar( array( 'id' => " + phpText(id)
		for _, name := range site.SidebarTexts {
			line += ", '" + name + "' => " + phpText(text(s, name))
		}
		areas = append(areas, line+" ) );")
	}
	front, _, err := d.public(ctx, d.home()+"/")
	if err != nil {
		return err
	}
	for _, tag := range linked.FindAllString(string(front), maxThemeFiles) {
		m := leadsTo.FindStringSubmatch(tag)
		if m == nil {
			continue
		}
		name, ok := strings.CutPrefix(m[1], d.from+"/")
		if !ok || d.from == "" {
			continue
		}
		if name != "style.css" {
			body, ok, err := d.file(ctx, name)
			if err != nil {
				return err
			}
			if !ok {
				continue
			}
			if err := d.assets(ctx, name, string(body)); err != nil {
				return err
			}
		}
		handle := d.name + "-" + strings.Trim(notInNames.ReplaceAllString(strings.ToLower(name), "-"), "-")
		sheets = append(sheets, "\twp_enqueue_style( "+phpText(handle)+", get_theme_file_uri( "+phpText(name)+" ) );")
	}
	code := []string{"<?php"}
	for _, m := range []struct {
		moment string
		lines  []string
	}{{"after_setup_theme", setup}, {"widgets_init", areas}, {"wp_enqueue_scripts", sheets}} {
		if len(m.lines) > 0 {
			code = append(code, "add_action( '"+m.moment+"', function () {")
			code = append(append(code, m.lines...), "} );")
		}
	}
	if d.words > 0 {
		code = append(code, "add_filter( 'excerpt_length', function () { return "+decimal(int64(d.words))+"; } );")
	}
	if len(code) == 1 {
		return nil
	}
	return d.write("functions.php", []byte(strings.Join(append(code, ""), "\n")))
}

// usualWords is how many words excerpts have where no theme says otherwise.
const usualWords = 55

// fewWords is below what a number of words tells nothing: texts without spaces have few.
const fewWords = 8

// readExcerpts counts after how many words the theme cuts most excerpts, where that isn't the
// usual number.
func (r design) readExcerpts(ctx context.Context) error {
	r.words = 0
	return r.Mirror.in(ctx, func(t *tx) error {
		var words int
		_, err := t.one("SELECT words FROM live_excerpt GROUP BY words HAVING 2 * COUNT(*) > (SELECT COUNT(*) FROM live_excerpt)", nil, &words)
		if words != usualWords && words >= fewWords {
			r.words = words
		}
		return err
	})
}

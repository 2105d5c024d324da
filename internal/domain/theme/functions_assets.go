package theme

import (
	"cmp"
	"slices"
	"strings"

	"quoin/internal/domain/theme/php"
)

// asset is a style sheet or script that is registered under a handle.
type asset struct {
	address string
	needs   []string
	script  Script      // how a script is loaded
	mirror  sheetMirror // what a style sheet has from right to left
}

// FetchedFolder is where a theme has style sheets and fonts that it asks other hosts for, once
// they were fetched. FetchedList is the list of the sheets: an object with their files by their
// addresses.
const (
	FetchedFolder = "fetched"
	FetchedList   = FetchedFolder + "/sheets.json"
)

// onOtherHost is the address of a file on another host, "" for what is none.
func onOtherHost(address string) string {
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	if strings.HasPrefix(address, siteAddress) || !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://") {
		return ""
	}
	return strings.NewReplacer("&#038;", "&", "&amp;", "&").Replace(address)
}

// fetched is the file that the theme has for a style sheet on another host.
func (r *registrar) fetched(address string) (name string, ok bool) {
	if !r.files.has(FetchedList) {
		return "", false
	}
	list, err := readObject(r.files, FetchedList)
	if err != nil {
		return "", false
	}
	name = list.Text(address)
	return name, r.files.has(name) && mediaType(name) == "text/css"
}

// file is the file of a theme that an address names.
func (r *registrar) file(address, kind string) (id, name string, ok bool) {
	if other := onOtherHost(address); other != "" && kind == "text/css" {
		name, ok = r.fetched(other)
		return r.theme.ID, name, ok
	}
	file, inside := strings.CutPrefix(address, siteAddress+filesAt)
	file, _, _ = strings.Cut(file, "?")
	id, name, _ = strings.Cut(file, "/")
	name = strings.TrimLeft(name, "/")
	known := id == r.theme.ID && r.files.has(name) || r.theme.Parent != nil && id == r.theme.Parent.ID && slices.Contains(r.theme.Parent.files, name)
	return id, name, inside && known && mediaType(name) == kind
}

// style takes a style sheet: one that is registered under a handle, one for
// every page, or one for the pages with a block.
func (r *registrar) style(c *php.Call) any {
	handle, _ := c.Text(0)
	address, ok := c.Text(1)
	sheet := Sheet{}
	needs, _ := c.Arg(2).(*php.Array)
	if c.Name == "wp_enqueue_block_style" {
		sheet.Block = handle
		a := record(c, 1)
		if a == nil {
			return nil
		}
		address, ok = a.Text("src")
		if handle, _ = a.Text("handle"); !ok {
			address, ok = r.sheets[handle].address, r.sheets[handle].address != ""
		}
		if v, known := a.Get("deps"); known {
			needs, _ = v.(*php.Array)
		}
		at, has := a.Text("path")
		if one := r.sheets[handle]; has && one.mirror == (sheetMirror{}) {
			// Compat (TestSheetsFromRightToLeft): one that lies at a path has that beside it.
			one.mirror.replaces = true
			r.sheets[handle] = one
		}
		if !ok && has {
			address, ok = siteAddress+filesAt+strings.TrimPrefix(at, "/"), true
		}
	} else if _, set := c.Arg(1).(string); !set || address == "" {
		before := r.sheets[handle]
		if address, ok = before.address, before.address != ""; !ok {
			r.need(before.needs)
			if c.Name == "wp_register_style" && c.Arg(1) == false {
				r.sheets[handle] = asset{address: "-"} // only for what is added to it
			}
			if _, known := r.sheets[handle]; known || ofTheReference(handle) {
				return true
			}
		}
	}
	if address == "-" {
		return true
	}
	id, name, known := r.file(address, "text/css")
	if other := onOtherHost(address); ok && !known && other != "" {
		r.elsewhere(other)
		c.Problem("not taken: the style sheet " + cmp.Or(handle, address) + " of another host, which quoin theme install --fetch brings")
		return nil
	}
	if !ok || !known {
		c.Problem("not taken: the style sheet " + cmp.Or(handle, address) + ", which is no file of the theme")
		return nil
	}
	one := asset{address: address, mirror: r.sheets[handle].mirror}
	if needs != nil {
		one.needs = texts(needs)
	} else {
		one.needs = r.sheets[handle].needs
	}
	r.sheets[handle] = one
	sheet.Theme, sheet.Path = id, name
	if c.Name == "wp_register_style" {
		return true
	}
	if sheet.Block == "" {
		r.need(one.needs)
	}
	r.add(sheet)
	return true
}

// need adds the sheets that another one is said to come after.
func (r *registrar) need(handles []string) {
	for _, handle := range handles {
		if id, name, ok := r.file(r.sheets[handle].address, "text/css"); ok {
			r.add(Sheet{Theme: id, Path: name})
		}
	}
}

// elsewhere notes a style sheet on another host.
func (r *registrar) elsewhere(address string) {
	if to := &r.theme.Registered; len(to.Elsewhere) < maxDepth*maxDepth && !slices.Contains(to.Elsewhere, address) {
		to.Elsewhere = append(to.Elsewhere, address)
	}
}

func (r *registrar) add(s Sheet) {
	s.Early = r.early && s.Block == ""
	same := func(o Sheet) bool { o.Early = s.Early; return o == s }
	if !slices.ContainsFunc(r.theme.Registered.Sheets, same) {
		r.theme.Registered.Sheets = append(r.theme.Registered.Sheets, s)
	}
}

// ofTheReference tells whether a handle is one of the reference's own sheets, which
// pages have as they need them.
func ofTheReference(handle string) bool {
	return strings.HasPrefix(handle, "wp-") || slices.Contains([]string{"dashicons", "global-styles", "core-block-supports", "block-style-variation-styles"}, handle)
}

// inlineStyle takes CSS that is added to a sheet.
func (r *registrar) inlineStyle(c *php.Call) any {
	css, ok := c.Text(1)
	if !ok {
		c.Problem("not taken: wp_add_inline_style() with what isn't known")
		return nil
	}
	if css = strings.TrimSpace(css); css != "" {
		r.add(Sheet{Theme: r.theme.ID, CSS: css})
	}
	return true
}

// script takes a script: one that is registered under a handle, or one that every
// page has. Those that the reference brings aren't there: a theme's script that is
// said to need one of them runs without it.
func (r *registrar) script(c *php.Call) any {
	handle, _ := c.Text(0)
	one, before := asset{script: Script{Module: strings.HasSuffix(c.Name, "_module")}}, r.scripts[handle]
	address, ok := c.Text(1)
	if _, set := c.Arg(1).(string); !set || address == "" {
		if one = before; one.address == "" {
			if !ofTheReference(handle) && handle != "jquery" && handle != "comment-reply" {
				c.Problem("not taken: the script " + handle + ", which is no file of the theme")
			}
			return nil
		}
	} else {
		if one.address = address; ok {
			if needs, is := c.Arg(2).(*php.Array); is {
				one.needs = texts(needs)
			}
		}
		switch how := c.Arg(4).(type) {
		case bool:
			one.script.Footer = how
		case *php.Array:
			one.script.How, _ = how.Text("strategy")
			footer, _ := how.Get("in_footer")
			one.script.Footer = footer == true
		}
	}
	r.scripts[handle] = one
	if strings.Contains(c.Name, "register") {
		return true
	}
	if !r.load(one, 0) {
		c.Problem("not taken: the script " + handle + ", which is no file of the theme")
	}
	return true
}

// load adds a script behind those that it needs.
func (r *registrar) load(one asset, depth int) bool {
	id, name, ok := r.file(one.address, "text/javascript")
	if !ok || depth > maxDepth {
		return false
	}
	for _, handle := range one.needs {
		if handle == "jquery" || strings.HasPrefix(handle, "jquery-") {
			return false // which no page has
		}
		if need, ok := r.scripts[handle]; ok {
			r.load(need, depth+1)
		}
	}
	s := one.script
	s.Theme, s.Path = id, name
	if s.How != "defer" && s.How != "async" {
		s.How = ""
	}
	if !slices.ContainsFunc(r.theme.Registered.Scripts, func(o Script) bool { return o.Theme == id && o.Path == name }) {
		r.theme.Registered.Scripts = append(r.theme.Registered.Scripts, s)
	}
	return true
}

func (r *registrar) noInlineScript(c *php.Call) any {
	c.Problem("not taken: wp_add_inline_script(), since scripts run only from files")
	return nil
}

// ScriptTags are the elements that load the scripts of the theme, on a site at base.
func (t *Theme) ScriptTags(base string, footer bool) string {
	var b strings.Builder
	for _, s := range t.Registered.Scripts {
		if s.Footer != footer {
			continue
		}
		b.WriteString(`<script src="` + strings.TrimSuffix(base, "/") + filesAt + s.Theme + "/" + s.Path + `"`)
		switch {
		case s.Module:
			b.WriteString(` type="module"`)
		case s.How != "":
			b.WriteString(" " + s.How)
		}
		b.WriteString("></script>\n")
	}
	return b.String()
}

package account

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"sync"

	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
)

//go:embed pages
var files embed.FS

// templates are the pages by name, and the style sheet they share.
type templates struct {
	blank  map[string]*template.Template // as they were read, in no language
	spoken sync.Map                      // of locales to translated pages
	style  template.CSS
	// policy is what the content policy says of the style sheet.
	policy  string
	scripts map[string]script
}

// script is one that stands in pages, and what the content policy says of it.
type script struct {
	Text   template.JS
	policy string
}

// Scripts of pages: one asks browsers for passkeys, the other shows passwords and how hard they are to guess.
const (
	scriptPasskey  = "passkey"
	scriptPassword = "password"
)

// passkeyScript is the script that a page needs which may ask for a passkey.
func passkeyScript(form *passkeyForm) []string {
	if form == nil {
		return nil
	}
	return []string{scriptPasskey}
}

// readScript puts files of ours together to one script.
func readScript(names ...string) script {
	var all []byte
	for _, name := range names {
		js, err := files.ReadFile("pages/" + name + ".js")
		if err != nil {
			panic(err) // it is built in
		}
		all = append(all, js...)
	}
	return script{template.JS(all), sourceOf(all)} // #nosec G203 -- our own files
}

func readTemplates() *templates {
	css, err := files.ReadFile("pages/style.css")
	if err != nil {
		panic(err) // it is built in
	}
	t := &templates{
		blank: map[string]*template.Template{}, style: template.CSS(css), policy: sourceOf(css), // our own files
		scripts: map[string]script{scriptPasskey: readScript("passkey"), scriptPassword: readScript("strength", "password")},
	}
	for _, name := range []string{"login", "challenge", "logout", "lost", "register", "reset", "message", "confirm", "ask", "authorize", "authorized", "profile", "factors"} {
		t.blank[name] = template.Must(template.New(name).Funcs(wordsOf(nil)).ParseFS(files, "pages/layout.html", "pages/"+name+".html"))
	}
	return t
}

// sourceOf is what the content policy says of a text in a page.
func sourceOf(text []byte) string {
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// page is what a template shows.
type page struct {
	Title string
	Site  string
	Base  string
	Icon  string
	// The page about privacy, "" for none.
	Policy, PolicyAt string
	Style            template.CSS
	Look             template.CSS // the theme's colours and typefaces
	Notice           string       // good news
	Problem          string       // what went wrong
	Wide             bool
	Alone            bool // without the link to the site
	// Interim pages stand in a window above a page whose session has ended; Success says that it goes on.
	Interim, Success bool
	// Scripts are the names of those that the page has.
	Scripts []string
	Written []script
	// Switch offers other languages; nil for none.
	Switch *languageSwitch
	Body   any
}

// Described names, for the fields of a form, what the page says above it: screen readers tell it
// with a field.
func (p page) Described() template.HTMLAttr {
	var ids []string
	if p.Problem != "" {
		ids = append(ids, "login_error")
	}
	if p.Notice != "" {
		ids = append(ids, "login-message")
	}
	if ids == nil {
		return ""
	}
	return template.HTMLAttr(`aria-describedby="` + strings.Join(ids, " ") + `"`) // #nosec G203 -- our own ids
}

// show answers with a page.
func (v *visit) show(status int, name string, p page) error {
	p.Site, p.Base, p.Style = v.Site.PlainTitle(v.ctx), v.base, v.templates.style
	p.Icon = v.Icon(v.ctx)
	if v.Policy != nil && !p.Alone {
		p.Policy, p.PolicyAt = v.Policy(v.ctx)
	}
	looks := v.templates.policy
	if v.Look != nil {
		if p.Look = template.CSS(v.Look(v.ctx)); p.Look != "" { // #nosec G203 -- made by front.Look of colours and names of fonts
			looks += " " + sourceOf([]byte(p.Look)) + "; font-src 'self' " + v.base
		}
	}
	if !p.Alone {
		p.Switch = v.languageSwitch()
	}
	script := ""
	for _, name := range p.Scripts {
		one := v.templates.scripts[name]
		p.Written = append(p.Written, one)
		script += " " + one.policy
	}
	if script != "" {
		script = "; script-src" + script
	}
	var b bytes.Buffer
	pages, err := v.templates.in(v.Site.Texts(v.ctx))
	if err != nil {
		return err
	}
	if err := pages[name].ExecuteTemplate(&b, "layout", p); err != nil {
		return fmt.Errorf("page %s: %w", name, err)
	}
	h := v.w.Header()
	h.Set("Content-Type", "text/html; charset=UTF-8")
	ancestors := "'none'"
	if p.Interim {
		ancestors = "'self'"
		h.Set("X-Frame-Options", "SAMEORIGIN")
	}
	formTo := "'self' " + v.base
	if v.formTo != "" {
		formTo += " " + v.formTo
	}
	h.Set("Content-Security-Policy", "default-src 'none'; style-src "+looks+script+"; img-src 'self' "+v.base+
		" data:; form-action "+formTo+"; base-uri 'none'; frame-ancestors "+ancestors)
	h.Add("Vary", "Accept-Encoding")
	httpcache.Send(v.w, v.r, status, b.Bytes())
	return nil
}

// failure answers with a page that says what is wrong.
func (v *visit) failure(status int, why string) {
	if err := v.show(status, "message", page{Title: http.StatusText(status), Problem: why}); err != nil {
		v.Log.Error("page of an account", "error", err)
		http.Error(v.w, why, status)
	}
}

// outage answers when the site lacks what it stands on: without a page, for which
// there is too little.
func (v *visit) outage(f *fault.Error) {
	f.SetHeader(v.w.Header())
	http.Error(v.w, f.Message, f.Status)
}

// Classes are those of the body, by which the window above a page knows its log-in.
func (p page) Classes() string {
	switch {
	case p.Success:
		return "interim-login interim-login-success"
	case p.Interim:
		return "interim-login"
	}
	return ""
}

// Initial is what stands for a site without an icon.
func (p page) Initial() string {
	for _, r := range strings.ToUpper(p.Site) {
		return string(r)
	}
	return ""
}

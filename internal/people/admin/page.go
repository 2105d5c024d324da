package admin

import (
	"bytes"
	"encoding/json"
	"html"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/httpcache"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
)

// shell is a page around the bundle.
type shell struct {
	Title, Class    string
	Root, RootClass string   // the element that a script fills
	Scripts         []string // beside those of all pages
	Data            map[string]any
	Preload         []string // what of the API comes with the page
	Themes          []choice // to choose from without scripts
}

// frame is the page. Data stands in it as JSON, which no browser runs.
var frame = template.Must(template.New("frame").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}" dir="{{.Direction}}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{.Title}} ‹ {{.Site}}</title>
<link rel="stylesheet" href="{{.Styles}}">
{{range .Scripts}}<script defer src="{{.}}"></script>
{{end}}</head>
<body class="wp-admin wp-core-ui js admin-color-{{.Scheme}} {{.Class}}">
<div id="wpwrap"><div id="wpcontent"><div id="wpbody"><div id="wpbody-content">{{if .Heading}}<div class="block-editor"><h1 class="screen-reader-text">{{.Title}}</h1>{{end}}<div id="{{.Root}}" class="{{.RootClass}}"></div>{{if .Heading}}</div>{{end}}</div></div></div></div>
<script type="application/json" id="quoin-admin">{{.Data}}</script>
<noscript>{{.NeedsScripts}}{{with .Themes}}
<ul>{{range .}}<li data-slug="{{.ID}}">{{.Title}}{{with .Use}} <a href="{{.}}">{{$.UseText}}</a>{{end}}</li>
{{end}}</ul>{{end}}</noscript>
</body>
</html>
`))

// said is a page that says one sentence, below the id and class by which the field's are known.
var said = template.Must(template.New("said").Parse(`<!DOCTYPE html>
<html lang="{{.Lang}}" dir="{{.Direction}}">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{{.What}} ‹ {{.Site}}</title>
<style>:root { color-scheme: light dark } body { font: 16px/1.5 system-ui, sans-serif; margin: 15vh auto; max-inline-size: 36em; padding: 0 24px }</style>
</head>
<body id="error-page">
<main><div class="wp-die-message">{{.What}}</div>
<p><a href="{{.Back}}">{{.BackText}}</a></p></main>
</body>
</html>
`))

// show answers with a page.
func (v *visit) show(s shell) {
	var scripts []string
	if own := v.textsScript(); own != "" {
		scripts = append(scripts, own)
	}
	scripts = append(scripts, v.bundle.address(v.base, "packages.js"))
	for _, name := range s.Scripts {
		scripts = append(scripts, v.bundle.address(v.base, name))
	}
	scripts = append(scripts, v.bundle.address(v.base, "boot.js"))
	s.Data["root"] = v.API.Root(v.ctx)
	s.Data["nonce"] = v.Auth.Nonce(v.ctx, v.session, auth.NonceREST)
	s.Data["ajax"] = v.base + ajaxPath
	s.Data["heartbeat"] = v.Auth.Nonce(v.ctx, v.session, nonceHeartbeat)
	if v.actor.Can(mayUpload) {
		s.Data["upload"] = v.Auth.Nonce(v.ctx, v.session, nonceUpload)
	}
	s.Data["user"], s.Data["commands"] = v.user.ID, v.commands()
	s.Data["date"] = map[string]any{
		"zone": v.zone(),
		"formats": map[string]string{
			"date": site.DateFormat.Of(v.ctx, v.Site), "time": site.TimeFormat.Of(v.ctx, v.Site),
			"datetime": site.DateFormat.Of(v.ctx, v.Site) + " " + site.TimeFormat.Of(v.ctx, v.Site),
		},
		"startOfWeek": site.StartOfWeek.Of(v.ctx, v.Site),
	}
	texts := v.Site.Texts(v.ctx)
	if texts != nil {
		s.Data["date"].(map[string]any)["names"], s.Data["language"] = texts.Names, texts.Tag()
	}
	s.Class += " locale-" + strings.ToLower(texts.Tag())
	direction, styles := "ltr", "admin.css"
	if texts.RightToLeft() {
		direction, styles, s.Class = "rtl", "admin-rtl.css", "rtl "+s.Class
	}
	s.Data["preload"], s.Data["preferences"] = v.editing().preload(s.Preload), v.editing().preferences()
	if f := fault.Outage(scope.Failure(v.ctx)); f != nil {
		v.fail(f)
		return
	}
	data, err := json.Marshal(s.Data) // it writes < as an escape, so nothing in it ends the element
	if err != nil {
		v.fail(err)
		return
	}
	var page bytes.Buffer
	err = frame.Execute(&page, map[string]any{
		"Lang": texts.Tag(), "Direction": direction, "NeedsScripts": texts.Of("This page needs scripts."), "UseText": texts.Of("Use"), "Title": texts.Of(s.Title), "Scheme": scheme(v.user), "Site": v.siteName(), "Class": s.Class, "Root": s.Root, "RootClass": s.RootClass, "Heading": s.Root == "editor", // others have their own
		"Styles": v.bundle.address(v.base, styles), "Scripts": scripts, "Themes": s.Themes, "Data": template.JS(data), // #nosec G203 -- JSON with every < escaped, of a type that isn't run
	})
	if err != nil {
		v.fail(err)
		return
	}
	v.headers()
	h := v.w.Header()
	h.Set("Content-Type", "text/html; charset=UTF-8")
	h.Set("Content-Security-Policy", policy(v.base))
	status := http.StatusOK
	if v.refused != nil {
		status = v.refused.status
	}
	// It has a nonce of its own, so it is never the one that a browser has.
	r := v.r.Clone(v.ctx)
	r.Header.Del("If-None-Match")
	httpcache.NewAnswer(status, http.Header{}, page.Bytes()).Write(v.w, r)
}

// zone is the time zone of the site, as the packages take it.
func (v *visit) zone() map[string]any {
	now := v.Site.Now(v.ctx)
	short, seconds := now.Zone()
	if strings.Trim(short, "+-0123456789") == "" {
		short = "" // it has no letters
	}
	hours := strconv.FormatFloat(float64(seconds)/3600, 'f', -1, 64)
	return map[string]any{"string": site.TimeZone.Of(v.ctx, v.Site), "offset": float64(seconds) / 3600, "offsetFormatted": hours, "abbr": short}
}

// siteName is the name of the site as text.
func (v *visit) siteName() string { return html.UnescapeString(site.Title.Of(v.ctx, v.Site)) }

// canvasScript is the digest of the one script that the packages write into the frame in
// which contents are edited.
const canvasScript = "'sha256-ehBD9wGNfnN0flaZIjbVClW1//FJFsATigcdVB4VdMQ='"

// sandboxScript is that of the script which measures what is previewed in a frame of its own:
// embeds and HTML.
const sandboxScript = "'sha256-9ryKpFSpcTz53Jvsrtp/iHEtWxQfb96m8fB/w1ZemHQ='"

// policy lets pages of the admin run the bundle and nothing else: not what the API answers
// with, not what contents bring.
func policy(base string) string {
	base = strings.NewReplacer(";", "%3B", ",", "%2C", " ", "%20").Replace(base)
	return "default-src 'none'; script-src " + base + AssetsPath + " " + canvasScript + " " + sandboxScript + "; style-src 'self' 'unsafe-inline' blob:; img-src * data: blob:; " +
		"media-src * data: blob:; font-src 'self' data: https:; connect-src 'self' blob: data:; frame-src 'self' blob: https:; worker-src 'self' blob:; " +
		"base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
}

package blocks

import (
	_ "embed"
	"encoding/json"
	"net/url"
	"strings"
	"sync"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
)

// socialJSON has the name and the outline of each service's sign.
//
//go:embed social.json
var socialJSON []byte

type service struct{ Name, Path, SVG, End string }

var services = sync.OnceValue(func() map[string]service {
	m := map[string]service{}
	if err := json.Unmarshal(socialJSON, &m); err != nil {
		panic("blocks: embedded social.json: " + err.Error())
	}
	return m
})

func (s service) icon() string {
	open, end := s.SVG, s.End
	if open == "" {
		open = `<svg width="24" height="24" viewBox="0 0 24 24" version="1.1" xmlns="http://www.w3.org/2000/svg" aria-hidden="true" focusable="false">`
	}
	if end == "" {
		end = "></path>"
	}
	return open + `<path d="` + s.Path + `"` + end + `</svg>`
}

// socialLink is one sign with a link in a row of social links.
func socialLink(c *render.Context, b block.Block, _ string) string {
	address := b.Attrs.Text("url")
	if address == "" || address == "0" {
		return ""
	}
	name := b.Attrs.Text("service")
	if !b.Attrs.Has("service") {
		name = "Icon"
	}
	s, ok := services()[name]
	if !ok {
		s = services()["share"]
	}
	label := strings.TrimSpace(b.Attrs.Text("label"))
	if label == "" {
		label = s.Name
	}
	if isEmail(address) {
		address = "mailto:" + address
	}
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") {
		address = c.Site.URL + address // of the site itself, such as its feed
	}
	if u, err := url.Parse(address); (err != nil || u.Scheme == "") && !strings.HasPrefix(address, "//") && !strings.HasPrefix(address, "#") {
		address = "https://" + address
	}
	class := "wp-social-link wp-social-link-" + name + " "
	for _, v := range [...][2]string{{"iconColor", "-color"}, {"iconBackgroundColor", "-background-color"}} {
		if c.Get(v[0]) != nil {
			class += " has-" + c.GetText(v[0]) + v[1]
		}
	}
	css := ""
	for _, v := range [...][2]string{{"iconColorValue", "color:"}, {"iconBackgroundColorValue", "background-color:"}} {
		if c.Get(v[0]) != nil {
			css += v[1] + c.GetText(v[0]) + ";"
		}
	}
	hidden := " screen-reader-text"
	if block.Truth(c.Get("showLabels")) {
		hidden = ""
	}
	html := "<li " + c.Wrapper(render.Attr{Name: "class", Value: class}, render.Attr{Name: "style", Value: css}) + ">" +
		`<a href="` + escape.URL(address) + `" class="wp-block-social-link-anchor">` + s.icon() +
		`<span class="wp-block-social-link-label` + hidden + `">` + escape.HTML(label) + `</span></a></li>`
	rel := b.Attrs.Text("rel")
	newTab := block.Truth(c.Get("openInNewTab"))
	if !newTab && rel == "" {
		return html
	}
	p := htmltag.New(html)
	if p.NextTag("A") {
		if newTab {
			rel += " noopener nofollow"
			p.SetAttr("target", "_blank")
		}
		p.SetAttr("rel", strings.TrimSpace(rel))
	}
	return p.String()
}

func isEmail(s string) bool {
	at := strings.IndexByte(s, '@')
	return len(s) >= 6 && at > 0 && at == strings.LastIndexByte(s, '@') && strings.Contains(s[at:], ".") && !strings.ContainsAny(s, " /:?#<>\"'()")
}

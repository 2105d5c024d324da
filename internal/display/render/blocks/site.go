package blocks

import (
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/wire"
)

// atHome tells whether the page shown is the front page or the list of posts
// on it.
func atHome(c *render.Context) bool {
	switch c.Request.Kind {
	case "front_page":
		return true
	case "home":
		return c.Site.ShowOnFront != "page" || c.Site.PageForPosts == 0
	}
	return false
}

func headingTag(b block.Block, missing string) string {
	if !b.Attrs.Has("level") {
		return missing
	}
	level := b.Attrs.Int("level")
	if level == 0 {
		return "p"
	}
	return "h" + strconv.Itoa(level)
}

func alignClass(b block.Block) string {
	if a := b.Attrs.Text("textAlign"); a != "" {
		return "has-text-align-" + a
	}
	return ""
}

func siteTitle(c *render.Context, b block.Block, _ string) string {
	title := c.Site.Name
	if strings.TrimSpace(title) == "" {
		return ""
	}
	classes := alignClass(b)
	if b.Attrs.Has("style", "elements", "link", "color", "text") {
		classes += " has-link-color"
	}
	title = escape.HTML(title)
	if b.Attrs.Bool("isLink") {
		target := b.Attrs.Text("linkTarget")
		if target == "" {
			target = "_self"
		}
		current := ""
		if c.Request.Page < 2 && atHome(c) {
			current = ` aria-current="page"`
		}
		title = `<a href="` + escape.URL(c.Site.URL) + `" target="` + escape.Attr(target) + `" rel="home"` + current + `>` + title + `</a>`
	}
	tag := headingTag(b, "h1")
	return "<" + tag + " " + c.Wrapper(render.Attr{Name: "class", Value: strings.TrimSpace(classes)}) + ">" + title + "</" + tag + ">"
}

func siteTagline(c *render.Context, b block.Block, _ string) string {
	if c.Site.Description == "" {
		return ""
	}
	tag := headingTag(b, "p")
	return "<" + tag + " " + c.Wrapper(render.Attr{Name: "class", Value: alignClass(b)}) + ">" + escape.HTML(c.Site.Description) + "</" + tag + ">"
}

func siteLogo(c *render.Context, b block.Block, _ string) string {
	img := c.Image(c.Site.LogoID)
	if img == nil {
		return ""
	}
	own := []render.Attr{{Name: "class", Value: "custom-logo"}}
	if strings.TrimSpace(img.Alt) == "" {
		own = append(own, render.Attr{Name: "alt", Value: c.Site.Name})
	}
	shown := *img
	width, class := b.Attrs.Int("width"), "is-default-size"
	if width > 0 && img.Width > 0 && img.Height > 0 {
		shown.Height = int(float64(width) / (float64(img.Width) / float64(img.Height)))
		shown.Width, class = width, ""
	}
	html := c.ImageTag(&shown, "full", own...)
	if b.Attrs.Bool("isLink") {
		current := ""
		if c.Request.Page < 2 && atHome(c) {
			current = ` aria-current="page"`
		}
		html = `<a href="` + escape.URL(c.Site.URL+"/") + `" class="custom-logo-link" rel="home"` + current + `>` + html + `</a>`
		if b.Attrs.String("linkTarget") == "_blank" {
			p := htmltag.New(html)
			if p.NextTag("A") {
				p.SetAttr("aria-label", c.T("(Home link, opens in a new tab)"))
				p.SetAttr("target", "_blank")
			}
			html = p.String()
		}
	}
	return "<div " + c.Wrapper(render.Attr{Name: "class", Value: class}) + ">" + c.ThemedText("get_custom_logo", html, int64(1)) + "</div>"
}

func homeLink(c *render.Context, b block.Block, _ string) string {
	label := b.Attrs.Text("label")
	if label == "" {
		label = c.T("Home")
	}
	classes, css := navigationColors(c)
	classes = append(classes, "wp-block-navigation-item")
	current, target, description := "", "", ""
	if atHome(c) {
		classes = append(classes, "current-menu-item")
		current = ` aria-current="page"`
	}
	if b.Attrs.Get("opensInNewTab") == true {
		target = ` target="_blank"`
	}
	if d := b.Attrs.Text("description"); d != "" {
		description = `<span class="wp-block-navigation-item__description">` + sanitize.Post(d) + `</span>`
	}
	wrapper := c.Wrapper(render.Attr{Name: "class", Value: strings.Join(classes, " ")}, render.Attr{Name: "style", Value: css})
	return "<li " + wrapper + `><a class="wp-block-home-link__content wp-block-navigation-item__content" href="` +
		escape.URL(c.Site.URL) + `" rel="home" ` + target + current + `>` + sanitize.Post(label) + description + `</a></li>`
}

// navigationColors are the classes and CSS a navigation gives its items.
func navigationColors(c *render.Context) (classes []string, css string) {
	style, _ := c.Get("style").(*wire.Object)
	for _, part := range [...]struct{ attr, key, class, css string }{
		{"textColor", "text", "has-text-color", "color"},
		{"backgroundColor", "background", "has-background", "background-color"},
	} {
		named, custom := c.Get(part.attr) != nil, block.Text(style.Get("color", part.key))
		if named || custom != "" {
			classes = append(classes, part.class)
		}
		if named {
			classes = append(classes, "has-"+c.GetText(part.attr)+"-"+part.css)
		} else if custom != "" {
			css += part.css + ": " + custom + ";"
		}
	}
	return classes, css
}

// loginURL is where to log in, coming back to an address afterwards.
func loginURL(c *render.Context, back string) string {
	return comingBack(c.Site.LoginURL, "?", back)
}

// logoutURL is where to log out. The nonce shows that the link comes from us.
func logoutURL(c *render.Context) string {
	out := loginURL(c, "") + "?action=logout"
	if c.Request.LogoutNonce != "" {
		out += "&_wpnonce=" + c.Request.LogoutNonce
	}
	return out
}

// leadBack leads to an address that says where to go on from there: where it was asked for.
type leadBack struct{ to, sep string }

func (l leadBack) For(back string) string { return escape.URL(comingBack(l.to, l.sep, back)) }

func comingBack(address, sep, back string) string {
	if back == "" {
		return address
	}
	return address + sep + "redirect_to=" + url.QueryEscape(back)
}

// escapedAddress is the address asked for.
type escapedAddress struct{}

func (escapedAddress) For(address string) string { return escape.URL(address) }

func loginout(c *render.Context, b block.Block, _ string) string {
	address := func(to leadBack) string {
		if b.Attrs.Bool("redirectToCurrent") {
			return c.AtAddress(to)
		}
		return to.For("")
	}
	class, content := "logged-out", ""
	switch {
	case c.Viewer() != nil:
		class = "logged-in"
		content = `<a href="` + address(leadBack{logoutURL(c), "&"}) + `">` + c.T("Log out") + `</a>`
	case b.Attrs.Bool("displayLoginAsForm"):
		class, content = "logged-out has-login-form", loginForm(c)
	default:
		content = `<a href="` + address(leadBack{loginURL(c, ""), "?"}) + `">` + c.T("Log in") + `</a>`
	}
	return "<div " + c.Wrapper(render.Attr{Name: "class", Value: class}) + ">" + content + "</div>"
}

func loginForm(c *render.Context) string {
	return `<form name="loginform" id="loginform" action="` + escape.URL(loginURL(c, "")) + `" method="post">` +
		"<p class=\"login-username\">\n\t\t\t\t<label for=\"user_login\">" + c.T("Username or Email Address") + "</label>\n\t\t\t\t" +
		"<input type=\"text\" name=\"log\" id=\"user_login\" autocomplete=\"username\" class=\"input\" value=\"\" size=\"20\" />\n\t\t\t</p>" +
		"<p class=\"login-password\">\n\t\t\t\t<label for=\"user_pass\">" + c.T("Password") + "</label>\n\t\t\t\t" +
		"<input type=\"password\" name=\"pwd\" id=\"user_pass\" autocomplete=\"current-password\" spellcheck=\"false\" class=\"input\" value=\"\" size=\"20\" />\n\t\t\t</p>" +
		`<p class="login-remember"><label><input name="rememberme" type="checkbox" id="rememberme" value="forever" /> ` + c.T("Remember Me") + `</label></p>` +
		"<p class=\"login-submit\">\n\t\t\t\t" +
		"<input type=\"submit\" name=\"wp-submit\" id=\"wp-submit\" class=\"button button-primary wp-block-button__link wp-element-button\" value=\"" + escape.Attr(c.T("Log In")) + "\" />\n\t\t\t\t" +
		`<input type="hidden" name="redirect_to" value="` + c.AtAddress(escapedAddress{}) + "\" />\n\t\t\t</p></form>"
}

package shortcodes

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/scan"
	"quoin/internal/platform/markup/shortcode"
)

// audio shows a player for one sound, in the formats that are given.
func audio(c *render.Context, attrs shortcode.Attrs, _, _ string) string {
	p := newPlayer(c, attrs, "audio", []string{"mp3", "ogg", "flac", "m4a", "wav"})
	if plain, done := p.choose(nil); done {
		return plain
	}
	list := []string{
		`class="` + entity.EscAttr(attrs.Or("class", "wp-audio-shortcode")) + `"`,
		`id="` + p.id + `"`,
	}
	list = append(list, p.switches("none")...)
	list = append(list, `style="`+entity.EscAttr(attrs.Or("style", "width: 100%;"))+`"`)
	return "<audio " + strings.Join(list, " ") + ` controls="controls">` + p.files(nil) + p.fallback() + "</audio>"
}

var (
	youTube = regexp.MustCompile(`^https?://(?:www\.)?(?:youtube\.com/watch|youtu\.be/)`)
	vimeo   = regexp.MustCompile(`^https?://(.+\.)?vimeo\.com/.*`)
)

// video shows a player for one video, in the formats that are given, or for a
// video kept on one of two well-known services.
func video(c *render.Context, attrs shortcode.Attrs, content, _ string) string {
	p := newPlayer(c, attrs, "video", []string{"mp4", "m4v", "webm", "ogv", "flv"})
	width, height := attrs.Or("width", "640"), attrs.Or("height", "360")
	w, h := number(width), number(height)
	if limit := c.Theme.ContentWidth; limit > 0 && w > limit {
		h, w = int(math.Round(float64(h)*float64(limit)/float64(w))), limit
	}
	service := ""
	if src, _ := attrs.Get("src"); youTube.MatchString(src) {
		service = "video/youtube"
	} else if vimeo.MatchString(src) {
		service = "video/vimeo"
	}
	if plain, done := p.choose(&service); done {
		return plain
	}
	switch service {
	case "video/youtube":
		p.src = withoutQuery(p.src, "feature")
		p.src = "https" + p.src[strings.Index(p.src, ":"):]
	case "video/vimeo":
		loop := "0"
		if v, ok := given(attrs, "loop"); ok && v != "" {
			loop = "1"
		}
		p.src = withQuery(bareAddress(p.src), "loop", loop)
	}
	var list []string
	add := func(name, value string) {
		if value != "" && value != "0" {
			list = append(list, name+`="`+value+`"`)
		}
	}
	add("class", entity.EscAttr(attrs.Or("class", "wp-video-shortcode")))
	add("id", p.id)
	add("width", strconv.Itoa(max(w, -w)))
	add("height", strconv.Itoa(max(h, -h)))
	add("poster", entity.EscAttr(clean.URLDisplay(attrs.Or("poster", ""), nil)))
	list = append(list, p.switches("metadata")...)

	if strings.Contains(content, "\n") {
		content = strings.NewReplacer("\r\n", "", "\n", "", "\t", "").Replace(content)
	}
	if content == "0" {
		content = ""
	}
	rule := ""
	if width != "" && width != "0" {
		rule = "width: " + strconv.Itoa(w) + "px;"
	}
	return `<div style="` + rule + `" class="wp-video"><video ` + strings.Join(list, " ") + ` controls="controls">` +
		p.files(&service) + scan.Trim(content) + p.fallback() + "</video></div>"
}

// A player is one audio or video shortcode.
type player struct {
	*render.Context
	attrs    shortcode.Attrs
	kind     string
	formats  []string
	src      string
	instance string
	id       string
}

func newPlayer(c *render.Context, attrs shortcode.Attrs, kind string, formats []string) *player {
	n, post := instance(c, kind), int64(0)
	if c.Post != nil {
		post = c.Post.ID
	}
	p := &player{Context: c, attrs: attrs, kind: kind, formats: formats, instance: n, id: kind + "-" + itoa(post) + "-" + n}
	p.src, _ = given(attrs, "src")
	if p.src == "0" {
		p.src = ""
	}
	return p
}

// choose finds what to play: the src attribute, a file given by its format,
// or the first attached file. It is done when there is nothing to play, with
// a plain link when the address is of another kind. service names the
// service that plays src, if any.
func (p *player) choose(service *string) (plain string, done bool) {
	if p.src != "" {
		if service != nil && *service != "" || p.plays(extension(p.src)) {
			return "", false
		}
		return `<a class="wp-embedded-` + p.kind + `" href="` + clean.URLDisplay(p.src, nil) + `">` +
			entity.EscHTML(p.src) + "</a>", true
	}
	for _, format := range p.formats {
		if url, ok := given(p.attrs, format); ok && extension(url) == format {
			return "", false
		}
	}
	if p.Post == nil {
		return "", true
	}
	attached := p.Source.Attached(p, p.Post.ID, p.kind)
	if len(attached) == 0 || attached[0].URL == "" {
		return "", true
	}
	p.src = attached[0].URL
	return "", false
}

func (p *player) plays(ext string) bool {
	for _, f := range p.formats {
		if f == ext {
			return true
		}
	}
	return false
}

// switches are the attributes that are left out unless they are on, and the
// one for loading ahead.
func (p *player) switches(preload string) []string {
	var list []string
	for _, name := range [...]string{"loop", "autoplay", "muted"} {
		if v, _ := p.attrs.Get(name); truth(v) {
			list = append(list, name)
		}
	}
	switch v := p.attrs.Or("preload", preload); v {
	case "none", "metadata", "auto":
		list = append(list, `preload="`+v+`"`)
	}
	return list
}

// urls are the addresses to offer, src first.
func (p *player) urls() []string {
	var urls []string
	if p.src != "" {
		urls = append(urls, p.src)
	}
	for _, format := range p.formats {
		if url, ok := given(p.attrs, format); ok {
			urls = append(urls, url)
		}
	}
	return urls
}

func (p *player) files(service *string) string {
	var out strings.Builder
	for i, url := range p.urls() {
		mime := mediaType(extension(url))
		if i == 0 && service != nil && *service != "" {
			mime = *service
		}
		// The number keeps two players of one file apart.
		out.WriteString(`<source type="` + mime + `" src="` + clean.URLDisplay(withQuery(url, "_", p.instance), nil) + `" />`)
	}
	return out.String()
}

func (p *player) fallback() string {
	url := ""
	if urls := p.urls(); len(urls) > 0 {
		url = clean.URLDisplay(urls[0], nil)
	}
	return `<a href="` + url + `">` + url + "</a>"
}

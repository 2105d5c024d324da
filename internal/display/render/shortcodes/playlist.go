package shortcodes

import (
	"math"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/shortcode"
)

const (
	trackWidth  = 640
	trackHeight = 360
	// What the frame of a playlist takes from the content's width.
	frameWidth = 22
)

// playlist shows a player for several sounds or videos.
func playlist(c *render.Context, attrs shortcode.Attrs, _, _ string) string {
	kind := "video"
	if attrs.Or("type", "audio") == "audio" {
		kind = "audio"
	}
	files := attachments(c, attrs, kind)
	if len(files) == 0 {
		return ""
	}
	if c.Request.Feed {
		links := "\n"
		for _, f := range files {
			links += link(c, f, "thumbnail", false) + "\n"
		}
		return links
	}
	l := listing{Context: c, kind: kind, width: trackWidth, height: trackHeight, images: attrs.Or("images", "1")}
	if limit := c.Theme.ContentWidth; limit > 0 {
		l.width = limit - frameWidth
		l.height = scaled(trackHeight, l.width, trackWidth)
	}
	data := l.data(attrs, files)

	var out strings.Builder
	out.WriteString(`<div class="wp-playlist wp-` + kind + "-playlist wp-playlist-" + entity.EscAttr(attrs.Or("style", "light")) + "\">\n\t")
	if kind == "audio" {
		out.WriteString("\t\t<div class=\"wp-playlist-current-item\"></div>\n\t")
	}
	out.WriteString("\t<" + kind + ` controls="controls" preload="none" width="` + strconv.Itoa(l.width) + "\"\n\t\t")
	if kind == "video" {
		out.WriteString(` height="` + strconv.Itoa(l.height) + `"`)
	}
	out.WriteString("\t></" + kind + ">\n\t<div class=\"wp-playlist-next\"></div>\n\t<div class=\"wp-playlist-prev\"></div>\n" +
		"\t<noscript>\n\t<ol>\n\t\t")
	for _, f := range files {
		out.WriteString("<li>" + link(c, f, "thumbnail", false) + "</li>")
	}
	out.WriteString("\t</ol>\n\t</noscript>\n\t<script type=\"application/json\" class=\"wp-playlist-script\">" + data + "</script>\n</div>\n\t")
	return out.String()
}

// listing is what the player's script reads: a JSON text built in its order.
type listing struct {
	*render.Context
	kind          string
	width, height int
	images        string
}

func (l *listing) data(attrs shortcode.Attrs, files []*render.Image) string {
	on := func(name string) string { return strconv.FormatBool(truth(attrs.Or(name, "1"))) }
	tracks := make([]string, len(files))
	for i, f := range files {
		tracks[i] = l.track(f)
	}
	return object("type", jsonText(l.kind), "tracklist", on("tracklist"), "tracknumbers", on("tracknumbers"),
		"images", on("images"), "artists", on("artists"), "tracks", "["+strings.Join(tracks, ",")+"]")
}

func (l *listing) track(f *render.Image) string {
	mime := "false"
	if t := mediaType(extension(f.URL)); t != "" {
		mime = jsonText(t)
	}
	meta := "[]"
	if tags := trackTags(f); len(tags) > 0 {
		meta = object(tags...)
	}
	members := []string{"src", jsonText(f.URL), "type", mime, "title", jsonText(f.Title),
		"caption", jsonText(f.Caption), "description", jsonText(f.Description), "meta", meta}
	if l.kind == "video" && (f.Width > 0 || f.Length > 0 || f.FileSize > 0) {
		w, h := trackWidth, trackHeight
		if f.Width > 0 && f.Height > 0 {
			w, h = f.Width, f.Height
			l.height = scaled(h, l.width, w)
		}
		members = append(members, "dimensions", object("original", size(w, h), "resized", size(l.width, l.height)))
	}
	if l.images != "" && l.images != "0" {
		members = append(members, l.covers(f)...)
	}
	return object(members...)
}

// trackTags are what the file says about itself.
func trackTags(f *render.Image) []string {
	var tags []string
	for _, key := range [...]string{"artist", "album", "genre", "year", "length_formatted"} {
		v := f.Audio[key]
		if key == "length_formatted" && v == "" && f.Length > 0 {
			v = clock(f.Length)
		}
		if v != "" && v != "0" {
			tags = append(tags, key, jsonText(v))
		}
	}
	return tags
}

// covers are the cover in two sizes, or the icon of the kind of file.
func (l *listing) covers(f *render.Image) []string {
	if f.FeaturedID == 0 {
		kind, _, _ := strings.Cut(f.MIME, "/")
		icon := object("src", jsonText(l.Site.IncludesURL+"/images/media/"+kind+".svg"), "width", "48", "height", "64")
		return []string{"image", icon, "thumb", icon}
	}
	cover := l.Image(f.FeaturedID)
	if cover == nil || !isKind(cover, "image") {
		return nil
	}
	var members []string
	for _, m := range [...]struct{ name, size string }{{"image", "full"}, {"thumb", "thumbnail"}} {
		src, w, h := l.Pick(cover, m.size)
		members = append(members, m.name,
			object("src", jsonText(src), "width", strconv.Itoa(w), "height", strconv.Itoa(h)))
	}
	return members
}

func size(w, h int) string { return object("width", strconv.Itoa(w), "height", strconv.Itoa(h)) }

func scaled(a, b, c int) int { return int(math.Round(float64(a) * float64(b) / float64(c))) }

// clock writes seconds as minutes and seconds, with hours when there are any.
func clock(seconds int) string {
	two := func(n int) string { return strconv.Itoa(n/10) + strconv.Itoa(n%10) }
	m, s := seconds/60, seconds%60
	if m < 60 {
		return strconv.Itoa(m) + ":" + two(s)
	}
	return strconv.Itoa(m/60) + ":" + two(m%60) + ":" + two(s)
}

package render

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
)

// Person is whose image is shown.
type Person struct{ Name, Email string }

// AvatarURL is the address of a person's image, size pixels wide.
func (s *Site) AvatarURL(p Person, size int) string {
	hash := ""
	if email := strings.ToLower(strings.TrimSpace(p.Email)); email != "" {
		sum := sha256.Sum256([]byte(email))
		hash = hex.EncodeToString(sum[:])
	}
	missing := s.AvatarDefault
	switch missing {
	case "", "mystery", "mystery_man":
		missing = "mm"
	case "gravatar_default":
		missing = ""
	}
	address := "https://secure.gravatar.com/avatar/" + hash + "?s=" + strconv.Itoa(size)
	if missing != "" {
		address += "&d=" + url.QueryEscape(missing)
	}
	if rating := strings.ToLower(s.AvatarRating); rating != "" {
		address += "&r=" + url.QueryEscape(rating)
	}
	return address
}

// Avatar writes the img element of a person's image, "" when the site shows
// none. On pages it is drawn here, unless the site has it from Gravatar. class and
// extra, attributes as written with a space in front, may be empty.
func (c *Context) Avatar(p Person, size int, alt, class, extra string) string {
	if !c.Site.ShowAvatars {
		return ""
	}
	if size <= 0 {
		size = 96
	}
	px := strconv.Itoa(size)
	classes := "avatar avatar-" + px + " photo"
	if strings.TrimSpace(p.Email) == "" {
		classes += " avatar-default"
	}
	if class != "" {
		classes += " " + class
	}
	if !c.inContent {
		h := c.HintsFor(true, size, size, "", "", "")
		for _, a := range [...]Attr{{"loading", h.Loading}, {"fetchpriority", h.Priority}, {"decoding", h.Decoding}} {
			if a.Value == "" {
				continue
			}
			if extra != "" {
				extra += " "
			}
			extra += a.Name + "='" + a.Value + "'"
		}
	}
	return "<img alt='" + escape.Attr(alt) + "' " + c.Site.avatarSources(p, size, c.Request.Front) + " class='" + escape.Attr(classes) +
		"' height='" + px + "' width='" + px + "' " + extra + "/>"
}

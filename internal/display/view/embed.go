package view

import (
	"context"
	"crypto/sha256"
	"encoding/base32"
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/tags"
)

// Embed implements render.Source for entries of this site that everybody may
// open: a link, and a frame with the card of the entry that a script shows in its
// place. Nothing is known of other sites without asking them.
func (s *Source) Embed(ctx context.Context, address string, width, _ int) (string, bool) {
	html := once(ctx, s, "embed "+strconv.Itoa(width)+" "+address, func(ctx context.Context) string {
		return s.ownEmbed(ctx, address, width)
	})
	return html, html != ""
}

func (s *Source) ownEmbed(ctx context.Context, address string, width int) string {
	e, err := s.v.Links.Resolve(ctx, address)
	if err != nil {
		s.fail(ctx, "embedded entry", err)
		return ""
	}
	if e == nil || !s.v.everybodys(ctx, e) {
		return ""
	}
	w, h := content.CardSize(width)
	link, title := s.v.Links.Link(ctx, e), s.v.renderer.TitleText(e.Title, s.Site(ctx).Signs)
	if e.Password != "" {
		title = language.Fill(s.Site(ctx).Texts.Of("Protected: %s"), title)
	}
	key, hidden := cardKey(link), ` style="position: absolute; visibility: hidden;"`
	if s.request != nil && s.request.Feed {
		hidden = "" // no script shows it
	}
	caption := "&#8220;" + tags.StripTags(title) + "&#8221; &#8212; " + escape.HTML(s.Site(ctx).Name)
	return `<blockquote class="wp-embedded-content" data-secret="` + key + `"><a href="` + escape.URL(link) + `">` + title + `</a></blockquote>` +
		`<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted"` + hidden + ` title="` + escape.Attr(caption) +
		`" src="` + escape.URL(content.CardLink(link)+"#?secret="+key) + `" data-secret="` + key + `" width="` + strconv.Itoa(w) + `" height="` + strconv.Itoa(h) +
		`" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`
}

// everybodys tells whether everybody may open an entry. A password doesn't matter,
// since the card asks for it.
func (v *View) everybodys(ctx context.Context, e *content.Entry) bool {
	return v.public(e.Type) && v.policy.CanRead(ctx, access.Actor{}, e)
}

// cardKey is what a frame and the page around it know each other by. It is the
// same whenever a text is rendered; that a message comes from the frame is told by
// its window.
func cardKey(link string) string {
	sum := sha256.Sum256([]byte("card " + link))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:10])
}

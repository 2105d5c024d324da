package user

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/domain/site"
	"quoin/internal/platform/language"
	"quoin/internal/platform/wire"
)

// Link is the public address of a user's entries.
func Link(ctx context.Context, s *site.Site, u *User) string {
	structure := s.Permalinks(ctx)
	if structure == "" {
		return s.Base(ctx) + "/?author=" + strconv.FormatInt(u.ID, 10)
	}
	link := s.Base(ctx) + "/" + site.PermalinkFront(structure) + "author/" + u.Slug
	if strings.HasSuffix(structure, "/") {
		link += "/"
	}
	return link
}

// Locale is the language that a user reads: the user's own or the site's.
func Locale(ctx context.Context, s *site.Site, u *User) string {
	if own := u.Meta.Text(MetaLocale); own != "" {
		return own
	}
	return s.Language(ctx)
}

// SpeakTo is ctx for what is said to a user, in the user's language.
func SpeakTo(ctx context.Context, s *site.Site, u *User) context.Context {
	return language.Speak(ctx, Locale(ctx, s, u))
}

// AvatarSizes are the sizes of avatars in pixels that the API names.
func AvatarSizes() []int { return []int{24, 48, 96} }

// Avatars are the addresses of the image that belongs to an e-mail address,
// by size; nil when the site shows no avatars.
func Avatars(ctx context.Context, s *site.Site, email string) *wire.Object {
	if !site.ShowAvatars.Of(ctx, s) {
		return nil
	}
	out := &wire.Object{}
	for _, size := range AvatarSizes() {
		out.Set(strconv.Itoa(size), Avatar(ctx, s, email, size))
	}
	return out
}

// Avatar is the address of the image that belongs to an e-mail address.
func Avatar(ctx context.Context, s *site.Site, email string, size int) string {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(email))))
	link := "https://secure.gravatar.com/avatar/"
	if email != "" {
		link += hex.EncodeToString(sum[:])
	}
	link += "?s=" + strconv.Itoa(size)
	switch d := site.AvatarDefault.Of(ctx, s); d {
	case "gravatar_default":
	case "mystery", "mm", "mysteryman":
		link += "&d=mm"
	default:
		link += "&d=" + url.QueryEscape(d)
	}
	return link + "&r=" + url.QueryEscape(strings.ToLower(site.AvatarRating.Of(ctx, s)))
}

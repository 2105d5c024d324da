package reply

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/storage/auth"
)

// Kinds of cookies by which browsers of visitors who agreed remember them.
const (
	cookieName  = "comment_author_"
	cookieEmail = "comment_author_email_"
	cookieURL   = "comment_author_url_"

	// heldMark stands between an e-mail address and what shows a comment to its author. No
	// address has it.
	heldMark = "|"
)

// Remembered is what a browser says of a visitor who wrote comments.
type Remembered struct {
	Name, Email, URL string
	// Held is a comment, and Key what its author has; 0 for none.
	Held int64
	Key  string
}

// RememberedBy reads the cookies of a request. Anybody may have written them: the values
// are bounded texts, which prove nothing but the key.
func RememberedBy(a *auth.Authenticator, r *http.Request) Remembered {
	value := func(kind string, most int) string {
		c, err := r.Cookie(a.CookieName(r.Context(), kind))
		if err != nil || len(c.Value) > 4*most+100 {
			return ""
		}
		text, err := url.QueryUnescape(c.Value)
		if err != nil {
			return ""
		}
		text = strings.Join(strings.Fields(strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), "")), " ")
		if len(text) > most+100 {
			return ""
		}
		return text
	}
	out := Remembered{Name: clean.StripAllTags(value(cookieName, 245)), URL: value(cookieURL, 200)}
	email, held, _ := strings.Cut(value(cookieEmail, 100), heldMark)
	if clean.IsEmail(email) {
		out.Email = email
	}
	if out.URL != "" {
		out.URL = clean.URL(out.URL, []string{"http", "https"})
	}
	if id, key, ok := strings.Cut(held, "."); ok {
		if n, err := strconv.ParseInt(id, 10, 64); err == nil && n > 0 {
			out.Held, out.Key = n, key
		}
	}
	return out
}

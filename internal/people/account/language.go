package account

import (
	"net/http"
	"strings"

	"quoin/internal/domain/user"
	"quoin/internal/platform/language"
	"quoin/internal/storage/auth"
)

// languageParam is the parameter, and languageCookie the cookie, that choose the language
// of the pages on which people log in, as in the reference.
const (
	languageParam  = "wp_lang"
	languageCookie = "wp_lang"
)

// onLogin tells whether the page is one of those on which people log in.
func (v *visit) onLogin() bool { return v.r.URL.Path == auth.LoginPath }

// speak chooses the language of the page: on the pages where people log in the one that
// was asked for, on one's own pages that of the person. Else it is that of the site.
func (v *visit) speak() {
	own := ""
	switch {
	case v.onLogin():
		own = v.r.URL.Query().Get(languageParam)
		if cookie, err := v.r.Cookie(languageCookie); own == "" && err == nil {
			own = cookie.Value
		} else if own != "" && v.Site.HasLanguage(v.ctx, own) {
			kept := v.Auth.Cookie(v.r, languageCookie, "/") // #nosec G124 -- Authenticator.Cookie sets the attributes
			kept.Value = own
			http.SetCookie(v.w, kept)
		}
	case v.user != nil:
		own = v.user.Meta.Text(user.MetaLocale)
	}
	if own != "" && v.Site.HasLanguage(v.ctx, own) {
		v.ctx = language.Speak(v.ctx, own)
	}
}

// languageSwitch is the form that changes the language of a page.
type languageSwitch struct {
	Action    string
	Kept      map[string]string // parameters that stay
	Languages []shownLanguage
}

type shownLanguage struct {
	Locale, Name, Tag string
	Used              bool
}

// languageSwitch offers the languages that have packs, where people log in; nil elsewhere,
// and where English is the only one.
func (v *visit) languageSwitch() *languageSwitch {
	installed := v.Site.Languages(v.ctx)
	if len(installed) == 0 || !v.onLogin() || v.posted() {
		return nil
	}
	used := language.Spoken(v.ctx)
	if used == "" {
		used = v.Site.Language(v.ctx)
	}
	s := &languageSwitch{Action: v.base + auth.LoginPath, Kept: map[string]string{}}
	for _, name := range []string{"action", "redirect_to"} {
		if value := v.r.URL.Query().Get(name); value != "" {
			s.Kept[name] = value
		}
	}
	for _, locale := range append([]string{language.English}, installed...) {
		s.Languages = append(s.Languages, shownLanguage{
			Locale: locale, Name: language.NameIn(locale), Tag: strings.ReplaceAll(locale, "_", "-"), Used: locale == used,
		})
	}
	return s
}

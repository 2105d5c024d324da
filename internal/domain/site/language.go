package site

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"quoin/internal/platform/language"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/scope"
)

// PackStore keeps language packs.
type PackStore interface {
	// LanguagePacks are the packs of a locale, those of the core first.
	LanguagePacks(ctx context.Context, locale string) ([]*language.Pack, error)
	// SetLanguagePack stores what a file of a pack says, in place of what one of that name
	// said before.
	SetLanguagePack(ctx context.Context, file string, p *language.Pack) error
}

// loadedTexts are the texts of a locale by what they belong to, as the packs were at a stamp.
type loadedTexts struct {
	stamp string
	texts map[string]*language.Texts // "" is the core
}

// Texts are the texts of the site's language, or of that of the request, nil for English.
// They are read once for all
// requests; what is made with them depends on the options that tell the language.
func (s *Site) Texts(ctx context.Context) *language.Texts {
	if own := language.Spoken(ctx); own != "" {
		return s.TextsIn(ctx, own)
	}
	return s.TextsIn(ctx, Locale.Of(ctx, s))
}

// Slug makes the part of an address that stands for a title, its letters written as in the
// site's language.
func (s *Site) Slug(ctx context.Context, title string) string {
	return clean.SlugIn(Locale.Of(ctx, s), title)
}

// Say is a text of ours with values in its places, in the language of ctx.
func (s *Site) Say(ctx context.Context, text string, values ...string) string {
	return language.Fill(s.Texts(ctx).Of(text), values...)
}

// TextsIn are the texts of a locale: English where no pack of it is installed.
func (s *Site) TextsIn(ctx context.Context, locale string) *language.Texts {
	return s.domains(ctx, locale)[""]
}

// TextsOf are the texts of a theme or extension in the language of ctx, by its text domain;
// nil when no pack of it is installed.
func (s *Site) TextsOf(ctx context.Context, domain string) *language.Texts {
	if own := language.Spoken(ctx); own != "" {
		return s.domains(ctx, own)[domain]
	}
	return s.domains(ctx, Locale.Of(ctx, s))[domain]
}

// domains are the texts of all that has packs of a locale; nil for English.
func (s *Site) domains(ctx context.Context, locale string) map[string]*language.Texts {
	if locale == "" || locale == language.English || s.Packs == nil || !s.HasLanguage(ctx, locale) {
		return nil
	}
	stamp := LanguageStamp.Of(ctx, s)
	if known, ok := s.texts.Load(locale); ok && known.(loadedTexts).stamp == stamp {
		return known.(loadedTexts).texts
	}
	packs, err := s.Packs.LanguagePacks(ctx, locale)
	if err != nil {
		scope.Failed(ctx, err)
		return nil
	}
	byDomain := map[string][]*language.Pack{"": nil}
	for _, p := range packs {
		byDomain[p.Domain] = append(byDomain[p.Domain], p)
	}
	texts := map[string]*language.Texts{}
	for domain, packs := range byDomain {
		if domain == "" {
			texts[domain] = language.Join(locale, packs...)
		} else {
			texts[domain] = language.Gather(locale, packs...)
		}
	}
	s.texts.Store(locale, loadedTexts{stamp, texts})
	return texts
}

// Languages are the locales with packs, in order; English, which needs none, isn't among
// them.
func (s *Site) Languages(ctx context.Context) []string {
	var out []string
	for _, v := range languages.Of(ctx, s) {
		if locale, ok := v.(string); ok {
			out = append(out, locale)
		}
	}
	return out
}

// HasLanguage tells whether the site can be shown in a language.
func (s *Site) HasLanguage(ctx context.Context, locale string) bool {
	return locale == language.English || slices.Contains(s.Languages(ctx), locale)
}

// maxLanguages bounds the locales of one site. The field has packs for 200.
const maxLanguages = 250

// InstallLanguage stores what files of language packs say, by the names of the files. The
// caller runs it in a transaction.
func (s *Site) InstallLanguage(ctx context.Context, packs map[string]*language.Pack) error {
	known := s.Languages(ctx)
	for file, p := range packs {
		if err := s.Packs.SetLanguagePack(ctx, file, p); err != nil {
			return err
		}
		if p.Locale != language.English && !slices.Contains(known, p.Locale) {
			known = append(known, p.Locale)
		}
	}
	if len(known) > maxLanguages {
		return fmt.Errorf("a site has %d languages at most", maxLanguages)
	}
	slices.Sort(known)
	list := make([]any, len(known))
	for i, locale := range known {
		list[i] = locale
	}
	if err := languages.Set(ctx, s, list); err != nil {
		return err
	}
	return LanguageStamp.Set(ctx, s, strconv.FormatInt(s.Clock().UnixNano(), 36))
}

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"quoin/internal/api/core/env"
	"quoin/internal/app/config"
	"quoin/internal/domain/site"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/installed"
	"quoin/internal/domain/theme/quoin"
	"quoin/internal/operation/doctor"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/language"
)

// themeSet is the themes of the site, and the one in effect.
type themeSet struct {
	*installed.Themes
	app  *App
	site *site.Site
	log  *slog.Logger
	last atomic.Pointer[chosen]
	told atomic.Pointer[string] // what was said of a theme last
}

// chosen is the theme that belongs to values of the options.
type chosen struct {
	id, locale, stamp, packs string
	theme                    *theme.Theme
}

// words is the language that themes are read for. What is made with it depends on the
// options.
func (t *themeSet) words(ctx context.Context) installed.Words {
	ctx = language.Speak(ctx, "") // themes are read for all, whoever asks first
	return installed.Words{
		Locale: site.Locale.Of(ctx, t.site),
		Stamp:  site.ThemeStamp.Of(ctx, t.site) + " " + site.LanguageStamp.Of(ctx, t.site),
		Texts:  func(domain string) *language.Texts { return t.site.TextsOf(ctx, domain) },
	}
}

// openThemes finds the themes of a site.
func openThemes(c Config, s *site.Site) (*themeSet, error) {
	all, err := installed.New(filepath.Join(c.Data, config.ThemesFolder), c.Theme)
	if err != nil {
		return nil, err
	}
	return &themeSet{Themes: all, site: s, log: c.Log}, nil
}

// Active is the theme in effect: the one that the program was started with,
// else the one that was chosen, else the built-in one. What is made with it
// depends on the options. A theme that doesn't load is told in the log, and the
// built-in one stands in for it.
func (t *themeSet) Active(ctx context.Context) *theme.Theme {
	id := cmp.Or(t.Given(), site.Theme.Of(ctx, t.site), quoin.ID)
	now := chosen{id: id, locale: site.Locale.Of(ctx, t.site), stamp: site.ThemeStamp.Of(ctx, t.site), packs: site.LanguageStamp.Of(ctx, t.site)}
	if last := t.last.Load(); last != nil && last.id == now.id && last.locale == now.locale && last.stamp == now.stamp && last.packs == now.packs {
		return last.theme
	}
	var err error
	words := t.words(ctx)
	if now.theme, err = t.Load(id, words); err != nil {
		t.log.ErrorContext(ctx, "the built-in theme stands in for one that doesn't load", "theme", id, "error", err)
		if now.theme, err = t.Load(quoin.ID, words); err != nil {
			panic("app: the built-in theme: " + err.Error()) // it is part of the program
		}
	} else {
		t.tell(now.theme)
	}
	t.last.Store(&now)
	return now.theme
}

// check looks whether the theme that was chosen loads.
func (t *themeSet) check() doctor.Check {
	return doctor.Check{Name: "theme", Look: func(ctx context.Context) ([]doctor.Finding, error) {
		id := cmp.Or(t.Given(), site.Theme.Of(ctx, t.site), quoin.ID)
		if _, err := t.Load(id, t.words(ctx)); err != nil {
			return []doctor.Finding{doctor.Found(doctor.Error, "the built-in theme stands in for %s: %s", id, err).
				With("quoin theme install brings it, quoin theme use chooses another")}, nil
		}
		return []doctor.Finding{doctor.Found(doctor.OK, "the site is shown with %s", id)}, nil
	}}
}

// ByID is a theme of the site, nil when there is none of that name that loads.
func (t *themeSet) ByID(ctx context.Context, id string) *theme.Theme {
	one, err := t.Load(id, t.words(ctx))
	if err != nil {
		return nil
	}
	return one
}

// themeTags are what everything made with the theme in effect depends on.
func themeTags() []cache.Tag {
	return []cache.Tag{site.Theme.Tag(), site.ThemeStamp.Tag(), site.Locale.Tag(), site.LanguageStamp.Tag()}
}

// All are the themes that load, the one in effect first.
func (t *themeSet) All(ctx context.Context) []*theme.Theme {
	active := t.Active(ctx)
	out := []*theme.Theme{active}
	for _, id := range t.IDs() {
		if id != active.ID {
			if one, err := t.Load(id, t.words(ctx)); err != nil {
				t.log.WarnContext(ctx, "a theme doesn't load", "theme", id, "error", err)
			} else {
				out = append(out, one)
			}
		}
	}
	return out
}

// Fixed implements env.Themes.
func (t *themeSet) Fixed() bool { return t.Given() != "" }

// Switch implements env.Themes.
func (t *themeSet) Switch(ctx context.Context, id string) error {
	if given := t.Given(); given != "" && id != given {
		return fmt.Errorf("%w: the server was started with the theme %s", env.ErrThemeFixed, given)
	}
	one, err := t.Load(id, t.words(ctx))
	switch {
	case errors.Is(err, installed.ErrUnknown):
		return fmt.Errorf("%w: %s", env.ErrNoTheme, id)
	case err != nil:
		return fmt.Errorf("%w: %w", env.ErrThemeFixed, err)
	}
	t.tell(one)
	return t.app.DB.InTx(ctx, func(ctx context.Context) error {
		if err := site.Theme.Set(ctx, t.site, one.ID); err != nil {
			return err
		}
		return t.app.ensureStyles(ctx, one.ID)
	})
}

// tell says once that something of a theme isn't used, and where to read what.
func (t *themeSet) tell(one *theme.Theme) {
	var parts []string
	for _, s := range one.Skipped {
		parts = append(parts, s.String())
	}
	parts = append(parts, one.Missing()...)
	if len(parts) == 0 {
		return
	}
	what := one.ID + " " + strings.Join(parts, "\n")
	if before := t.told.Swap(&what); before != nil && *before == what {
		return
	}
	t.log.Warn("not all of the theme is used; quoin theme check tells what isn't", "theme", one.ID, "parts", len(parts), "first", parts[0])
}

// Themes are the themes of the site, the one in effect first.
func (a *App) Themes(ctx context.Context) []*theme.Theme { return a.themes.All(ctx) }

// SwitchTheme puts a theme into effect, on all nodes.
func (a *App) SwitchTheme(ctx context.Context, id string) error { return a.themes.Switch(ctx, id) }

// InstallTheme puts the theme in a folder or zip archive into the data folder.
// Where one of its name is in effect, all nodes read it again.
func (a *App) InstallTheme(ctx context.Context, from string) (*theme.Theme, error) {
	t, err := a.themes.Install(from)
	return t, errors.Join(err, a.stampThemes(ctx, err))
}

// FetchTheme is InstallTheme with the style sheets and fonts that the theme asks other hosts
// for. failed are the addresses that couldn't be had.
func (a *App) FetchTheme(ctx context.Context, from string) (t *theme.Theme, failed []string, err error) {
	t, failed, err = a.themes.InstallFetching(ctx, from, a.Env.Outbound)
	return t, failed, errors.Join(err, a.stampThemes(ctx, err))
}

// stampThemes tells all servers that a theme was installed, unless that failed.
func (a *App) stampThemes(ctx context.Context, failed error) error {
	if failed != nil {
		return nil
	}
	return a.DB.InTx(ctx, func(ctx context.Context) error {
		return site.ThemeStamp.Set(ctx, a.Env.Site, strconv.FormatInt(a.Clock().UnixNano(), 36))
	})
}

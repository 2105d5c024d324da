// Package themes has the themes of a site: which is in effect, how another comes in and into
// effect, and the entry of its global styles.
package themes

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"quoin/internal/api/core/env"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/installed"
	"quoin/internal/domain/theme/quoin"
	"quoin/internal/domain/user"
	"quoin/internal/operation/doctor"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/language"
	"quoin/internal/platform/outbound"
)

// Store is where styles of themes are looked for; see store.DB.
type Store interface {
	user.Lister
	InTx(ctx context.Context, fn func(context.Context) error) error
	ListEntries(ctx context.Context, q content.Query) (content.Page, error)
}

// Config is what the themes of a site are made with.
type Config struct {
	Folder string // where themes are installed
	Given  string // folder of the theme that the program was started with, "" for none
	Site   *site.Site
	Store  Store
	// Entries and Terms write the entries of global styles.
	Entries *content.Service
	Terms   *taxonomy.Service
	// Outbound asks other hosts for what a theme fetches from them.
	Outbound *outbound.Client
	// Record is kept of what people install and remove.
	Record *audit.Log
	Clock  func() time.Time
	Log    *slog.Logger
}

// Themes are the themes of a site, and the one in effect.
type Themes struct {
	*installed.Themes
	with Config
	last atomic.Pointer[chosen]
	told atomic.Pointer[string] // what was said of a theme last

	choosing sync.Mutex // while a theme comes into effect, changes or goes
}

// chosen is the theme that belongs to values of the options.
type chosen struct {
	id, locale, stamp, packs string
	theme                    *theme.Theme
}

// words is the language that themes are read for. What is made with it depends on the
// options.
func (t *Themes) words(ctx context.Context) installed.Words {
	ctx = language.Speak(ctx, "") // themes are read for all, whoever asks first
	return installed.Words{
		Locale: site.Locale.Of(ctx, t.with.Site),
		Stamp:  site.ThemeStamp.Of(ctx, t.with.Site) + " " + site.LanguageStamp.Of(ctx, t.with.Site),
		Texts:  func(domain string) *language.Texts { return t.with.Site.TextsOf(ctx, domain) },
	}
}

// Open finds the themes of a site.
func Open(c Config) (*Themes, error) {
	all, err := installed.New(c.Folder, c.Given)
	if err != nil {
		return nil, err
	}
	return &Themes{Themes: all, with: c}, nil
}

// Active is the theme in effect: the one that the program was started with,
// else the one that was chosen, else the built-in one. What is made with it
// depends on the options. A theme that doesn't load is told in the log, and the
// built-in one stands in for it. Who looks at the site with another theme has that.
func (t *Themes) Active(ctx context.Context) *theme.Theme {
	if id := site.Previewed(ctx); id != "" && t.Given() == "" {
		if one := t.ByID(ctx, id); one != nil {
			return one
		}
	}
	id := cmp.Or(t.Given(), site.Theme.Of(ctx, t.with.Site), quoin.ID)
	now := chosen{id: id, locale: site.Locale.Of(ctx, t.with.Site), stamp: site.ThemeStamp.Of(ctx, t.with.Site), packs: site.LanguageStamp.Of(ctx, t.with.Site)}
	if last := t.last.Load(); last != nil && last.id == now.id && last.locale == now.locale && last.stamp == now.stamp && last.packs == now.packs {
		return last.theme
	}
	var err error
	words := t.words(ctx)
	if now.theme, err = t.Load(id, words); err != nil {
		t.with.Log.ErrorContext(ctx, "the built-in theme stands in for one that doesn't load", "theme", id, "error", err)
		if now.theme, err = t.Load(quoin.ID, words); err != nil {
			panic("themes: the built-in theme: " + err.Error()) // it is part of the program
		}
	} else {
		t.tell(now.theme)
	}
	t.last.Store(&now)
	return now.theme
}

// Check looks whether the theme that was chosen loads.
func (t *Themes) Check() doctor.Check {
	return doctor.Check{Name: "theme", Look: func(ctx context.Context) ([]doctor.Finding, error) {
		id := cmp.Or(t.Given(), site.Theme.Of(ctx, t.with.Site), quoin.ID)
		if _, err := t.Load(id, t.words(ctx)); err != nil {
			return []doctor.Finding{doctor.Found(doctor.Error, "the built-in theme stands in for %s: %s", id, err).
				With("quoin theme install brings it, quoin theme use chooses another")}, nil
		}
		return []doctor.Finding{doctor.Found(doctor.OK, "the site is shown with %s", id)}, nil
	}}
}

// ByID is a theme of the site, nil when there is none of that name that loads.
func (t *Themes) ByID(ctx context.Context, id string) *theme.Theme {
	one, err := t.Load(id, t.words(ctx))
	if err != nil {
		return nil
	}
	return one
}

// Tags are what everything made with the theme in effect depends on.
func Tags() []cache.Tag {
	return []cache.Tag{site.Theme.Tag(), site.ThemeStamp.Tag(), site.Locale.Tag(), site.LanguageStamp.Tag()}
}

// All are the themes that load, the one in effect first.
func (t *Themes) All(ctx context.Context) []*theme.Theme {
	active := t.Active(ctx)
	out := []*theme.Theme{active}
	for _, id := range t.IDs() {
		if ctx.Err() != nil {
			return out // nobody waits for the others, which may take long to load
		}
		if id != active.ID {
			if one, err := t.Load(id, t.words(ctx)); err != nil {
				t.with.Log.WarnContext(ctx, "a theme doesn't load", "theme", id, "error", err)
			} else {
				out = append(out, one)
			}
		}
	}
	return out
}

// Fixed implements env.Themes.
func (t *Themes) Fixed() bool { return t.Given() != "" }

// Preview prepares somebody's look at the site with a theme, whose styles have a place then;
// false where there is none of that name to choose.
func (t *Themes) Preview(ctx context.Context, id string) (bool, error) {
	if t.Given() != "" || t.ByID(ctx, id) == nil {
		return false, nil
	}
	return true, t.ensureStyles(ctx, id)
}

// Switch implements env.Themes.
func (t *Themes) Switch(ctx context.Context, id string) error {
	if given := t.Given(); given != "" && id != given {
		return fmt.Errorf("%w: the server was started with the theme %s", env.ErrThemeFixed, given)
	}
	t.choosing.Lock()
	defer t.choosing.Unlock()
	one, err := t.Load(id, t.words(ctx))
	switch {
	case errors.Is(err, installed.ErrUnknown):
		return fmt.Errorf("%w: %s", env.ErrNoTheme, id)
	case err != nil:
		return fmt.Errorf("%w: %w", env.ErrThemeFixed, err)
	}
	t.tell(one)
	return t.with.Store.InTx(ctx, func(ctx context.Context) error {
		if err := site.Theme.Set(ctx, t.with.Site, one.ID); err != nil {
			return err
		}
		return t.ensureStyles(ctx, one.ID)
	})
}

// tell says once that something of a theme isn't used, and where to read what.
func (t *Themes) tell(one *theme.Theme) {
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
	t.with.Log.Warn("not all of the theme is used; quoin theme check tells what isn't", "theme", one.ID, "parts", len(parts), "first", parts[0])
}

// Bring puts the theme in a folder or zip archive into the data folder.
// Where one of its name is in effect, all nodes read it again.
func (t *Themes) Bring(ctx context.Context, from string) (*theme.Theme, error) {
	one, err := t.Install(from)
	return one, errors.Join(err, t.stamp(ctx, err))
}

// Fetch is Bring with the style sheets and fonts that the theme asks other hosts
// for. failed are the addresses that couldn't be had.
func (t *Themes) Fetch(ctx context.Context, from string) (one *theme.Theme, failed []string, err error) {
	one, failed, err = t.InstallFetching(ctx, from, t.with.Outbound)
	return one, failed, errors.Join(err, t.stamp(ctx, err))
}

// stamp tells all servers that a theme was installed, unless that failed.
func (t *Themes) stamp(ctx context.Context, failed error) error {
	if failed != nil {
		return nil
	}
	return t.with.Store.InTx(ctx, t.setStamp)
}

func (t *Themes) setStamp(ctx context.Context) error {
	return site.ThemeStamp.Set(ctx, t.with.Site, strconv.FormatInt(t.with.Clock().UnixNano(), 36))
}

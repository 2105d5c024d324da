package themes

import (
	"context"
	"fmt"

	"quoin/internal/api/core/env"
	"quoin/internal/domain/audit"
	"quoin/internal/domain/site"
	"quoin/internal/domain/theme"
	"quoin/internal/domain/theme/installed"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
)

// Add is Bring for somebody who sends an archive: a theme whose name is taken is held until they say whether it
// takes the place of that one (installed.ErrInstalled).
func (t *Themes) Add(ctx context.Context, who access.Actor, from string) (*theme.Theme, string, error) {
	if t.Fixed() {
		return nil, "", fmt.Errorf("%w: the server was started with the theme %s", env.ErrThemeFixed, t.Given())
	}
	one, held, err := t.Themes.Add(from, who.ID)
	if err != nil {
		return nil, held.Token, fault.Full(err)
	}
	return one, "", t.note(ctx, who, audit.ThemeInstalled, one.ID, one.Header.Version)
}

// Replace puts the theme that is held for somebody in the place of the one that is installed.
func (t *Themes) Replace(ctx context.Context, who access.Actor, token string) (*theme.Theme, error) {
	if t.Fixed() {
		return nil, fmt.Errorf("%w: the server was started with the theme %s", env.ErrThemeFixed, t.Given())
	}
	t.choosing.Lock()
	defer t.choosing.Unlock()
	one, err := t.Themes.Replace(installed.Held{Person: who.ID, Token: token})
	if err != nil {
		return nil, fault.Full(err)
	}
	return one, t.note(ctx, who, audit.ThemeInstalled, one.ID, one.Header.Version)
}

// Removable are the themes that can be removed: those in the data folder that aren't chosen, and that none builds on.
func (t *Themes) Removable(ctx context.Context) map[string]bool {
	removable := map[string]bool{}
	if t.Fixed() {
		return removable
	}
	needed := t.Parents()
	needed[site.Theme.Of(ctx, t.with.Site)] = true
	for _, id := range t.IDs() {
		removable[id] = t.Lies(id) && !needed[id]
	}
	return removable
}

// Remove removes a theme that isn't needed.
func (t *Themes) Remove(ctx context.Context, who access.Actor, id string) error {
	t.choosing.Lock()
	defer t.choosing.Unlock()
	scope.Forget(ctx) // another may have been chosen meanwhile
	switch {
	case !t.Fixed() && !t.Lies(id):
		return fmt.Errorf("%w: %s", env.ErrNoTheme, id)
	case !t.Removable(ctx)[id]:
		return fmt.Errorf("%w: %s", env.ErrThemeNeeded, id)
	}
	if err := t.Themes.Remove(id); err != nil {
		return fault.Full(err)
	}
	return t.note(ctx, who, audit.ThemeRemoved, id, "")
}

// note records what somebody did with a theme, and has all servers read themes again.
func (t *Themes) note(ctx context.Context, who access.Actor, action, id, detail string) error {
	return t.with.Store.InTx(ctx, func(ctx context.Context) error {
		if err := t.with.Record.Note(access.NewContext(ctx, who), action, id, detail); err != nil {
			return err
		}
		return t.setStamp(ctx)
	})
}

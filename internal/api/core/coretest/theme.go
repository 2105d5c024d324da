package coretest

import (
	"context"

	"quoin/internal/api/core/env"
	"quoin/internal/domain/theme"
)

// oneTheme is a site's only theme, which has nothing but an id.
type oneTheme struct{}

func (oneTheme) Active(context.Context) *theme.Theme { return &theme.Theme{ID: "test"} }

func (t oneTheme) All(ctx context.Context) []*theme.Theme { return []*theme.Theme{t.Active(ctx)} }

func (oneTheme) Fixed() bool { return true }

func (oneTheme) Switch(_ context.Context, id string) error {
	if id != "test" {
		return env.ErrNoTheme
	}
	return nil
}

package seo

import (
	"context"

	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// authorKey remembers in a request whether a user has published posts.
type authorKey struct{ id int64 }

type knownAuthor struct {
	visible, writes bool
	deps            cache.Deps
}

// idle tells of a user who has no head: without published posts, where those are
// left out.
func (s *facts) idle(ctx context.Context, id int64) (bool, error) {
	if !s.settings(ctx).HideIdleAuthors {
		return false, nil
	}
	if err := s.findAuthors(ctx, []int64{id}); err != nil {
		return false, err
	}
	found, _ := scope.Get[knownAuthor](ctx, authorKey{id})
	scope.Include(ctx, found.deps)
	return !found.writes, nil
}

// findAuthors asks in one statement which users have published posts.
func (s *facts) findAuthors(ctx context.Context, ids []int64) error {
	if !s.settings(ctx).HideIdleAuthors {
		return nil
	}
	var unknown []int64
	for _, id := range ids {
		if found, _ := scope.Get[knownAuthor](ctx, authorKey{id}); !found.visible {
			unknown = append(unknown, id)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	part := scope.Part(ctx)
	writes, err := s.Store.Authors(part, unknown, []string{content.TypePost}, content.Publish)
	if err != nil {
		return err
	}
	deps := scope.From(part).Deps()
	for _, id := range unknown {
		scope.Put(ctx, authorKey{id}, knownAuthor{true, writes[id], deps})
	}
	return nil
}

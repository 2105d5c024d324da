package moving

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
)

// collisions are names that come and that others here have.
type collisions struct{ *run }

// settle gives an account a log-in name of its own, and takes its e-mail address away, where
// another account has these. It asks before: on PostgreSQL a statement that fails ends the
// transaction.
func (r collisions) settle(ctx context.Context, u *user.User) error {
	switch other, err := r.Store.UserByLogin(ctx, u.Login); {
	case err == nil && other.ID != u.ID:
		login := loginBeside(u.Login, u.ID)
		r.report.Warn("the account %d has the log-in name %q of the account %d, which is here; it has %q now", u.ID, u.Login, other.ID, login)
		u.Login = login
	case err != nil && !errors.Is(err, user.ErrNotFound):
		return err
	}
	if u.Email == "" {
		return nil
	}
	switch other, err := r.Store.UserByEmail(ctx, u.Email); {
	case err == nil && other.ID != u.ID:
		r.report.Warn("the account %d (%s): another has its e-mail address %s; it came without address", u.ID, u.Login, u.Email)
		u.Email = ""
	case err != nil && !errors.Is(err, user.ErrNotFound):
		return err
	}
	return nil
}

// loginBeside is the log-in name of an account whose own another account here has.
func loginBeside(login string, id int64) string { return fmt.Sprintf("%s-%d", login, id) }

// cameAs tells whether an account that is here came with a log-in name.
func cameAs(here *user.User, login string) bool {
	return login != "" && (here.Login == login || here.Login == loginBeside(login, here.ID))
}

// tellSharedSlugs warns of entries that came now and have the slug of another of their type:
// one of the two was made here meanwhile. Which of them is to have it can't be known.
func (r collisions) tellSharedSlugs(ctx context.Context, changes []Change) error {
	var shared names
	for some := range slices.Chunk(changes, broughtAtOnce) {
		var ids []int64
		for _, c := range some {
			ids = append(ids, c.ID)
		}
		found, err := r.Store.EntriesByID(ctx, ids)
		if err != nil {
			return err
		}
		var slugs []string
		for _, e := range found {
			slugs = append(slugs, e.Slug)
		}
		holders, err := r.Store.SlugHolders(ctx, slugs)
		if err != nil {
			return err
		}
		for _, id := range ids {
			e := found[id]
			if e == nil || e.Status != content.Publish {
				continue
			}
			for _, h := range content.SlugRivals(r.Types.Get(e.Type), e, holders) {
				shared.add(fmt.Sprintf("%s (%d and %d)", e.Slug, e.ID, h.ID))
			}
		}
	}
	shared.say(r.report.Warn, "entry that came has the slug of another here, so that one of the two may not be reached; give it another slug",
		"entries that came have slugs of others here, so that one of each two may not be reached; give them other slugs")
	return nil
}

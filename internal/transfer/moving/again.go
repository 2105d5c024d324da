package moving

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
)

// Change is something of the old site that is new, changed or gone since it moved in.
type Change struct {
	ID   int64
	Gone bool
	// Was is when an entry had been changed, in UTC, as it came the last time.
	Was string
	// Dropped are keys of meta values, by the reference's names, that it hasn't got any more.
	Dropped []string
}

// Changes are all of them.
type Changes struct {
	Accounts, Terms, Entries, Comments []Change
	// Others tells that settings or what extensions keep changed; GoneRows are the ids
	// that tables of theirs, named without the prefix, have lost.
	Others   bool
	GoneRows map[string][]int64
}

// again is what a run brings to a site that moved in before.
type again struct {
	change Change // the one under way
}

// Update brings what changed on the old site since it moved in, and nothing else. What
// was brought is brought again without harm. An entry that was edited here meanwhile stays
// as it is here, and is told of.
func (m *Mover) Update(ctx context.Context, from *Source, c Changes) (*importer.Report, error) {
	r := m.newRun(from)
	r.again = &again{}
	if err := r.readOptions(ctx); err != nil {
		return r.report, err
	}
	if err := r.begin(ctx); err != nil {
		return r.report, err
	}
	r.old.gone, r.old.again = c.GoneRows, true
	r.total = int64(len(c.Accounts) + len(c.Terms) + len(c.Entries) + len(c.Comments))
	if c.Others {
		if err := r.moveDefinitions(ctx, nil); err != nil {
			return r.report, err
		}
	}
	for _, part := range []struct {
		name    string
		changes []Change
		bring   func(context.Context, Change) error
	}{
		{"accounts", c.Accounts, r.bringAccount}, {"terms", c.Terms, r.bringTerm}, {"entries", c.Entries, r.bringEntry}, {"comments", c.Comments, r.bringComment},
	} {
		if part.name == "entries" {
			if err := r.rememberTerms(ctx); err != nil {
				return r.report, err
			}
		}
		if err := r.bring(ctx, part.changes, part.bring); err != nil {
			return r.report, fmt.Errorf("bring %s: %w", part.name, err)
		}
	}
	if c.Others {
		for _, do := range []func(context.Context, *journal.Source) error{r.moveOptions, r.moveExtensions} {
			if err := do(ctx, &journal.Source{}); err != nil {
				return r.report, err
			}
		}
		known, _ := r.claimed()
		if err := r.Store.InTx(ctx, func(ctx context.Context) error {
			_, err := r.optionsAside(ctx, known)
			return err
		}); err != nil {
			return r.report, err
		}
	}
	r.broken.tell(r.report)
	return r.report, nil
}

// broughtAtOnce is how many changes share a transaction.
const broughtAtOnce = 100

func (r *run) bring(ctx context.Context, changes []Change, one func(context.Context, Change) error) error {
	for some := range slices.Chunk(changes, broughtAtOnce) {
		err := r.Store.InTx(ctx, func(ctx context.Context) error {
			for _, c := range some {
				r.again.change = c
				if err := one(ctx, c); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		if r.done += int64(len(some)); r.Progress != nil {
			r.Progress(importer.Step{Part: importer.Importing, Done: min(r.done, r.total), Total: r.total})
		}
	}
	return nil
}

const kindGone = "gone on the old site"

func (r *run) bringAccount(ctx context.Context, c Change) error {
	if c.Gone {
		// What is left of the account's was given to another there, and has changed so. It
		// never came without a role, and may have been removed here.
		err := r.Store.DeleteUser(ctx, c.ID)
		if errors.Is(err, user.ErrNotFound) {
			return nil
		}
		r.report.Took(kindGone, 1)
		return err
	}
	list, meta, err := r.readAccounts(ctx, "ID = ?", c.ID)
	for _, u := range list {
		if err := r.account(ctx, u, meta[u.ID]); err != nil {
			return err
		}
	}
	return err
}

func (r *run) bringTerm(ctx context.Context, c Change) error {
	if c.Gone {
		r.report.Took(kindGone, 1)
		return r.Store.DeleteTerm(ctx, c.ID)
	}
	list, _, err := r.readTerms(ctx, "x.term_id = ?", c.ID)
	for _, t := range list {
		if err := r.term(ctx, t); err != nil {
			return err
		}
	}
	return err
}

func (r *run) bringEntry(ctx context.Context, c Change) error {
	here, err := r.Store.EntryByID(ctx, c.ID)
	if err != nil && !errors.Is(err, content.ErrNotFound) {
		return err
	}
	was := storedDate(c.Was)
	edited := here != nil && was != "" && here.ModifiedUTC != was
	if edited {
		same, err := r.same(ctx, here)
		if err != nil {
			return err
		}
		edited = !same
	}
	switch {
	case edited:
		r.report.Warn("the entry %d (%q) was edited here since it came; it stays as it is here", c.ID, here.Title)
		return nil
	case c.Gone && here == nil:
		return nil
	case c.Gone:
		if err := (fileMove{r}).remove(ctx, here); err != nil {
			return err
		}
		r.report.Took(kindGone, 1)
		return r.Store.DeleteEntry(ctx, c.ID)
	}
	list, err := r.readEntries(ctx, c.ID, c.ID)
	if err != nil {
		return err
	}
	meta, err := r.meta(ctx, "postmeta", "post_id", "meta_id", c.ID, c.ID)
	if err != nil {
		return err
	}
	terms, err := r.termsOf(ctx, c.ID, c.ID)
	if err != nil {
		return err
	}
	for _, e := range list {
		if err := r.entry(ctx, e, meta[e.ID], terms[e.ID]); err != nil {
			return err
		}
	}
	return nil
}

// same tells whether an entry is what the old site has now: a run that was interrupted
// brought it.
func (r *run) same(ctx context.Context, here *content.Entry) (bool, error) {
	list, err := r.readEntries(ctx, here.ID, here.ID)
	return len(list) == 1 && list[0].ModifiedUTC == here.ModifiedUTC, err
}

func (r *run) bringComment(ctx context.Context, c Change) error {
	if c.Gone {
		r.report.Took(kindGone, 1)
		return r.Store.DeleteComment(ctx, c.ID)
	}
	list, err := r.readComments(ctx, "comment_ID = ?", c.ID)
	for _, one := range list {
		if err := r.storeComment(ctx, one); err != nil {
			return err
		}
		r.report.Took("comment", 1)
	}
	return err
}

// setMeta replaces the values of what is stored again: those that it has, and those that
// the old site has dropped.
func (r *run) setMeta(meta content.Meta, set func(key string, values ...any) error) error {
	for key, values := range meta {
		if err := set(key, values...); err != nil {
			return err
		}
	}
	for _, key := range r.again.change.Dropped {
		if key = r.Name(key); meta[key] == nil {
			if err := set(key); err != nil {
				return err
			}
		}
	}
	return nil
}

// storeEntry stores an entry, in the place of itself where it is here.
func (r *run) storeEntry(ctx context.Context, e *content.Entry, terms map[string][]int64) error {
	if r.again == nil {
		return r.Store.InsertEntry(ctx, e)
	}
	here, err := r.Store.EntryByID(ctx, e.ID)
	if errors.Is(err, content.ErrNotFound) {
		return r.Store.InsertEntry(ctx, e)
	}
	if err != nil {
		return err
	}
	if here.Type != e.Type && r.again.change.Was == "" {
		r.report.Warn("the id %d of %q on the old site was given to another entry here; it stays there", e.ID, e.Title)
		return nil
	}
	e.CommentCount = here.CommentCount
	if err := r.Store.UpdateEntry(ctx, e); err != nil {
		return err
	}
	had, err := r.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		return err
	}
	for _, t := range had[e.ID] {
		if terms[t.Taxonomy] == nil {
			if err := r.Store.SetEntryTerms(ctx, e.ID, t.Taxonomy, nil); err != nil {
				return err
			}
		}
	}
	return r.setMeta(e.Meta, func(key string, values ...any) error { return r.Store.SetEntryMeta(ctx, e.ID, key, values...) })
}

// storeTerm stores a term, in the place of itself where it is here.
func (r *run) storeTerm(ctx context.Context, t *taxonomy.Term) error {
	if r.again == nil || t.ID == 0 {
		return r.Store.InsertTerm(ctx, t)
	}
	if _, err := r.Store.TermByID(ctx, t.ID); errors.Is(err, taxonomy.ErrNotFound) {
		return r.Store.InsertTerm(ctx, t)
	} else if err != nil {
		return err
	}
	if err := r.Store.UpdateTerm(ctx, t); err != nil {
		return err
	}
	return r.setMeta(t.Meta, func(key string, values ...any) error { return r.Store.SetTermMeta(ctx, t.ID, key, values...) })
}

// storeAccount stores an account, in the place of itself where it is here. It keeps the
// password that it has here.
func (r *run) storeAccount(ctx context.Context, u *user.User) error {
	if r.again == nil {
		return r.Store.InsertUser(ctx, u)
	}
	here, err := r.Store.UserByID(ctx, u.ID)
	if errors.Is(err, user.ErrNotFound) {
		return r.Store.InsertUser(ctx, u)
	}
	if err != nil {
		return err
	}
	u.PasswordHash = here.PasswordHash
	if err := r.Store.UpdateUser(ctx, u); err != nil {
		return err
	}
	return r.setMeta(u.Meta, func(key string, values ...any) error { return r.Store.SetUserMeta(ctx, u.ID, key, values...) })
}

// storeComment stores a comment, in the place of itself where it is here.
func (r *run) storeComment(ctx context.Context, c *comment.Comment) error {
	if r.again == nil {
		return r.Store.InsertComment(ctx, c)
	}
	if _, err := r.Store.CommentByID(ctx, c.ID); errors.Is(err, comment.ErrNotFound) {
		return r.Store.InsertComment(ctx, c)
	} else if err != nil {
		return err
	}
	if err := r.Store.UpdateComment(ctx, c); err != nil {
		return err
	}
	return r.setMeta(c.Meta, func(key string, values ...any) error { return r.Store.SetCommentMeta(ctx, c.ID, key, values...) })
}

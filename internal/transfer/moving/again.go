package moving

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
)

// Change is something of the old site that is new, changed or gone since it moved in.
type Change struct {
	ID   int64
	Gone bool
	// Was is what it was as it came the last time, "" for what is new: of an entry when it was
	// changed and of a comment when it was written, both in UTC and "-" where that wasn't told;
	// the slug of a term; the log-in name of an account.
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
	// Own are the names of settings that were changed here since they came: these stay. Update
	// removes those that have become the same on the old site.
	Own map[string]bool
}

// again is what a run brings to a site that moved in before.
type again struct {
	change Change // the one under way
}

// Update brings what changed on the old site since it moved in, and nothing else. What
// was brought is brought again without harm. An entry that was edited here meanwhile stays
// as it is here, and is told of; so does what was made here under an id that the old site
// has given out since. Settings that were changed here stay, too.
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
	if err := (collisions{r}).tellSharedSlugs(ctx, c.Entries); err != nil {
		return r.report, err
	}
	if c.Others {
		if c.Own[site.Widgets.Name] || c.Own[site.Sidebars.Name] { // one says what widgets have, the other where they stand
			c.Own[site.Widgets.Name], c.Own[site.Sidebars.Name] = true, true
		}
		kept := map[string]bool{}
		ctx := site.Keeping(ctx, func(name string, changes bool) bool {
			switch {
			case !c.Own[name]:
				return false
			case !changes:
				delete(c.Own, name)
				return false
			}
			kept[name] = true
			return true
		})
		for _, do := range []func(context.Context, *journal.Source) error{r.moveOptions, r.moveExtensions} {
			if err := do(ctx, &journal.Source{}); err != nil {
				return r.report, err
			}
		}
		namesOf(slices.Sorted(maps.Keys(kept))).say(r.report.Warn, "setting was changed here since it came and stays as it is here; the old site has another", "settings were changed here since they came and stay as they are here; the old site has others")
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

// stays tells of something that was made here, whose id the old site gave to something else.
func (r *run) stays(kind string, id int64, here, there string) {
	r.report.Warn("the %s %d is %q here and %q on the old site, which gave out the same id; what is here stays, and that of the old site didn't come", kind, id, here, there)
}

func (r *run) bringAccount(ctx context.Context, c Change) error {
	here, err := r.Store.UserByID(ctx, c.ID)
	if err != nil && !errors.Is(err, user.ErrNotFound) {
		return err
	}
	if c.Gone {
		// What is left of the account's was given to another there, and has changed so. It
		// never came without a role, and may have been removed here.
		if here == nil || c.Was != "" && !cameAs(here, c.Was) {
			return nil
		}
		r.report.Took(kindGone, 1)
		return r.Store.DeleteUser(ctx, c.ID)
	}
	list, meta, err := r.readAccounts(ctx, "ID = ?", c.ID)
	for _, u := range list {
		if here != nil && !cameAs(here, u.Login) && !cameAs(here, c.Was) {
			r.stays(kindAccount, c.ID, here.Login, u.Login)
			return nil
		}
		if err := r.account(ctx, u, meta[u.ID], here); err != nil {
			return err
		}
	}
	return err
}

func (r *run) bringTerm(ctx context.Context, c Change) error {
	if c.Gone {
		here, err := r.Store.TermByID(ctx, c.ID)
		switch {
		case errors.Is(err, taxonomy.ErrNotFound), err == nil && c.Was != "" && here.Slug != c.Was:
			return nil
		case err != nil:
			return err
		}
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
	list, err := r.readEntries(ctx, c.ID, c.ID)
	if err != nil {
		return err
	}
	was := storedDate(c.Was)
	other := here != nil && (len(list) != 1 || !same(here, list[0]))
	switch {
	case other && c.Was == "" && len(list) == 1:
		r.stays("entry", c.ID, here.Title, list[0].Title)
		return nil
	case other && was != "" && here.ModifiedUTC != was:
		r.report.Warn("the entry %d (%q) was edited here since it came; it stays as it is here", c.ID, here.Title)
		return nil
	case c.Gone && here == nil:
		return nil
	case c.Gone:
		if err := (&fileMove{run: r}).remove(ctx, here); err != nil {
			return err
		}
		r.report.Took(kindGone, 1)
		return r.Store.DeleteEntry(ctx, c.ID)
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
		if err := r.entry(ctx, e, meta[e.ID], terms[e.ID], here); err != nil {
			return err
		}
	}
	return nil
}

// same tells whether an entry is what the old site has now: a run that was interrupted
// brought it.
func same(here, there *content.Entry) bool {
	return here.ModifiedUTC == there.ModifiedUTC && here.Type == there.Type && here.Title == there.Title && here.Content == there.Content && here.Excerpt == there.Excerpt
}

func (r *run) bringComment(ctx context.Context, c Change) error {
	here, err := r.Store.CommentByID(ctx, c.ID)
	if err != nil && !errors.Is(err, comment.ErrNotFound) {
		return err
	}
	was := storedDate(c.Was)
	if c.Gone {
		if here == nil || was != "" && here.DateUTC != was {
			return nil
		}
		r.report.Took(kindGone, 1)
		return r.Store.DeleteComment(ctx, c.ID)
	}
	list, err := r.readComments(ctx, "comment_ID = ?", c.ID)
	for _, one := range list {
		if here != nil && here.DateUTC != one.DateUTC && here.DateUTC != was {
			r.stays("comment", c.ID, here.AuthorName, one.AuthorName)
			return nil
		}
		if err := r.storeComment(ctx, one, here); err != nil {
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

// storeEntry stores an entry, in the place of what it is here, which is nil where it isn't. An
// entry that was renamed on the old site keeps its former address, which the API doesn't tell.
func (r *run) storeEntry(ctx context.Context, e *content.Entry, terms map[string][]int64, here *content.Entry) error {
	if here == nil {
		return r.Store.InsertEntry(ctx, e)
	}
	e.CommentCount = here.CommentCount
	for key, values := range content.Formerly(r.Types.Get(e.Type), here, e) {
		if e.Meta[key] == nil {
			e.Meta[key] = values
		}
	}
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
func (r *run) storeTerm(ctx context.Context, t *taxonomy.Term, here bool) error {
	if !here {
		return r.Store.InsertTerm(ctx, t)
	}
	if err := r.Store.UpdateTerm(ctx, t); err != nil {
		return err
	}
	return r.setMeta(t.Meta, func(key string, values ...any) error { return r.Store.SetTermMeta(ctx, t.ID, key, values...) })
}

// storeAccount stores an account, in the place of what it is here, which is nil where it
// isn't. It keeps the password that it has here.
func (r *run) storeAccount(ctx context.Context, u, here *user.User) error {
	if here == nil {
		return r.Store.InsertUser(ctx, u)
	}
	u.PasswordHash = here.PasswordHash
	if err := r.Store.UpdateUser(ctx, u); err != nil {
		return err
	}
	return r.setMeta(u.Meta, func(key string, values ...any) error { return r.Store.SetUserMeta(ctx, u.ID, key, values...) })
}

// storeComment stores a comment, in the place of what it is here, which is nil where it isn't.
func (r *run) storeComment(ctx context.Context, c, here *comment.Comment) error {
	if here == nil {
		return r.Store.InsertComment(ctx, c)
	}
	if err := r.Store.UpdateComment(ctx, c); err != nil {
		return err
	}
	return r.setMeta(c.Meta, func(key string, values ...any) error { return r.Store.SetCommentMeta(ctx, c.ID, key, values...) })
}

package importer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
)

// highest remembers the highest ids of a file. New ids are given out above
// them, so that nothing takes the id of what comes later.
type highest journal.IDs

func (h *highest) add(item wxr.Item) {
	see := func(to *int64, id int64) {
		if id <= maxReusedID {
			*to = max(*to, id)
		}
	}
	switch item := item.(type) {
	case *wxr.Author:
		see(&h.Account, item.ID)
	case *wxr.Category, *wxr.Tag, *wxr.Term:
		see(&h.Term, termOf(item).id)
	case *wxr.Entry:
		see(&h.Entry, item.ID)
		for i := range item.Comments {
			see(&h.Comment, item.Comments[i].ID)
		}
	}
}

// keepRoom moves the next ids above those of the file.
func (r *run) keepRoom() {
	if !r.KeepIDs {
		return
	}
	next := &r.source.Next
	next.Entry, next.Term = max(next.Entry, r.highest.Entry+1), max(next.Term, r.highest.Term+1)
	next.Comment, next.Account = max(next.Comment, r.highest.Comment+1), max(next.Account, r.highest.Account+1)
}

// chooseID is the id of a new row: the one of the file where ids are kept and
// nobody has it, else the next. there looks a row up, and fails with missing
// when there is none.
func chooseID(own int64, next *int64, missing error, there func(id int64) error) (id int64, moved bool, err error) {
	if own <= 0 || own > maxReusedID {
		return take(next), own != 0, nil
	}
	switch err := there(own); {
	case errors.Is(err, missing):
		*next = max(*next, own+1)
		return own, false, nil
	case err != nil:
		return 0, false, err
	}
	return take(next), true, nil
}

// keptID is chooseID where ids are kept, with a line in the report about an id
// that couldn't be.
func (r *run) keptID(what string, own int64, next *int64, report *Report, line int, missing error, there func(id int64) error) (int64, error) {
	if !r.KeepIDs {
		return take(next), nil
	}
	id, moved, err := chooseID(own, next, missing, there)
	if err != nil {
		return 0, fmt.Errorf("is the id %d of a %s free: %w", own, what, err)
	}
	if moved {
		report.warn(line, "the %s %d is now %d: something else has the id", what, own, id)
	}
	return id, nil
}

// commentID is the id that a comment gets.
func (w *batchWriter) commentID(ctx context.Context, own int64, report *Report, line int) (int64, error) {
	return w.keptID("comment", own, &w.source.Next.Comment, report, line, comment.ErrNotFound, func(id int64) error {
		_, err := w.Store.CommentByID(ctx, id)
		return err
	})
}

// menuItemID is the id that a menu item gets. An item of two menus stands in the
// file twice, and keeps its id in the first.
func (w *batchWriter) menuItemID(ctx context.Context, own int64) (int64, error) {
	return w.keptID("menu item", own, &w.source.Next.Entry, w.report, 0, content.ErrNotFound, func(id int64) error {
		_, err := w.Store.EntryByID(ctx, id)
		return err
	})
}

// modified is the date of last change that an entry keeps, nil for that of the
// import.
func (r *run) modified(ctx context.Context, e *wxr.Entry) *content.Date {
	if !r.KeepIDs {
		return nil
	}
	d := r.date(ctx, e.Modified, e.ModifiedGMT)
	if d != nil && d.UTC == "" {
		d.UTC = r.Site.ToUTC(ctx, d.Local)
	}
	return d
}

// firstCategory is the category that a new site begins with, where ids are kept, the file has
// another with its id, and nothing is in it yet: that takes its place. Else it is nil.
func (r *run) firstCategory(ctx context.Context, d termDef) (*taxonomy.Term, error) {
	if !r.KeepIDs || d.taxonomy != taxonomy.Category || d.id <= 0 || d.id != site.DefaultCategory.Of(ctx, r.Site) {
		return nil, nil
	}
	for _, id := range r.termIDs {
		if id == d.id {
			return nil, nil // another of the file is it
		}
	}
	used, err := r.Store.UsedIDs(ctx)
	if err != nil || used.Entry > 0 {
		return nil, err
	}
	t, err := r.Store.TermByID(ctx, d.id)
	if errors.Is(err, taxonomy.ErrNotFound) {
		return nil, nil
	}
	return t, err
}

// numberedTerms gives new terms the ids of the import.
type numberedTerms struct {
	taxonomy.Store
	run    *run
	own    int64 // in the file
	report *Report
	line   int
}

// InsertTerm implements taxonomy.Store.
func (s numberedTerms) InsertTerm(ctx context.Context, t *taxonomy.Term) (err error) {
	if t.ID == 0 {
		t.ID, err = s.run.keptID("term", s.own, &s.run.source.Next.Term, s.report, s.line, taxonomy.ErrNotFound, func(id int64) error {
			_, err := s.TermByID(ctx, id)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.Store.InsertTerm(ctx, t)
}

// numberedUsers gives new accounts the ids of the import.
type numberedUsers struct {
	user.Store
	run    *run
	own    int64 // in the file
	report *Report
}

// InsertUser implements user.Store.
func (s numberedUsers) InsertUser(ctx context.Context, u *user.User) (err error) {
	if u.ID == 0 {
		u.ID, err = s.run.keptID("account", s.own, &s.run.source.Next.Account, s.report, 0, user.ErrNotFound, func(id int64) error {
			_, err := s.UserByID(ctx, id)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.Store.InsertUser(ctx, u)
}

// moveSettings brings what the file says of the site, in the transaction that
// opens the import: what is changed here later stays when it runs again.
func (r *run) moveSettings(ctx context.Context) error {
	if !r.KeepIDs || r.about == nil {
		return nil
	}
	for _, setting := range []struct {
		option *site.Option[string]
		text   string
	}{{site.Title, r.about.Title}, {site.Tagline, r.about.Description}, {site.Locale, localeOf(r.about.Language)}} {
		v := setting.text
		if setting.option != site.Locale {
			v, _ = setting.option.Clean(v) // escaped, as it is stored
		}
		if v == "" {
			continue
		}
		if err := setting.option.Set(ctx, r.Site, v); err != nil {
			return fmt.Errorf("bring the setting %s: %w", setting.option.Name, err)
		}
	}
	return nil
}

// localeOf is the locale of a language tag of a feed, "" for that of new sites
// and for one that is too odd to be stored.
func localeOf(tag string) string {
	tag = strings.TrimSpace(tag)
	if tag == "" || len(tag) > 20 || strings.Trim(tag, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != "" {
		return ""
	}
	if locale := strings.ReplaceAll(tag, "-", "_"); locale != "en_US" {
		return locale
	}
	return ""
}

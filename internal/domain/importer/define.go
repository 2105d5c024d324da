package importer

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/platform/markup/clean"
)

// termKey names a term by its slug in the file.
type termKey struct{ taxonomy, slug string }

// termDef is a category, tag or other term of the file.
type termDef struct {
	id                                        int64
	taxonomy, slug, parent, name, description string
	meta                                      []wxr.Meta
}

func termOf(item wxr.Item) termDef {
	switch t := item.(type) {
	case *wxr.Category:
		return termDef{t.ID, taxonomy.Category, t.Slug, t.Parent, t.Name, t.Description, t.Meta}
	case *wxr.Tag:
		return termDef{t.ID, taxonomy.Tag, t.Slug, "", t.Name, t.Description, t.Meta}
	case *wxr.Term:
		return termDef{t.ID, t.Taxonomy, t.Slug, t.Parent, t.Name, t.Description, t.Meta}
	}
	return termDef{}
}

// done tells why nothing has to be written for an author or term, "" when
// there is. One that is there already is remembered.
func (r *run) done(ctx context.Context, rec record) (why string, err error) {
	if a, ok := rec.item.(*wxr.Author); ok {
		return r.accountDone(ctx, a)
	}
	d := termOf(rec.item)
	if r.Terms.Taxonomies.Get(d.taxonomy) == nil {
		return whyTaxonomy, nil
	}
	if strings.TrimSpace(d.name) == "" {
		return whyName, nil
	}
	id, err := r.findTerm(ctx, d.taxonomy, d.slug)
	if err != nil || id == 0 {
		return "", err
	}
	r.termIDs[d.id] = id
	return whyThere, nil
}

func (r *run) accountDone(ctx context.Context, a *wxr.Author) (why string, err error) {
	id, err := r.accountOf(ctx, a.Login)
	if err != nil {
		return "", err
	}
	if id != 0 {
		r.authors[a.ID] = id
		return whyThere, nil
	}
	email := clean.Email(a.Email)
	if email == "" {
		return "", nil
	}
	_, err = r.Store.UserByEmail(ctx, email)
	switch {
	case err == nil:
		return whyEmail, nil
	case errors.Is(err, user.ErrNotFound):
		return "", nil
	}
	return "", err
}

// define writes an author or term.
func (w *batchWriter) define(ctx context.Context, rec record) error {
	kind := kindOf(rec.item)
	why, err := w.done(ctx, rec)
	if err != nil {
		return err
	}
	if why != "" {
		w.report.skipped(kind, why, 1)
		return nil
	}
	if a, ok := rec.item.(*wxr.Author); ok {
		return w.account(ctx, a)
	}
	d := termOf(rec.item)
	id, why, err := w.createTerm(ctx, d, rec.line)
	if err != nil {
		return err
	}
	if id != 0 {
		w.termIDs[d.id] = id
	}
	if why != "" {
		w.report.skipped(kind, why, 1)
		return nil
	}
	w.report.imported(kind, 1)
	return nil
}

// accountOf is the account with a log-in name of the file, 0 if there is none.
func (r *run) accountOf(ctx context.Context, login string) (int64, error) {
	login = strings.TrimSpace(clean.Username(site.Locale.Of(ctx, r.Site), login, true))
	if login == "" {
		return 0, nil
	}
	if id, ok := r.logins[login]; ok {
		return id, nil
	}
	u, err := r.Store.UserByLogin(ctx, login)
	if err != nil && !errors.Is(err, user.ErrNotFound) {
		return 0, err
	}
	var id int64
	if err == nil {
		id = u.ID
	}
	if len(r.logins) >= maxRemembered {
		clear(r.logins)
	}
	r.logins[login] = id
	return id, nil
}

// maxRemembered bounds what is kept of names that were looked up.
const maxRemembered = 10_000

// account makes an account for an author. One that can't be made is left out;
// what the author wrote belongs to whom the import works for.
func (w *batchWriter) account(ctx context.Context, a *wxr.Author) error {
	users := *w.Users
	users.Store = numberedUsers{w.Store, w.run, a.ID, w.report}
	users.Notify = nil
	u, err := users.Create(ctx, user.Change{
		Login: &a.Login, Email: &a.Email, Name: &a.DisplayName,
		FirstName: &a.FirstName, LastName: &a.LastName, Description: &a.Description,
	})
	var refused user.Refusal
	if errors.As(err, &refused) {
		w.report.skipped(kindAuthor, refused.Error(), 1)
		return nil
	}
	if err != nil {
		return err
	}
	w.logins[u.Login] = u.ID
	if a.ID != 0 {
		w.authors[a.ID] = u.ID
	}
	w.report.imported(kindAuthor, 1)
	return nil
}

// findTerm is the term with a slug of the file, 0 if there is none.
//
// Compat (TestFirstVersion): a term that is named like the slug counts too.
func (r *run) findTerm(ctx context.Context, tax, given string) (int64, error) {
	slug := r.Site.Slug(ctx, given)
	if slug == "" {
		return 0, nil
	}
	key := termKey{tax, slug}
	if id, ok := r.terms[key]; ok {
		return id, nil
	}
	t, err := r.Store.TermBySlug(ctx, tax, slug)
	switch {
	case err == nil:
		r.setTerm(key, t.ID)
		return t.ID, nil
	case !errors.Is(err, taxonomy.ErrNotFound):
		return 0, err
	}
	id, err := r.termNamed(ctx, tax, given)
	if err == nil && id != 0 {
		r.setTerm(key, id)
	}
	return id, err
}

func (r *run) setTerm(key termKey, id int64) {
	if len(r.terms) >= maxRemembered {
		clear(r.terms)
	}
	r.terms[key] = id
}

// createTerm makes a term that findTerm doesn't know. why tells that it was
// not made; there may be an id nevertheless, of the term that it repeats.
func (w *batchWriter) createTerm(ctx context.Context, d termDef, line int) (id int64, why string, err error) {
	if w.Terms.Taxonomies.Get(d.taxonomy) == nil {
		return 0, whyTaxonomy, nil
	}
	var parent int64
	if d.parent != "" {
		if parent, err = w.findTerm(ctx, d.taxonomy, d.parent); err != nil {
			return 0, "", err
		}
	}
	terms := *w.Terms
	terms.Store = numberedTerms{w.Store, w.run, d.id, w.report, line}
	meta := content.Meta{}
	counts := newReport()
	addMeta(meta, d.meta, takeAll, counts, line)
	first, err := w.firstCategory(ctx, d)
	if err != nil {
		return 0, "", err
	}
	change := taxonomy.Change{Name: &d.name, Slug: &d.slug, Description: &d.description, Parent: &parent, Meta: meta}
	var t *taxonomy.Term
	if first != nil {
		t, err = terms.Update(ctx, first, change)
	} else {
		t, err = terms.Create(ctx, d.taxonomy, change)
	}
	var exists *taxonomy.ExistsError
	switch {
	case errors.As(err, &exists):
		id, err := w.termNamed(ctx, d.taxonomy, d.name)
		return id, whyThere, err
	case errors.Is(err, taxonomy.ErrEmptyName):
		return 0, whyName, nil
	case err != nil:
		return 0, "", err
	}
	w.setTerm(termKey{d.taxonomy, w.Site.Slug(ctx, d.slug)}, t.ID)
	w.report.merge(counts)
	return t.ID, "", nil
}

func (r *run) termNamed(ctx context.Context, tax, name string) (int64, error) {
	page, err := r.Store.ListTerms(ctx, taxonomy.Query{Taxonomies: []string{tax}, Name: name, Order: taxonomy.ByID, Limit: 1, SkipTotal: true})
	if err != nil {
		return 0, fmt.Errorf("terms named %q: %w", name, err)
	}
	if len(page.Terms) == 0 {
		return 0, nil
	}
	return page.Terms[0].ID, nil
}

package terms

import (
	"context"
	"errors"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/schema"
)

func (res *Resource) listArgs() []rest.Arg {
	args := []rest.Arg{
		res.rest.ContextArg(rest.View),
		rest.PageArg(),
		rest.PerPageArg("terms", 10, 100),
		rest.SearchArg("Limit the list to terms that contain a text."),
		rest.ExcludeArg("terms"),
		rest.IncludeArg("terms"),
	}
	if !res.Tax.Hierarchical {
		args = append(args, rest.SkipArg("terms"))
	}
	args = append(args,
		rest.OrderArg("asc"),
		rest.OrderBy.Arg(schema.Str("What the list is ordered by.", schema.Default("name"),
			schema.Enum("id", "include", "name", "slug", "include_slugs", "term_group", "description", "count"))),
		argHideEmpty.Arg(schema.Bool("Whether to leave out terms that no entry has.", schema.Default(false))))
	if res.Tax.Hierarchical {
		args = append(args, argParent.Arg(schema.Int("Limit the list to terms right below this one.")))
	}
	args = append(args,
		argPost.Arg(schema.Int("Limit the list to terms of an entry.", schema.Default(schema.None))),
		argSlug.Arg(schema.List(schema.Str(""), "Limit the list to terms with these slugs.")))
	return append(args, res.added.Args()...)
}

func (res *Resource) query(r *rest.Request) taxonomy.Query {
	q := taxonomy.Query{
		Taxonomies: []string{res.Tax.Name}, Hierarchical: res.Tax.Hierarchical, Entry: argPost.Of(r),
		IDs: rest.Include.Of(r), Search: rest.Search.Of(r), Limit: int(rest.PerPage.Of(r)),
		Order: taxonomy.OrderBy(rest.OrderBy.Of(r)), Desc: rest.Order.Of(r) == "desc",
	}
	if q.Search == "0" {
		// Compat (TestLists): 0 counts as no search.
		q.Search = ""
	}
	if q.IDs == nil {
		q.NotIDs = rest.Exclude.Of(r)
	}
	q.HideEmpty = argHideEmpty.Of(r) && q.Entry == 0
	for _, s := range argSlug.Of(r) {
		q.Slugs = append(q.Slugs, res.Site.Slug(r.Context(), s))
	}
	if res.Tax.Hierarchical && argParent.Has(r) {
		parent := argParent.Of(r)
		q.Parent = &parent
	}
	if q.Order == taxonomy.ByInclude && q.IDs == nil {
		q.Order = taxonomy.ByName
	}
	q.Offset = rest.PageOffset(rest.Page.Of(r), q.Limit)
	if n := rest.Skip.Of(r); n != 0 && !res.Tax.Hierarchical {
		q.Offset = rest.Offset(n)
	}
	return q
}

// onlyByEntry tells whether a list asks for nothing but the terms of an entry, as
// the embedded ones do; these come from what was loaded with the entries.
func onlyByEntry(q taxonomy.Query) bool {
	return q.Entry != 0 && q.IDs == nil && q.NotIDs == nil && q.Slugs == nil && q.Parent == nil && q.Search == "" &&
		len(q.Conditions) == 0 && q.Order == taxonomy.ByName && !q.Desc && q.Offset == 0
}

func (res *Resource) find(ctx context.Context, q taxonomy.Query) (taxonomy.Page, error) {
	if !onlyByEntry(q) {
		return res.Store.ListTerms(ctx, q)
	}
	all, err := res.Store.EntryTerms(ctx, []int64{q.Entry})
	if err != nil {
		return taxonomy.Page{}, err
	}
	var p taxonomy.Page
	for _, t := range all[q.Entry] {
		if t.Taxonomy == res.Tax.Name {
			p.Terms = append(p.Terms, t)
		}
	}
	p.Total = len(p.Terms)
	p.Terms = p.Terms[:min(len(p.Terms), q.Limit)]
	return p, nil
}

func (res *Resource) list(r *rest.Request) (*rest.Response, error) {
	q := res.query(r)
	if err := res.added.Filter(r, &q); err != nil {
		return nil, err
	}
	page, err := res.find(r.Context(), q)
	if err != nil {
		return nil, err
	}
	terms := page.Terms
	if r.ViewContext() == rest.Edit && !res.canEdit(r) {
		terms = nil
	}
	if err := res.prefetch(r.Context(), r, terms); err != nil {
		return nil, err
	}
	info := &rest.PageInfo{Total: page.Total, PerPage: q.Limit, Path: res.base, Page: rest.OffsetPage(int64(q.Offset), q.Limit)}
	if n := rest.Skip.Of(r); n < 0 && !res.Tax.Hierarchical {
		info.Page = rest.OffsetPage(n, q.Limit)
	}
	return &rest.Response{Body: res.rest.Items(r, terms), Page: info}, nil
}

// prefetch loads the parents of terms at once, and what added fields read.
func (res *Resource) prefetch(ctx context.Context, r *rest.Request, terms []*taxonomy.Term) error {
	if err := res.added.Prefetch(ctx, r, terms); err != nil {
		return err
	}
	var parents []int64
	for _, t := range terms {
		if t.Parent != 0 {
			parents = append(parents, t.Parent)
		}
	}
	if parents == nil {
		return nil
	}
	if _, err := res.Store.TermsByID(ctx, parents); err != nil {
		return err
	}
	_, err := res.Store.AllTerms(ctx, res.Tax.Name)
	return err
}

// prefetchLists loads the terms of many entries at once.
func (res *Resource) prefetchLists(ctx context.Context, requests []*rest.Request) error {
	var entries []int64
	for _, r := range requests {
		if id := argPost.Of(r); id != 0 {
			entries = append(entries, id)
		}
	}
	if entries == nil {
		return nil
	}
	if _, err := res.Store.EntriesByID(ctx, entries); err != nil {
		return err
	}
	terms, err := res.Store.EntryTerms(ctx, entries)
	if err != nil {
		return err
	}
	var all []*taxonomy.Term
	for _, list := range terms {
		all = append(all, list...)
	}
	return res.prefetch(ctx, requests[0], all)
}

func (res *Resource) prefetchItems(ctx context.Context, requests []*rest.Request) error {
	ids := make([]int64, len(requests))
	for i, r := range requests {
		ids[i] = rest.ID.Of(r)
	}
	terms, err := res.Store.TermsByID(ctx, ids)
	if err != nil {
		return err
	}
	var list []*taxonomy.Term
	for _, t := range terms {
		list = append(list, t)
	}
	return res.prefetch(ctx, requests[0], list)
}

// allowList guards the list: context edit needs the right to edit terms, and
// the terms of an entry the right to read it.
func (res *Resource) allowList(r *rest.Request) error {
	if r.ViewContext() == rest.Edit && !res.canEdit(r) {
		return errForbidden
	}
	if err := res.allowPost(r); err != nil {
		return err
	}
	if res.AllowRead != nil {
		return res.AllowRead(r)
	}
	return nil
}

// allowPost guards the terms of one entry.
func (res *Resource) allowPost(r *rest.Request) error {
	// The Allow header of a request with bad parameters is computed, too: what
	// is no number names an entry that doesn't exist.
	if given := argPostText.Of(r); given == "" || given == "0" {
		return nil
	}
	e, err := res.Store.EntryByID(r.Context(), argPost.Of(r))
	if errors.Is(err, content.ErrNotFound) {
		return errPostUnknown
	}
	if err != nil {
		return err
	}
	if !slices.Contains(res.Tax.Types, e.Type) || !res.readable(r, e) {
		return errPostUnreadable
	}
	return nil
}

func (res *Resource) readable(r *rest.Request, e *content.Entry) bool {
	t := res.Types.Get(e.Type)
	if t != nil && t.Public && e.Status == content.Publish {
		return true
	}
	return r.Actor.LoggedIn() && res.Entries.CanRead(r.Context(), r.Actor, e)
}

func (res *Resource) allowGet(r *rest.Request) error {
	t, err := res.load(r)
	if err != nil {
		return err
	}
	if r.ViewContext() == rest.Edit && !res.canEditTerm(r, t) {
		return errForbidden
	}
	if res.AllowRead != nil {
		return res.AllowRead(r)
	}
	return nil
}

func (res *Resource) get(r *rest.Request) (*rest.Response, error) {
	t, err := res.load(r)
	if err != nil {
		return nil, err
	}
	return rest.OK(res.rest.Item(r, t)), nil
}

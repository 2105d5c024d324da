package entry

import (
	"errors"
	"slices"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
)

var (
	errNoSearch  = fault.BadRequest("rest_no_search_term_defined", "Ordering by relevance needs a search.")
	errNoInclude = fault.BadRequest("rest_orderby_include_missing_include", "Ordering by include needs the include parameter.")
)

// query turns the arguments of a list into a query.
func (res querying) query(r *rest.Request) (content.Query, error) {
	q := content.Query{Types: []string{res.Type.Name}, Limit: int(rest.PerPage.Of(r))}
	if s := rest.Search.Of(r); rest.OrderBy.Of(r) == "relevance" && (s == "" || s == "0") {
		// Compat (core-v2/posts#a search for zero): 0 is searched for, but counts as no search here.
		return q, errNoSearch
	}
	if rest.OrderBy.Of(r) == "include" && len(argIncludeList.Of(r)) == 0 {
		return q, errNoInclude
	}
	q.IDs = rest.Include.Of(r)
	if q.IDs == nil {
		q.NotIDs = rest.Exclude.Of(r)
	}
	if q.NotAuthors = declaredIDs(r, argAuthorExclude); q.NotAuthors == nil {
		q.Authors = declaredIDs(r, argAuthors)
	}
	if q.Parents = declaredIDs(r, argParents); q.Parents == nil {
		q.NotParents = declaredIDs(r, argParentExclude)
	}
	for _, s := range argSlugList.Of(r) {
		q.Slugs = append(q.Slugs, res.Site.Slug(r.Context(), s))
	}
	if declared(r, argMenuOrder) {
		n := argMenuOrder.Of(r)
		n = max(n, -n)
		q.MenuOrder = &n
	}
	res.statuses(r, &q)
	res.dates(r, &q)
	q.Search = searchOf(r)
	if q.Search != nil && !r.Actor.LoggedIn() {
		open := false
		q.WithPassword = &open
	}
	if err := res.filterTerms(r, &q); err != nil {
		return q, err
	}
	if err := res.formats(r, &q); err != nil {
		return q, err
	}
	res.sticky(r, &q)
	q.Order = orderOf(r)
	q.Offset = rest.PageOffset(rest.Page.Of(r), q.Limit)
	if rest.Skip.Has(r) {
		q.Offset = rest.Offset(rest.Skip.Of(r))
	}
	if res.List.Filter != nil {
		if err := res.List.Filter(r, &q); err != nil {
			return q, err
		}
	}
	if err := res.added.Filter(r, &q); err != nil {
		return q, err
	}
	if q.TellsText() {
		q.Reader = res.Entries.Reader(r.Context(), r.Actor)
	}
	return q, nil
}

// declared tells whether a parameter has a value and is an argument of the
// list: types differ in the filters that they have, and ignore the others.
func declared[T any](r *rest.Request, p rest.Param[T]) bool { return p.Declared(r) && p.Has(r) }

func declaredIDs(r *rest.Request, p rest.Param[[]int64]) []int64 {
	if !p.Declared(r) {
		return nil
	}
	return p.Of(r)
}

func (res querying) statuses(r *rest.Request, q *content.Query) {
	list := argStatusList.Of(r)
	if slices.Contains(list, "any") {
		for _, s := range res.Statuses {
			// Compat (TestListsByRole): what "any" leaves out may be asked for beside it.
			if s != string(content.Trash) && s != string(content.AutoDraft) || slices.Contains(list, s) {
				q.Statuses = append(q.Statuses, content.Status(s))
			}
		}
		return
	}
	for _, s := range list {
		if s != "" {
			q.Statuses = append(q.Statuses, content.Status(s))
		}
	}
	switch {
	case len(q.Statuses) > 0:
		return
	case len(list) > 0:
		// Compat (TestListsByRole): an empty status among no others leaves the status open.
		for _, s := range res.Statuses {
			q.Statuses = append(q.Statuses, content.Status(s))
		}
		return
	}
	q.Statuses = []content.Status{content.Publish}
	switch {
	case r.Actor.Can(res.Type.Caps.ListPrivate):
		q.Statuses = append(q.Statuses, content.Private)
	case r.Actor.LoggedIn():
		q.PrivateOf = r.Actor.ID
	}
}

func (res querying) dates(r *rest.Request, q *content.Query) {
	local := func(p rest.Param[string]) string {
		return res.Site.Bound(r.Context(), p.Of(r))
	}
	q.After, q.Before, q.ModifiedAfter, q.ModifiedBefore = local(argAfter), local(argBefore), local(argModifiedAfter), local(argModifiedBefore)
}

func (res querying) formats(r *rest.Request, q *content.Query) error {
	list := argFormatList.Of(r)
	if len(list) == 0 || !argFormat.Declared(r) {
		return nil
	}
	f := content.TermFilter{Taxonomy: taxonomy.Format, Terms: []int64{}}
	for _, name := range list {
		if name == "standard" {
			f.Without = true
			continue
		}
		t, err := res.Store.TermBySlug(r.Context(), taxonomy.Format, taxonomy.FormatSlug+name)
		if errors.Is(err, taxonomy.ErrNotFound) {
			continue
		}
		if err != nil {
			return err
		}
		f.Terms = append(f.Terms, t.ID)
	}
	q.Terms = append(q.Terms, f)
	return nil
}

func (res querying) sticky(r *rest.Request, q *content.Query) {
	if declared(r, argSticky) {
		on := argSticky.Of(r)
		if on || q.IDs == nil {
			q.Sticky = &on
		}
		if on {
			// Compat (TestLists): a list of sticky entries takes the excluded ones too.
			q.NotIDs = nil
		}
	}
	if declared(r, argIgnoreSticky) && !argIgnoreSticky.Of(r) && rest.Page.Of(r) <= 1 && q.IDs == nil && q.Sticky == nil && q.Search == nil {
		// Compat (TestLists): a list of terms has no sticky entries on top, nor has one of formats alone; other
		// lists do, also where these entries aren't what was asked for.
		q.StickyTop = !slices.ContainsFunc(q.Terms, func(f content.TermFilter) bool {
			return !f.Exclude && (f.Taxonomy != taxonomy.Format || len(q.Terms) == 1)
		})
	}
}

// orderOf is the order that a list asks for.
func orderOf(r *rest.Request) []content.Order {
	desc := rest.Order.Of(r) == "desc"
	switch by := content.OrderBy(rest.OrderBy.Of(r)); by {
	case content.ByInclude:
		return []content.Order{{By: by}}
	case content.BySlugList:
		if argSlugList.Has(r) {
			return []content.Order{{By: by}}
		}
		// Compat (TestLists): without slugs it is the oldest that come first, whatever the order; of those
		// that are equally old, the newest id.
		return []content.Order{{By: content.ByDate}, {By: content.ByID, Desc: true}}
	default:
		return []content.Order{{By: by, Desc: desc}}
	}
}

// stopWords aren't searched for on their own.
var stopWords = strings.Fields("about an are as at be by com for from how in is it of on or that the this to was what when where who will with www")

// maxTerms is the number of terms beyond which a search is for the whole text.
const maxTerms = 9

// maxSearch is the length of a search text, in bytes, beyond which nothing is
// searched for.
const maxSearch = 1600

// searchOf parses the search parameters; nil when nothing is searched.
func searchOf(r *rest.Request) *content.Search {
	text := rest.Search.Of(r)
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if !argSearchSemantics.Declared(r) { // lists of revisions have the text alone
		return ParseSearch(text, false)
	}
	s := ParseSearch(text, argSearchSemantics.Of(r) == "exact")
	if s == nil {
		return nil
	}
	for _, c := range argSearchColumns.Of(r) {
		s.Columns = append(s.Columns, content.SearchColumn(c))
	}
	return s
}

// ParseSearch splits a search text into terms: words separated by blanks,
// commas and plus signs, and quoted phrases. A leading minus excludes. It is
// nil for a text that is too long.
//
// Compat (TestParseSearch): a text that is too long finds everything.
func ParseSearch(text string, exact bool) *content.Search {
	if len(text) > maxSearch {
		return nil
	}
	text = strings.NewReplacer("\r", "", "\n", "").Replace(clean.Unslash(text))
	words, count := splitTerms(text)
	s := &content.Search{Phrase: text, Exact: exact, Words: count}
	if len(words) == 0 || len(words) > maxTerms {
		words = []string{text}
	}
	for _, w := range words {
		if rest, ok := strings.CutPrefix(w, "-"); ok {
			s.Excluded = append(s.Excluded, rest)
			continue
		}
		s.Terms = append(s.Terms, w)
	}
	return s
}

// splitTerms are the words and phrases of a search that are worth looking for,
// and how many there are together with the others.
func splitTerms(text string) (out []string, count int) {
	for i := 0; i < len(text); {
		if text[i] == '"' {
			end := strings.IndexByte(text[i+1:], '"')
			phrase := text[i+1:]
			if end >= 0 {
				phrase = text[i+1 : i+1+end]
				i += end + 2
			} else {
				i = len(text)
			}
			out, count = appendSearchTerm(out, phrase, true), count+1
			continue
		}
		end := strings.IndexAny(text[i:], " ,+\t\"")
		if end < 0 {
			end = len(text) - i
		}
		if end > 0 {
			out, count = appendSearchTerm(out, text[i:i+end], false), count+1
		}
		i += end
		for i < len(text) && strings.IndexByte(" ,+\t", text[i]) >= 0 {
			i++
		}
	}
	return out, count
}

func appendSearchTerm(out []string, term string, quoted bool) []string {
	if quoted {
		term = strings.Trim(term, "\"'")
	} else {
		term = strings.Trim(term, "\"' ")
	}
	if term == "" || term == "-" || len(term) == 1 && (term[0]|0x20 >= 'a' && term[0]|0x20 <= 'z') {
		return out
	}
	if slices.Contains(stopWords, strings.ToLower(term)) {
		return out
	}
	return append(out, term)
}

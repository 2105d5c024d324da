package storetest

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"quoin/internal/domain/content"
)

func itoa(id int64) string { return strconv.FormatInt(id, 10) }

// model is a store's content in memory, listed in the plainest way.
type model struct {
	entries []*content.Entry
	terms   map[int64][]int64 // of entries
	tax     map[int64]string
}

var accents = strings.NewReplacer("á", "a", "Á", "a", "Ä", "a", "ä", "a", "é", "e", "É", "e", "ü", "u", "Ü", "u", "ñ", "n", "Å", "a", "å", "a", "ç", "c", "Ç", "c")

func plainText(s string) string { return strings.ToLower(accents.Replace(s)) }

func in[T comparable](v T, list []T) bool { return list == nil || slices.Contains(list, v) }

func out[T comparable](v T, list []T) bool { return !slices.Contains(list, v) }

func (m *model) matches(e *content.Entry, q content.Query) bool {
	statusFits := in(e.Status, q.Statuses) || q.PrivateOf != 0 && e.Status == content.Private && e.Author == q.PrivateOf
	ok := in(e.Type, q.Types) && statusFits && in(e.ID, q.IDs) && out(e.ID, q.NotIDs) &&
		in(e.Author, q.Authors) && out(e.Author, q.NotAuthors) && in(e.Parent, q.Parents) && out(e.Parent, q.NotParents) &&
		in(e.Slug, q.Slugs) && strings.HasPrefix(e.Slug, q.SlugPrefix) && strings.Contains(e.Slug, q.SlugPart) && (q.MenuOrder == nil || e.MenuOrder == *q.MenuOrder) && (q.Sticky == nil || e.Sticky == *q.Sticky) &&
		(q.After == "" || e.Date > q.After || q.PastID != 0 && e.Date == q.After && e.ID > q.PastID) && (q.Before == "" || e.Date < q.Before || q.PastID != 0 && e.Date == q.Before && e.ID < q.PastID) &&
		(q.ModifiedAfter == "" || e.Modified > q.ModifiedAfter) && (q.ModifiedBefore == "" || e.Modified < q.ModifiedBefore) &&
		(q.WithPassword == nil || (e.Password != "") == *q.WithPassword)
	if q.MimeTypes != nil {
		ok = ok && slices.ContainsFunc(q.MimeTypes, func(m string) bool {
			return e.MimeType == m || strings.HasSuffix(m, "/") && strings.HasPrefix(e.MimeType, m)
		})
	}
	for _, key := range q.WithoutMeta {
		ok = ok && len(e.Meta[key]) == 0
	}
	for _, part := range q.DateParts {
		ok = ok && slices.ContainsFunc(part.Values, func(v string) bool { return e.Date[part.From:part.From+len(v)] == v })
	}
	for key, values := range q.MetaValues {
		ok = ok && slices.ContainsFunc(e.Meta[key], func(v any) bool {
			s, isText := v.(string)
			if !isText {
				s = itoa(v.(int64))
			}
			return len(values) == 0 || slices.Contains(values, s)
		})
	}
	if q.OfShown {
		ok = ok && slices.ContainsFunc(m.entries, func(p *content.Entry) bool {
			return p.ID == e.Parent && p.Status == content.Publish && p.Password == ""
		})
	}
	ok = ok && m.termsFit(e, q) && m.reads(q.Reader, e)
	if q.Search != nil && ok {
		return searchFits(seen(q.Reader, e, q.Search))
	}
	return ok
}

func (m *model) termsFit(e *content.Entry, q content.Query) bool {
	if len(q.Terms) == 0 {
		return true
	}
	any, all := false, true
	for _, f := range q.Terms {
		fits := m.filterFits(e, f)
		any, all = any || fits, all && fits
	}
	if q.TermsAny {
		return any
	}
	return all
}

func (m *model) filterFits(e *content.Entry, f content.TermFilter) bool {
	has := func(id int64) bool { return m.tax[id] == f.Taxonomy && slices.Contains(m.terms[e.ID], id) }
	without := !slices.ContainsFunc(m.terms[e.ID], func(id int64) bool { return m.tax[id] == f.Taxonomy })
	any := slices.ContainsFunc(f.Terms, has)
	switch {
	case f.Groups != nil:
		for _, g := range f.Groups {
			if !slices.ContainsFunc(g, has) {
				return false
			}
		}
		return true
	case f.Exclude:
		return !any
	case f.All:
		for _, id := range f.Terms {
			if !has(id) {
				return false
			}
		}
		return len(f.Terms) > 0
	case f.Without:
		return without || any
	}
	return any
}

func searchFits(e *content.Entry, s *content.Search) bool {
	texts := map[content.SearchColumn]string{content.SearchTitle: e.Title, content.SearchExcerpt: e.Excerpt, content.SearchContent: e.Content}
	var columns []string
	for _, c := range []content.SearchColumn{content.SearchTitle, content.SearchExcerpt, content.SearchContent} {
		if len(s.Columns) == 0 || slices.Contains(s.Columns, c) {
			columns = append(columns, plainText(texts[c]))
		}
	}
	if s.FilePath {
		columns = append(columns, plainText(e.Meta.Text(content.MetaAttachedFile)))
	}
	has := func(term string) bool {
		term = plainText(term)
		return slices.ContainsFunc(columns, func(c string) bool {
			if s.Exact {
				return c == term
			}
			return strings.Contains(c, term)
		})
	}
	for _, term := range s.Terms {
		if !has(term) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Excluded, has)
}

func (m *model) list(q content.Query) []int64 {
	var list []*content.Entry
	for _, e := range m.entries {
		if m.matches(e, q) {
			list = append(list, e)
		}
	}
	collator := collate.New(language.Und, collate.Loose)
	slices.SortFunc(list, func(a, b *content.Entry) int {
		desc := true
		orders := q.Order
		if len(orders) == 0 {
			orders = []content.Order{{By: content.ByDate, Desc: true}}
		}
		for _, o := range orders {
			desc = o.Desc
			c := 0
			switch o.By {
			case content.ByModified:
				c = cmp.Compare(a.Modified, b.Modified)
			case content.ByID:
				c = cmp.Compare(a.ID, b.ID)
			case content.ByTitle:
				c = collator.CompareString(a.Title, b.Title)
			case content.BySlug:
				c = cmp.Compare(a.Slug, b.Slug)
			case content.ByAuthor:
				c = cmp.Compare(a.Author, b.Author)
			case content.ByParent:
				c = cmp.Compare(a.Parent, b.Parent)
			case content.ByMenuOrder:
				c = cmp.Compare(a.MenuOrder, b.MenuOrder)
			case content.ByInclude:
				c = cmp.Compare(slices.Index(q.IDs, a.ID), slices.Index(q.IDs, b.ID))
			case content.BySlugList:
				c = cmp.Compare(slices.Index(q.Slugs, a.Slug), slices.Index(q.Slugs, b.Slug))
			default:
				c = cmp.Compare(a.Date, b.Date)
			}
			if o.Desc {
				c = -c
			}
			if c != 0 {
				return c
			}
		}
		if desc {
			return cmp.Compare(b.ID, a.ID)
		}
		return cmp.Compare(a.ID, b.ID)
	})
	return ids(list)
}

// Values that random entries and queries are made of: few, so that they meet.
var (
	someTypes    = []string{"post", "post", "post", "page", "attachment", "revision"}
	someStatuses = []content.Status{content.Publish, content.Publish, content.Publish, content.Draft, content.Private, content.Trash, content.Inherit, content.Future}
	someDates    = []string{"2020-01-01T00:00:00", "2020-01-01T00:00:01", "2021-06-01T12:00:00", "2022-02-02T02:02:02", "2023-12-31T23:59:59"}
	someTitles   = []string{"alpha", "Alpha", "álpha", "Älpha beta", "beta", "BÉTA", "Zürich", "zurich", "", "a", "b-c", "b c", "100%", "under_score", "gamma ray"}
	someWords    = []string{"alpha", "Béta", "gamma", "Zürich", "straße", "100%", "under_score", "a*b", "[x]", "Ça", "niño", "x", "ab", "the", "gamma ray"}
	someSlugs    = []string{"a", "b", "c-d", "e_f", "Caf%c3%a9", ""}
	someMimes    = []string{"image/png", "image/jpeg", "video/mp4", "imagex/png", ""}
	someFiles    = []string{"2024/01/alpha.jpg", "2024/02/Beta-300x200.png", ""}
)

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func some[T any](r *rand.Rand, list []T) []T {
	n := 1 + r.IntN(3)
	out := make([]T, n)
	for i := range out {
		out[i] = pick(r, list)
	}
	return out
}

func randomWords(r *rand.Rand) string {
	words := make([]string, r.IntN(6))
	for i := range words {
		words[i] = pick(r, someWords)
	}
	return strings.Join(words, " ")
}

func randomEntry(r *rand.Rand) *content.Entry {
	e := &content.Entry{
		Type: pick(r, someTypes), Status: pick(r, someStatuses), Author: int64(r.IntN(4)), Parent: int64(r.IntN(4)),
		Date: pick(r, someDates), Modified: pick(r, someDates), Title: pick(r, someTitles), Content: randomWords(r), Excerpt: randomWords(r),
		Slug: pick(r, someSlugs), MimeType: pick(r, someMimes), MenuOrder: int64(r.IntN(3)), Sticky: r.IntN(8) == 0, Meta: content.Meta{},
	}
	if r.IntN(6) == 0 {
		e.Password = "secret"
	}
	if r.IntN(3) == 0 {
		e.Meta["k"] = []any{pick(r, []any{"1", int64(1), "2", "yes"})}
	}
	if f := pick(r, someFiles); f != "" && r.IntN(3) == 0 {
		e.Meta[content.MetaAttachedFile] = []any{f}
	}
	return e
}

// someIDs are ids of up to eleven entries, and one that none has.
func (m *model) someIDs(r *rand.Rand) []int64 {
	out := []int64{}
	for range r.IntN(12) {
		out = append(out, pick(r, m.entries).ID)
	}
	return append(out, 99999)
}

// randomQuery asks for what randomEntry makes. Each part is there now and then.
func (m *model) randomQuery(r *rand.Rand) content.Query {
	var q content.Query
	often := func() bool { return r.IntN(4) != 0 }
	seldom := func() bool { return r.IntN(9) == 0 }
	yesOrNo := func() *bool { b := r.IntN(2) == 0; return &b }
	if often() {
		q.Types = some(r, someTypes)
	}
	if often() {
		q.Statuses = some(r, someStatuses)
	}
	if seldom() {
		q.PrivateOf = int64(1 + r.IntN(3))
	}
	if r.IntN(3) == 0 {
		q.Reader = randomReader(r)
	}
	if seldom() {
		q.IDs = m.someIDs(r)
	}
	if seldom() {
		q.NotIDs = m.someIDs(r)
	}
	if seldom() {
		q.Authors = some(r, []int64{0, 1, 2, 3, 77})
	}
	if seldom() {
		q.NotAuthors = some(r, []int64{0, 1, 2})
	}
	if seldom() {
		q.Parents = some(r, []int64{0, 1, 2, 3})
	}
	if seldom() {
		q.NotParents = some(r, []int64{0, 1, 2})
	}
	if seldom() {
		q.Slugs = some(r, someSlugs)
	}
	if seldom() {
		n := int64(r.IntN(3))
		q.MenuOrder = &n
	}
	if seldom() {
		q.MimeTypes = some(r, append(slices.Clone(someMimes), "image/", "video/"))
	}
	if seldom() {
		q.Sticky = yesOrNo()
	}
	if seldom() {
		q.WithPassword = yesOrNo()
	}
	if seldom() {
		q.After = pick(r, someDates)
	}
	if seldom() {
		q.Before = pick(r, someDates)
	}
	if (q.After != "" || q.Before != "") && often() {
		q.PastID = int64(1 + r.IntN(150))
	}
	if seldom() {
		q.ModifiedAfter = pick(r, someDates)
	}
	if seldom() {
		q.ModifiedBefore = pick(r, someDates)
	}
	if seldom() {
		q.WithoutMeta = []string{"k"}
	}
	if seldom() {
		q.MetaValues = map[string][]string{"k": pick(r, [][]string{nil, {"1"}, {"1", "2"}, {"no"}})}
	}
	if r.IntN(3) == 0 {
		q.Terms = m.randomTerms(r)
		q.TermsAny = often()
	}
	if r.IntN(3) == 0 {
		q.Search = randomSearch(r)
	}
	m.randomWindow(r, &q)
	return q
}

// narrowed restricts a query by beginnings and ends of slugs, by parts of dates and by what entries belong to.
func (m *model) narrowed(r *rand.Rand, q content.Query) content.Query {
	if r.IntN(8) == 0 {
		q.SlugPrefix = pick(r, m.entries).Slug
		q.SlugPrefix = q.SlugPrefix[:r.IntN(len(q.SlugPrefix)+1)]
	}
	if r.IntN(8) == 0 {
		q.SlugPart = pick(r, m.entries).Slug
		q.SlugPart = q.SlugPart[r.IntN(len(q.SlugPart)+1):]
	}
	if r.IntN(8) == 0 {
		q.DateParts = []content.DatePart{{From: 5, Values: pick(r, [][]string{{"01"}, {"03", "12"}, {"77"}})}}
	}
	q.OfShown = r.IntN(8) == 0
	return q
}

func (m *model) randomTerms(r *rand.Rand) []content.TermFilter {
	var list []content.TermFilter
	all := make([]int64, 0, len(m.tax))
	for id := range m.tax {
		all = append(all, id)
	}
	slices.Sort(all)
	all = append(all, 4242)
	for range 1 + r.IntN(2) {
		f := content.TermFilter{Taxonomy: pick(r, []string{"category", "post_tag"}), Terms: some(r, all)}
		switch r.IntN(7) {
		case 0:
			f.Exclude = true
		case 1:
			f.All = true
		case 2:
			f.Without = true
		case 3:
			f.Groups = [][]int64{some(r, all), some(r, all)}
		case 4:
			f.Without, f.Terms = true, nil
		}
		list = append(list, f)
	}
	return list
}

func randomSearch(r *rand.Rand) *content.Search {
	s := &content.Search{Terms: some(r, append(slices.Clone(someWords), "lph", "URI", "gam", "0%", "_", "*", "ha be", "pha"))[:1]}
	if r.IntN(3) == 0 {
		s.Terms = some(r, someWords)
	}
	s.Phrase = strings.Join(s.Terms, " ")
	switch r.IntN(5) {
	case 0:
		s.Excluded = some(r, someWords)
	case 1:
		s.Columns = some(r, []content.SearchColumn{content.SearchTitle, content.SearchExcerpt, content.SearchContent})
	case 2:
		s.Exact = true
		s.Terms = some(r, someTitles[:8])[:1]
	}
	s.FilePath = r.IntN(5) == 0
	return s
}

func (m *model) randomWindow(r *rand.Rand, q *content.Query) {
	orders := []content.OrderBy{content.ByDate, content.ByModified, content.ByID, content.ByTitle, content.BySlug, content.ByAuthor,
		content.ByParent, content.ByMenuOrder}
	for range r.IntN(3) {
		q.Order = append(q.Order, content.Order{By: pick(r, orders), Desc: r.IntN(2) == 0})
	}
	if q.IDs != nil && r.IntN(2) == 0 {
		q.Order = []content.Order{{By: content.ByInclude}}
	}
	if q.Slugs != nil && r.IntN(2) == 0 {
		q.Order = []content.Order{{By: content.BySlugList, Desc: r.IntN(2) == 0}}
	}
	if r.IntN(4) > 0 {
		q.Limit = 1 + r.IntN(12)
	}
	if r.IntN(2) == 0 {
		q.Offset = r.IntN(40)
	}
}

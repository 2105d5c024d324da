package entry

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// termsOf are an entry's terms of one taxonomy, by name.
func (f Fields) termsOf(ctx context.Context, e *content.Entry, name string) []*taxonomy.Term {
	return ofTaxonomy(f.allTerms(ctx, e), name)
}

// allTerms are an entry's terms of all taxonomies.
func (f Fields) allTerms(ctx context.Context, e *content.Entry) []*taxonomy.Term {
	if len(f.Taxonomies.Of(e.Type)) == 0 {
		return nil
	}
	all, err := f.Store.EntryTerms(ctx, []int64{e.ID})
	if err != nil {
		scope.Failed(ctx, err)
	}
	return all[e.ID]
}

// ofTaxonomy are the terms of one taxonomy among all.
func ofTaxonomy(all []*taxonomy.Term, name string) []*taxonomy.Term {
	var out []*taxonomy.Term
	for _, t := range all {
		if t.Taxonomy == name {
			out = append(out, t)
		}
	}
	return out
}

// restTaxonomies are the type's taxonomies that the API shows.
func (f Fields) restTaxonomies() []*taxonomy.Taxonomy {
	return slices.DeleteFunc(f.Taxonomies.Of(f.Type.Name), func(t *taxonomy.Taxonomy) bool { return !t.REST })
}

// Terms is one field a taxonomy of the type: the ids of the entry's terms.
func (f Fields) Terms() []Field {
	var out []Field
	for _, tax := range f.restTaxonomies() {
		out = append(out, Field{
			Name:   tax.RESTBase,
			Schema: schema.List(schema.Int(""), "Ids of the terms that the entry has.", rest.NotEmbed),
			Read: func(r *rest.Request, e *content.Entry) any {
				ids := []int64{}
				for _, t := range f.termsOf(r.Context(), e, tax.Name) {
					ids = append(ids, t.ID)
				}
				return ids
			},
			Change: changeTerms(tax),
		})
	}
	return out
}

// Format is the post format.
func (f Fields) Format() Field {
	return Field{
		Name: "format", Schema: schema.Str("Format of the entry.", schema.Enum(taxonomy.Formats()...), rest.NotEmbed),
		Read:   func(r *rest.Request, e *content.Entry) any { return f.formatOf(r.Context(), e) },
		Change: stated(argFormat, func(c *content.Change) **string { return &c.Format }),
	}
}

func (f Fields) formatOf(ctx context.Context, e *content.Entry) string {
	return formatAmong(f.allTerms(ctx, e))
}

// formatAmong is the format that terms of an entry tell.
func formatAmong(terms []*taxonomy.Term) string {
	for _, t := range ofTaxonomy(terms, taxonomy.Format) {
		if name, ok := strings.CutPrefix(t.Slug, taxonomy.FormatSlug); ok && slices.Contains(taxonomy.Formats(), name) {
			return name
		}
	}
	return taxonomy.StandardFormat
}

// ClassList are the classes that a theme gives the entry's element.
func (f Fields) ClassList() Field {
	return Field{
		Name:   "class_list",
		Schema: schema.List(schema.Str(""), "Classes of the entry's element.", rest.NotEmbed, schema.Readonly()),
		Read:   f.classList,
	}
}

func (f Fields) classList(r *rest.Request, e *content.Entry) any {
	ctx, id := r.Context(), strconv.FormatInt(e.ID, 10)
	terms := f.allTerms(ctx, e)
	out := make([]string, 0, 12)
	out = append(out, "post-"+id, e.Type, "type-"+e.Type, "status-"+string(e.Status))
	if f.Type.Has("post-formats") {
		out = append(out, "format-"+formatAmong(terms))
	}
	// Compat (TestClassList): what the caller may read doesn't count here.
	locked := e.Password != ""
	if locked {
		out = append(out, "post-password-required")
	}
	if (f.Type.Has("thumbnail") || e.Type == content.TypeAttachment) && !locked && e.Meta.Int(content.MetaFeaturedMedia) != 0 {
		if f.exists(ctx, e.Meta.Int(content.MetaFeaturedMedia)) {
			out = append(out, "has-post-thumbnail")
		}
	}
	out = append(out, "hentry")
	for _, tax := range f.Taxonomies.Of(e.Type) {
		if !tax.Public {
			continue
		}
		prefix := tax.Name
		if tax.Name == taxonomy.Tag {
			prefix = "tag"
		}
		for _, t := range ofTaxonomy(terms, tax.Name) {
			out = append(out, prefix+"-"+termClass(t))
		}
	}
	return out
}

// exists tells whether there is an entry with an id.
func (f Fields) exists(ctx context.Context, id int64) bool {
	_, err := f.Store.EntryByID(ctx, id)
	return err == nil
}

// termClass is the slug of a term as part of a class, or its id when the slug
// has no letters that a class may start with.
func termClass(t *taxonomy.Term) string {
	slug := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' {
			return r
		}
		return -1
	}, dropEscapes(t.Slug))
	if slug == "" || strings.Trim(slug, "0123456789") == "" || strings.Trim(slug, "-") == "" {
		return strconv.FormatInt(t.ID, 10)
	}
	return slug
}

// dropEscapes removes percent-encoded bytes.
func dropEscapes(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]) {
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// mayAssign checks the terms that a write asks for. Terms that don't exist are
// passed over; storing them skips them too.
func (res *Resource) mayAssign(r *rest.Request) error {
	for _, tax := range res.fields().restTaxonomies() {
		if text, unread := rest.ValueParam(tax.RESTBase).Of(r).(string); unread && !rest.IsWrite(r.Method) {
			// Compat (TestAllowOfFilters): of a text that nobody has read, the Allow header takes only that it is no number.
			if isNoID(text) {
				return errAssignTerm
			}
			continue
		}
		ids, given := rest.IDsParam(tax.RESTBase).Of(r), rest.ListParam(tax.RESTBase).Of(r)
		// Compat (TestAllowOfFilters): the Allow header of a list takes the members of a filter for terms.
		for _, m := range rest.ObjectParam(tax.RESTBase).Of(r).Members() {
			given = append(given, m.Value)
		}
		if slices.ContainsFunc(given, isNoID) {
			// Compat (TestTermsOfPosts): nobody may assign a term without a number.
			return errAssignTerm
		}
		if len(ids) == 0 || r.Actor.Can(tax.Caps.Assign) {
			continue
		}
		terms, err := res.Store.TermsByID(r.Context(), ids)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if t := terms[id]; t != nil && t.Taxonomy == tax.Name {
				return errAssignTerm
			}
		}
	}
	return nil
}

// isNoID tells whether a value is none, or 0.
func isNoID(v any) bool {
	switch v.(type) {
	case nil, string, bool, int64, float64:
		text := schema.ToText(v)
		return text == "" || text == "0"
	}
	return false
}

// termArgs are the list arguments for a taxonomy.
func termArgs(tax *taxonomy.Taxonomy) []rest.Arg {
	ids := func() *schema.Schema { return schema.List(schema.Int(""), "Ids of terms.") }
	filter := func(exclude bool) *schema.Schema {
		none := []any{}
		properties := []schema.Property{{Name: "terms", Schema: schema.List(schema.Int(""), "Ids of terms.", schema.Default(none))}}
		if tax.Hierarchical {
			properties = append(properties, schema.Property{Name: "include_children", Schema: schema.Bool("Whether the terms below them count too.", schema.Default(false))})
		}
		if !exclude {
			properties = append(properties, schema.Property{Name: "operator", Schema: schema.Str("Whether all terms or any of them are asked for.", schema.Enum("AND", "OR"), schema.Default("OR"))})
		}
		list, object := ids(), schema.Obj(properties, "A query of terms.", schema.Strict())
		list.Title, object.Title = "Term ID List", "Term ID Taxonomy Query"
		description := "Limit the list to entries that have any of these terms."
		if exclude {
			description = "Limit the list to entries that have none of these terms."
		}
		return schema.New("", description, schema.Types(schema.Object, schema.Array), schema.OneOf(list, object))
	}
	return []rest.Arg{{Name: tax.RESTBase, Schema: filter(false)}, {Name: tax.RESTBase + "_exclude", Schema: filter(true)}}
}

// filterTerms turns the term arguments of a list into filters.
func (res *Resource) filterTerms(r *rest.Request, q *content.Query) error {
	q.TermsAny = argTaxRelation.Of(r) == "OR"
	for _, tax := range res.fields().restTaxonomies() {
		for _, name := range []string{tax.RESTBase, tax.RESTBase + "_exclude"} {
			f, err := res.termFilter(r, tax, rest.ValueParam(name).Of(r), name != tax.RESTBase)
			if err != nil {
				return err
			}
			if f != nil {
				q.Terms = append(q.Terms, *f)
			}
		}
	}
	return nil
}

func (res *Resource) termFilter(r *rest.Request, tax *taxonomy.Taxonomy, v any, exclude bool) (*content.TermFilter, error) {
	f := &content.TermFilter{Taxonomy: tax.Name, Exclude: exclude}
	children := false
	switch v := v.(type) {
	case nil:
		return nil, nil
	case *wire.Object:
		list, _ := schema.AsList(v.Get("terms"))
		for _, id := range list {
			f.Terms = append(f.Terms, termID(id))
		}
		f.All = v.Text("operator") == "AND"
		children = schema.ToBool(v.Get("include_children"))
	case []any:
		for _, id := range v {
			f.Terms = append(f.Terms, termID(id))
		}
	}
	if len(f.Terms) == 0 {
		return nil, nil
	}
	if !children {
		return f, nil
	}
	below, err := res.descendants(r.Context(), tax.Name)
	if err != nil {
		return nil, err
	}
	var flat []int64
	for _, id := range f.Terms {
		group := append([]int64{id}, below(id)...)
		f.Groups, flat = append(f.Groups, group), append(flat, group...)
	}
	if !f.All {
		f.Groups, f.Terms = nil, flat
	}
	return f, nil
}

// termID is an id that a filter names: its absolute value counts.
func termID(v any) int64 {
	n := schema.ToInt(v)
	return max(n, -n)
}

// descendants gives the terms below a term, at any depth.
func (res *Resource) descendants(ctx context.Context, name string) (func(int64) []int64, error) {
	all, err := res.Store.AllTerms(ctx, name)
	if err != nil {
		return nil, err
	}
	children := map[int64][]int64{}
	for _, t := range all {
		children[t.Parent] = append(children[t.Parent], t.ID)
	}
	return func(id int64) []int64 {
		if id == 0 {
			return nil // no term, though those without a parent name it
		}
		var out []int64
		seen := map[int64]bool{id: true}
		for queue := []int64{id}; len(queue) > 0; queue = queue[1:] {
			for _, c := range children[queue[0]] {
				if !seen[c] {
					seen[c] = true
					out, queue = append(out, c), append(queue, c)
				}
			}
		}
		return out
	}, nil
}

package content

import "testing"

// An entry that came in another way is told of where UniqueSlug would have given it another slug.
func TestSlugRivals(t *testing.T) {
	t.Parallel()
	post, page := &Type{Name: TypePost, Public: true}, &Type{Name: TypePage, Public: true, Hierarchical: true}
	e := func(typ string, parent int64) *Entry { return &Entry{ID: 1, Type: typ, Slug: "a", Parent: parent} }
	for name, c := range map[string]struct {
		t     *Type
		e     *Entry
		other SlugHolder
		rival bool
	}{
		"itself":                {post, e(TypePost, 0), SlugHolder{Slug: "a", ID: 1, Type: TypePost}, false},
		"another of its type":   {post, e(TypePost, 0), SlugHolder{Slug: "a", ID: 2, Type: TypePost}, true},
		"another slug":          {post, e(TypePost, 0), SlugHolder{Slug: "b", ID: 2, Type: TypePost}, false},
		"another type":          {post, e(TypePost, 0), SlugHolder{Slug: "a", ID: 2, Type: TypePage}, false},
		"below another page":    {page, e(TypePage, 3), SlugHolder{Slug: "a", ID: 2, Type: TypePage, Parent: 4}, false},
		"below the same page":   {page, e(TypePage, 3), SlugHolder{Slug: "a", ID: 2, Type: TypePage, Parent: 3}, true},
		"a file beside a page":  {page, e(TypePage, 3), SlugHolder{Slug: "a", ID: 2, Type: TypeAttachment, Parent: 3}, true},
		"a page beside a file":  {&Type{Name: TypeAttachment}, e(TypeAttachment, 3), SlugHolder{Slug: "a", ID: 2, Type: TypePage}, true},
		"items of menus":        {&Type{Name: TypeMenuItem}, e(TypeMenuItem, 0), SlugHolder{Slug: "a", ID: 2, Type: TypeMenuItem}, false},
		"a type that isn't one": {nil, e("gone", 0), SlugHolder{Slug: "a", ID: 2, Type: "gone"}, false},
	} {
		if got := SlugRivals(c.t, c.e, []SlugHolder{c.other}); (len(got) == 1) != c.rival {
			t.Errorf("%s: %v", name, got)
		}
	}
}

package ext_test

import (
	"context"
	"slices"
	"testing"

	"quoin/internal/domain/site"
	"quoin/internal/ext"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

type chosen struct {
	word  string
	count int64
	on    bool
	list  []string
}

func declare(t *chosen, m *ext.Members) {
	m.Text(&t.word, "word", "A word.", "a")
	m.Int(&t.count, "count", "A number.", 4, schema.Max(9))
	m.Bool(&t.on, "on", "A switch.", true)
	m.Texts(&t.list, "list", "Words.", []string{"x"}, schema.Str(""))
}

type values map[string]any

func (v values) Options(context.Context) (*site.Values, error) { return site.NewValues(v), nil }

func (v values) SetOption(_ context.Context, name string, value any) error {
	v[name] = value
	return nil
}

// TestSettings reads settings as single options and as members of one; what isn't set,
// is empty or doesn't fit has its default.
func TestSettings(t *testing.T) {
	t.Parallel()
	single := &ext.Settings[chosen]{Declare: declare}
	object := &ext.Settings[chosen]{Object: "all", Declare: declare}
	list := append(single.Options(), object.Option("x_all", "All of them."))
	for _, c := range []struct {
		word, count, on, list any
		want                  chosen
	}{
		{nil, nil, nil, nil, chosen{"a", 4, true, []string{"x"}}},
		{"b", int64(5), false, []any{"y", "", "z"}, chosen{"b", 5, false, []string{"y", "z"}}},
		{"", int64(0), true, []any{}, chosen{"a", 0, true, nil}},
	} {
		stored, all := values{}, &wire.Object{}
		for name, v := range map[string]any{"word": c.word, "count": c.count, "on": c.on, "list": c.list} {
			if v != nil {
				stored["x:"+name] = v
				all.Set(name, v)
			}
		}
		stored["x:all"] = all
		options := ext.NewOptions(&site.Site{Store: stored}, "x", list)
		for what, got := range map[string]*chosen{"single": single.Of(t.Context(), options), "object": object.Of(t.Context(), options)} {
			if got.word != c.want.word || got.count != c.want.count || got.on != c.want.on || !slices.Equal(got.list, c.want.list) {
				t.Errorf("%s: %+v, want %+v", what, *got, c.want)
			}
		}
	}
	options := ext.NewOptions(&site.Site{Store: values{"x:count": int64(10)}}, "x", list)
	if got := single.Of(t.Context(), options); got.count != 4 {
		t.Errorf("a number that doesn't fit is taken: %d", got.count)
	}
	if err := options.Set(t.Context(), "count", int64(10)); err == nil {
		t.Error("a number that doesn't fit is stored")
	}
	if d := list[1].Schema.Default; d != int64(4) {
		t.Errorf("the default of an option is %v", d)
	}
}

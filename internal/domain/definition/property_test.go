package definition_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quoin/internal/domain/definition"
	"quoin/internal/domain/definition/definitiontest"
	"quoin/internal/platform/wire"
)

// Any valid definition is the same after it was written and read again.
func TestValidDefinitions(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		for _, text := range definitiontest.Site(r) {
			d, err := definition.Parse([]byte(text))
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			again, err := definition.Parse(d.Encode())
			if err != nil || !bytes.Equal(again.Encode(), d.Encode()) {
				t.Fatalf("%s\nbecame %s, then %s: %v", text, d.Encode(), again.Encode(), err)
			}
		}
	}
}

// Any mistake in a valid definition is refused with its path.
func TestMistakesAnywhere(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(2, 2))
	made := map[string]bool{}
	for range 2000 {
		site := definitiontest.Site(r)
		v, err := wire.Decode([]byte(site[r.IntN(len(site))]))
		if err != nil {
			t.Fatal(err)
		}
		o := v.(*wire.Object)
		path := spoil(r, o, "")
		if path == "" {
			continue
		}
		made[strings.Trim(path, "0123456789")] = true
		_, err = definition.Of(o)
		var p *definition.Problem
		if !errors.As(err, &p) {
			t.Fatalf("%s: %v, want a problem at %s", wire.Encode(o, nil), err, path)
		}
		if p.Path != path {
			t.Fatalf("%s: %q (%v), want %q", wire.Encode(o, nil), p.Path, err, path)
		}
	}
	if len(made) < 30 {
		t.Errorf("only %d kinds of mistakes were made", len(made))
	}
}

// wrong are values that members of a name can't have.
var wrong = map[string][]any{
	"name": {"No", "", strings.Repeat("a", 70), int64(5)}, "label": {[]any{}, int64(1)}, "public": {"perhaps", int64(2)}, "rest_base": {"a b", "/x"},
	"hierarchical": {"perhaps"}, "has_archive": {"A B"}, "slug": {"No good", "/a"}, "with_front": {"perhaps"}, "key": {"a b", ""}, "type": {"text", int64(1)},
	"single": {"perhaps"}, "index": {"perhaps"}, "unique": {"perhaps"}, "required": {"perhaps"}, "to": {"nowhere"}, "inverse": {"a b"},
}

// spoil makes one mistake in a definition, and tells its path.
func spoil(r *rand.Rand, o *wire.Object, path string) string {
	at := func(name string) string {
		if path == "" {
			return name
		}
		return path + "." + name
	}
	if strings.HasSuffix(path, ".schema") {
		return ""
	}
	if r.IntN(6) == 0 && path != "labels" {
		o.Set("unheard_of", true)
		return at("unheard_of")
	}
	members := o.Members()
	m := members[r.IntN(len(members))]
	switch v := m.Value.(type) {
	case *wire.Object:
		if m.Key != "labels" {
			return spoil(r, v, at(m.Key))
		}
	case []any:
		if len(v) > 0 && m.Key == "fields" {
			i := r.IntN(len(v))
			return spoil(r, v[i].(*wire.Object), fmt.Sprintf("%s[%d]", at(m.Key), i))
		}
		if len(v) > 0 && (m.Key == "supports" || m.Key == "object_type" || m.Key == "object_subtype") {
			i := r.IntN(len(v))
			v[i] = "No such"
			return fmt.Sprintf("%s[%d]", at(m.Key), i)
		}
	}
	if list := wrong[m.Key]; list != nil && (m.Key != "type" || path != "") {
		o.Set(m.Key, list[r.IntN(len(list))])
		return at(m.Key)
	}
	return ""
}

// FuzzParse: no text makes parsing panic, and what it takes it takes again.
func FuzzParse(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 20 {
		for _, text := range definitiontest.Site(r) {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := definition.Parse(data)
		if err != nil {
			return
		}
		again, err := definition.Parse(d.Encode())
		if err != nil || !bytes.Equal(again.Encode(), d.Encode()) {
			t.Errorf("%s became %s: %v", data, d.Encode(), err)
		}
		_, _, _ = definition.FromACF(data)
	})
}

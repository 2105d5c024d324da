package blocktype

import (
	"encoding/json"
	"slices"
	"strconv"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// Type is one block type.
type Type struct {
	Name       string               `json:"name"`
	Attributes map[string]Attribute `json:"attributes"`
	// Supports are the features of the editor that it takes part in.
	Supports block.Attrs `json:"-"`
	// Provides maps names of context values to the attributes that give them.
	Provides map[string]string `json:"provides_context"`
	// Dynamic types are rendered by a function even when they have markup.
	Dynamic bool `json:"is_dynamic"`
	// Selectors are the parts of the block that styles of a feature apply to,
	// by feature, or by feature and subfeature; "root" is the block itself.
	Selectors Selectors `json:"selectors"`
	// Sheets are the handles of its style sheets.
	Sheets []string `json:"style_handles"`
	Server Server   `json:"server"`

	// Declared is all that editors are told of the type; it is read only.
	Declared *wire.Object  `json:"-"`
	defaults []wire.Member // of its attributes, as they are declared
	// Style is its style sheet, Script what makes it work for visitors; "" for
	// none.
	Style  string `json:"-"`
	Script string `json:"-"`
	// Dress is a further style sheet for themes that ask for looks of the blocks.
	Dress string `json:"-"`
}

// Server is what the server has to know of a type beside what editors do.
type Server struct {
	// SkipInner tells that the block renders its inner blocks by itself.
	SkipInner bool `json:"skipInner"`
	// Twice tells that the inner blocks are rendered once more before that,
	// and that rendering is thrown away.
	Twice bool `json:"twice"`
	// IDs tells that rendering the block may use generated ids.
	IDs bool `json:"ids"`
	// Bindable are the attributes that values from elsewhere may be bound to.
	Bindable []string `json:"bindable"`
	// Links tells that such values are those of the object that the block links
	// to, not of the one around it.
	Links bool `json:"links"`
	// LineColor tells that the block is a line, which shows a color as its own.
	LineColor bool `json:"lineColor"`
	// Excerpt tells what excerpts take: InExcerpt the block, AroundExcerpt what
	// is inside it.
	Excerpt string `json:"excerpt"`
	// States tells that its styles may name States.
	States bool `json:"states"`
	// StyledBy is an attribute without which pages need no styles of the block.
	StyledBy string `json:"styledBy"`
	// Script is a text that stands in pages with a block that needs the script.
	Script string `json:"script"`
	// Selectors are further ones, which editors aren't told of.
	Selectors Selectors `json:"selectors"`
}

// What excerpts take of a block.
const (
	InExcerpt     = "text"
	AroundExcerpt = "around"
)

// States are the pseudo classes that styles of blocks may name.
func States() []string { return []string{":hover", ":focus", ":focus-visible", ":active"} }

// Selectors keep the order in which a type declares them.
type Selectors struct{ *wire.Object }

// UnmarshalJSON reads an object.
func (s *Selectors) UnmarshalJSON(b []byte) error {
	v, err := wire.Decode(b)
	s.Object, _ = v.(*wire.Object)
	return err
}

// Attribute is what a type declares about one attribute.
type Attribute struct {
	Type kinds `json:"type"`
	Enum []any `json:"enum"`
	// Minimum and Maximum bound numbers.
	Minimum   *float64 `json:"minimum"`
	Maximum   *float64 `json:"maximum"`
	Source    string   `json:"source"`
	Selector  string   `json:"selector"`
	Attribute string   `json:"attribute"`
}

// kinds is one JSON type name or a list of them.
type kinds []string

func (k *kinds) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*k = kinds{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(k))
}

// Served is what the server knows of the type; nothing of one that isn't known.
func (t *Type) Served() Server {
	if t == nil {
		return Server{}
	}
	return t.Server
}

// OwnStates are the states of its own that styles of the type may name.
func (t *Type) OwnStates() []string {
	if t == nil {
		return nil
	}
	return t.Selectors.Object.Object("states").Keys()
}

// Duotone is the selector of the parts that a duotone filter applies to.
func (t *Type) Duotone() string { return t.Selectors.Object.Object("filter").Text("duotone") }

// Prepare gives the attributes a block renders with: values of the wrong type
// are dropped and defaults filled in. The given object is not changed; values
// inside are shared.
func (t *Type) Prepare(attrs block.Attrs) block.Attrs {
	out := &wire.Object{}
	out.Grow(attrs.Len() + len(t.defaults))
	for _, m := range attrs.Members() {
		if a, ok := t.Attributes[m.Key]; ok && !a.accepts(m.Value) {
			continue
		}
		out.Add(m)
	}
	for _, m := range t.defaults {
		if !out.Has(m.Key) {
			out.Add(m)
		}
	}
	return block.Attrs{Object: out}
}

func (a *Attribute) accepts(v any) bool {
	if len(a.Type) > 0 && !slices.ContainsFunc(a.Type, func(kind string) bool { return isKind(v, kind) }) {
		return false
	}
	if f, ok := number(v); ok && (a.Minimum != nil && f < *a.Minimum || a.Maximum != nil && f > *a.Maximum) {
		return false
	}
	if len(a.Enum) == 0 {
		return true
	}
	return slices.ContainsFunc(a.Enum, func(e any) bool { return block.Text(e) == block.Text(v) && (e == nil) == (v == nil) })
}

// number reads a number, or a text that is one.
func number(v any) (float64, bool) {
	if s, ok := v.(string); ok {
		f, err := strconv.ParseFloat(s, 64)
		return f, err == nil
	}
	return wire.Number(v)
}

func isKind(v any, kind string) bool {
	switch kind {
	case "string", "rich-text":
		_, ok := v.(string)
		return ok
	case "boolean":
		switch v := v.(type) {
		case bool:
			return true
		case int64, float64:
			return wire.Equal(v, 0) || wire.Equal(v, 1)
		case string:
			return slices.Contains([]string{"true", "TRUE", "false", "FALSE", "0", "1", ""}, v)
		}
		return false
	case "number", "integer":
		f, ok := number(v)
		return ok && (kind == "number" || f == float64(int64(f)))
	case "array":
		switch v := v.(type) {
		case []any:
			return true
		case *wire.Object:
			return v.Len() == 0
		case string, int64, float64, bool:
			// Compat (TestKinds): a scalar counts as a list of one.
			return true
		}
		return false
	case "object":
		switch v := v.(type) {
		case *wire.Object:
			return true
		case []any:
			return len(v) == 0
		}
		return v == ""
	case "null":
		return v == nil
	}
	return true
}

// Has tells whether the type supports a feature, given as a path; missing
// is the answer when it says nothing.
func (t *Type) Has(missing bool, path ...string) bool {
	if t == nil {
		return missing
	}
	v := t.Supports.Get(path...)
	switch v := v.(type) {
	case nil:
		return missing
	case bool:
		return v
	case []any, *wire.Object:
		return true
	}
	return block.Truth(v)
}

// Skips tells whether the type writes the CSS of a feature by itself. With an
// empty feature it asks about the whole set.
func (t *Type) Skips(set, feature string) bool {
	if t == nil {
		return false
	}
	switch v := t.Supports.Get(set, "__experimentalSkipSerialization").(type) {
	case bool:
		return v
	case []any:
		return feature != "" && slices.Contains(v, any(feature))
	}
	return false
}

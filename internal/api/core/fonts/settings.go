package fonts

import (
	"regexp"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// themeVersion is the version of theme.json that declarations are written in.
const themeVersion = 3

func versionSchema() *schema.Schema {
	return schema.Int("Version of theme.json that the settings are written for.",
		schema.Default(themeVersion), schema.Min(2), schema.Max(themeVersion), rest.Everywhere)
}

// familySettings describes the declaration of a font family.
func familySettings() *schema.Schema {
	s := schema.Obj([]schema.Property{
		{Name: "name", Schema: schema.Str("Name of the family.")},
		{Name: "slug", Schema: schema.Str("Unique name of the family in addresses and CSS.")},
		{Name: "fontFamily", Schema: schema.Str("CSS value of font-family.")},
		{Name: "preview", Schema: schema.Str("Address of a picture that shows the family.", schema.Format(schema.URI), schema.Default(""))},
	}, "The family as theme.json declares it.", rest.Everywhere, schema.Strict())
	s.RequiredProperties = []string{"name", "slug", "fontFamily"}
	return s
}

// faceSettings describes the declaration of a font face.
func faceSettings() *schema.Schema {
	css := func(name, property string) schema.Property {
		return schema.Property{Name: name, Schema: schema.Str("CSS value of " + property + ".")}
	}
	family, style := css("fontFamily", "font-family"), css("fontStyle", "font-style")
	family.Schema.Default, style.Schema.Default = "", "normal"
	s := schema.Obj([]schema.Property{
		family, style,
		{Name: "fontWeight", Schema: schema.New("", "Weights of the face, separated by a blank.", schema.Types(schema.String, schema.Integer), schema.Default("400"))},
		{Name: "fontDisplay", Schema: schema.Str("CSS value of font-display.", schema.Default("fallback"), schema.Enum("auto", "block", "fallback", "swap", "optional"))},
		{Name: "src", Schema: schema.New("", "Addresses of the files, or names of files in the same form.", schema.Default([]any{}),
			schema.AnyOf(schema.Str(""), schema.List(schema.Str(""), "")))},
		css("fontStretch", "font-stretch"), css("ascentOverride", "ascent-override"), css("descentOverride", "descent-override"),
		css("fontVariant", "font-variant"), css("fontFeatureSettings", "font-feature-settings"),
		css("fontVariationSettings", "font-variation-settings"), css("lineGapOverride", "line-gap-override"),
		css("sizeAdjust", "size-adjust"), css("unicodeRange", "unicode-range"),
		{Name: "preview", Schema: schema.Str("Address of a picture that shows the face.", schema.Format(schema.URI), schema.Default(""))},
	}, "The face as theme.json declares it.", rest.Everywhere, schema.Strict())
	s.RequiredProperties = []string{"fontFamily", "src"}
	return s
}

func invalid(message string) *fault.Error { return fault.BadRequest("rest_invalid_param", message) }

// parse reads a declaration from a parameter's value and checks it. required
// are the members that can't be empty when they are given.
func parse(v any, name string, s *schema.Schema, required []string) (*wire.Object, *fault.Error) {
	if err := schema.Str("").Validate(v, name); err != nil {
		return nil, err
	}
	decoded, err := wire.Decode([]byte(schema.ToText(v)))
	if err != nil || decoded == nil {
		return nil, invalid(name + " is no valid JSON.")
	}
	if bad := s.Validate(decoded, name); bad != nil {
		return nil, bad
	}
	settings, ok := schema.AsObject(decoded)
	if !ok {
		return nil, invalid(name + " is no JSON object.")
	}
	for _, key := range required {
		if given, ok := settings.Lookup(key); ok && isEmpty(given) {
			return nil, invalid(name + "[" + key + "] is empty.")
		}
	}
	return settings, nil
}

// refusedSettings is a refusal of a declaration.
//
// Compat (TestFamilies): it has the status, and what was known of it beside that, unless
// the declaration was no text at all.
func refusedSettings(v any, bad *fault.Error) *fault.Error {
	if _, text := v.(string); !text || bad == nil || bad.Status != 0 {
		return bad
	}
	out := fault.BadRequest(bad.Code, bad.Message)
	if bad.Data.Len() > 0 {
		out.ExtraData = []any{bad.Data}
	}
	return out
}

// namesSlug tells whether a declaration has a slug.
func namesSlug(v any) bool {
	decoded, err := wire.Decode([]byte(schema.ToText(v)))
	if err != nil {
		return false
	}
	settings, ok := schema.AsObject(decoded)
	return ok && settings.Get("slug") != nil
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return false // as if it weren't given
	case string:
		return v == "" || v == "0"
	case []any:
		return len(v) == 0
	}
	return false
}

// cleanSettings cleans the members of a declaration; src stays as it is. slugOf makes slugs.
func cleanSettings(settings *wire.Object, slugOf func(string) string) *wire.Object {
	out := &wire.Object{}
	for _, m := range settings.Members() {
		v := m.Value
		switch m.Key {
		case "slug":
			v = slugOf(schema.ToText(v))
		case "fontFamily":
			v = cleanFamily(schema.ToText(v))
		case "preview":
			v = clean.URL(schema.ToText(v), nil)
		case "src":
		default:
			v = clean.TextField(schema.ToText(v))
		}
		out.Set(m.Key, v)
	}
	return out
}

var (
	plainFamily   = regexp.MustCompile(`^[a-zA-Z\-]+$`)
	genericFamily = regexp.MustCompile(`^generic\([a-zA-Z\-]+\)$`)
)

// cleanFamily is a list of font families with quotes where CSS wants them.
func cleanFamily(value string) string {
	value = clean.TextField(value)
	if !strings.Contains(value, ",") {
		return quoteFamily(value)
	}
	var out []string
	for item := range strings.SplitSeq(value, ",") {
		if item = quoteFamily(item); item != "" {
			out = append(out, item)
		}
	}
	return strings.Join(out, ", ")
}

func quoteFamily(name string) string {
	name = strings.TrimSpace(name)
	if name == "" || plainFamily.MatchString(name) || genericFamily.MatchString(name) {
		return name
	}
	return `"` + strings.Trim(name, `"'`) + `"`
}

var stretches = [][2]string{
	{"ultra-condensed", "50%"}, {"extra-condensed", "62.5%"}, {"condensed", "75%"}, {"semi-condensed", "87.5%"},
	{"normal", "100%"}, {"semi-expanded", "112.5%"}, {"expanded", "125%"}, {"extra-expanded", "150%"}, {"ultra-expanded", "200%"},
}

var spaceAfterComma = regexp.MustCompile(`,\s+`)

// faceTitle tells a face from others: what it is chosen by, with keywords as
// numbers.
//
// Compat (TestFaces): keywords are replaced one after the other, so that "semi-condensed"
// becomes "semi-75%". Titles of imported faces are like that.
func faceTitle(settings *wire.Object) string {
	value := func(key, def string) string {
		if v := settings.Get(key); v != nil {
			return schema.ToText(v)
		}
		return def
	}
	weight := strings.NewReplacer("normal", "400", "bold", "700").Replace(strings.ToLower(value("fontWeight", "400")))
	stretch := strings.ToLower(value("fontStretch", "100%"))
	for _, s := range stretches {
		stretch = strings.ReplaceAll(stretch, s[0], s[1])
	}
	parts := []string{
		strings.ToLower(value("fontFamily", "")), strings.ToLower(value("fontStyle", "normal")), weight, stretch,
		strings.ToUpper(value("unicodeRange", "U+0-10FFFF")),
	}
	for i, p := range parts {
		p = strings.TrimSpace(strings.NewReplacer(`"`, "", "'", "", ";", "").Replace(p))
		parts[i] = spaceAfterComma.ReplaceAllString(p, ",")
	}
	return clean.TextField(strings.Join(parts, ";"))
}

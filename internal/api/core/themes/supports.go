package themes

import (
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// supportsSchema describes the features that a theme can have: each is on or
// off, and some say how.
func supportsSchema() []schema.Property {
	var out []schema.Property
	add := func(name string, s *schema.Schema) {
		out = append(out, schema.Property{Name: name, Schema: s})
	}
	flags := func(names ...string) {
		for _, name := range names {
			add(name, schema.Bool("", schema.Default(false)))
		}
	}
	options := func(name string, members ...schema.Property) {
		add(name, schema.Obj(members, "", schema.Types(schema.Boolean, schema.Object), schema.Default(false), closed))
	}
	presets := func(name string, size *schema.Schema, member string) {
		item := schema.Obj([]schema.Property{word("name"), {Name: member, Schema: size}, word("slug")}, "", closed)
		add(name, schema.List(item, "", schema.Types(schema.Boolean, schema.Array), schema.Default(false)))
	}
	flags("align-wide", "automatic-feed-links", "block-templates", "block-template-parts")
	options("custom-background",
		word("default-image", schema.Format(schema.URI)),
		word("default-preset", schema.Enum("default", "fill", "fit", "repeat", "custom")),
		word("default-position-x", schema.Enum("left", "center", "right")),
		// Compat (core-v2/themes.routes): the words for up and down are published as these, too.
		word("default-position-y", schema.Enum("left", "center", "right")),
		word("default-size", schema.Enum("auto", "contain", "cover")),
		word("default-repeat", schema.Enum("repeat-x", "repeat-y", "repeat", "no-repeat")),
		word("default-attachment", schema.Enum("scroll", "fixed")),
		word("default-color"),
	)
	options("custom-header",
		word("default-image", schema.Format(schema.URI)), flag("random-default"), number("width"), number("height"),
		flag("flex-height"), flag("flex-width"), word("default-text-color"), flag("header-text"), flag("uploads"), flag("video"),
	)
	options("custom-logo",
		number("width"), number("height"), flag("flex-width"), flag("flex-height"),
		schema.Property{Name: "header-text", Schema: schema.List(schema.Str(""), "")}, flag("unlink-homepage-logo"),
	)
	flags("customize-selective-refresh-widgets", "dark-editor-style", "disable-custom-colors", "disable-custom-font-sizes",
		"disable-custom-gradients", "disable-layout-styles")
	presets("editor-color-palette", schema.Str(""), "color")
	presets("editor-font-sizes", schema.New(schema.Number, ""), "size")
	presets("editor-gradient-presets", schema.Str(""), "gradient")
	presets("editor-spacing-sizes", schema.Str(""), "size")
	flags("editor-styles")
	add("html5", schema.List(
		schema.Str("", schema.Enum("search-form", "comment-form", "comment-list", "gallery", "caption", "script", "style")), "",
		schema.Types(schema.Boolean, schema.Array), schema.Default(false),
	))
	add("formats", schema.List(formats(), "", schema.Default([]any{"standard"})))
	add("post-thumbnails", schema.List(schema.Str(""), "", schema.Types(schema.Boolean, schema.Array), schema.Default(false)))
	flags("responsive-embeds", "title-tag", "wp-block-styles")
	return out
}

// formats are published by name, as the reference does.
func formats() *schema.Schema {
	names := &wire.Object{}
	for _, name := range []string{"standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio"} {
		names.Set(name, name)
	}
	s := schema.Str("")
	s.Extra = wire.NewObject("enum", names)
	return s
}

func closed(s *schema.Schema) { s.NoAdditionalProperties = true }

func word(name string, options ...schema.Option) schema.Property {
	return schema.Property{Name: name, Schema: schema.Str("", options...)}
}

func flag(name string) schema.Property { return schema.Property{Name: name, Schema: schema.Bool("")} }

func number(name string) schema.Property { return schema.Property{Name: name, Schema: schema.Int("")} }

package media

import (
	"fmt"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

func (m *resource) finalizeArgs() []rest.Arg {
	positive := func() *schema.Schema { return schema.Int("", schema.Min(1)) }
	name := func() *schema.Schema { return schema.Str("", schema.MinLen(1)) }
	sizes := schema.List(schema.Obj([]schema.Property{
		{Name: "image_size", Schema: sizeNamesSchema("Name of the size, or names of sizes that share the file.").With(schema.Required())},
		{Name: "width", Schema: positive()},
		{Name: "height", Schema: positive()},
		{Name: "file", Schema: name()},
		{Name: "mime_type", Schema: schema.Str("", schema.Pattern("^image/.*"))},
		{Name: "filesize", Schema: positive()},
		{Name: "original_image", Schema: name()},
	}, ""), "What was answered for each file.", schema.Default([]any{}), schema.MaxItems(100))
	return []rest.Arg{{
		Name: argSubSizes.Name, Schema: sizes, Raw: true,
		Validate: func(r *rest.Request, v any, name string) *fault.Error {
			if err := sizes.Validate(v, name); err != nil {
				return err
			}
			list, _ := schema.AsList(v)
			for i, item := range list {
				o, _ := schema.AsObject(item)
				if err := m.checkSizeNames(r, o.Get("image_size"), fmt.Sprintf("%s[%d][image_size]", name, i)); err != nil {
					return err
				}
			}
			return nil
		},
	}}
}

// finalize writes into the details what sideloads have brought. Only files of
// this very attachment count.
func (m *resource) finalize(r *rest.Request) (*rest.Response, error) {
	e, err := m.Load(r)
	if err != nil {
		return nil, err
	}
	f := media.FileOf(e)
	list := argSubSizes.Of(r)
	known := append(f.Names(), f.Loose...)
	subs := make([]*wire.Object, len(list))
	for i, v := range list {
		subs[i], _ = schema.AsObject(v)
		for _, member := range []string{"file", "original_image"} {
			if name := subs[i].Get(member); name != nil && !slices.Contains(known, schema.ToText(name)) {
				return nil, errSubSizeFile
			}
		}
	}
	details := f.Details.Clone()
	if details == nil {
		details = &wire.Object{}
	}
	for _, sub := range subs {
		if err := addSubSize(details, sub); err != nil {
			return nil, err
		}
	}
	_, err = m.Entries.SetMeta(r.Context(), e, content.Meta{
		content.MetaAttachment: {details}, media.MetaSideloaded: waiting(e, f, details),
	})
	if err != nil {
		return nil, err
	}
	return m.Written(e.ID), nil
}

// addSubSize notes one file in the details. One without a name is passed over.
func addSubSize(d, sub *wire.Object) error {
	file := schema.ToText(sub.Get("file"))
	given := sub.Get("image_size")
	names := sizesGiven(given)
	if _, single := given.(string); !single && slices.ContainsFunc(names, func(n string) bool { return slices.Contains(specialSizes, n) }) {
		return errSubSizeGroup
	}
	if file == "" {
		return nil
	}
	if _, single := given.(string); single && slices.Contains(specialSizes, names[0]) {
		addSpecial(d, names[0], file, sub)
		return nil
	}
	sizes := d.Object("sizes").Clone()
	if sizes == nil {
		sizes = &wire.Object{}
	}
	for _, name := range names {
		sizes.Set(name, wire.NewObject(
			"width", schema.ToInt(sub.Get("width")), "height", schema.ToInt(sub.Get("height")), "file", file,
			"mime-type", schema.ToText(sub.Get("mime_type")), "filesize", schema.ToInt(sub.Get("filesize")),
		))
	}
	d.Set("sizes", sizes)
	return nil
}

// addSpecial notes a file that is no sub-size.
func addSpecial(d *wire.Object, name, file string, sub *wire.Object) {
	switch name {
	case sizeSource:
		d.Set(media.DetailSource, file)
	case sizeAnimation:
		d.Set(media.DetailAnimation, file)
	case sizeAnimationPoster:
		d.Set(media.DetailAnimationShot, file)
	case sizeScaled, sizeOriginal:
		if original := schema.ToText(sub.Get("original_image")); original != "" {
			d.Set("original_image", original)
		}
		d.Set("width", schema.ToInt(sub.Get("width")))
		d.Set("height", schema.ToInt(sub.Get("height")))
		d.Set("filesize", schema.ToInt(sub.Get("filesize")))
		d.Set("file", file)
		if meta := d.Object("image_meta"); !blank(meta.Get("orientation")) {
			meta = meta.Clone()
			meta.Set("orientation", int64(1))
			d.Set("image_meta", meta)
		}
	}
}

// waiting are the names of sideloaded files that the details don't know yet.
func waiting(e *content.Entry, f media.File, details *wire.Object) []any {
	stored := media.File{Key: f.Key, MIME: f.MIME, Details: details}.Names()
	return slices.DeleteFunc(slices.Clone(e.Meta[media.MetaSideloaded]), func(v any) bool {
		return slices.Contains(stored, schema.ToText(v))
	})
}

package media

import (
	"errors"
	"slices"

	"quoin/internal/api/core/entry"
	"quoin/internal/api/core/env"
	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// allFields are the fields of attachments in the order they are answered.
func (m *resource) allFields() []entry.Field {
	f := m.fields
	return slices.Concat(
		[]entry.Field{f.ID()}, f.Dates(), []entry.Field{f.GUID()}, f.Modified(),
		[]entry.Field{f.Slug(), status(f), f.TypeName(), f.Link(), f.Title(), f.Author(), featured(f)},
		f.Discussion(), []entry.Field{f.Template(), f.Meta()}, f.Permalink(), []entry.Field{f.ClassList()},
		rest.Whole(slices.Concat([]entry.Field{m.description(), m.caption(), altText()}, m.fileFields(), m.imageFields())),
	)
}

// status is that of entries, but for what would publish another entry.
//
// Compat (core-v2/media#published like its parent): that leaves an attachment to the
// status of what it belongs to.
func status(f entry.Fields) entry.Field {
	field := f.Status(rest.NotEmbed)
	change := field.Change
	field.Change = func(r *rest.Request, before *content.Entry, c *content.Change) error {
		err := change(r, before, c)
		if c.Status != nil && *c.Status != content.Private && *c.Status != content.Trash {
			inherit := content.Inherit
			c.Status = &inherit
		}
		return err
	}
	return field
}

// featured is the image of a sound or a video; other files have none of their own.
func featured(f entry.Fields) entry.Field {
	field := f.FeaturedMedia()
	field.Change = func(r *rest.Request, before *content.Entry, c *content.Change) error {
		if before != nil && argFeaturedMedia.Present(r) && hasFeatured(before.MimeType) {
			id := argFeaturedMedia.Of(r)
			c.FeaturedMedia = &id
		}
		return nil
	}
	return field
}

func rawArg(a *rest.Arg) { a.FirstPass, a.Raw = false, true }

// description is the content: what the page of the attachment shows.
func (m *resource) description() entry.Field {
	return entry.Field{
		Name: argDescription.Name, Schema: schema.Obj(nil, "Description of the attachment.", rest.NotEmbed), Arg: rawArg, Long: true,
		Change: entry.Text(argDescription, true, func(c *content.Change) **string { return &c.Content }),
		Fields: []entry.Field{
			{
				// Unlike the content of others it stays as it was sent.
				Name: "raw", Schema: schema.Str("Content as it is stored.", rest.OnlyEdit),
				Read: func(_ *rest.Request, e *content.Entry) any { return e.Content },
			},
			{
				Name: "rendered", Schema: schema.Str("Description for display, after the file itself.", rest.NotEmbed, schema.Readonly()),
				Read: func(r *rest.Request, e *content.Entry) any {
					return m.View.ContentValue(r.Context(), env.EntryVisit(r), e)
				},
			},
		},
	}
}

// caption is the excerpt.
func (m *resource) caption() entry.Field {
	return entry.Field{
		Name: argCaption.Name, Schema: schema.Obj(nil, "Caption of the attachment.", rest.Everywhere), Arg: rawArg, Long: true,
		Change: entry.Text(argCaption, true, func(c *content.Change) **string { return &c.Excerpt }),
		Fields: []entry.Field{
			{
				Name: "raw", Schema: schema.Str("Caption as it is stored.", rest.OnlyEdit),
				Read: func(_ *rest.Request, e *content.Entry) any { return e.Excerpt },
			},
			{
				Name: "rendered", Schema: schema.Str("Caption for display.", rest.Everywhere, schema.Readonly()),
				Read: func(r *rest.Request, e *content.Entry) any {
					return m.View.ExcerptValue(r.Context(), env.EntryVisit(r), e, 0)
				},
			},
		},
	}
}

func altText() entry.Field {
	return entry.Field{
		Name: "alt_text", Schema: schema.Str("Text that stands for the file where it can't be seen.", rest.Everywhere),
		Read: func(_ *rest.Request, e *content.Entry) any { return e.Meta.Text(content.MetaAltText) },
		// On create it is stored with what is known of the file, see describe.
		Change: func(r *rest.Request, before *content.Entry, c *content.Change) error {
			if before != nil && argAltText.Given(r) {
				c.SetMeta(content.MetaAltText, clean.Unslash(argAltText.Of(r)))
			}
			return nil
		},
		Arg: func(a *rest.Arg) {
			a.Sanitize = func(_ *rest.Request, v any) (any, *fault.Error) { return clean.TextField(schema.ToText(v)), nil }
		},
	}
}

// read makes a read-only field of an attachment's file.
func read(name string, s *schema.Schema, value func(r *rest.Request, e *content.Entry, f media.File) any) entry.Field {
	return entry.Field{
		Name: name, Schema: s.With(schema.Readonly()),
		Read: func(r *rest.Request, e *content.Entry) any { return value(r, e, media.FileOf(e)) },
	}
}

func (m *resource) fileFields() []entry.Field {
	return []entry.Field{
		read("media_type", schema.Str("Kind of the file.", rest.Everywhere, schema.Enum("image", "file")),
			func(_ *rest.Request, _ *content.Entry, f media.File) any {
				if f.IsImage() {
					return "image"
				}
				return "file"
			}),
		read("mime_type", schema.Str("Media type of the file.", rest.Everywhere),
			func(_ *rest.Request, e *content.Entry, _ media.File) any { return e.MimeType }),
		read("media_details", schema.Obj(nil, "Details of the file, by kind.", rest.Everywhere), m.details),
		{
			Name: "post", Schema: schema.Int("Id of the entry that the attachment belongs to.", rest.NotEmbed),
			Read: func(_ *rest.Request, e *content.Entry) any {
				if e.Parent == 0 {
					return nil
				}
				return e.Parent
			},
			Change: m.changeParent,
		},
		read("source_url", schema.Str("Address of the file.", rest.Everywhere, schema.Format(schema.URI)), m.sourceURL),
		read("missing_image_sizes", schema.List(schema.Str(""), "Names of the sub-sizes that could be made and aren't there.", rest.OnlyEdit), m.missing),
		read("filename", schema.Str("Name of the file as it was uploaded.", rest.NotEmbed),
			func(_ *rest.Request, _ *content.Entry, f media.File) any {
				if f.Key == "" {
					return nil
				}
				return baseName(f.Original())
			}),
		read("filesize", schema.Int("Length of the file in bytes.", rest.NotEmbed, schema.Types(schema.Integer, schema.Null)), m.fileSize),
	}
}

func (m *resource) sourceURL(r *rest.Request, e *content.Entry, f media.File) any {
	switch {
	case f.Key != "":
		return m.Media.URL(r.Context(), f.Key)
	case e.GUID != "":
		return e.GUID
	}
	return ""
}

// fileSize is what the details say, or else what the store says.
func (m *resource) fileSize(r *rest.Request, _ *content.Entry, f media.File) any {
	if n := f.Size(); n > 0 {
		return n
	}
	if f.Key == "" {
		return nil
	}
	info, err := m.Media.Blobs.Stat(r.Context(), f.Original())
	if err != nil {
		if !errors.Is(err, blob.ErrNotFound) {
			r.Fail(err)
		}
		return nil
	}
	return info.Size
}

func (m *resource) missing(r *rest.Request, _ *content.Entry, f media.File) any {
	if f.MIME != "application/pdf" {
		return wire.Strings(f.Missing(m.Media.RegisteredSizes(r.Context())))
	}
	out := []string{}
	for _, name := range m.sizeNames(r) {
		if slices.Contains([]string{"thumbnail", "medium", "large"}, name) && !f.Details.Object("sizes").Has(name) {
			out = append(out, name)
		}
	}
	return wire.Strings(out)
}

// clientWebPQuality is what browsers are told to write WebP with. Their encoder isn't the server's, and neither
// is its scale.
const clientWebPQuality = 86

// imageFields are the fields that images alone have.
func (m *resource) imageFields() []entry.Field {
	ofImages := func(name string, s *schema.Schema, value func(f media.File) any) entry.Field {
		return read(name, s, func(_ *rest.Request, _ *content.Entry, f media.File) any {
			if !f.IsImage() {
				return rest.Absent
			}
			return value(f)
		})
	}
	percent := func() *schema.Schema { return schema.Int("", schema.Min(1), schema.Max(100)) }
	var sizes []schema.Property
	for _, s := range imaging.DefaultSizes() {
		sizes = append(sizes, schema.Property{Name: s.Name, Schema: percent()})
	}
	quality := schema.Obj([]schema.Property{
		{Name: "default", Schema: percent()},
		{Name: "sizes", Schema: schema.Obj(sizes, "Qualities of the sub-sizes that differ.")},
	}, "Quality that copies of the picture are written with.", rest.OnlyEdit)
	return []entry.Field{
		ofImages("exif_orientation", schema.Int("Orientation that the picture's own data tells, 1 for upright.", rest.OnlyEdit), func(f media.File) any {
			if n := schema.ToInt(f.Details.Object("image_meta").Get("orientation")); n > 0 {
				return n
			}
			return 1
		}),
		ofImages("image_output_format", schema.Str("Media type that copies are converted to, null for the same.", rest.OnlyEdit, schema.Types(schema.String, schema.Null)),
			func(media.File) any { return nil }),
		ofImages("image_save_progressive", schema.Bool("Whether copies are written to be shown while they load.", rest.OnlyEdit),
			func(media.File) any { return false }),
		ofImages("image_quality", quality, func(f media.File) any {
			q := imaging.JPEGQuality
			if f.MIME == "image/webp" {
				q = clientWebPQuality
			}
			return wire.NewObject("default", q, "sizes", []any{})
		}),
	}
}

package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

var (
	errUnknownFile  = fault.NotFound("rest_unknown_attachment", "The address is none of this attachment's pictures.")
	errEditType     = fault.BadRequest("rest_cannot_edit_file_type", "Files of this type can't be edited.")
	errNotEdited    = fault.BadRequest("rest_image_not_edited", "The request names no change of the picture.")
	errTooManyEdits = fault.BadRequest("rest_too_many_items", "The request names too many changes of the picture.")
	errUnreadable   = fault.New(http.StatusInternalServerError, "rest_unknown_image_file_type", "The picture can't be edited.")
	errRotation     = fault.New(http.StatusInternalServerError, "rest_image_rotation_failed", "The picture can't be rotated like that.")
	errCropping     = fault.New(http.StatusInternalServerError, "rest_image_crop_failed", "The picture can't be cropped like that.")
)

var editable = []string{"image/jpeg", "image/png", "image/gif", "image/webp", "image/avif", "image/heic"}

// editArgs are the image's address, the changes, and the fields that the
// copy may have for itself.
func (m *resource) editArgs() []rest.Arg {
	percent := func(name, what string) rest.Arg {
		return rest.Arg{Name: name, Schema: schema.Num(what+", in percent of the picture. Use modifiers instead.", schema.Min(0), schema.Max(100)), FirstPass: true}
	}
	rotation := schema.Int("Degrees to rotate clockwise. Use modifiers instead.", schema.Min(0), schema.Max(360))
	rotation.ExclusiveMinimum, rotation.ExclusiveMaximum = true, true
	args := []rest.Arg{
		{Name: argSrc.Name, Schema: schema.Str("Address of the attachment's picture.", schema.Format(schema.URI)), Required: true, FirstPass: true},
		argModifiers.First(modifiers()),
		argRotation.First(rotation),
		percent("x", "Left edge of the area that stays"),
		percent("y", "Upper edge of the area that stays"),
		percent("width", "Width of the area that stays"),
		percent("height", "Height of the area that stays"),
	}
	for _, name := range []string{"caption", "description", "title", "post", "alt_text"} {
		for _, a := range m.WriteArgs() {
			if a.Name == name {
				args = append(args, a)
			}
		}
	}
	return args
}

// modifiers are the changes of an image, each of one kind.
func modifiers() *schema.Schema {
	kind := func(title, name string, args *schema.Schema) *schema.Schema {
		s := schema.Obj([]schema.Property{
			{Name: "type", Schema: schema.Str("Kind of change.", schema.Enum(name))},
			{Name: "args", Schema: args},
		}, "")
		s.Title, s.Types = title, nil
		return s
	}
	object := func(description string, required []string, properties ...schema.Property) *schema.Schema {
		s := schema.Obj(properties, description)
		s.RequiredProperties = required
		return s
	}
	number := func(name, what string) schema.Property {
		return schema.Property{Name: name, Schema: schema.Num(what)}
	}
	flip := object("How to flip.", []string{"flip"}, schema.Property{
		Name: "flip", Schema: object("Directions.", []string{"horizontal", "vertical"},
			schema.Property{Name: "horizontal", Schema: schema.Bool("Whether left and right change places.")},
			schema.Property{Name: "vertical", Schema: schema.Bool("Whether top and bottom change places.")}),
	})
	rotate := object("How to rotate.", []string{"angle"}, number("angle", "Degrees clockwise."))
	crop := object("What stays.", []string{"left", "top", "width", "height"},
		number("left", "Left edge in percent."), number("top", "Upper edge in percent."),
		number(argWidth.Name, "Width in percent."), number(argHeight.Name, "Height in percent."))
	item := schema.New(schema.Object, "A change of the picture.", schema.OneOf(
		kind("Flip", "flip", flip), kind("Rotation", "rotate", rotate), kind("Crop", "crop", crop)))
	item.RequiredProperties = []string{"type", "args"}
	return schema.List(item, "Changes of the picture, made in order.", schema.MinItems(1))
}

// edit makes an edited copy of an attachment's image: a new attachment.
func (m *resource) edit(r *rest.Request) (*rest.Response, error) {
	e, err := m.Load(r)
	if err != nil {
		return nil, err
	}
	f := media.FileOf(e)
	if f.Details == nil || !f.IsImage() || !f.Shows(argSrc.Of(r)) {
		return nil, errUnknownFile
	}
	if !slices.Contains(editable, f.MIME) {
		return nil, errEditType
	}
	edits, err := editsOf(r)
	if err != nil {
		return nil, err
	}
	data, err := m.Media.Edited(r.Context(), f, edits)
	if err != nil {
		return nil, m.editFault(r, err)
	}
	today, _ := m.Site.Stamp(r.Context())
	stored, err := m.Media.Add(r.Context(), media.FolderOn(r.Context(), m.Site, today), media.EditedName(f), media.Upload{
		MIME: f.MIME, Body: bytes.NewReader(data), Strict: true,
	})
	if err != nil {
		return nil, m.storeFault(r, err)
	}
	copied := copiedDetails(e, f, stored.Details)
	edited, err := m.insert(r, stored, func(ctx context.Context, r *rest.Request) (*content.Entry, error) {
		c, err := m.ChangeOf(r, nil)
		if err != nil {
			return nil, err
		}
		c = content.Change{Title: orElse(c.Title, e.Title), Content: orElse(c.Content, e.Content), Excerpt: orElse(c.Excerpt, e.Excerpt), Parent: c.Parent, Slug: c.Slug, Date: c.Date, Status: c.Status}
		alt := e.Meta.Text(content.MetaAltText)
		if argAltText.Given(r) {
			alt = clean.Unslash(argAltText.Of(r))
		}
		inherit, mime := content.Inherit, f.MIME
		if c.Status == nil {
			c.Status = &inherit
		}
		guid := m.Media.URL(ctx, media.File{Key: stored.File, MIME: mime, Details: stored.Details}.Original())
		c.MimeType, c.GUID = &mime, &guid
		c.Meta = fileMeta(stored.File, copied, alt)
		return m.Entries.Create(ctx, r.Actor, content.TypeAttachment, c)
	})
	if err != nil {
		return nil, err
	}
	response := rest.Created(m.Path(edited.ID), func(r *rest.Request) (any, error) {
		e, err := m.Store.EntryByID(r.Context(), edited.ID)
		if err != nil {
			return nil, err
		}
		return m.Item(r, e), nil
	})
	return response.SetHeader(uploadHeader, strconv.FormatInt(edited.ID, 10)), nil
}

func orElse(given *string, stored string) *string {
	if given != nil {
		return given
	}
	return &stored
}

// editsOf are the changes that a request asks for, in the present form or in
// the old one.
func editsOf(r *rest.Request) ([]media.Edit, error) {
	var edits []media.Edit
	if argModifiers.Given(r) {
		list := argModifiers.Of(r)
		if len(list) > media.MaxEdits {
			return nil, errTooManyEdits
		}
		for _, v := range list {
			o, _ := v.(*wire.Object)
			edits = append(edits, editOf(o.Text("type"), o.Object("args")))
		}
		return edits, nil
	}
	if flip := argFlip.Of(r); flip.Get("horizontal") != nil || flip.Get("vertical") != nil {
		edits = append(edits, editOf("flip", wire.NewObject("flip", flip)))
	}
	if argRotation.Of(r) != 0 {
		edits = append(edits, media.Edit{Rotate: float64(argRotation.Of(r))})
	}
	if argX.Given(r) && argY.Given(r) && argWidth.Given(r) && argHeight.Given(r) {
		edits = append(edits, media.Edit{Crop: &media.Crop{
			Left: number(argX.Value(r)), Top: number(argY.Value(r)), Width: number(argWidth.Value(r)), Height: number(argHeight.Value(r)),
		}})
	}
	if len(edits) == 0 {
		return nil, errNotEdited
	}
	return edits, nil
}

func editOf(kind string, args *wire.Object) media.Edit {
	switch kind {
	case "flip":
		flip := args.Object("flip")
		return media.Edit{FlipHorizontal: schema.ToBool(flip.Get("horizontal")), FlipVertical: schema.ToBool(flip.Get("vertical"))}
	case "rotate":
		return media.Edit{Rotate: number(args.Get("angle"))}
	}
	return media.Edit{Crop: &media.Crop{
		Left: number(args.Get("left")), Top: number(args.Get("top")), Width: number(args.Get("width")), Height: number(args.Get("height")),
	}}
}

// number reads a value that the schema has made sure is a number.
func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	case int:
		return float64(v)
	}
	f, _ := strconv.ParseFloat(fmt.Sprint(v), 64)
	return f
}

func (m *resource) editFault(r *rest.Request, err error) error {
	switch {
	case r.Context().Err() != nil:
		return err
	case errors.Is(err, media.ErrRotate):
		return errRotation
	case errors.Is(err, media.ErrCrop):
		return errCropping
	case errors.Is(err, imaging.ErrTooLarge):
		return errTooManyPixels
	case errors.Is(err, imaging.ErrUnsupported), errors.Is(err, imaging.ErrUnknownFormat), errors.Is(err, imaging.ErrCorrupt):
		return errUnreadable
	}
	m.Log.Error("edit a picture", "error", err)
	return errUnreadable
}

// copiedDetails are the details of an edited copy: what the original knows
// about itself and the copy doesn't is taken over, and where it comes from is
// noted.
func copiedDetails(e *content.Entry, f media.File, details *wire.Object) *wire.Object {
	out := details.Clone()
	if own := out.Object("image_meta"); own != nil {
		own = own.Clone()
		for _, member := range f.Details.Object("image_meta").Members() {
			if blank(own.Get(member.Key)) && !blank(member.Value) {
				own.Set(member.Key, member.Value)
			}
		}
		if !blank(own.Get("orientation")) {
			own.Set("orientation", int64(1))
		}
		out.Set("image_meta", own)
	}
	out.Set("parent_image", wire.NewObject("attachment_id", strconv.FormatInt(e.ID, 10), "file", f.Original()))
	return out
}

// blank tells whether a value says nothing.
func blank(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return v == "" || v == "0"
	case int64:
		return v == 0
	case []any:
		return len(v) == 0
	}
	return false
}

package media

import (
	"context"
	"net/http"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/imaging"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// The names of files that clients make of an image beside its sub-sizes.
const (
	sizeFull            = "full"
	sizeOriginal        = "original"
	sizeScaled          = "scaled"
	sizeSource          = "source_original"
	sizeAnimation       = "animated_video"
	sizeAnimationPoster = "animated_video_poster"
)

var specialSizes = []string{sizeOriginal, sizeScaled, sizeSource, sizeAnimation, sizeAnimationPoster}

var (
	errNoSideload   = fault.BadRequest("rest_post_invalid_id", "Only pictures and PDF files have files made of them.")
	errOutside      = fault.Forbidden("rest_sideload_attachment_not_in_uploads", "The attachment has no file that others could stand beside.")
	errNoImage      = fault.BadRequest("rest_upload_invalid_image", "The file is no picture whose dimensions can be read.")
	errDimensions   = fault.BadRequest("rest_upload_dimension_mismatch", "The picture hasn't the dimensions of this size.")
	errUnknownSize  = fault.BadRequest("rest_upload_unknown_size", "There is no such size.")
	errSubSizeFile  = fault.BadRequest("rest_invalid_sub_size_file", "A file was not stored for this attachment.")
	errSubSizeGroup = fault.BadRequest("rest_invalid_sub_size_name", "Several names may only be given for sub-sizes.")
)

func sizeNamesSchema(description string) *schema.Schema {
	return schema.New("", description, schema.Types(schema.String, schema.Array), schema.MinItems(1), schema.MinLen(1),
		func(s *schema.Schema) { s.Items = schema.Str("", schema.MinLen(1)) })
}

// sideloadAnswer describes the answer.
func sideloadAnswer() *schema.Schema {
	prop, text, number := schema.Prop, schema.Str, schema.Int
	return schema.Of(
		prop("image_size", schema.New("", "Name of the size, or names of sizes that share the file.", schema.Types(schema.String, schema.Array))),
		prop("file", text("Name of the file.")), prop("original_image", text("Name of the file that it was made of.")),
		prop("width", number("In pixels.")), prop("height", number("In pixels.")), prop("filesize", number("In bytes.")), prop("mime_type", text("Type of the file.")),
	)
}

func (m *resource) sideloadArgs() []rest.Arg {
	names := sizeNamesSchema("Name of the size, or names of sizes that share the file.")
	return []rest.Arg{
		{
			Name: argImageSize.Name, Schema: names, Required: true,
			Validate: func(r *rest.Request, v any, name string) *fault.Error {
				if err := names.Validate(v, name); err != nil {
					return err
				}
				return m.checkSizeNames(r, v, name)
			},
			Raw: true,
		},
		{Name: "convert_format", Schema: schema.Bool("Whether the file may be converted.", schema.Default(true)), FirstPass: true},
	}
}

// checkSizeNames accepts one name of any size, or several of sub-sizes.
func (m *resource) checkSizeNames(r *rest.Request, v any, name string) *fault.Error {
	known := append(m.sizeNames(r), sizeFull)
	var given []any
	switch v := v.(type) {
	case string:
		given, known = []any{v}, append(known, specialSizes...)
	case []any:
		given = v
	default:
		return &fault.Error{Code: "rest_invalid_type", Message: name + " must be the name of a size or a list of names."}
	}
	for _, g := range given {
		if s, ok := g.(string); !ok || !slices.Contains(known, s) {
			return &fault.Error{Code: "rest_not_in_enum", Message: name + " has a name of no size."}
		}
	}
	return nil
}

// sizesGiven are the names of a checked value.
func sizesGiven(v any) []string {
	if s, ok := v.(string); ok {
		return []string{s}
	}
	var names []string
	list, _ := v.([]any)
	for _, n := range list {
		names = append(names, schema.ToText(n))
	}
	return names
}

// sideload stores a file that a client made of an attachment's image. The
// details don't know it until finalize is called with what is answered here.
func (m *resource) sideload(r *rest.Request) (*rest.Response, error) {
	e, err := m.Load(r)
	if err != nil {
		return nil, err
	}
	f := media.FileOf(e)
	switch {
	case !f.IsImage() && e.MimeType != "application/pdf":
		return nil, errNoSideload
	case f.Key == "":
		return nil, errOutside
	}
	in, err := m.receive(r)
	if err != nil {
		return nil, err
	}
	defer in.close()
	file, err := m.accept(r, in)
	if err != nil {
		return nil, err
	}
	size := argImageSize.Value(r)
	header, err := m.measure(r, sizesGiven(size), f, file)
	if err != nil {
		return nil, err
	}
	stored, err := m.Media.AddBeside(r.Context(), f, file.Name, media.Upload{MIME: file.MIME, Body: file.Body, Strict: true})
	if err != nil {
		return nil, m.storeFault(r, err)
	}
	answer := sideloaded(size, f, file, stored, header)
	_, err = m.insert(r, stored, func(ctx context.Context, _ *rest.Request) (*content.Entry, error) {
		return nil, m.noteSideload(ctx, e.ID, size, stored.File, answer)
	})
	if err != nil {
		return nil, err
	}
	scope.Forget(r.Context())
	return rest.OK(answer), nil
}

// measure reads the dimensions of a file and holds them against its sizes.
func (m *resource) measure(r *rest.Request, sizes []string, f media.File, file media.Accepted) (imaging.Header, error) {
	if len(sizes) == 1 && (sizes[0] == sizeSource || sizes[0] == sizeAnimation) {
		return imaging.Header{}, nil
	}
	h, err := imaging.Probe(file.Body)
	if err != nil {
		return h, errNoImage
	}
	registered := m.Media.RegisteredSizes(r.Context())
	for _, name := range sizes {
		switch name {
		case sizeFull, sizeScaled, sizeAnimationPoster:
			continue
		case sizeOriginal:
			w, hgt := f.Width(), f.Height()
			if w > 0 && hgt > 0 && !(h.Width == w && h.Height == hgt) && !(h.Width == hgt && h.Height == w) {
				return h, errDimensions
			}
			continue
		}
		at := slices.IndexFunc(registered, func(s imaging.Size) bool { return s.Name == name })
		if at < 0 {
			return h, errUnknownSize
		}
		if beyond(h.Width, registered[at].Width) || beyond(h.Height, registered[at].Height) {
			return h, errDimensions
		}
	}
	return h, nil
}

// beyond tells whether a length exceeds a limit by more than rounding can
// explain; 0 is no limit.
func beyond(n, limit int) bool { return limit > 0 && n > limit+1 }

// sideloaded is the answer, which a client collects for finalize.
func sideloaded(size any, f media.File, file media.Accepted, stored media.Stored, h imaging.Header) *wire.Object {
	out := wire.NewObject("image_size", size)
	length := stored.Details.Get("filesize")
	switch size {
	case sizeSource, sizeAnimation, sizeAnimationPoster:
		out.Set("file", baseName(stored.File))
	case sizeScaled, sizeOriginal:
		out.Set("original_image", baseName(f.Key))
		out.Set("width", h.Width)
		out.Set("height", h.Height)
		out.Set("filesize", length)
		out.Set("file", stored.File)
	default:
		out.Set("width", h.Width)
		out.Set("height", h.Height)
		out.Set("file", baseName(stored.File))
		out.Set("mime_type", file.MIME)
		out.Set("filesize", length)
	}
	return out
}

// noteSideload remembers which files belong to an attachment, and makes a new
// main file the one that is served.
func (m *resource) noteSideload(ctx context.Context, id int64, size any, key string, answer *wire.Object) error {
	e, err := m.Store.EntryByID(ctx, id)
	if err != nil {
		return err
	}
	names := slices.Clone(e.Meta[media.MetaSideloaded])
	for _, member := range []string{"file", "original_image"} {
		if name := answer.Text(member); name != "" && !slices.Contains(names, any(name)) {
			names = append(names, name)
		}
	}
	if len(names) > maxSideloaded {
		return errTooManyFiles
	}
	changes := content.Meta{media.MetaSideloaded: names}
	if size == sizeScaled || size == sizeOriginal {
		changes[content.MetaAttachedFile] = []any{key}
	}
	_, err = m.Entries.SetMeta(ctx, e, changes)
	return err
}

// maxSideloaded bounds the files that wait for finalize.
const maxSideloaded = 200

var errTooManyFiles = fault.New(http.StatusConflict, "rest_sideload_too_many_files", "Too many files wait for the attachment to be finalized.")

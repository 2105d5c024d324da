package thumbnails

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

const codes = "regenerate_thumbnails_regenerator_"

var (
	errUnknown       = fault.NotFound(codes+"attachment_doesnt_exist", "There is no attachment with this id.")
	errNotAttachment = fault.BadRequest(codes+"not_attachment", "This isn't an attachment.")
	errPage          = fault.BadRequest("rest_post_invalid_page_number", "There are fewer pages.")
)

func (s *service) routes() []rest.Route {
	list := func(name, text string) rest.Arg {
		return rest.Arg{Name: name, Schema: schema.New(schema.Array, text, schema.Default([]any{})), Raw: true,
			Validate: func(_ *rest.Request, v any, _ string) *fault.Error {
				if _, ok := v.([]any); !ok {
					return rest.Invalid()
				}
				return nil
			}}
	}
	route := func(pattern string, e rest.Endpoint) rest.Route {
		e.Allow = rest.Manage
		return rest.Route{Namespace: namespace, Pattern: "/" + namespace + pattern, Endpoints: []rest.Endpoint{e}}
	}
	prop, text, number := schema.Prop, schema.Str, schema.Int
	sizes := schema.List(schema.Of(
		prop("label", text("Name of the size.")), prop("width", number("In pixels.")), prop("height", number("In pixels.")),
		prop("crop", schema.New("", "Whether it is cut to that.", schema.Types(schema.Boolean, schema.Array))),
		prop("filename", schema.New("", "Name of the file; false without one.", schema.Types(schema.String, schema.Boolean))), prop("fileexists", schema.Bool("Whether the file is there.")),
	), "")
	info := schema.Of(
		prop("name", text("Title of the attachment.")), prop("preview", text("Address of the image.")), prop("relative_path", text("Where it is.")), prop("edit_url", text("Where it is edited.")),
		prop("width", number("In pixels.")), prop("height", number("In pixels.")), prop("registered_sizes", sizes), prop("unregistered_sizes", sizes),
	)
	return []rest.Route{
		route(`/regenerate/(?P<id>[\d]+)`, rest.Endpoint{
			Methods: rest.Any, Handle: s.regenerate, NoTransaction: true, Answer: info,
			Args: []rest.Arg{
				argOnlyRegenerateMissingThumbnails.Arg(schema.Bool("Whether to make only what is missing, which is faster.", schema.Default(true))),
				argDeleteUnregisteredThumbnailFiles.Arg(schema.Bool("Whether to delete files of sizes that aren't registered any more.", schema.Default(false))),
				argUpdateUsagesInPosts.Arg(schema.Bool("Whether to show the new files in posts that use the attachment.", schema.Default(true))),
				list(argUpdateUsagesInPostsPostType.Name, "The types of posts to update; all public ones by default."),
				list(argUpdateUsagesInPostsPostIDs.Name, "The posts to update instead of all that use the attachment."),
				argUpdateUsagesInPostsPostsPerLoop.Arg(schema.Int("How many posts are held in memory at once.", schema.Default(int64(10)))),
			},
		}),
		route(`/attachmentinfo/(?P<id>[\d]+)`, rest.Endpoint{Methods: rest.Readable, Answer: info, Handle: func(r *rest.Request) (*rest.Response, error) {
			return s.info(r.Context(), rest.ID.Of(r))
		}}),
		route("/featuredimages", rest.Endpoint{Methods: rest.Readable, Handle: s.featured, Answer: schema.List(schema.Of(schema.Prop("id", schema.Str("Id of the attachment."))), "A page of them."), Args: []rest.Arg{
			rest.PageArg(),
			rest.PerPageArg("images", 10, 100),
		}}),
	}
}

// attachment is what an id names, with its files.
func (s *service) attachment(ctx context.Context, id int64) (*content.Entry, media.File, error) {
	e, err := s.Store.EntryByID(ctx, id)
	switch {
	case errors.Is(err, content.ErrNotFound):
		return nil, media.File{}, errUnknown
	case err != nil:
		return nil, media.File{}, err
	case e.Type != content.TypeAttachment:
		return nil, media.File{}, errNotAttachment
	case slices.Contains(e.Meta[metaContext], any(siteIcon)):
		return nil, media.File{}, fault.New(http.StatusUnsupportedMediaType, codes+"is_site_icon", "The attachment is a site icon, which is cut by hand.").
			With("attachment", row(e))
	}
	f := media.FileOf(e)
	if !f.IsImage() {
		return nil, f, notFound(e, false)
	}
	return e, f, nil
}

// notFound says that the file is missing which the sub-sizes are made of.
//
// Compat (api.TestAttachmentInfo): the status is told only in the further data.
func notFound(e *content.Entry, path any) *fault.Error {
	f := fault.NotFound(codes+"file_not_found", "The full-size file isn't among the uploads; without it no sub-sizes can be made.").
		With("attachment", row(e)).
		WithExtra(wire.NewObject("status", http.StatusNotFound, "fullsizepath", path, "attachment", row(e)))
	f.HideStatus = true
	return f
}

// refusal is the fault that an error about an original becomes.
func refusal(e *content.Entry, f media.File, err error) error {
	switch {
	case errors.Is(err, blob.ErrNotFound), errors.Is(err, blob.ErrInvalidKey):
		return notFound(e, f.Original())
	case media.AboutImage(err):
		return fault.New(http.StatusUnsupportedMediaType, "image_no_editor", "Files of this type can't be worked on.").With("attachment", row(e))
	}
	return err
}

// info answers what is known of an attachment's sub-sizes.
func (s *service) info(ctx context.Context, id int64) (*rest.Response, error) {
	scope.NoStore(ctx) // files come and go unheard
	e, f, err := s.attachment(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := s.Media.CheckOriginal(ctx, f); err != nil {
		return nil, refusal(e, f, err)
	}
	if f.Details == nil {
		return nil, fault.NotFound(codes+"no_metadata", "Nothing is stored about the file.").With("attachment", row(e))
	}
	places, err := s.Media.Places(ctx, f, f.Width(), f.Height())
	if err != nil {
		return nil, err
	}
	registered, known := []any{}, map[string]bool{}
	files := map[string]bool{}
	for _, p := range places {
		o := wire.NewObject("label", p.Name, "width", int64(p.Width), "height", int64(p.Height), "crop", p.Crop, "filename", false, "fileexists", p.There)
		if p.File != "" {
			o.Set("filename", p.File)
			files[p.File] = true
		}
		known[p.Name] = true
		registered = append(registered, o)
	}
	others, err := s.others(ctx, f, known, files)
	if err != nil {
		return nil, err
	}
	name := e.Title
	if name == "" {
		name = fmt.Sprintf("Attachment %d", e.ID)
	}
	return rest.OK(wire.NewObject(
		"name", name, "preview", s.Media.URL(ctx, f.Key), "relative_path", f.Original(),
		"edit_url", fmt.Sprintf("%s/wp-admin/post.php?post=%d&action=edit", s.Site.Base(ctx), e.ID),
		"width", int64(f.Width()), "height", int64(f.Height()), "registered_sizes", registered, "unregistered_sizes", others,
	)), nil
}

// others are the sub-sizes in the details whose files are there and aren't
// those of registered sizes.
func (s *service) others(ctx context.Context, f media.File, known, files map[string]bool) ([]any, error) {
	out := []any{}
	for _, m := range f.Details.Object("sizes").Members() {
		o, _ := m.Value.(*wire.Object)
		name := media.BaseName(o.Text("file"))
		if name == "" || files[name] {
			continue
		}
		_, err := s.Media.Blobs.Stat(ctx, f.Folder()+name)
		if errors.Is(err, blob.ErrNotFound) || errors.Is(err, blob.ErrInvalidKey) {
			continue
		}
		if err != nil {
			return nil, err
		}
		label := m.Key
		if known[label] {
			label += " (old)"
		}
		out = append(out, wire.NewObject("label", label, "width", schema.ToInt(o.Get("width")), "height", schema.ToInt(o.Get("height")),
			"filename", name, "fileexists", true))
	}
	return out, nil
}

// featured lists the images that entries have as their main one, in the order
// in which they came to be that.
func (s *service) featured(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	scope.NoStore(ctx)
	page, per := rest.Page.Of(r), rest.PerPage.Of(r)
	const most = 1 << 40
	ids, total, err := s.Store.MetaValues(ctx, content.MetaFeaturedMedia, int(per), int(per*(min(page, most)-1)))
	if err != nil {
		return nil, err
	}
	if int64(total) <= per*(min(page, most)-1) && total > 0 {
		return nil, errPage
	}
	out := []any{}
	for _, id := range ids {
		out = append(out, wire.NewObject("id", id))
	}
	res := rest.OK(out)
	res.Page = &rest.PageInfo{Total: total, Page: int(page), PerPage: int(per)}
	return res, nil
}

// row is an entry as the reference's error data have it.
func row(e *content.Entry) *wire.Object {
	at := func(date string) string {
		if len(date) != len("2006-01-02T15:04:05") {
			return "0000-00-00 00:00:00"
		}
		return date[:10] + " " + date[11:]
	}
	return wire.NewObject(
		"ID", e.ID, "post_author", fmt.Sprint(e.Author), "post_date", at(e.Date), "post_date_gmt", at(e.DateUTC), "post_content", e.Content,
		"post_title", e.Title, "post_excerpt", e.Excerpt, "post_status", string(e.Status), "comment_status", e.CommentStatus,
		"ping_status", e.PingStatus, "post_password", e.Password, "post_name", e.Slug, "to_ping", "", "pinged", "",
		"post_modified", at(e.Modified), "post_modified_gmt", at(e.ModifiedUTC), "post_content_filtered", "", "post_parent", e.Parent,
		"guid", e.GUID, "menu_order", e.MenuOrder, "post_type", e.Type, "post_mime_type", e.MimeType,
		"comment_count", fmt.Sprint(e.CommentCount), "filter", "raw",
	)
}

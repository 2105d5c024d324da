package media

import (
	"mime/multipart"
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/media"
	"quoin/internal/platform/fault"
)

var (
	errUpload     = fault.Denied("rest_cannot_create", "You aren't allowed to upload files.")
	errAttach     = fault.Denied("rest_cannot_edit", "You aren't allowed to upload files to this entry.")
	errEditImage  = fault.Denied("rest_cannot_edit_image", "You aren't allowed to upload files.")
	errImageType  = fault.BadRequest("rest_upload_image_type_not_supported", "Pictures of this type can't be processed here. Upload it as JPEG or PNG.")
	errParentType = fault.BadRequest("rest_invalid_param", "A file can't belong to a revision or to another file.")
)

// allowCreate is the right to upload, and to attach to an entry.
func (m *resource) allowCreate(r *rest.Request) error {
	if err := m.MayCreate(r); err != nil {
		return err
	}
	if !r.Actor.Can("upload_files") {
		return errUpload
	}
	if id := argPost.Of(r); id != 0 {
		e, err := m.Store.EntryByID(r.Context(), id)
		if err != nil || !m.Entries.CanEdit(r.Context(), r.Actor, e) {
			return errAttach
		}
	}
	if file := formFile(r); file != nil && !(ClientSide(r) && !argGenerateSubSizes.Of(r)) && !resizable(file.Header.Get("Content-Type")) {
		return errImageType
	}
	return nil
}

// resizable tells whether the type that a form names is one that sub-sizes can
// be made of, or one that needs none.
func resizable(mime string) bool {
	mime, _, _ = strings.Cut(mime, ";")
	switch mime = strings.ToLower(strings.TrimSpace(mime)); mime {
	case "image/svg+xml", "image/heic", "image/heif":
		return true
	case "image/jpg":
		return true
	}
	return !media.IsImage(mime) || media.Processable(mime)
}

// formFile is the file of a multipart body, nil without one.
func formFile(r *rest.Request) *multipart.FileHeader {
	if r.Form == nil || len(r.Form.File["file"]) == 0 {
		return nil
	}
	list := r.Form.File["file"]
	return list[len(list)-1]
}

// allowEdit is the right to make files of an attachment's file.
func (m *resource) allowEdit(r *rest.Request) error {
	if !r.Actor.Can("upload_files") {
		return errEditImage
	}
	return m.MayUpdate(r)
}

package media

import (
	"strings"

	"quoin/internal/api/rest"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/wire"
)

func baseName(key string) string { return key[strings.LastIndexByte(key, '/')+1:] }

func attachedTo(parent *content.Entry) *wire.Object {
	return wire.NewObject("post_type", wire.Symbol(parent.Type), "id", parent.ID)
}

// details are the stored details as they are answered: the sub-sizes know
// their addresses, and the full file is one of them when there are any.
func (m *resource) details(r *rest.Request, e *content.Entry, f media.File) any {
	if f.Details == nil {
		return &wire.Object{}
	}
	out := &wire.Object{}
	for _, member := range f.Details.Members() {
		out.Set(member.Key, member.Value)
	}
	out.Set("sizes", m.sizes(r, e, f))
	return out
}

func (m *resource) sizes(r *rest.Request, e *content.Entry, f media.File) *wire.Object {
	out := &wire.Object{}
	stored := f.Details.Object("sizes")
	if stored.Len() == 0 {
		return out
	}
	ctx := r.Context()
	for _, s := range stored.Members() {
		o, ok := s.Value.(*wire.Object)
		if !ok {
			continue
		}
		size := &wire.Object{}
		for _, member := range o.Members() {
			if member.Key != "mime-type" {
				size.Set(member.Key, member.Value)
			}
		}
		if mime, ok := o.Lookup("mime-type"); ok {
			size.Set("mime_type", mime)
		}
		if name := o.Text("file"); name != "" && f.Key != "" {
			size.Set("source_url", m.Media.URL(ctx, f.Folder()+name))
		}
		out.Set(s.Key, size)
	}
	if f.IsImage() {
		out.Set("full", wire.NewObject(
			"file", baseName(f.Key), "width", int64(f.Width()), "height", int64(f.Height()),
			"mime_type", e.MimeType, "source_url", m.Media.URL(ctx, f.Key),
		))
	}
	return out
}

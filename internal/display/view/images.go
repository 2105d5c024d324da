package view

import (
	"context"
	"maps"
	"slices"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// imageMemo is an attachment that the request has read; image is nil when
// there is none.
type imageMemo struct {
	image *render.Image
	deps  cache.Deps
}

// Images implements render.Source.
func (s *Source) Images(ctx context.Context, ids []int64) map[int64]*render.Image {
	s.loadImages(ctx, ids)
	out := make(map[int64]*render.Image, len(ids))
	for _, id := range ids {
		m, ok := s.images[id]
		if !ok {
			continue
		}
		scope.Include(ctx, m.deps)
		if m.image != nil {
			out[id] = m.image
		}
	}
	return out
}

// NamedImages implements render.Source.
func (s *Source) NamedImages(ctx context.Context, ids []int64) map[int64]*render.Image {
	out := s.Images(ctx, ids)
	var parents []int64
	for _, img := range out {
		if img.ParentID != 0 {
			parents = append(parents, img.ParentID)
		}
	}
	files, err := s.v.Store.EntriesByID(ctx, slices.Concat(slices.Collect(maps.Keys(out)), parents))
	if err != nil {
		s.fail(ctx, "attachments", err)
		return nil
	}
	for id := range out {
		if e := files[id]; e == nil || !s.mayShow(ctx, e) {
			delete(out, id)
		}
	}
	return out
}

// loadImages reads the attachments of ids that the request doesn't know yet.
func (s *Source) loadImages(ctx context.Context, ids []int64) {
	var missing []int64
	for _, id := range ids {
		if _, ok := s.images[id]; !ok {
			missing = append(missing, id)
		}
	}
	slices.Sort(missing)
	missing = slices.Compact(missing)
	if len(missing) == 0 {
		return
	}
	found, err := s.v.Store.EntriesByID(ctx, missing)
	if err != nil {
		s.fail(ctx, "attachments", err)
		return
	}
	list := make([]*content.Entry, 0, len(found))
	for _, id := range missing {
		e := found[id]
		if e == nil || e.Type != content.TypeAttachment {
			s.images[id] = imageMemo{deps: cache.Deps{Tags: []cache.Tag{cache.Entry(id)}}}
			continue
		}
		list = append(list, e)
	}
	s.rememberImages(ctx, list)
}

// rememberImages makes images of attachments.
func (s *Source) rememberImages(ctx context.Context, list []*content.Entry) {
	if err := s.v.Links.Prefetch(ctx, list); err != nil {
		s.fail(ctx, "addresses", err)
	}
	uploads := s.Site(ctx).UploadsURL
	for _, e := range list {
		part := scope.Part(ctx)
		scope.DependsOn(part, cache.Entry(e.ID))
		img := image(e, uploads)
		img.Permalink = s.v.Links.Link(part, e)
		s.images[e.ID] = imageMemo{img, scope.From(part).Deps()}
	}
}

// Attached implements render.Source.
func (s *Source) Attached(ctx context.Context, parent int64, kind string) []*render.Image {
	ids := once(ctx, s, attachedKey{parent}, func(ctx context.Context) []int64 {
		return s.attachedIDs(ctx, []int64{parent})[parent]
	})
	found := s.Images(ctx, ids)
	var out []*render.Image
	for _, id := range ids {
		if img := found[id]; img != nil && (kind == "" || strings.HasPrefix(img.MIME, kind+"/")) {
			out = append(out, img)
		}
	}
	return out
}

type attachedKey struct{ parent int64 }

// attachedIDs lists the attachments of entries in menu order and makes images
// of them.
func (s *Source) attachedIDs(ctx context.Context, parents []int64) map[int64][]int64 {
	page, err := s.v.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, Statuses: []content.Status{content.Inherit, content.Publish}, Parents: parents,
		Order: []content.Order{{By: content.ByMenuOrder}, {By: content.ByID}}, SkipTotal: true,
	})
	if err != nil {
		s.fail(ctx, "attachments", err)
		return nil
	}
	out := map[int64][]int64{}
	for _, e := range page.Entries {
		out[e.Parent] = append(out[e.Parent], e.ID)
	}
	s.rememberImages(ctx, page.Entries)
	return out
}

// image is an attachment with its file data.
func image(e *content.Entry, uploads string) *render.Image {
	img := &render.Image{
		ID: e.ID, ParentID: e.Parent, Title: e.Title, Caption: e.Excerpt, Description: e.Content,
		Alt: e.Meta.Text(content.MetaAltText), MIME: e.MimeType, File: e.Meta.Text(content.MetaAttachedFile),
		FeaturedID: e.Meta.Int(content.MetaFeaturedMedia),
	}
	switch {
	case img.File != "":
		img.URL = uploads + "/" + img.File
	case e.GUID != "":
		img.URL = e.GUID
	}
	data, _ := e.Meta.Get(content.MetaAttachment).(*wire.Object)
	if file := data.Text("file"); file != "" && strings.HasPrefix(e.MimeType, "image/") {
		img.File = file // Compat (TestReplacedFiles): texts know the file that the sizes were made of, also when another one took its place
	}
	img.Width, img.Height = number(data.Get("width")), number(data.Get("height"))
	img.FileSize, img.Length = int64(number(data.Get("filesize"))), number(data.Get("length"))
	for _, m := range data.Object("sizes").Members() {
		if o, ok := m.Value.(*wire.Object); ok {
			img.Sizes = append(img.Sizes, render.ImageSize{
				Name: m.Key, File: o.Text("file"), Width: number(o.Get("width")), Height: number(o.Get("height")), MIME: o.Text("mime-type"),
			})
		}
	}
	if strings.HasPrefix(e.MimeType, "audio/") || strings.HasPrefix(e.MimeType, "video/") {
		img.Audio = map[string]string{}
		for _, m := range data.Members() {
			switch m.Value.(type) {
			case string, int64, float64:
				img.Audio[m.Key] = schema.ToText(m.Value)
			}
		}
	}
	return img
}

// number is a stored number, 0 for anything else.
func number(v any) int {
	switch v.(type) {
	case int64, float64, string:
		return int(schema.ToInt(v))
	}
	return 0
}

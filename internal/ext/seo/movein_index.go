package seo

import (
	"context"
	"encoding/json"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/schema"
	"quoin/internal/transfer/moving"
)

// The index of the reference's extension, by the columns that are read of it.
const (
	oldIndex         = "yoast_indexable"
	oldObject        = "object_id"
	oldKind          = "object_type"
	oldAddress       = "permalink"
	oldPicture       = "open_graph_image"
	oldPictureID     = "open_graph_image_id"
	oldPictureSource = "open_graph_image_source"
)

// Where the image of an entry may be from, in that index.
const (
	fromSomebody = "set-by-user"
	fromFeatured = "featured-image"
	fromText     = "first-content-image"
)

// knownPicture is an image that the index of an old site had of an entry. There it stays until
// the entry is saved, whatever the entry shows meanwhile, and so it does here.
type knownPicture struct {
	// Address is that of the image, below the site's own where it begins with a slash; "" with
	// no ID means that there is none.
	Address string `json:"address,omitempty"`
	ID      int64  `json:"id,omitempty"`
	// Saved is when the entry was changed last.
	Saved string `json:"saved"`
}

// oldPictures are the images that the old index has of entries, where it says anything else than
// what the entries say themselves.
func oldPictures(ctx context.Context, old *moving.Old) (func(e *content.Entry) content.Meta, error) {
	type seen struct {
		address, source string
		id              int64
	}
	all := map[int64]seen{}
	columns := []string{oldObject, oldKind, oldPicture, oldPictureID, oldPictureSource}
	err := old.Columns(ctx, oldIndex, columns, func(r moving.Row) error {
		if r.Text(oldKind) == ofEntry {
			all[r.Int(oldObject)] = seen{strings.TrimPrefix(r.Text(oldPicture), old.Home()), r.Text(oldPictureSource), r.Int(oldPictureID)}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func(e *content.Entry) content.Meta {
		was, ok := all[e.ID]
		if !ok || e.Type == content.TypeAttachment || was.source == fromSomebody {
			return nil
		}
		featured := e.Meta.Int(content.MetaFeaturedMedia)
		switch {
		case metaText(e.Meta, metaSocialImage) != "" || e.Meta.Int(metaSocialImageID) > 0:
			return nil
		case was.source == fromFeatured && was.id == featured, featured == 0 && was.source == "":
			return nil
		case featured == 0 && was.source == fromText && was.id == 0 && strings.HasSuffix(contentImage(e.Content), was.address):
			return nil
		}
		known := knownPicture{Address: was.address, ID: was.id, Saved: e.ModifiedUTC}
		text, err := json.Marshal(known)
		if err != nil {
			return nil
		}
		return content.Meta{metaKnownPicture: []any{string(text)}}
	}, nil
}

// pictureKnown is the image that the index of the site that an entry came with had of it; ok is
// false where it says nothing any more.
func pictureKnown(e *content.Entry) (known knownPicture, ok bool) {
	text := metaText(e.Meta, metaKnownPicture)
	if text == "" || json.Unmarshal([]byte(text), &known) != nil || known.Saved != e.ModifiedUTC {
		return knownPicture{}, false
	}
	return known, true
}

// takeFront keeps the address under which the old index has the page at the front: that which
// it had before it was there, where nothing has renewed it.
func (s *service) takeFront(ctx context.Context, old *moving.Old) error {
	id := schema.ToInt(old.Option("page_on_front"))
	if old.Text("show_on_front") != "page" || id <= 0 {
		return nil
	}
	path := ""
	err := old.Columns(ctx, oldIndex, []string{oldObject, oldKind, oldAddress}, func(r moving.Row) error {
		if r.Int(oldObject) == id && r.Text(oldKind) == ofEntry {
			path, _ = strings.CutPrefix(r.Text(oldAddress), old.Home())
		}
		return nil
	})
	if err != nil || path == "" || path == "/" || !strings.HasPrefix(path, "/") {
		return err
	}
	found, err := s.Store.EntriesByID(ctx, []int64{id})
	if err != nil || found[id] == nil || !s.index.indexed(found[id]) {
		return err
	}
	row := s.index.entryRow(ctx, found[id])
	row.path = path
	return s.index.storeRow(ctx, row)
}

package media

import (
	"strconv"
	"strings"

	"quoin/internal/domain/media/metadata"
	"quoin/internal/platform/markup/sanitize"
	"quoin/internal/platform/wire"
)

// describe makes the details of a file that is no image.
func describe(u Upload, size int64) (*wire.Object, *metadata.Cover, error) {
	var read func() (metadata.Details, *metadata.Cover, error)
	switch {
	case strings.HasPrefix(u.MIME, "audio/"):
		read = func() (metadata.Details, *metadata.Cover, error) { return metadata.ReadAudio(u.Body) }
	case strings.HasPrefix(u.MIME, "video/"):
		read = func() (metadata.Details, *metadata.Cover, error) { return metadata.ReadVideo(u.Body) }
	default:
		return wire.NewObject("filesize", size), nil, nil
	}
	details, cover, err := read()
	if err != nil {
		return nil, nil, err
	}
	return object(details), cover, nil
}

// object is the stored form of details. Texts lose the HTML that no writer
// may use, since clients show them.
func object(d metadata.Details) *wire.Object {
	o := &wire.Object{}
	for _, m := range d {
		switch v := m.Value.(type) {
		case metadata.Details:
			o.Set(m.Name, object(v))
		case string:
			o.Set(m.Name, sanitize.Post(v))
		default:
			o.Set(m.Name, v)
		}
	}
	return o
}

// imageMeta is the stored form of an image's embedded data. Numbers are text,
// as those of the field's exports are.
func imageMeta(m metadata.ImageMeta) *wire.Object {
	keywords := make([]any, len(m.Keywords))
	for i, k := range m.Keywords {
		keywords[i] = sanitize.Post(k)
	}
	return wire.NewObject(
		"aperture", m.Aperture,
		"credit", sanitize.Post(m.Credit),
		"camera", sanitize.Post(m.Camera),
		"caption", sanitize.Post(m.Caption),
		"created_timestamp", m.CreatedTimestamp,
		"copyright", sanitize.Post(m.Copyright),
		"focal_length", m.FocalLength,
		"iso", m.ISO,
		"shutter_speed", m.ShutterSpeed,
		"title", sanitize.Post(m.Title),
		"orientation", strconv.Itoa(m.Orientation),
		"keywords", keywords,
		"alt", sanitize.Post(m.Alt),
	)
}

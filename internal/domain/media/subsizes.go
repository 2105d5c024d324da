package media

import (
	"context"
	"fmt"
	"io"

	"quoin/internal/domain/media/imaging"
	"quoin/internal/domain/media/metadata"
	"quoin/internal/platform/wire"
)

// Sized is a sub-size that was stored.
type Sized struct {
	Name string
	// Details are the sub-size's member of the attachment's details.
	Details *wire.Object
}

// AddMissing makes the sub-sizes that an attachment lacks, from its original.
// keep is called for each as soon as it is stored, so that what was done stays
// when the work is interrupted; it is called from one goroutine at a time.
// Errors about the image are those of package imaging.
func (s *Service) AddMissing(ctx context.Context, f File, keep func(Sized) error) error {
	sizes := s.RegisteredSizes(ctx)
	if len(f.Missing(sizes)) == 0 {
		return nil
	}
	upright, done, err := s.openUpright(ctx, f.Original())
	if err != nil {
		return err
	}
	defer done()
	var places []imaging.Placement
	var names []string
	for _, size := range priority(sizes) {
		if f.Details.Object("sizes").Has(size.Name) {
			continue
		}
		// The original may be larger than what is shown.
		if place, ok := size.Place(upright.Width(), upright.Height()); ok {
			places, names = append(places, place), append(names, size.Name)
		}
	}
	p := uploadedImage{Service: s, Upload: Upload{Key: f.Original(), MIME: f.MIME}, stored: &Stored{}}
	return upright.SubSizes(ctx, places, func(sub imaging.SubSize) error {
		o, err := p.cacheSize(ctx, sub)
		if err != nil {
			return err
		}
		return keep(Sized{names[sub.Index], o})
	})
}

// OrderSizes puts the sub-sizes of an attachment into the order in which they
// are listed.
func (s *Service) OrderSizes(ctx context.Context, sizes *wire.Object) *wire.Object {
	return ordered(s.RegisteredSizes(ctx), sizes)
}

func ordered(registered []imaging.Size, sizes *wire.Object) *wire.Object {
	out := &wire.Object{}
	for _, size := range priority(registered) {
		if v, ok := sizes.Lookup(size.Name); ok {
			out.Set(size.Name, v)
		}
	}
	for _, m := range sizes.Members() {
		if !out.Has(m.Key) {
			out.Set(m.Key, m.Value)
		}
	}
	return out
}

// RegisteredSizes are the sub-sizes that images get.
func (s *Service) RegisteredSizes(ctx context.Context) []imaging.Size { return s.sizesOf(ctx) }

// openUpright decodes a stored image and turns it upright. done gives its
// memory back.
func (s *Service) openUpright(ctx context.Context, key string) (upright *imaging.Image, done func(), err error) {
	body, err := s.Blobs.Open(ctx, key)
	if err != nil {
		return nil, nil, fmt.Errorf("read picture: %w", err)
	}
	defer body.Close()
	meta, _, err := metadata.ReadImage(body, "")
	if err != nil {
		return nil, nil, fmt.Errorf("read picture %s: %w", key, err)
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return nil, nil, fmt.Errorf("read picture %s: %w", key, err)
	}
	p, err := imaging.Decode(ctx, s.Gate, body)
	if err != nil {
		return nil, nil, fmt.Errorf("read picture %s: %w", key, err)
	}
	return p.Orient(meta.Orientation), p.Close, nil
}

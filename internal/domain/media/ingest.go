package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"quoin/internal/domain/media/imaging"
	"quoin/internal/domain/media/metadata"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/wire"
)

// Upload is a file to be stored.
type Upload struct {
	// Key is where it goes: folder and name, see Folder.Unique.
	Key  string
	MIME string
	Body io.ReadSeeker
	// Unprocessed stores an image as it is: neither scaled down nor turned upright,
	// without sub-sizes.
	Unprocessed bool
	// New fails with blob.ErrExists instead of replacing a file that has the
	// key.
	New bool
	// Strict refuses images that are damaged or beyond the limits, with an
	// error of package imaging, instead of storing them without sub-sizes.
	Strict bool
	// claim remembers the file until its row is stored, see Service.Claim.
	claim bool
}

// Stored is a file that has been stored with all that was made of it.
type Stored struct {
	// File is the key of the main file: that of the upload, or the scaled or
	// upright copy of it.
	File string
	// Details are the attachment's stored details; see docs of the members in
	// describe.go. They are empty for a file nothing is known of.
	Details *wire.Object
	// Image is the embedded data of an image, nil when there is none. Its
	// texts are as they stand in the file.
	Image *metadata.ImageMeta
	// Cover is the image inside a sound or video, nil when there is none.
	Cover *metadata.Cover
	// Keys are all files that were written.
	Keys []string
	// Claimed is the key that Add has claimed, to be settled with the row.
	Claimed string
}

// Ingest stores a file and, of an image, the sub-sizes. An image that can't
// be decoded is stored without them. Errors are those of the body, of the
// store or of ctx; nothing is left behind then.
func (s *Service) Ingest(ctx context.Context, u Upload) (stored Stored, err error) {
	stored.File = u.Key
	if u.Strict && IsImage(u.MIME) {
		// Before anything is written, let alone decoded.
		if err := s.checkImage(u.Body); err != nil {
			return Stored{}, fmt.Errorf("store file %s: %w", u.Key, err)
		}
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("store file %s: %w", u.Key, err), s.undo(context.WithoutCancel(ctx), stored))
			stored = Stored{}
		}
	}()
	if _, err := u.Body.Seek(0, io.SeekStart); err != nil {
		return stored, err
	}
	if u.claim {
		// Before the file is there: a crash in between leaves a claim of nothing.
		if err := s.Claim(ctx, u.Key); err != nil {
			return stored, err
		}
		stored.Claimed = u.Key
	}
	stored.Keys = []string{u.Key}
	err = s.Blobs.Put(ctx, u.Key, u.Body, blob.PutOptions{Size: blob.SizeUnknown, ContentType: u.MIME, IfAbsent: u.New})
	if errors.Is(err, blob.ErrExists) {
		// The file is another's, and so may be the claim: it stays, since no file
		// is swept that has a row.
		stored.Keys, stored.Claimed = nil, ""
	}
	if err != nil {
		return stored, err
	}
	size, err := u.Body.Seek(0, io.SeekEnd)
	if err != nil {
		return stored, err
	}
	if !IsImage(u.MIME) {
		stored.Details, stored.Cover, err = describe(u, size)
		return stored, err
	}
	p := uploadedImage{Service: s, Upload: u, stored: &stored}
	return stored, p.store(ctx, size)
}

// undo removes what was written.
func (s *Service) undo(ctx context.Context, stored Stored) error {
	if err := s.Remove(ctx, stored.Keys); err != nil || stored.Claimed == "" {
		return err
	}
	return s.Release(ctx, stored.Claimed)
}

// uploadedImage is an image on its way into the store.
type uploadedImage struct {
	*Service
	Upload
	stored *Stored
	sizes  *wire.Object
}

func (p *uploadedImage) store(ctx context.Context, size int64) error {
	d := &wire.Object{}
	p.stored.Details = d
	header, err := imaging.Probe(p.Body)
	if err != nil {
		if !aboutContent(err) {
			return err
		}
		d.Set("filesize", size)
		return nil
	}
	p.sizes = &wire.Object{}
	d.Set("width", int64(header.Width))
	d.Set("height", int64(header.Height))
	d.Set("file", p.Key)
	d.Set("filesize", size)
	d.Set("sizes", p.sizes)
	meta, ok, err := metadata.ReadImage(p.Body, "")
	if err != nil {
		return err
	}
	if ok {
		p.stored.Image = &meta
		d.Set("image_meta", imageMeta(meta))
	}
	if p.Unprocessed || !header.Format.Processable() {
		return nil
	}
	if _, err := p.Body.Seek(0, io.SeekStart); err != nil {
		return err
	}
	err = p.derive(ctx, meta.Orientation)
	if err != nil && aboutContent(err) && (!p.Strict || errors.Is(err, imaging.ErrUnsupported)) {
		return nil // the image stays, as it is
	}
	return err
}

// checkImage refuses an image by its header.
func (s *Service) checkImage(body io.ReadSeeker) error {
	header, err := imaging.Probe(body)
	switch {
	case err == nil:
		return s.Gate.Check(header)
	case errors.Is(err, imaging.ErrUnknownFormat), errors.Is(err, imaging.ErrUnsupported):
		return nil
	}
	return err
}

// derive decodes the image and stores what is made of it.
func (p *uploadedImage) derive(ctx context.Context, orientation int) error {
	decoded, err := imaging.Decode(ctx, p.Gate, p.Body)
	if err != nil {
		return err
	}
	defer decoded.Close()
	upright := decoded.Orient(orientation)
	turned := orientation > 1 && orientation <= 8
	var places []imaging.Placement
	var names []string
	main := ""
	w, h := upright.Width(), upright.Height()
	switch {
	case w > imaging.BigThreshold || h > imaging.BigThreshold:
		big := imaging.Size{Width: imaging.BigThreshold, Height: imaging.BigThreshold}
		if place, ok := big.Place(w, h); ok {
			places, names, main = append(places, place), append(names, ""), "scaled"
		}
	case turned:
		main = "rotated"
		var data []byte
		err := p.Gate.Run(ctx, func() (err error) {
			data, err = upright.Encode()
			return err
		})
		if err != nil {
			return err
		}
		if err := p.replaceMain(ctx, main, w, h, data); err != nil {
			return err
		}
	}
	for _, size := range priority(p.sizesOf(ctx)) {
		if place, ok := size.Place(w, h); ok {
			places, names = append(places, place), append(names, size.Name)
		}
	}
	made := make([]*wire.Object, len(places))
	err = upright.SubSizes(ctx, places, func(sub imaging.SubSize) error {
		if names[sub.Index] == "" {
			return p.replaceMain(ctx, main, sub.Width, sub.Height, sub.Data)
		}
		o, err := p.cacheSize(ctx, sub)
		made[sub.Index] = o
		return err
	})
	for i, o := range made {
		if o != nil {
			p.sizes.Set(names[i], o)
		}
	}
	if main != "" && turned && p.stored.Image != nil {
		p.stored.Details.Object("image_meta").Set("orientation", int64(1))
	}
	return err
}

// replaceMain stores a copy that becomes the main file.
func (p *uploadedImage) replaceMain(ctx context.Context, suffix string, w, h int, data []byte) error {
	key := withSuffix(p.Key, suffix)
	if err := p.put(ctx, key, data); err != nil {
		return err
	}
	d := p.stored.Details
	p.stored.File = key
	d.Set("width", int64(w))
	d.Set("height", int64(h))
	d.Set("file", key)
	d.Set("filesize", int64(len(data)))
	d.Set("original_image", baseName(p.Key))
	return nil
}

// cacheSize stores a sub-size. Two of the same dimensions share a file.
func (p *uploadedImage) cacheSize(ctx context.Context, sub imaging.SubSize) (*wire.Object, error) {
	key := withSuffix(p.Key, fmt.Sprintf("%dx%d", sub.Width, sub.Height))
	if err := p.put(ctx, key, sub.Data); err != nil {
		return nil, err
	}
	return wire.NewObject(
		"file", baseName(key), "width", int64(sub.Width), "height", int64(sub.Height),
		"mime-type", p.MIME, "filesize", int64(len(sub.Data)),
	), nil
}

func (p *uploadedImage) put(ctx context.Context, key string, data []byte) error {
	p.stored.Keys = distinct(append(p.stored.Keys, key))
	return p.Blobs.Put(ctx, key, bytes.NewReader(data), blob.PutOptions{Size: int64(len(data)), ContentType: p.MIME})
}

func (s *Service) sizesOf(ctx context.Context) []imaging.Size {
	if s.Sizes == nil {
		return imaging.DefaultSizes()
	}
	return s.Sizes(ctx)
}

// priority is the order in which sub-sizes are made and listed.
//
// Compat (TestIngest): the most wanted ones come first, the others as registered.
func priority(sizes []imaging.Size) []imaging.Size {
	out := make([]imaging.Size, 0, len(sizes))
	first := []string{"medium", "large", "thumbnail", "medium_large"}
	for _, name := range first {
		for _, size := range sizes {
			if size.Name == name {
				out = append(out, size)
			}
		}
	}
	for _, size := range sizes {
		known := false
		for _, name := range first {
			known = known || size.Name == name
		}
		if !known {
			out = append(out, size)
		}
	}
	return out
}

// aboutContent tells whether an error says that an image is no good, rather
// than that reading or writing it failed.
func aboutContent(err error) bool {
	for _, kind := range []error{imaging.ErrUnknownFormat, imaging.ErrUnsupported, imaging.ErrTooLarge, imaging.ErrCorrupt} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}

// AboutImage tells whether an error says that an image is no good, or of a kind
// that isn't worked on.
func AboutImage(err error) bool { return aboutContent(err) }

// Describe makes the details of a file that is stored already, without
// sub-sizes.
func (s *Service) Describe(ctx context.Context, key, mime string) (*wire.Object, error) {
	body, err := s.Blobs.Open(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("describe file: %w", err)
	}
	defer body.Close()
	u := Upload{Key: key, MIME: mime, Body: body, Unprocessed: true}
	if !IsImage(mime) {
		d, _, err := describe(u, body.Info().Size)
		return d, err
	}
	p := uploadedImage{Service: s, Upload: u, stored: &Stored{}}
	if err := p.store(ctx, body.Info().Size); err != nil {
		return nil, fmt.Errorf("describe file %s: %w", key, err)
	}
	return p.stored.Details, nil
}

package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/sync/errgroup"

	"quoin/internal/domain/media/imaging"
	"quoin/internal/domain/media/metadata"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/wire"
)

// Renewed is what Renew made of an attachment.
type Renewed struct {
	// Sizes are the sub-sizes that were made, by name.
	Sizes map[string]*wire.Object
	// Fitting are the names of the sizes that didn't have to be made: their files are there.
	Fitting []string
	// Main are the members of the details about the main file, nil if that
	// wasn't made again.
	Main *wire.Object
	// Details are those of a file that had none.
	Details *wire.Object
}

// Place is where a registered sub-size of an attachment lies.
type Place struct {
	imaging.Size
	// File is the name of its file, "" for a size that isn't made of the image.
	File  string
	There bool
}

// original opens an image's original and tells what its header says, with
// the sides as they are shown. The errors are blob.ErrNotFound and those of
// package imaging.
func (s *Service) original(ctx context.Context, f File) (width, height int, err error) {
	body, err := s.Blobs.Open(ctx, f.Original())
	if err != nil {
		return 0, 0, err
	}
	defer body.Close()
	header, err := imaging.Probe(body)
	if err != nil {
		return 0, 0, err
	}
	if !header.Format.Processable() {
		return 0, 0, imaging.ErrUnsupported
	}
	if _, err := body.Seek(0, io.SeekStart); err != nil {
		return 0, 0, err
	}
	width, height = header.Width, header.Height
	meta, _, err := metadata.ReadImage(body, "")
	if err == nil && meta.Orientation >= 5 && meta.Orientation <= 8 {
		width, height = height, width
	}
	return width, height, err
}

// CheckOriginal tells whether sub-sizes can be made of an attachment: the
// errors are blob.ErrNotFound and those of package imaging.
func (s *Service) CheckOriginal(ctx context.Context, f File) error {
	_, _, err := s.original(ctx, f)
	return err
}

// MadeOf are the names of the files in the attachment's folder that are called
// like sub-sizes of its original. On a disk it reads the whole folder.
func (s *Service) MadeOf(ctx context.Context, f File) ([]string, error) {
	stem, ext := splitName(f.Original())
	var names []string
	for info, err := range s.Blobs.List(ctx, stem+"-") {
		if err != nil {
			return nil, fmt.Errorf("files made of %s: %w", f.Key, err)
		}
		if size, ok := strings.CutPrefix(info.Key, stem+"-"); ok && subSizeName.MatchString(strings.TrimSuffix(size, ext)) && strings.HasSuffix(size, ext) {
			names = append(names, baseName(info.Key))
		}
	}
	return names, nil
}

var subSizeName = regexp.MustCompile(`^[0-9]+x[0-9]+$`)

// askedAtOnce bounds the files of one image that are looked for at a time: each
// may be a request to another server.
const askedAtOnce = 8

// Places are where the registered sub-sizes of an image of width x height
// pixels lie. Their files are asked for one by one: a list of what begins like an
// image's name reads the whole folder, which has the files of a month.
func (s *Service) Places(ctx context.Context, f File, width, height int) ([]Place, error) {
	sizes := s.RegisteredSizes(ctx)
	out := make([]Place, len(sizes))
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(askedAtOnce)
	for i, size := range sizes {
		out[i].Size = size
		place, ok := size.Place(width, height)
		if !ok {
			continue
		}
		key := withSuffix(f.Original(), fmt.Sprintf("%dx%d", place.Width, place.Height))
		out[i].File = baseName(key)
		g.Go(func() error {
			_, err := s.Blobs.Stat(ctx, key)
			out[i].There = err == nil
			if errors.Is(err, blob.ErrNotFound) || errors.Is(err, blob.ErrInvalidKey) {
				return nil
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, fmt.Errorf("files made of %s: %w", f.Key, err)
	}
	return out, nil
}

// Renew makes the sub-sizes of an attachment again from its original: all of
// them, or those that are missing or have other dimensions than they should.
// Files are replaced as a whole; the row is the caller's to change. The errors
// are blob.ErrNotFound and those of package imaging.
func (s *Service) Renew(ctx context.Context, f File, all bool) (Renewed, error) {
	width, height, err := s.original(ctx, f)
	if err != nil {
		return Renewed{}, err
	}
	out := Renewed{Sizes: map[string]*wire.Object{}}
	if f.Details == nil {
		if out.Details, err = s.Describe(ctx, f.Key, f.MIME); err != nil {
			return Renewed{}, err
		}
		f.Details = out.Details
	}
	places, err := s.Places(ctx, f, width, height)
	if err != nil {
		return Renewed{}, err
	}
	var wanted []imaging.Size
	for _, p := range places {
		switch {
		case p.File == "":
		case all || !p.There || f.Details.Object("sizes").Object(p.Name).Text("file") != p.File:
			wanted = append(wanted, p.Size)
		default:
			out.Fitting = append(out.Fitting, p.Name)
		}
	}
	scaled := strings.HasSuffix(stemOf(f.Key), "-scaled") && f.Key != f.Original()
	if scaled && !all {
		_, err := s.Blobs.Stat(ctx, f.Key)
		if err != nil && !errors.Is(err, blob.ErrNotFound) {
			return Renewed{}, err
		}
		scaled = err != nil
	}
	if len(wanted) == 0 && !scaled {
		return out, nil
	}
	err = s.renew(ctx, f, wanted, scaled, &out)
	return out, err
}

func stemOf(key string) string {
	stem, _ := splitName(key)
	return stem
}

// renew makes sub-sizes and, with main, the scaled copy that is shown.
func (s *Service) renew(ctx context.Context, f File, sizes []imaging.Size, main bool, out *Renewed) error {
	upright, done, err := s.openUpright(ctx, f.Original())
	if err != nil {
		return err
	}
	defer done()
	var places []imaging.Placement
	var names []string
	if main {
		big := imaging.Size{Width: imaging.BigThreshold, Height: imaging.BigThreshold}
		if place, ok := big.Place(upright.Width(), upright.Height()); ok {
			places, names = append(places, place), append(names, "")
		}
	}
	for _, size := range priority(sizes) {
		if place, ok := size.Place(upright.Width(), upright.Height()); ok {
			places, names = append(places, place), append(names, size.Name)
		}
	}
	p := uploadedImage{Service: s, Upload: Upload{Key: f.Original(), MIME: f.MIME}, stored: &Stored{Details: &wire.Object{}}}
	return upright.SubSizes(ctx, places, func(sub imaging.SubSize) error {
		if names[sub.Index] == "" {
			if err := p.put(ctx, f.Key, sub.Data); err != nil {
				return err
			}
			out.Main = wire.NewObject("width", int64(sub.Width), "height", int64(sub.Height), "file", f.Key, "filesize", int64(len(sub.Data)))
			return nil
		}
		o, err := p.cacheSize(ctx, sub)
		if err == nil {
			out.Sizes[names[sub.Index]] = o
		}
		return err
	})
}

// Apply puts what was made into the details of an attachment, as they are now.
// A sub-size of which both sides became others is kept under a name of its own,
// unless its file is gone.
func (n *Renewed) Apply(ctx context.Context, s *Service, details *wire.Object, there func(name string) bool) *wire.Object {
	d := details.Clone()
	if d.Len() == 0 {
		d = n.Details.Clone()
	}
	if d == nil {
		d = &wire.Object{}
	}
	for _, m := range n.Main.Members() {
		d.Set(m.Key, m.Value)
	}
	d.Set("sizes", n.sizes(s.RegisteredSizes(ctx), d.Object("sizes"), there))
	return d
}

// sizes are the sub-sizes in their order: those that an image of today has, whether
// they were made or fit, and what there was else.
func (n *Renewed) sizes(registered []imaging.Size, before *wire.Object, there func(name string) bool) *wire.Object {
	today := &wire.Object{}
	for name, size := range n.Sizes {
		today.Set(name, size)
	}
	for _, name := range n.Fitting {
		if old, ok := before.Lookup(name); ok {
			today.Set(name, old)
		}
	}
	out := ordered(registered, today)
	for _, m := range before.Members() {
		size, old := n.Sizes[m.Key], before.Object(m.Key)
		switch {
		case !out.Has(m.Key):
			out.Set(m.Key, m.Value)
		case size == nil || old == nil || valueText(old.Get("width")) == valueText(size.Get("width")) || valueText(old.Get("height")) == valueText(size.Get("height")):
		case there(old.Text("file")):
			out.Set(fmt.Sprintf("%s_old_%sx%s", m.Key, valueText(old.Get("width")), valueText(old.Get("height"))), old)
		}
	}
	return out
}

func valueText(v any) string { return fmt.Sprint(v) }

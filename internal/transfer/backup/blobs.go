package backup

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"quoin/internal/platform/blob"
)

// Blobs are the uploaded files of a backup, where they are: in the file, or in its place.
// They are only read; to put one there means that it isn't what was backed up.
func (a *Archive) Blobs(place blob.Store) blob.Store {
	b := &blobs{archive: a, place: place, files: map[string]File{}}
	for _, f := range a.Media {
		b.files[f.Key] = f
		b.keys = append(b.keys, f.Key)
	}
	slices.Sort(b.keys)
	return b
}

type blobs struct {
	archive *Archive
	place   blob.Store
	files   map[string]File
	keys    []string
}

var errFixed = errors.New("the files of a backup aren't changed")

// Put implements blob.Store, as do the others.
func (b *blobs) Put(_ context.Context, key string, _ io.Reader, _ blob.PutOptions) error {
	if _, ok := b.files[key]; ok {
		return ErrDamaged
	}
	return errFixed
}

func (b *blobs) Delete(context.Context, string) error        { return errFixed }
func (b *blobs) Copy(context.Context, string, string) error  { return errFixed }
func (b *blobs) URL(context.Context, string) (string, error) { return "", nil }
func (b *blobs) info(f File) blob.Info {
	made, _ := time.Parse(time.RFC3339, b.archive.Made)
	return blob.Info{Key: f.Key, Size: f.Size, ModTime: made, ContentType: f.ContentType}
}

func (b *blobs) Stat(ctx context.Context, key string) (blob.Info, error) {
	f, ok := b.files[key]
	if !ok {
		return blob.Info{}, blob.ErrNotFound
	}
	if b.archive.Apart {
		there, err := b.place.Stat(ctx, placeKey(f.SHA256))
		if err != nil {
			return blob.Info{}, err
		}
		if there.Size != f.Size {
			return blob.Info{}, fmt.Errorf("%w: it has %d bytes of %d", ErrDamaged, there.Size, f.Size)
		}
	}
	return b.info(f), nil
}

func (b *blobs) Open(ctx context.Context, key string) (blob.Object, error) {
	f, ok := b.files[key]
	if !ok {
		return nil, blob.ErrNotFound
	}
	if b.archive.Apart {
		o, err := b.place.Open(ctx, placeKey(f.SHA256))
		if err != nil {
			return nil, err
		}
		return placed{o, b.info(f)}, nil
	}
	return b.archive.openStored(f, b.info(f))
}

func (b *blobs) List(_ context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		for _, key := range b.keys {
			if strings.HasPrefix(key, prefix) && !yield(b.info(b.files[key]), nil) {
				return
			}
		}
	}
}

// placed is an object under the name that the site has for it.
type placed struct {
	blob.Object
	info blob.Info
}

func (p placed) Info() blob.Info { return p.info }

// openStored opens a file in the archive, where it stands byte for byte.
func (a *Archive) openStored(f File, info blob.Info) (blob.Object, error) {
	i := slices.IndexFunc(a.zip.File, func(z *zip.File) bool { return z.Name == fileName(f.Key) })
	if i < 0 {
		return nil, blob.ErrNotFound
	}
	entry := a.zip.File[i]
	if entry.Method != zip.Store {
		return nil, fmt.Errorf("%w: %s is packed in another way", ErrDamaged, f.Key)
	}
	at, err := entry.DataOffset()
	if err != nil {
		return nil, damage(err)
	}
	file, err := os.Open(a.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the backup is gone: %w", errors.Unwrap(err))
	}
	if err != nil {
		return nil, err
	}
	return &stored{io.NewSectionReader(file, at, int64(entry.UncompressedSize64)), file, info}, nil // #nosec G115 -- sizes of files
}

type stored struct {
	*io.SectionReader
	file *os.File
	info blob.Info
}

func (s *stored) Info() blob.Info { return s.info }
func (s *stored) Close() error    { return s.file.Close() }

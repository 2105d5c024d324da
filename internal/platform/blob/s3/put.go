package s3

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/minio/minio-go/v7"

	"quoin/internal/platform/blob"
)

// partSize is what is kept in memory of an upload, so that a part can be sent again. Larger blobs go
// up in parts and appear when the last one has been confirmed.
const partSize = 16 << 20

// Put implements blob.Store.
func (s *Store) Put(ctx context.Context, key string, r io.Reader, o blob.PutOptions) error {
	if err := check(ctx, key); err != nil {
		return err
	}
	source := &countingReader{r: r, announced: o.Size}
	within, end := call(ctx)
	err := end(explain(s.upload(within, s.name(key), source, o)))
	if source.err != nil {
		err = source.err // the client wraps it in words of its own
	}
	if err != nil {
		return fmt.Errorf("put blob %q: %w", key, err)
	}
	return nil
}

func (s *Store) upload(ctx context.Context, name string, source io.Reader, o blob.PutOptions) error {
	opts := minio.PutObjectOptions{ContentType: o.ContentType, PartSize: partSize, SendContentMd5: true}
	if o.IfAbsent {
		opts.SetMatchETagExcept("*")
	}
	if o.Size > partSize {
		_, err := s.client.Client.PutObject(ctx, s.config.Bucket, name, source, blob.SizeUnknown, opts)
		return err
	}
	var first bytes.Buffer
	if o.Size > 0 {
		first.Grow(int(o.Size) + bytes.MinRead)
	}
	n, err := io.CopyN(&first, source, partSize+1)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if n <= partSize {
		_, err = s.client.Client.PutObject(ctx, s.config.Bucket, name, bytes.NewReader(first.Bytes()), n, opts)
		return err
	}
	_, err = s.client.Client.PutObject(ctx, s.config.Bucket, name, io.MultiReader(&first, source), blob.SizeUnknown, opts)
	return err
}

// countingReader fails instead of ending when fewer or more bytes came than were announced, so that
// the upload is abandoned before it is published. It keeps the error it ended with.
type countingReader struct {
	r         io.Reader
	announced int64
	n         int64
	err       error
}

func (c *countingReader) Read(b []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.r.Read(b)
	c.n += int64(n)
	switch {
	case c.announced >= 0 && (c.n > c.announced || err == io.EOF && c.n < c.announced):
		c.err = fmt.Errorf("%w: %d bytes instead of %d", blob.ErrSize, c.n, c.announced)
		return n, c.err
	case err != nil && err != io.EOF:
		c.err = err
	}
	return n, err
}

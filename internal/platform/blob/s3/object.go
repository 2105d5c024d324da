package s3

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"

	"quoin/internal/platform/blob"
	"quoin/internal/platform/fault"
)

// object reads an object of one ETag, by a request that begins where the reader stands. It asks for
// bytes only when they are read, so seeking costs nothing.
type object struct {
	ctx    context.Context
	end    func(error) error // of ctx
	store  *Store
	info   blob.Info
	name   string
	etag   string
	at     int64
	body   io.ReadCloser // of the request under way, nil if none
	broken int           // times the body broke since the last byte
	closed bool
}

// Open implements blob.Store.
func (s *Store) Open(ctx context.Context, key string) (blob.Object, error) {
	info, err := s.stat(ctx, key)
	if err != nil {
		return nil, fmt.Errorf("open blob %q: %w", key, err)
	}
	ctx, end := call(ctx)
	return &object{ctx: ctx, end: end, store: s, info: describe(key, info), name: s.name(key), etag: info.ETag}, nil
}

func (o *object) Info() blob.Info { return o.info }

var errClosed = errors.New("read of a closed blob")

// Read implements io.Reader. A body that breaks is asked for again from the byte where it broke.
func (o *object) Read(b []byte) (int, error) {
	switch {
	case o.closed:
		return 0, errClosed
	case o.at >= o.info.Size:
		return 0, io.EOF
	case len(b) == 0:
		return 0, nil
	}
	for {
		n, err := o.read(b)
		if n > 0 {
			o.at += int64(n)
			o.broken = 0
			return n, nil
		}
		if err == nil {
			continue
		}
		o.stop()
		o.broken++
		if o.broken >= attempts || o.ctx.Err() != nil || !retriable(err) {
			return 0, fmt.Errorf("read blob %q at %d: %w", o.info.Key, o.at, o.failed(err))
		}
		if err := pause(o.ctx, o.broken); err != nil {
			return 0, fmt.Errorf("read blob %q at %d: %w", o.info.Key, o.at, o.end(err))
		}
	}
}

// failed says what an error means that reading ends with. A body that breaks off has no
// words of the service.
func (o *object) failed(err error) error {
	if retriable(err) && o.ctx.Err() == nil {
		return fmt.Errorf("%w: %w", fault.ErrNoStorage, err)
	}
	return o.end(explain(err))
}

// read takes bytes from the body, sending the request first if there is none.
func (o *object) read(b []byte) (int, error) {
	if o.body == nil {
		opts := minio.GetObjectOptions{}
		if err := opts.SetRange(o.at, o.info.Size-1); err != nil {
			return 0, err
		}
		if err := opts.SetMatchETag(o.etag); err != nil {
			return 0, err
		}
		body, got, header, err := o.store.client.GetObject(o.ctx, o.store.config.Bucket, o.name, opts)
		if err != nil {
			return 0, replaced(err)
		}
		// Services may check the condition before they open the object, or tell the
		// ETag that it had a moment ago.
		if got.ETag != o.etag || !hasSize(header.Get("Content-Range"), o.info.Size) {
			body.Close()
			return 0, errReplaced
		}
		if !begins(header.Get("Content-Range"), o.at) {
			body.Close()
			return 0, errElsewhere
		}
		o.body = body
	}
	n, err := o.body.Read(b[:min(int64(len(b)), o.info.Size-o.at)])
	if err == io.EOF {
		err = io.ErrUnexpectedEOF // the end is where Size says, not where the connection stops
	}
	return n, err
}

// hasSize tells whether a range can be one of an object of a size: "bytes 0-9/100"
// isn't, unless the size is 100. Nothing is known of the size of "" and of "*".
func hasSize(contentRange string, size int64) bool {
	_, total, ok := strings.Cut(contentRange, "/")
	return !ok || total == "*" || total == strconv.FormatInt(size, 10)
}

// begins tells whether an answer begins at a place of an object. One that says nothing
// is the whole.
func begins(contentRange string, at int64) bool {
	if contentRange == "" {
		return at == 0
	}
	return strings.HasPrefix(contentRange, "bytes "+strconv.FormatInt(at, 10)+"-")
}

var errElsewhere = errors.New("the service answers with another part of the blob")

var errReplaced = errors.New("the blob was replaced while it was read")

// replaced recognises the answer to a condition that no longer holds.
func replaced(err error) error {
	var answer minio.ErrorResponse
	if errors.As(err, &answer) && answer.StatusCode == http.StatusPreconditionFailed {
		return errReplaced
	}
	return err
}

// retriable: the service's answers have been retried by the client already; what breaks here is the
// connection.
func retriable(err error) bool {
	var answer minio.ErrorResponse
	return !errors.As(err, &answer) && !errors.Is(err, errReplaced) && !errors.Is(err, errElsewhere)
}

// pause waits 0.1, 0.2, 0.4 ... seconds, less a random part.
func pause(ctx context.Context, broken int) error {
	longest := 100 * time.Millisecond << (broken - 1)
	timer := time.NewTimer(longest/2 + rand.N(longest/2)) // #nosec G404 -- spreads retries, no secret
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Seek implements io.Seeker.
func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.info.Size
	case io.SeekStart:
	default:
		return 0, fmt.Errorf("seek in blob %q: unknown whence %d", o.info.Key, whence)
	}
	if offset < 0 {
		return 0, fmt.Errorf("seek in blob %q: position %d", o.info.Key, offset)
	}
	if offset != o.at {
		o.stop()
		o.at = offset
	}
	return offset, nil
}

// stop ends the request under way.
func (o *object) stop() {
	if o.body != nil {
		o.body.Close()
		o.body = nil
	}
}

// Close implements io.Closer.
func (o *object) Close() error {
	o.closed = true
	o.stop()
	return o.end(nil)
}

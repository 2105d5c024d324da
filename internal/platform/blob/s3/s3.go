package s3

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"quoin/internal/platform/blob"
)

const (
	attempts     = 5 // of a request, with pauses of 0.2 to 1 second between
	signedExpiry = time.Hour
)

// Store is a blob.Store in a bucket.
type Store struct {
	config Config
	client *minio.Core
}

var _ blob.Store = (*Store)(nil)

// Open connects to the bucket and fails if it does not exist or refuses the keys.
func Open(ctx context.Context, c Config) (*Store, error) {
	client, err := connect(c, patience{transport(), silence, longSilence})
	if err != nil {
		return nil, fmt.Errorf("open bucket %s at %s: %w", c.Bucket, c.Endpoint, err)
	}
	s := &Store{config: c, client: client}
	// Listing one key asks for the bucket and the access keys alike, and unlike a HEAD request its
	// refusal carries the reason.
	one := minio.ListObjectsOptions{Prefix: s.name(""), MaxKeys: 1}
	within, end := call(ctx)
	for o := range client.Client.ListObjectsIter(within, c.Bucket, one) {
		err = o.Err
		break
	}
	if err = end(explain(err)); err != nil {
		return nil, fmt.Errorf("open bucket %s at %s: %w", c.Bucket, c.Endpoint, err)
	}
	return s, nil
}

// connect makes a client; it sends nothing yet.
func connect(c Config, over http.RoundTripper) (*minio.Core, error) {
	lookup := minio.BucketLookupDNS
	if c.PathStyle {
		lookup = minio.BucketLookupPath
	}
	return minio.NewCore(c.Endpoint, &minio.Options{
		Creds:        credentials.NewStaticV4(c.AccessKey, c.SecretKey, ""),
		Secure:       !c.Insecure,
		Region:       c.Region,
		BucketLookup: lookup,
		MaxRetries:   attempts,
		Transport:    over,
	})
}

// transport makes connections; how long a silent service is waited for, says patience.
func transport() *http.Transport {
	return &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 15 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second,
		IdleConnTimeout:     60 * time.Second,
		MaxIdleConnsPerHost: 32,
		DisableCompression:  true, // stored bytes are delivered as they are

		MaxResponseHeaderBytes: 256 << 10,
	}
}

// name is the object of a checked key, or the prefix of all of them for "".
func (s *Store) name(key string) string {
	if s.config.Prefix == "" {
		return key
	}
	return s.config.Prefix + "/" + key
}

// Stat implements blob.Store.
func (s *Store) Stat(ctx context.Context, key string) (blob.Info, error) {
	info, err := s.stat(ctx, key)
	if err != nil {
		return blob.Info{}, fmt.Errorf("stat blob %q: %w", key, err)
	}
	return describe(key, info), nil
}

func (s *Store) stat(ctx context.Context, key string) (minio.ObjectInfo, error) {
	if err := check(ctx, key); err != nil {
		return minio.ObjectInfo{}, err
	}
	ctx, end := call(ctx)
	info, err := s.client.StatObject(ctx, s.config.Bucket, s.name(key), minio.StatObjectOptions{})
	return info, end(explain(err))
}

// Delete implements blob.Store.
func (s *Store) Delete(ctx context.Context, key string) error {
	err := check(ctx, key)
	if err == nil {
		within, end := call(ctx)
		err = end(explain(s.client.RemoveObject(within, s.config.Bucket, s.name(key), minio.RemoveObjectOptions{})))
	}
	if err != nil && !errors.Is(err, blob.ErrNotFound) {
		return fmt.Errorf("delete blob %q: %w", key, err)
	}
	return nil
}

// Copy implements blob.Store. The service copies; no bytes pass through here.
func (s *Store) Copy(ctx context.Context, from, to string) error {
	if err := errors.Join(check(ctx, from), check(ctx, to)); err != nil {
		return err
	}
	ctx, end := call(ctx)
	_, err := s.client.Client.CopyObject(ctx,
		minio.CopyDestOptions{Bucket: s.config.Bucket, Object: s.name(to)},
		minio.CopySrcOptions{Bucket: s.config.Bucket, Object: s.name(from)})
	if err = end(explain(err)); err != nil {
		return fmt.Errorf("copy blob %q to %q: %w", from, to, err)
	}
	return nil
}

var errAgain = errors.New("the service lists the same objects again and again")

// List implements blob.Store.
func (s *Store) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		within, end := call(ctx)
		defer func() { _ = end(nil) }()
		strip := ""
		if s.config.Prefix != "" {
			strip = s.config.Prefix + "/"
		}
		objects := s.client.Client.ListObjectsIter(within, s.config.Bucket, minio.ListObjectsOptions{Prefix: strip + prefix, Recursive: true})
		first := ""
		for o := range objects {
			switch {
			case o.Err != nil:
			case first == "":
				first = o.Key
			case o.Key == first:
				o.Err = errAgain
			}
			if o.Err != nil {
				yield(blob.Info{}, fmt.Errorf("list blobs %q: %w", prefix, end(explain(o.Err))))
				return
			}
			key, ok := strings.CutPrefix(o.Key, strip)
			if !ok || blob.CheckKey(key) != nil {
				continue // put there by others, such as folder markers
			}
			info := describe(key, o)
			info.ContentType = ""
			if !yield(info, nil) {
				return
			}
		}
		if err := end(within.Err()); err != nil {
			yield(blob.Info{}, fmt.Errorf("list blobs %q: %w", prefix, err))
		}
	}
}

// URL implements blob.Store.
func (s *Store) URL(ctx context.Context, key string) (string, error) {
	if err := check(ctx, key); err != nil {
		return "", err
	}
	switch s.config.Redirect {
	case RedirectPublic:
		return s.config.PublicURL + "/" + (&url.URL{Path: s.name(key)}).EscapedPath(), nil
	case RedirectSigned:
		u, err := s.client.PresignedGetObject(ctx, s.config.Bucket, s.name(key), signedExpiry, nil)
		if err != nil {
			return "", fmt.Errorf("sign address of blob %q: %w", key, explain(err))
		}
		return u.String(), nil
	}
	return "", nil
}

func describe(key string, o minio.ObjectInfo) blob.Info {
	return blob.Info{Key: key, Size: o.Size, ModTime: o.LastModified.UTC(), ContentType: o.ContentType}
}

func check(ctx context.Context, key string) error {
	if err := blob.CheckKey(key); err != nil {
		return err
	}
	return ctx.Err()
}

package blob

import (
	"context"
	"errors"
	"io"
	"iter"
	"time"
)

// Errors that stores return wrapped. Anything else is a fault of the store or of the network.
var (
	// ErrNotFound: there is no blob of that key.
	ErrNotFound = errors.New("blob not found")
	// ErrExists: PutOptions.IfAbsent was set and the key is taken.
	ErrExists = errors.New("blob exists already")
	// ErrInvalidKey: the key is not one CheckKey accepts.
	ErrInvalidKey = errors.New("invalid blob key")
	// ErrSize: the reader given to Put delivered another number of bytes than announced.
	ErrSize = errors.New("blob has not the announced size")
)

// Info describes a blob.
type Info struct {
	Key         string
	Size        int64
	ModTime     time.Time
	ContentType string // "" when the store does not keep it
}

// SizeUnknown announces nothing about the number of bytes.
const SizeUnknown = -1

// PutOptions go with the bytes of a blob.
type PutOptions struct {
	Size        int64 // exact number of bytes, or SizeUnknown
	ContentType string
	IfAbsent    bool // fail with ErrExists instead of replacing
}

// Object is an open blob. It is not safe for concurrent use. Reading survives a replacement or
// deletion of the blob by delivering the bytes as of Open or an error, never a mixture.
type Object interface {
	io.ReadSeekCloser
	Info() Info
}

// Store keeps blobs. Implementations are safe for concurrent use by several processes. Every method
// returns ErrInvalidKey for a bad key and ctx's error when ctx ends first.
type Store interface {
	// Put stores the bytes of r under key, replacing what was there. When it returns nil the blob is
	// durable; when it returns an error, or the process dies, the key holds what it held before.
	// Errors: ErrExists, ErrSize, whatever r returned.
	Put(ctx context.Context, key string, r io.Reader, o PutOptions) error
	// Open starts reading a blob; ErrNotFound if there is none. The caller closes the Object. ctx
	// bounds the reading as well.
	Open(ctx context.Context, key string) (Object, error)
	// Stat describes a blob without reading it; ErrNotFound if there is none.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes a blob. Removing what is not there succeeds.
	Delete(ctx context.Context, key string) error
	// Copy makes to a copy of from, with the guarantees of Put; ErrNotFound if there is no from.
	Copy(ctx context.Context, from, to string) error
	// List yields the blobs whose key begins with prefix, in the byte order of their keys, without
	// ContentType. It ends after an error. An empty prefix lists everything.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
	// URL returns an address at which a client may fetch the blob directly, or "" when the site has
	// to pass the bytes on itself. It does not look whether the blob exists.
	URL(ctx context.Context, key string) (string, error)
}

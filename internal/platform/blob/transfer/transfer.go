package transfer

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"quoin/internal/platform/blob"
)

// Options say how blobs are copied.
type Options struct {
	// Workers is how many are copied at the same time; 0 means four.
	Workers int
	// ContentType is the media type of a blob by its key, for blobs of stores
	// that don't keep it; nil leaves it open.
	ContentType func(key string) string
	// Journal remembers across runs what is done; nil does not.
	Journal *Journal
	// Progress is told after each blob; nil tells nobody. Calls don't overlap.
	Progress func(Totals)
}

// Totals count what a run has done.
type Totals struct {
	Copied, CopiedBytes int64 // brought over and compared
	There, ThereBytes   int64 // in place before, and the same
}

// ErrDiffers says that a blob is not at its new place what it was at the old.
var ErrDiffers = errors.New("the copy differs")

// Copy brings every blob of from into to. It passes over the source again until
// nothing new is found, so that what is stored meanwhile comes too.
func Copy(ctx context.Context, from, to blob.Store, o Options) (Totals, error) {
	if o.Workers <= 0 {
		o.Workers = 4
	}
	c := &copier{from: from, to: to, Options: o, done: map[string]version{}}
	for {
		found, err := c.pass(ctx)
		if err != nil || found == 0 {
			return c.totals, err
		}
	}
}

// ErrSame says that both stores are the same place under two names.
var ErrSame = errors.New("both are the same place")

// CheckDistinct fails with ErrSame when what is written to one store appears in
// the other.
func CheckDistinct(ctx context.Context, from, to blob.Store) (err error) {
	probe := "move-probe-" + rand.Text()
	if err := to.Put(ctx, probe, strings.NewReader(probe), blob.PutOptions{Size: int64(len(probe))}); err != nil {
		return fmt.Errorf("write to the new place: %w", err)
	}
	defer func() { err = errors.Join(err, to.Delete(context.WithoutCancel(ctx), probe)) }()
	switch _, err := from.Stat(ctx, probe); {
	case err == nil:
		return ErrSame
	case !errors.Is(err, blob.ErrNotFound):
		return fmt.Errorf("read from the old place: %w", err)
	}
	return nil
}

// version tells one content of a key from another.
type version struct {
	size int64
	time int64
}

func versionOf(info blob.Info) version { return version{info.Size, info.ModTime.UnixNano()} }

type copier struct {
	from, to blob.Store
	Options

	mu     sync.Mutex
	done   map[string]version
	totals Totals
}

// pass copies what no pass before has seen and returns how many that were.
func (c *copier) pass(ctx context.Context) (found int, err error) {
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(c.Workers)
	for info, err := range c.from.List(ctx, "") {
		if err != nil {
			return found, errors.Join(fmt.Errorf("list the source: %w", err), group.Wait())
		}
		if inner.Err() != nil {
			break
		}
		if c.knows(info) {
			continue
		}
		found++
		group.Go(func() error { return c.one(inner, info) })
	}
	return found, group.Wait()
}

func (c *copier) knows(info blob.Info) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.done[info.Key]
	return ok && v == versionOf(info)
}

// one brings one blob over, unless the same is there. A blob that was deleted
// meanwhile is none.
func (c *copier) one(ctx context.Context, info blob.Info) error {
	there, err := c.isThere(ctx, info)
	if err == nil && !there {
		err = c.bring(ctx, info)
	}
	if errors.Is(err, errGone) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("copy %s: %w", info.Key, err)
	}
	if c.Journal != nil {
		if err := c.Journal.add(info); err != nil {
			return err
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done[info.Key] = versionOf(info)
	if there {
		c.totals.There++
		c.totals.ThereBytes += info.Size
	} else {
		c.totals.Copied++
		c.totals.CopiedBytes += info.Size
	}
	if c.Progress != nil {
		c.Progress(c.totals)
	}
	return nil
}

var errGone = errors.New("deleted meanwhile")

// isThere tells whether the destination has the blob already.
func (c *copier) isThere(ctx context.Context, info blob.Info) (bool, error) {
	there, err := c.to.Stat(ctx, info.Key)
	if errors.Is(err, blob.ErrNotFound) || err == nil && there.Size != info.Size {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if c.Journal.has(info) {
		return true, nil
	}
	old, err := c.sum(ctx, c.from, info.Key)
	if err != nil {
		return false, gone(err)
	}
	now, err := c.sum(ctx, c.to, info.Key)
	return old == now, err
}

func gone(err error) error {
	if errors.Is(err, blob.ErrNotFound) {
		return errGone
	}
	return err
}

type digest [sha256.Size]byte

func digestOf(h hash.Hash) (d digest) {
	h.Sum(d[:0])
	return d
}

func (c *copier) sum(ctx context.Context, store blob.Store, key string) (digest, error) {
	o, err := store.Open(ctx, key)
	if err != nil {
		return digest{}, err
	}
	defer o.Close()
	h := sha256.New()
	if _, err := io.Copy(h, o); err != nil {
		return digest{}, fmt.Errorf("read: %w", err)
	}
	return digestOf(h), nil
}

// bring copies a blob and reads it back.
func (c *copier) bring(ctx context.Context, info blob.Info) error {
	o, err := c.from.Open(ctx, info.Key)
	if err != nil {
		return gone(err)
	}
	defer o.Close()
	kind := o.Info().ContentType
	if kind == "" && c.ContentType != nil {
		kind = c.ContentType(info.Key)
	}
	h := sha256.New()
	if err := c.to.Put(ctx, info.Key, io.TeeReader(o, h), blob.PutOptions{Size: o.Info().Size, ContentType: kind}); err != nil {
		return err
	}
	back, err := c.sum(ctx, c.to, info.Key)
	if err != nil {
		return err
	}
	if back != digestOf(h) {
		return ErrDiffers
	}
	return nil
}

// Clear deletes from a store every blob that another one has with the same
// content, after Copy. It returns how many it left because they differ or came
// later.
func Clear(ctx context.Context, from, to blob.Store) (deleted, left int64, err error) {
	c := &copier{from: from, to: to}
	for info, err := range from.List(ctx, "") {
		if err != nil {
			return deleted, left, fmt.Errorf("list the source: %w", err)
		}
		there, err := c.isThere(ctx, info)
		switch {
		case errors.Is(err, errGone):
		case err != nil:
			return deleted, left, fmt.Errorf("compare %s: %w", info.Key, err)
		case !there:
			left++
		default:
			if err := from.Delete(ctx, info.Key); err != nil {
				return deleted, left, err
			}
			deleted++
		}
	}
	return deleted, left, nil
}

// Prune deletes from a place what a journal says was brought there, and its source has no
// more: it was deleted while others were copied.
func Prune(ctx context.Context, from, to blob.Store, j *Journal) error {
	for _, key := range j.keys() {
		if _, err := from.Stat(ctx, key); err == nil {
			continue
		} else if !errors.Is(err, blob.ErrNotFound) {
			return fmt.Errorf("look for %s: %w", key, err)
		}
		if err := to.Delete(ctx, key); err != nil && !errors.Is(err, blob.ErrNotFound) {
			return fmt.Errorf("delete %s: %w", key, err)
		}
	}
	return nil
}

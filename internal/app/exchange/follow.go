package exchange

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"quoin/internal/app/config"
	"quoin/internal/domain/importer"
	"quoin/internal/transfer/moving/live"
)

// Follower brings again and again what changed on an old site that was adopted, in the end
// while nobody may write.
type Follower struct {
	x      *Exchange
	with   Adoption
	mirror *live.Mirror
	reader *live.Reader
}

// Follow begins to follow an old site. Close ends it.
func (x *Exchange) Follow(ctx context.Context, with Adoption) (*Follower, error) {
	mirror, err := live.OpenMirror(ctx, filepath.Join(x.Data, config.MirrorFolder))
	if err != nil {
		return nil, fmt.Errorf("follow the old site: %w", err)
	}
	return &Follower{x, with, mirror, x.reader(with, mirror)}, nil
}

// Close ends it.
func (f *Follower) Close() error { return f.mirror.Close() }

// errNew tells that nothing was adopted before.
var errNew = errors.New("quoin adopt has to have brought the whole site here first")

// Whole brings what changed as another adoption does, politely, and however long it takes.
func (f *Follower) Whole(ctx context.Context) (*Adopted, error) {
	state, again, err := f.mirror.State(ctx)
	if err != nil || !again {
		return nil, errors.Join(errNew, err)
	}
	if state == live.Read { // a run that was interrupted had read
		if err := f.x.adopt(ctx, f.with, f.mirror, f.reader.Read, &Adopted{Report: importer.NewReport()}); err != nil {
			return nil, err
		}
	}
	result := &Adopted{Report: importer.NewReport()}
	return result, f.x.adopt(ctx, f.with, f.mirror, f.reader.Read, result)
}

// Latest brings what changed since, in a hurry. With a bound it asks for no more than there
// is time for (live.Reader.Latest).
func (f *Follower) Latest(ctx context.Context, within time.Duration) (*Adopted, error) {
	with := f.with
	with.hurried = true
	result := &Adopted{Report: importer.NewReport()}
	return result, f.x.adopt(ctx, with, f.mirror, func(ctx context.Context) (*live.Told, error) { return f.reader.Latest(ctx, within) }, result)
}

package importer_test

import (
	"context"
	"errors"
	"testing"

	"quoin/internal/domain/importer"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/store"
)

// brokenDisk is a store whose commits are seen, but one of them never reaches the disk.
type brokenDisk struct {
	*store.DB
	commits, lost int // how many there were, and which is lost
}

var errLost = errors.New("the disk is broken")

func (b *brokenDisk) InTx(ctx context.Context, fn func(context.Context) error) error {
	if err := b.DB.InTx(ctx, fn); err != nil {
		return err
	}
	later := scope.CommitsOf(ctx)
	if later == nil {
		return nil
	}
	b.commits++
	if b.commits == b.lost {
		later.Add(func() error { return errLost })
	}
	return nil
}

// TestLostCommits has an import end with an error whichever of its commits the disk lost, the
// last one too.
func TestLostCommits(t *testing.T) {
	t.Parallel()
	all := &brokenDisk{}
	for lost := 0; lost <= all.commits; lost++ {
		s := newSite(t, "")
		d := &brokenDisk{DB: s.db, lost: lost}
		s.Store = d
		_, err := s.Run(t.Context(), small(t), importer.Options{Uploads: uploads(), BatchSize: 5})
		if lost == 0 {
			if err != nil || d.commits < 3 {
				t.Fatalf("%d commits, and %v", d.commits, err)
			}
			all = d
			continue
		}
		if !errors.Is(err, errLost) {
			t.Errorf("commit %d of %d was lost, and told was %v", lost, all.commits, err)
		}
		if d.commits > lost+1 {
			t.Errorf("commit %d was lost, and %d came after it", lost, d.commits-lost)
		}
	}
}

package api

import (
	"context"
	"iter"
	"sync/atomic"
	"testing"

	"quoin/internal/platform/blob"
)

// listCount counts how often files are listed.
type listCount struct {
	blob.Store
	lists atomic.Int64
}

func (c *listCount) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	c.lists.Add(1)
	return c.Store.List(ctx, prefix)
}

// TestSubSizesWithoutLists looks at an image and makes its sub-sizes without a list of
// files: on a disk one reads the whole folder, for each of thousands of images.
func TestSubSizesWithoutLists(t *testing.T) {
	t.Parallel()
	s := thumbed(t, engine{"sqlite"})
	id := s.picture("stone.jpg", 800, 400)
	count := &listCount{Store: s.app.Media.Blobs}
	s.app.Media.Blobs = count
	for _, path := range []string{"attachmentinfo/" + id, "regenerate/" + id, "regenerate/" + id + "?only_regenerate_missing_thumbnails=0"} {
		if a := s.do("administrator", "GET", thumbRoot+path, nil); a.status != 200 || valueAt(a.json(t), "registered_sizes/1/fileexists") != "true" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	if n := count.lists.Load(); n != 0 {
		t.Errorf("files were listed %d times", n)
	}
}

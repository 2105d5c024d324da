package thumbnails

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"quoin/internal/domain/content"
	"quoin/internal/ext"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

const verb = "regenerate"

func command() ext.Command {
	return ext.Command{
		Verb: verb, Group: "media", Short: "Make the sub-sizes of all images again",
		Long: `Makes the sub-sizes that images of the library lack, or have in other dimensions
than the site wants now; with --all every sub-size. Images are worked on a few at
a time. A run that was interrupted goes on where it stopped when it is started
again with the same flags. The site may be served meanwhile.`,
		Flags: []ext.Flag{
			{Name: "all", Usage: "make also what is there", Default: false},
			{Name: "delete", Usage: "delete files of sizes that aren't registered any more", Default: false},
			{Name: "restart", Usage: "begin anew instead of going on with an interrupted run", Default: false},
		},
	}
}

// optionProgress holds how far an interrupted run came: the id of the last
// image of which it is sure, and the flags.
var optionProgress = ext.ObjectOption("progress", "")

const (
	// listed is how many ids are read at once, together how many images are
	// done between two notes of the progress.
	listed   = 1000
	together = 24
)

// regenerateAll does the whole library. Memory is bounded by the gate of
// images, and by the ids, of which all are known from the start.
func (s *service) regenerateAll(ctx context.Context, c *ext.Call) error {
	all, tidy := c.Bool("all"), c.Bool("delete")
	ids, err := s.images(ctx)
	if err != nil {
		return err
	}
	total, from := len(ids), s.progress(ctx, all, tidy)
	if c.Bool("restart") {
		from = 0
	}
	for len(ids) > 0 && ids[0] <= from {
		ids = ids[1:]
	}
	if len(ids) < total {
		fmt.Fprintf(c.Err, "%d of %d images were done before\n", total-len(ids), total)
	}
	var failed atomic.Int64
	for len(ids) > 0 {
		n := min(together, len(ids))
		if err := s.batch(ctx, c, ids[:n], all, tidy, &failed); err != nil {
			return fmt.Errorf("%w (start the command again to go on)", err)
		}
		if err := optionProgress.Set(ctx, s.Options, wire.NewObject("after", ids[n-1], "all", all, "delete", tidy)); err != nil {
			return err
		}
		ids = ids[n:]
		fmt.Fprintf(c.Progress, "\r%d of %d images", total-len(ids), total)
	}
	fmt.Fprintln(c.Progress)
	if err := optionProgress.Unset(ctx, s.Options); err != nil {
		return err
	}
	return c.Say(ext.Values{"images": total, "failed": failed.Load()}, "%d images, %d couldn't be done", total, failed.Load())
}

// batch does some images, as many at a time as there are processors.
func (s *service) batch(ctx context.Context, c *ext.Call, ids []int64, all, tidy bool, failed *atomic.Int64) error {
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	problems := make([]string, len(ids))
	for i, id := range ids {
		g.Go(func() error {
			err := s.renew(scope.New(ctx), id, all, tidy)
			if f := fault.As(err); f != nil && !errors.Is(err, context.Canceled) {
				problems[i] = fmt.Sprintf("image %d: %s", id, f.Message)
				return nil
			}
			return err
		})
	}
	err := g.Wait()
	for _, p := range problems {
		if p != "" {
			failed.Add(1)
			fmt.Fprint(c.Progress, "\r")
			fmt.Fprintln(c.Err, p)
		}
	}
	return err
}

// images are the ids of all images that can be worked on, in their order.
func (s *service) images(ctx context.Context) ([]int64, error) {
	var ids []int64
	q := content.Query{
		Types: []string{content.TypeAttachment}, MimeTypes: []string{"image/"}, OnlyIDs: true, SkipTotal: true, Limit: listed,
		Order: []content.Order{{By: content.ByID}}, WithoutMeta: []string{metaContext},
	}
	for ; ; q.Offset += listed {
		page, err := s.Store.ListEntries(scope.New(ctx), q)
		if err != nil {
			return nil, err
		}
		for _, e := range page.Entries {
			ids = append(ids, e.ID)
		}
		if len(page.Entries) < listed {
			return ids, nil
		}
	}
}

// progress is the id of the last image that an interrupted run with the same
// flags has done, 0 without one.
func (s *service) progress(ctx context.Context, all, tidy bool) int64 {
	o := optionProgress.Of(ctx, s.Options)
	if o == nil || o.Get("all") != all || o.Get("delete") != tidy {
		return 0
	}
	id, _ := o.Get("after").(int64)
	return id
}

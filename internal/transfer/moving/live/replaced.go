package live

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"quoin/internal/platform/outbound"
)

// files reads the files of media.
type files struct{ *reading }

// markOf is what an answer says of the age of a file: its date, or else its tag, without what
// servers add to that when they pack the file.
func markOf(h http.Header) string {
	tag := strings.TrimPrefix(h.Get("ETag"), "W/")
	return cmp.Or(h.Get("Last-Modified"), strings.TrimSuffix(strings.Trim(tag, `"`), "-gzip"))
}

// original is the file of an attachment as it came.
type original struct {
	id                 int64
	key, address, mark string
	size               int64
}

// readReplaced finds attachments whose files were replaced under the same name, which what
// the API tells of them needn't show: their heads tell another length or date. They count as
// changed, so all their files come again. Sizes are made of the file, and aren't asked.
func (r files) readReplaced(ctx context.Context) error {
	all, err := r.originals(ctx)
	if err != nil {
		return err
	}
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(max(1, r.Parallel))
	for _, o := range all {
		g.Go(func() error {
			got, err := r.ask.patiently(gctx, func(ctx context.Context) (int, http.Header, []byte, error) {
				a, err := r.Client.Do(ctx, outbound.Request{Method: http.MethodHead, URL: o.address, NoRedirects: true, Site: r.ask.URL})
				if err != nil {
					return 0, nil, nil, err
				}
				return a.Status, a.Header, nil, nil
			})
			if errors.Is(err, outbound.ErrRefused) {
				return nil
			}
			if err != nil || got.status != http.StatusOK {
				return err
			}
			return r.compare(gctx, o, got.header)
		})
	}
	return g.Wait()
}

func (r files) compare(ctx context.Context, o original, h http.Header) error {
	size, err := strconv.ParseInt(h.Get("Content-Length"), 10, 64)
	other, mark := err == nil && size != o.size, markOf(h)
	if o.mark != "" && mark != "" && mark != o.mark {
		other = true
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		if other {
			return t.exec("UPDATE live_seen SET digest = '' WHERE list = ? AND id = ?", listEntries+typeAttachment, o.id)
		}
		if o.mark == "" {
			return t.exec("INSERT OR REPLACE INTO live_mark (key, address, mark) VALUES (?, ?, ?)", o.key, o.address, mark)
		}
		return nil
	})
}

// originals are the files that came. Of one whose address wasn't kept it is where the old site
// has its uploads.
func (r files) originals(ctx context.Context) (all []original, err error) {
	base := strings.TrimRight(cmp.Or(r.index.Text("url"), r.ask.URL), "/") + uploads
	err = r.Mirror.in(ctx, func(t *tx) error {
		rows, err := t.tx.QueryContext(ctx, "SELECT m.post_id, f.key, COALESCE(l.address, ''), COALESCE(l.mark, ''), f.size FROM wp_postmeta m JOIN live_file f ON f.key = m.meta_value"+
			" LEFT JOIN live_mark l ON l.key = f.key WHERE m.meta_key = '_wp_attached_file' ORDER BY m.post_id")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var o original
			if err := rows.Scan(&o.id, &o.key, &o.address, &o.mark, &o.size); err != nil {
				return err
			}
			o.address = cmp.Or(o.address, base+o.key)
			all = append(all, o)
		}
		return rows.Err()
	})
	return all, err
}

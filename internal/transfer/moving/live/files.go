package live

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"path"
	"strings"

	"golang.org/x/sync/errgroup"

	"quoin/internal/domain/media/filetype"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// What has to be asked for beside lists. Revisions are listRevisions.
const (
	taskFaces = "faces"
	taskFile  = "file"
	// A file that the old site didn't give is asked for again by the next reading.
	taskMissed = "missed file"
)

// uploads is what addresses of files have in them, before their keys.
const uploads = "/wp-content/uploads/"

// maxFile bounds a file.
const maxFile = 8 << 30

// keyOf is the key that a file has here, by its address; "" for one that isn't in the
// uploads or that nobody may upload.
func (r *reading) keyOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	_, key, ok := strings.Cut(u.Path, uploads)
	if !ok || blob.CheckKey(key) != nil {
		return ""
	}
	if _, _, ok := filetype.ByName(path.Base(key), filetype.Rights{UnfilteredHTML: true}); !ok {
		return ""
	}
	return key
}

// attachment adds what an attachment has, and notes its files with the lengths that the
// old site tells.
func (r *reading) attachment(e *row, o *wire.Object, meta map[string][]string, it *item) {
	e.content, e.excerpt, e.mime, e.parent = rawOf(o, "description"), rawOf(o, "caption"), text(o, "mime_type"), number(o, "post")
	if alt := text(o, "alt_text"); alt != "" {
		meta["_wp_attachment_image_alt"] = []string{alt}
	}
	source := text(o, "source_url")
	key := r.keyOf(source)
	if key == "" {
		if source != "" {
			meta["_wp_attached_file"] = []string{source}
			r.warn("the attachment %d has its file elsewhere, or of a kind that isn't served: %s", it.id, source)
		}
		return
	}
	meta["_wp_attached_file"] = []string{key}
	details := o.Object("media_details")
	file := func(address string, size any) {
		if key := r.keyOf(address); key != "" {
			it.tasks = append(it.tasks, task{taskFile, schema.ToInt(size), key + "\n" + address})
		}
	}
	file(source, details.Get("filesize"))
	beside := source[:strings.LastIndexByte(source, '/')+1]
	if original := details.Text("original_image"); original != "" && !strings.Contains(original, "/") {
		file(beside+url.PathEscape(original), nil)
	}
	sizes := details.Object("sizes").Clone()
	for _, m := range details.Object("sizes").Members() {
		size, ok := m.Value.(*wire.Object)
		if !ok || m.Key == "full" {
			sizes.Delete(m.Key)
			continue
		}
		file(text(size, "source_url"), size.Get("filesize"))
		size = size.Clone()
		size.Set("mime-type", size.Get("mime_type"))
		size.Delete("mime_type")
		size.Delete("source_url")
		sizes.Set(m.Key, size)
	}
	if details.Len() == 0 {
		return
	}
	details = details.Clone()
	if sizes.Len() > 0 {
		details.Set("sizes", sizes)
	} else {
		details.Set("sizes", []any{})
	}
	meta["_wp_attachment_metadata"] = []string{serialised(details)}
}

// readTasks asks for what belongs to things: revisions, faces of fonts, files.
func (r *reading) readTasks(ctx context.Context) error {
	for {
		var tasks []task
		err := r.Mirror.in(ctx, func(t *tx) error {
			rows, err := t.tx.QueryContext(ctx, "SELECT kind, id, what FROM live_task WHERE kind <> ? ORDER BY kind, id, what LIMIT 200", taskMissed)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				var one task
				if err := rows.Scan(&one.kind, &one.id, &one.what); err != nil {
					return err
				}
				tasks = append(tasks, one)
			}
			return rows.Err()
		})
		if err != nil || len(tasks) == 0 {
			return err
		}
		g, gctx := errgroup.WithContext(ctx)
		g.SetLimit(max(1, r.Parallel))
		for _, one := range tasks {
			g.Go(func() error {
				switch one.kind {
				case listRevisions:
					r.took("revisions", 1)
					return r.revisions(gctx, one.id, one.what)
				case taskFaces:
					return design{r}.faces(gctx, one.id, one.what)
				}
				r.took("files", 1)
				return r.file(gctx, one)
			})
		}
		if err := g.Wait(); err != nil {
			return err
		}
	}
}

// file brings one file. One that can't be had is told of.
func (r *reading) file(ctx context.Context, one task) error {
	key, address, _ := strings.Cut(one.what, "\n")
	size, digest, mark, err := r.download(ctx, key, address)
	switch {
	case err == nil && one.id > 0 && size != one.id:
		r.warn("the file %s has %d bytes, where the old site says that it has %d", key, size, one.id)
	case errors.Is(err, errNoFile):
		r.warn("%v", err)
		return r.Mirror.in(ctx, func(t *tx) error {
			return t.exec("UPDATE OR REPLACE live_task SET kind = ? WHERE kind = ? AND id = ? AND what = ?", taskMissed, one.kind, one.id, one.what)
		})
	case err != nil:
		return err
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		if digest != "" {
			if err := t.exec("INSERT OR REPLACE INTO live_file (key, size, digest) VALUES (?, ?, ?)", key, size, digest); err != nil {
				return err
			}
			if err := t.exec("INSERT OR REPLACE INTO live_mark (key, address, mark) VALUES (?, ?, ?)", key, address, mark); err != nil {
				return err
			}
			r.mu.Lock()
			r.told.Files++
			r.mu.Unlock()
		}
		return t.exec("DELETE FROM live_task WHERE kind = ? AND id = ? AND what = ?", one.kind, one.id, one.what)
	})
}

// errNoFile is of a file that the old site doesn't give.
var errNoFile = errors.New("no file")

// download brings a file here, and reads it again: its bytes are those that came. The
// old site's own host may be anywhere; others are asked as strangers' addresses are.
func (r *reading) download(ctx context.Context, key, address string) (size int64, digest, mark string, err error) {
	u, err := url.Parse(address)
	if err != nil {
		return 0, "", "", fmt.Errorf("%w: %s", errNoFile, address)
	}
	temp, err := os.CreateTemp("", "adopt-*")
	if err != nil {
		return 0, "", "", err
	}
	defer func() { err = errors.Join(err, temp.Close(), os.Remove(temp.Name())) }()
	var sum hash.Hash
	got, err := r.ask.patiently(ctx, func(ctx context.Context) (int, http.Header, []byte, error) {
		if err := errors.Join(temp.Truncate(0), seek(temp)); err != nil {
			return 0, nil, nil, err
		}
		sum = sha256.New()
		err := r.Client.DownloadFor(ctx, outbound.Request{URL: u.String(), Site: r.ask.URL, Seen: func(h http.Header) { mark = markOf(h) }}, io.MultiWriter(temp, sum), maxFile)
		var status *outbound.StatusError
		if errors.As(err, &status) {
			return status.Status, nil, nil, nil
		}
		return http.StatusOK, nil, nil, err
	})
	if errors.Is(err, outbound.ErrRefused) {
		return 0, "", "", fmt.Errorf("%w: %s isn't asked, since it isn't a public address", errNoFile, address)
	}
	if err != nil {
		return 0, "", "", err
	}
	if got.status != http.StatusOK {
		return 0, "", "", fmt.Errorf("%w: %s answers %d", errNoFile, address, got.status)
	}
	if size, err = temp.Seek(0, io.SeekCurrent); err != nil {
		return 0, "", "", err
	}
	if err := seek(temp); err != nil {
		return 0, "", "", err
	}
	if err := r.Blobs.Put(ctx, key, temp, blob.PutOptions{Size: size, ContentType: mime.TypeByExtension(path.Ext(key))}); err != nil {
		return 0, "", "", fmt.Errorf("store %s: %w", key, err)
	}
	digest = hex.EncodeToString(sum.Sum(nil))
	there, err := r.digestHere(ctx, key)
	if err == nil && there != digest {
		err = fmt.Errorf("store %s: other bytes are there than came", key)
	}
	return size, digest, mark, err
}

func seek(f *os.File) error {
	_, err := f.Seek(0, io.SeekStart)
	return err
}

func (r *reading) digestHere(ctx context.Context, key string) (string, error) {
	o, err := r.Blobs.Open(ctx, key)
	if err != nil {
		return "", fmt.Errorf("read %s again: %w", key, err)
	}
	sum := sha256.New()
	_, err = io.Copy(sum, o)
	return hex.EncodeToString(sum.Sum(nil)), errors.Join(err, o.Close())
}

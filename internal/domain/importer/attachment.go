package importer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/importer/wxr"
	"quoin/internal/domain/media"
	"quoin/internal/domain/media/filetype"
	"quoin/internal/domain/site"
)

// attachmentURL is the address of an attachment's file.
func attachmentURL(e *wxr.Entry) string {
	if e.AttachmentURL != "" {
		return e.AttachmentURL
	}
	return e.GUID
}

var month = regexp.MustCompile(`^[0-9]{4}/[0-9]{2}(/|$)`)

// sources are the paths in the uploads folder where an attachment's file may
// be, the likeliest first.
func sources(e *wxr.Entry) []string {
	var paths []string
	add := func(p string) {
		p = strings.TrimLeft(path.Clean("/"+p), "/")
		if p != "" && fs.ValidPath(p) && !slices.Contains(paths, p) {
			paths = append(paths, p)
		}
	}
	if u, err := url.Parse(attachmentURL(e)); err == nil && u.Path != "" {
		if _, rest, ok := strings.Cut(u.Path, "/uploads/"); ok {
			add(rest)
		}
		segments := strings.Split(u.Path, "/")
		if n := len(segments); n >= 3 && month.MatchString(strings.Join(segments[n-3:], "/")) {
			add(strings.Join(segments[n-3:], "/"))
		}
		add(u.Path)
	}
	if file := metaText(e, content.MetaAttachedFile); file != "" {
		add(file)
	}
	return paths
}

// locate finds the files of the new attachments of a batch. Attachments
// without a usable one are left out.
func (r *run) locate(ctx context.Context, batch []record, report *Report) error {
	for _, rec := range batch {
		if rec.entryRecord == nil || rec.verdict != isNew || rec.entry.Type != content.TypeAttachment {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		file, why, err := r.locateFile(ctx, rec.entry)
		if err != nil {
			return fmt.Errorf("line %d: %w", rec.line, err)
		}
		if why != "" {
			rec.verdict, rec.why = isSkipped, why
			if why != whyNoFolder {
				where := ""
				if why == whyNoFile {
					where = ": " + sources(rec.entry)[0]
				}
				report.warn(rec.line, "attachment %q (%s): %s%s", rec.entry.Title, attachmentURL(rec.entry), why, where)
			}
			continue
		}
		rec.file = file
		rec.file.claim.Old = rec.old
	}
	return nil
}

func (r *run) locateFile(ctx context.Context, e *wxr.Entry) (file *fileRecord, why string, err error) {
	if r.Uploads == nil {
		return nil, whyNoFolder, nil
	}
	paths := sources(e)
	if len(paths) == 0 {
		return nil, whyBadFile, nil
	}
	for _, p := range paths {
		f, err := r.Uploads.Open(p)
		if err != nil {
			continue
		}
		why, found, err := r.inspect(ctx, e, p, f)
		if cerr := f.Close(); err == nil && cerr != nil {
			err = fmt.Errorf("close upload %s: %w", p, cerr)
		}
		if err != nil || why != "" || found != nil {
			return found, why, err
		}
	}
	return nil, whyNoFile, nil
}

// inspect looks at a file that may be the attachment's. A folder is none.
func (r *run) inspect(ctx context.Context, e *wxr.Entry, p string, f fs.File) (why string, found *fileRecord, err error) {
	info, err := f.Stat()
	if err != nil {
		return "", nil, fmt.Errorf("look at upload %s: %w", p, err)
	}
	if !info.Mode().IsRegular() {
		return "", nil, nil
	}
	rights := filetype.Rights{UnfilteredHTML: true}
	name := media.CleanName(site.Locale.Of(ctx, r.Site), path.Base(p), rights)
	if name == "" {
		return whyBadFile, nil, nil
	}
	kind, err := filetype.Check(name, f, rights)
	switch {
	case errors.Is(err, filetype.ErrEmpty):
		return whyEmptyFile, nil, nil
	case errors.Is(err, filetype.ErrNotAllowed):
		return whyFileType, nil, nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("look at upload %s: %w", p, err)
	}
	claim := journal.File{Key: kind.Name, URLs: []string{attachmentURL(e)}, Image: media.IsImage(kind.MIME)}
	if e.GUID != "" && e.GUID != claim.URLs[0] {
		claim.URLs = append(claim.URLs, e.GUID)
	}
	return "", &fileRecord{path: p, mime: kind.MIME, claim: claim}, nil
}

// fetch stores the files of a batch, after their names have been claimed.
func (r *run) fetch(ctx context.Context, batch []record) error {
	var list []record
	var old []int64
	for _, rec := range batch {
		if rec.entryRecord != nil && rec.file != nil {
			list, old = append(list, rec), append(old, rec.old)
		}
	}
	if len(list) == 0 {
		return nil
	}
	if err := r.claim(ctx, list, old); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers())
	for _, rec := range list {
		group.Go(func() error {
			if err := r.ingest(ctx, rec.file); err != nil {
				return fmt.Errorf("line %d: %w", rec.line, err)
			}
			return nil
		})
	}
	return group.Wait()
}

// claim gives the files their names. A run that was interrupted after this
// finds the claims and uses the same names.
func (r *run) claim(ctx context.Context, list []record, old []int64) error {
	claims, err := r.Store.ClaimedFiles(ctx, r.source.ID, old)
	if err != nil {
		return err
	}
	for _, rec := range list {
		f := rec.file
		if c, ok := claims[rec.old]; ok && !c.Released {
			free, err := r.unclaimed(ctx, c.Key)
			if err != nil {
				return err
			}
			if free {
				f.claim.Key = c.Key
				continue
			}
		}
		dir := r.month(ctx, rec.entry)
		folder, err := r.folder(ctx, dir)
		if err != nil {
			return err
		}
		f.claim.Key = dir + "/" + folder.Unique(f.claim.Key)
	}
	err = r.write(ctx, func(ctx context.Context) error {
		for _, rec := range list {
			if err := r.Store.ClaimFile(ctx, r.source.ID, rec.file.claim); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return r.waitForDisk() // the files may come next, and nobody would know whose they are
}

// unclaimed tells that no attachment has taken a claimed name meanwhile.
func (r *run) unclaimed(ctx context.Context, key string) (bool, error) {
	page, err := r.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, MetaValues: map[string][]string{content.MetaAttachedFile: {key}},
		Limit: 1, SkipTotal: true, SkipMeta: true,
	})
	if err != nil {
		return false, fmt.Errorf("attachments with file %s: %w", key, err)
	}
	return len(page.Entries) == 0, nil
}

// month is the folder that an attachment's file goes to.
func (r *run) month(ctx context.Context, e *wxr.Entry) string {
	if file := metaText(e, content.MetaAttachedFile); month.MatchString(file) {
		return file[:7]
	}
	day := storedDate(e.Date)
	if day == "" {
		day, _ = r.Site.Stamp(ctx)
	}
	return media.Month(day)
}

// maxFolders is of how many folders the names are kept at a time.
const maxFolders = 6

func (r *run) folder(ctx context.Context, dir string) (*media.Folder, error) {
	if f := r.folders[dir]; f != nil {
		return f, nil
	}
	claimed, err := r.Store.FolderClaims(ctx, dir)
	if err != nil {
		return nil, err
	}
	f, err := r.Media.Folder(ctx, dir, claimed)
	if err != nil {
		return nil, err
	}
	if len(r.folders) >= maxFolders {
		clear(r.folders)
	}
	r.folders[dir] = f
	return f, nil
}

// ingest stores one file.
func (r *run) ingest(ctx context.Context, f *fileRecord) error {
	source, err := r.Uploads.Open(f.path)
	if err != nil {
		return fmt.Errorf("read upload %s: %w", f.path, err)
	}
	defer source.Close()
	body, err := seekable(source)
	if err != nil {
		return fmt.Errorf("read upload %s: %w", f.path, err)
	}
	f.stored, err = r.Media.Ingest(ctx, media.Upload{Key: f.claim.Key, MIME: f.mime, Body: body})
	return err
}

// maxInMemory bounds files of file systems that can't seek.
const maxInMemory = 64 << 20

func seekable(f fs.File) (io.ReadSeeker, error) {
	if s, ok := f.(io.ReadSeeker); ok {
		return s, nil
	}
	data, err := io.ReadAll(io.LimitReader(f, maxInMemory+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxInMemory {
		return nil, fmt.Errorf("the file is larger than %d bytes", maxInMemory)
	}
	return bytes.NewReader(data), nil
}

// removeOrphans removes the files of a batch whose rows are not there.
func (r *run) removeOrphans(ctx context.Context, batch []record) error {
	ctx = context.WithoutCancel(ctx)
	var old []int64
	for _, rec := range batch {
		if rec.entryRecord != nil && rec.file != nil {
			old = append(old, rec.old)
		}
	}
	if len(old) == 0 {
		return nil
	}
	// A commit can fail for the caller and succeed nevertheless.
	there, err := r.Store.ImportedByID(ctx, r.source.ID, old)
	if err != nil {
		return fmt.Errorf("files that no entry has may be left: %w", err)
	}
	var errs []error
	for _, rec := range batch {
		if rec.entryRecord == nil || rec.file == nil {
			continue
		}
		if _, ok := there[rec.old]; !ok {
			errs = append(errs, r.Media.Remove(ctx, rec.file.stored.Keys))
		}
	}
	return errors.Join(errs...)
}

// attach completes what an attachment is created with. It returns the status.
func (r *run) attach(ctx context.Context, rec *entryRecord, c *content.Change, status content.Status) content.Status {
	f := rec.file
	guid := r.Media.URL(ctx, f.claim.Key)
	c.MimeType, c.GUID = &f.mime, &guid
	c.Meta[content.MetaAttachedFile] = []any{f.stored.File}
	c.Meta[content.MetaAttachment] = []any{f.stored.Details}
	switch status {
	case content.Private, content.Trash:
		return status
	}
	return content.Inherit
}

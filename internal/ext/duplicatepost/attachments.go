package duplicatepost

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/platform/access"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/job"
)

// jobAttachments copies the attachments of an entry to a copy of it. Files are
// long work, which the transaction of a copy has no time for.
const jobAttachments = "copy-attachments"

// attachmentsOf is the payload of that job.
type attachmentsOf struct {
	From, To, Author int64
}

// copyAttachmentsLater has attachments copied when the copy is committed.
func (s *service) copyAttachmentsLater(ctx context.Context, from *content.Entry, to *content.Entry) error {
	payload, err := json.Marshal(attachmentsOf{from.ID, to.ID, to.Author})
	if err != nil {
		return err
	}
	return s.Queue.Enqueue(ctx, jobAttachments, strconv.FormatInt(to.ID, 10), payload, s.Clock())
}

// copyAttachments is the job. One that runs again goes on with what has no copy
// yet.
func (s *service) copyAttachments(ctx context.Context, j job.Job) error {
	var of attachmentsOf
	if err := json.Unmarshal(j.Payload, &of); err != nil {
		return fmt.Errorf("%w: %w", job.ErrGiveUp, err)
	}
	list, err := s.attachments(ctx, of.From)
	if err != nil {
		return err
	}
	there, err := s.attachments(ctx, of.To)
	if err != nil {
		return err
	}
	copied := map[int64]bool{}
	for _, e := range there {
		copied[e.Meta.Int(metaOriginal)] = true
	}
	for _, e := range list {
		if copied[e.ID] || e.Status == content.Trash {
			continue
		}
		err := s.copyAttachment(ctx, e, of)
		switch {
		case errors.Is(err, content.ErrNotFound):
			return nil // the copy is gone
		case errors.Is(err, blob.ErrNotFound):
			s.Log.WarnContext(ctx, "an attachment isn't copied: it has no file", "attachment", e.ID)
		case err != nil:
			return fmt.Errorf("copy attachment %d: %w", e.ID, err)
		}
	}
	return nil
}

func (s *service) attachments(ctx context.Context, of int64) ([]*content.Entry, error) {
	page, err := s.Store.ListEntries(ctx, content.Query{
		Types: []string{content.TypeAttachment}, Parents: []int64{of}, SkipTotal: true, Order: []content.Order{{By: content.ByID}},
	})
	return page.Entries, err
}

// copyAttachment stores the file of an attachment again, and then its row. Each
// has a file of its own: either may be deleted.
func (s *service) copyAttachment(ctx context.Context, e *content.Entry, of attachmentsOf) (err error) {
	if _, err := s.Store.EntryByID(ctx, of.To); err != nil {
		return err
	}
	meta := maps.Clone(e.Meta)
	maps.DeleteFunc(meta, func(key string, _ []any) bool {
		return slices.Contains(ownMeta, key) || slices.Contains([]string{content.MetaAttachedFile, content.MetaAttachment, media.MetaSideloaded}, key)
	})
	if meta == nil {
		meta = content.Meta{}
	}
	var stored media.Stored
	if f := media.FileOf(e); f.Key != "" {
		body, err := s.Media.Blobs.Open(ctx, f.Original())
		if err != nil {
			return err
		}
		defer body.Close()
		day, _ := s.Site.Stamp(ctx)
		if stored, err = s.Media.Add(ctx, media.FolderOn(ctx, s.Site, day), path.Base(f.Original()), media.Upload{MIME: e.MimeType, Body: body}); err != nil {
			return err
		}
		meta[content.MetaAttachedFile] = []any{stored.File}
		if stored.Details.Len() > 0 {
			meta[content.MetaAttachment] = []any{stored.Details}
		}
	}
	meta[metaOriginal] = []any{e.ID}
	inserted := false
	err = s.DB.InTx(ctx, func(ctx context.Context) (err error) {
		err = s.insertAttachment(ctx, e, of, meta, stored)
		inserted = err == nil
		return err
	})
	if inserted {
		return err // of a commit, which may have succeeded nevertheless: the claim sees to the file
	}
	if err != nil {
		// The claim of the file sees to what can't be removed now.
		return errors.Join(err, s.Media.Remove(context.WithoutCancel(ctx), stored.Keys))
	}
	return nil
}

// insertAttachment stores the row of a copied attachment, in the transaction of
// ctx. A copy that shows the original as its main image shows the new one then.
func (s *service) insertAttachment(ctx context.Context, e *content.Entry, of attachmentsOf, meta content.Meta, stored media.Stored) error {
	to, err := s.Store.EntryByID(ctx, of.To)
	if err != nil {
		return err
	}
	status := content.Inherit
	c := content.Change{
		Title: &e.Title, Content: &e.Content, Excerpt: &e.Excerpt, Status: &status, Author: &of.Author, Parent: &of.To, MenuOrder: &e.MenuOrder,
		MimeType: &e.MimeType, CommentStatus: &e.CommentStatus, PingStatus: &e.PingStatus, Meta: meta,
	}
	if stored.File != "" {
		guid := s.Media.URL(ctx, stored.File)
		c.GUID = &guid
	}
	made, err := s.Entries.Create(ctx, access.System(), content.TypeAttachment, c)
	if err != nil {
		return err
	}
	if to.Meta.Int(content.MetaFeaturedMedia) == e.ID {
		if _, err := s.Entries.SetMeta(ctx, to, content.Meta{content.MetaFeaturedMedia: {strconv.FormatInt(made.ID, 10)}}); err != nil {
			return err
		}
	}
	if stored.Claimed == "" || s.Media.Release == nil {
		return nil
	}
	return s.Media.Release(ctx, stored.Claimed)
}

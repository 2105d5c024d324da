package importer

import (
	"context"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/wxr"
)

// CommentStatus is the status of a comment that the reference names.
func CommentStatus(approved string) comment.Status {
	switch approved {
	case "1", "approve", "approved":
		return comment.Approved
	case "spam":
		return comment.Spam
	case "trash":
		return comment.Trash
	case "post-trashed":
		return comment.PostTrashed
	}
	return comment.Hold
}

// Approved is a status of a comment as the reference names it; see CommentStatus.
func Approved(s comment.Status) string {
	switch s {
	case comment.Approved:
		return "1"
	case comment.Spam:
		return "spam"
	case comment.Trash:
		return "trash"
	case comment.PostTrashed:
		return "post-trashed"
	}
	return "0"
}

// comments writes the comments of an entry. An id that stands twice counts
// once.
func (w *batchWriter) comments(ctx context.Context, entry int64, list []wxr.Comment, report *Report, line int) error {
	if len(list) == 0 {
		return nil
	}
	made, stored := map[int64]*comment.Comment{}, map[int64]*comment.Comment{} // by ids of the file and of the site
	var all []*comment.Comment
	var early []*comment.Comment // answers that stand before what they answer
	wanted := map[*comment.Comment]int64{}
	for _, old := range byID(list) {
		if old.ID != 0 && made[old.ID] != nil {
			report.skipped(kindComment, whyTwice, 1)
			continue
		}
		c, err := w.comment(ctx, &old)
		if err != nil {
			return err
		}
		c.Entry = entry
		addMeta(c.Meta, old.Meta, takeAll, report, line)
		if old.Parent != 0 {
			if parent := made[old.Parent]; parent != nil {
				c.Parent = parent.ID
			} else {
				early, wanted[c] = append(early, c), old.Parent
			}
		}
		if c.ID, err = w.commentID(ctx, old.ID, report, line); err != nil {
			return err
		}
		all = append(all, c)
		if old.ID != 0 {
			made[old.ID] = c
		}
		stored[c.ID] = c
		report.imported(kindComment, 1)
	}
	for _, c := range early {
		parent := made[wanted[c]]
		if parent == nil {
			continue
		}
		circle, err := below(c.ID, parent.ID, func(id int64) (int64, error) { return stored[id].Parent, nil })
		if err != nil {
			return err
		}
		if circle {
			continue
		}
		c.Parent = parent.ID
	}
	return w.Store.InsertComments(ctx, all)
}

// comment is a comment of the file as it is stored: filtered as if its author
// had written it here, unless the file is trusted.
func (w *batchWriter) comment(ctx context.Context, old *wxr.Comment) (*comment.Comment, error) {
	c := &comment.Comment{
		User: w.authors[old.UserID], AuthorName: old.Author, AuthorEmail: old.AuthorEmail, Content: old.Content,
		AuthorURL: old.AuthorURL, AuthorIP: old.AuthorIP, Status: CommentStatus(old.Approved), Type: old.Type,
		Meta: content.Meta{},
	}
	if c.Type == "" {
		c.Type = "comment"
	}
	writer, err := w.writer(ctx, c.User, harmless(c.Content))
	if err != nil {
		return nil, err
	}
	comment.Filter(ctx, c, writer.Can("unfiltered_html"), w.Site.Base(ctx))
	if w.Trusted {
		c.Content = old.Content // not even its links are marked
	}
	if d := w.date(ctx, old.Date, old.DateGMT); d != nil {
		c.Date, c.DateUTC = d.Local, d.UTC
	}
	if c.Date == "" {
		c.Date, c.DateUTC = w.Site.Stamp(ctx)
	}
	if c.DateUTC == "" {
		c.DateUTC = w.Site.ToUTC(ctx, c.Date)
	}
	return c, nil
}

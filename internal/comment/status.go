package comment

import (
	"context"
	"fmt"
	"strconv"

	"quoin/internal/content"
	"quoin/internal/wire"
)

// SetStatus applies one of the words that callers use for statuses and tells
// whether it changed anything. Words that mean nothing change nothing.
func (s *Service) SetStatus(ctx context.Context, c *Comment, word string) (bool, error) {
	switch word {
	case "approved", "approve", "1":
		return s.turn(ctx, c, Approved)
	case "hold", "0":
		return s.turn(ctx, c, Hold)
	case "spam":
		return s.putAside(ctx, c, Spam)
	case "trash":
		return s.putAside(ctx, c, Trash)
	case "unspam", "untrash":
		return s.bringBack(ctx, c)
	}
	return false, nil
}

// turn changes the status; c is changed in place.
func (s *Service) turn(ctx context.Context, c *Comment, to Status) (bool, error) {
	if c.Status == to {
		return false, nil
	}
	c.Status = to
	if err := s.Store.UpdateComment(ctx, c); err != nil {
		return false, fmt.Errorf("make comment %d %s: %w", c.ID, to, err)
	}
	return true, nil
}

// putAside remembers the present status and takes the comment away.
func (s *Service) putAside(ctx context.Context, c *Comment, to Status) (bool, error) {
	former := c.Status
	changed, err := s.turn(ctx, c, to)
	if err != nil || !changed {
		return false, err
	}
	if err := s.setMeta(ctx, c, MetaTrashStatus, storedStatus(former)); err != nil {
		return false, err
	}
	return true, s.setMeta(ctx, c, MetaTrashTime, strconv.FormatInt(s.Site.Clock().Unix(), 10))
}

func (s *Service) bringBack(ctx context.Context, c *Comment) (bool, error) {
	changed, err := s.turn(ctx, c, statusOf(c.Meta.Text(MetaTrashStatus)))
	if err != nil || !changed {
		return false, err
	}
	if err := s.setMeta(ctx, c, MetaTrashStatus); err != nil {
		return false, err
	}
	return true, s.setMeta(ctx, c, MetaTrashTime)
}

func (s *Service) setMeta(ctx context.Context, c *Comment, key string, values ...any) error {
	if err := s.Store.SetCommentMeta(ctx, c.ID, key, values...); err != nil {
		return fmt.Errorf("comment %d: %w", c.ID, err)
	}
	if c.Meta == nil {
		c.Meta = content.Meta{}
	}
	if len(values) == 0 {
		delete(c.Meta, key)
	} else {
		c.Meta[key] = values
	}
	return nil
}

// storedStatus is how a status is remembered, which is also how exports write
// it; statusOf reads it back.
func storedStatus(s Status) string {
	switch s {
	case Approved:
		return "1"
	case Hold:
		return "0"
	}
	return string(s)
}

func statusOf(stored string) Status {
	switch stored {
	case "1", "approve", string(Approved):
		return Approved
	case string(Spam):
		return Spam
	case string(Trash):
		return Trash
	}
	return Hold
}

// Trash puts a comment into the trash; with the first note of a thread all its
// answers go too.
func (s *Service) Trash(ctx context.Context, c *Comment) error {
	if _, err := s.putAside(ctx, c, Trash); err != nil {
		return err
	}
	if !c.IsNote() || c.Parent != 0 {
		return nil
	}
	answers, err := s.Store.ListComments(ctx, Query{
		Parents: []int64{c.ID}, Types: []string{TypeNote}, Statuses: []Status{Approved, Hold}, Order: "id", SkipTotal: true,
	})
	if err != nil {
		return fmt.Errorf("answers to note %d: %w", c.ID, err)
	}
	for _, answer := range answers.Comments {
		if _, err := s.putAside(ctx, answer.Clone(), Trash); err != nil {
			return err
		}
	}
	return nil
}

// Delete removes a comment for good. Its answers move up to what it answers.
func (s *Service) Delete(ctx context.Context, c *Comment) error {
	if err := s.Store.MoveReplies(ctx, c.ID, c.Parent); err != nil {
		return fmt.Errorf("delete comment %d: %w", c.ID, err)
	}
	if err := s.Store.DeleteComment(ctx, c.ID); err != nil {
		return fmt.Errorf("delete comment %d: %w", c.ID, err)
	}
	return nil
}

// EntrySaved hides the comments of an entry that goes into the trash and
// brings them back with it. It is a hook of content.Service.
func (s *Service) EntrySaved(ctx context.Context, before, after *content.Entry) error {
	switch {
	case before == nil || (before.Status == content.Trash) == (after.Status == content.Trash):
		return nil
	case after.Status == content.Trash:
		return s.hide(ctx, after)
	}
	return s.show(ctx, before)
}

func (s *Service) hide(ctx context.Context, e *content.Entry) error {
	statuses, err := s.Store.CommentStatuses(ctx, e.ID)
	if err != nil || len(statuses) == 0 {
		return err
	}
	kept := &wire.Object{}
	for id, status := range statuses {
		kept.Set(strconv.FormatInt(id, 10), storedStatus(status))
	}
	if err := s.Entries.SetEntryMeta(ctx, e.ID, MetaEntryStatuses, kept); err != nil {
		return err
	}
	return s.Store.SetCommentStatuses(ctx, e.ID, nil, PostTrashed)
}

func (s *Service) show(ctx context.Context, e *content.Entry) error {
	kept, ok := e.Meta.Get(MetaEntryStatuses).(*wire.Object)
	if !ok {
		return nil
	}
	byStatus := map[Status][]int64{}
	for _, m := range kept.Members() {
		id, err := strconv.ParseInt(m.Key, 10, 64)
		if err != nil {
			continue
		}
		text, _ := m.Value.(string)
		byStatus[statusOf(text)] = append(byStatus[statusOf(text)], id)
	}
	for status, ids := range byStatus {
		if err := s.Store.SetCommentStatuses(ctx, e.ID, ids, status); err != nil {
			return err
		}
	}
	return s.Entries.SetEntryMeta(ctx, e.ID, MetaEntryStatuses)
}

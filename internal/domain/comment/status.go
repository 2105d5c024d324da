package comment

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/platform/wire"
)

// applyStatus gives a comment the status that callers have a word for. Spam and
// trash remember the one before, in the meta of the change. Words that mean
// nothing change nothing.
func (s *Service) applyStatus(c *Comment, word string, ch *Change) {
	switch word {
	case "approved", "approve", "1":
		c.Status = Approved
	case "hold", "0":
		c.Status = Hold
	case "spam":
		s.putAside(c, Spam, ch)
	case "trash":
		s.putAside(c, Trash, ch)
	case "unspam", "untrash":
		if to := statusOf(c.Meta.Text(MetaTrashStatus)); c.Status != to {
			c.Status = to
			ch.setMeta(MetaTrashStatus)
			ch.setMeta(MetaTrashTime)
		}
	}
}

// putAside takes a comment away and remembers its present status.
func (s *Service) putAside(c *Comment, to Status, ch *Change) {
	if c.Status == to {
		return
	}
	ch.setMeta(MetaTrashStatus, storedStatus(c.Status))
	ch.setMeta(MetaTrashTime, strconv.FormatInt(s.Site.Clock().Unix(), 10))
	c.Status = to
}

func (ch *Change) setMeta(key string, values ...any) {
	if ch.Meta = maps.Clone(ch.Meta); ch.Meta == nil {
		ch.Meta = content.Meta{}
	}
	ch.Meta[key] = values
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
	if err := s.trash(ctx, c); err != nil {
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
		if err := s.trash(ctx, answer); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) trash(ctx context.Context, before *Comment) error {
	if before.Status == Trash {
		return nil
	}
	c, ch := before.Clone(), Change{SetStatus: string(Trash)}
	s.putAside(c, Trash, &ch)
	return s.update(ctx, before, c, ch)
}

// Delete removes a comment for good. Its answers move up to what it answers.
func (s *Service) Delete(ctx context.Context, c *Comment) error {
	if err := s.Store.MoveReplies(ctx, c.ID, c.Parent); err != nil {
		return fmt.Errorf("delete comment %d: %w", c.ID, err)
	}
	if err := s.Store.DeleteComment(ctx, c.ID); err != nil {
		return fmt.Errorf("delete comment %d: %w", c.ID, err)
	}
	return s.Hooks.Deleted(ctx, c)
}

// BeforeEntry hides the comments of an entry that goes into the trash and
// brings them back with it. It is a hook of content.Service: what they were
// like is kept in the entry's meta.
func (s *Service) BeforeEntry(ctx context.Context, before, after *content.Entry, c *content.Change) error {
	switch {
	case before == nil || (before.Status == content.Trash) == (after.Status == content.Trash):
		return nil
	case after.Status == content.Trash:
		return s.hide(ctx, after.ID, c)
	}
	return s.show(ctx, before, c)
}

func (s *Service) hide(ctx context.Context, entry int64, c *content.Change) error {
	statuses, err := s.Store.CommentStatuses(ctx, entry)
	if err != nil || len(statuses) == 0 {
		return err
	}
	kept := &wire.Object{}
	for id, status := range statuses {
		kept.Set(strconv.FormatInt(id, 10), storedStatus(status))
	}
	c.SetMeta(MetaEntryStatuses, kept)
	return s.Store.SetCommentStatuses(ctx, entry, nil, PostTrashed)
}

func (s *Service) show(ctx context.Context, e *content.Entry, c *content.Change) error {
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
	c.SetMeta(MetaEntryStatuses)
	return nil
}

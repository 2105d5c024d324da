package duplicatepost

import (
	"context"
	"errors"
	"strconv"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/job"
	"quoin/internal/platform/scope"
)

// rewrite makes the copy that is going to take an original's place, in the
// transaction of ctx. An original has one at a time.
func (s *service) rewrite(ctx context.Context, a access.Actor, e *content.Entry) (*content.Entry, error) {
	if err := s.clearRewrite(ctx, e); err != nil {
		return nil, err
	}
	made, err := s.copyEntry(ctx, a, e, all(), content.Draft, 0, 0)
	if err != nil {
		return nil, err
	}
	_, now := s.Site.Stamp(ctx)
	// As the reference stores it.
	at, err := time.Parse(site.DateForm, now)
	if err != nil {
		return nil, err
	}
	if made, err = s.Entries.SetMeta(ctx, made, content.Meta{metaRewrite: {int64(1)}, metaRewriteFrom: {at.Format(time.DateTime)}}); err != nil {
		return nil, err
	}
	e, err = s.Store.EntryByID(ctx, e.ID)
	if err != nil {
		return nil, err
	}
	_, err = s.Entries.SetMeta(ctx, e, content.Meta{metaHasRewrite: {made.ID}})
	return made, err
}

// errHasRewrite refuses a second copy.
var errHasRewrite = fault.New(409, "duplicate_post_has_copy", "The entry has a copy already that is going to take its place.")

// clearRewrite makes way for a new copy: one that has done its work goes, and
// a note of one that isn't there any more.
func (s *service) clearRewrite(ctx context.Context, e *content.Entry) error {
	id := e.Meta.Int(metaHasRewrite)
	if id == 0 {
		return nil
	}
	old, err := s.Store.EntryByID(ctx, id)
	switch {
	case errors.Is(err, content.ErrNotFound):
		return nil
	case err != nil:
		return err
	case isRewrite(old) && old.Meta.Int(metaOriginal) == e.ID && old.Meta.Int(metaRepublished) != 1:
		return errHasRewrite
	case isRewrite(old) && old.Meta.Int(metaOriginal) == e.ID:
		return s.Entries.Delete(ctx, old)
	}
	return nil
}

// original is what a copy was made of, nil when that is gone.
func (s *service) original(ctx context.Context, e *content.Entry) (*content.Entry, error) {
	o, err := s.Store.EntryByID(ctx, e.Meta.Int(metaOriginal))
	if errors.Is(err, content.ErrNotFound) {
		return nil, nil
	}
	return o, err
}

var errMayNotRepublish = fault.Denied("rest_forbidden", "You may not change the original of this copy.")

// beforeSave makes publishing of a copy that is to take its original's place
// just that. It needs the right to change the original, of whoever publishes it,
// and of whoever schedules it or changes what is scheduled: then, and again when
// its time has come. A copy whose time comes without that right is a draft.
func (s *service) beforeSave(ctx context.Context, before, after *content.Entry, c *content.Change) error {
	if before == nil || !isRewrite(before) || before.Meta.Int(metaRepublished) == 1 {
		return nil
	}
	schedules := after.Status == content.Future && !c.By.System
	if !schedules && !republishes(after) {
		return nil
	}
	if err := scope.Exclusive(ctx); err != nil {
		return err // it is going to change two entries by what each is
	}
	o, err := s.original(ctx, before)
	if err != nil || o == nil {
		return err
	}
	by, due := c.By, c.By.System && before.Status == content.Future
	if due {
		if by, err = s.scheduler(ctx, before); err != nil {
			return err
		}
	}
	switch may := s.Entries.CanEdit(ctx, by, o); {
	case !may && due:
		s.Log.WarnContext(ctx, "a copy doesn't take the place of its original: who scheduled it may not change that any more", "id", before.ID, "original", o.ID, "user", by.ID)
		after.Status = content.Draft
		return nil
	case !may:
		return errMayNotRepublish
	case schedules:
		c.SetMeta(metaScheduledBy, by.ID)
		return nil
	}
	if after.Status == content.Publish {
		after.Status = StatusRepublish
	}
	c.SetMeta(metaRepublished, "1")
	return nil
}

// scheduler is who had the last say in a copy that is scheduled, with the rights of
// the moment: nobody's when that account is gone. Of a copy that was scheduled
// before this was noted it is the author.
func (s *service) scheduler(ctx context.Context, e *content.Entry) (access.Actor, error) {
	id := e.Meta.Int(metaScheduledBy)
	if id == 0 {
		id = e.Author
	}
	u, err := s.Store.UserByID(ctx, id)
	if errors.Is(err, user.ErrNotFound) {
		return access.Actor{}, nil
	}
	if err != nil {
		return access.Actor{}, err
	}
	return s.ActorOf(ctx, u), nil
}

// republishes tells whether a write makes a copy ready.
func republishes(after *content.Entry) bool {
	return after.Status == content.Publish || after.Status == StatusRepublish || after.Status == content.Private
}

// jobRemove removes a copy that has taken its original's place. It is taken in
// the transaction of that, so no copy is left over.
const jobRemove = "remove"

// keepFor is how long such a copy stays, so that whoever published it can still
// read what came of it.
const keepFor = 10 * time.Minute

// afterSave overwrites the original when its copy is ready, in the same
// transaction.
func (s *service) afterSave(ctx context.Context, before, after *content.Entry) error {
	if before == nil || !isRewrite(after) || before.Meta.Int(metaRepublished) == 1 || after.Meta.Int(metaRepublished) != 1 {
		return nil
	}
	o, err := s.original(ctx, after)
	if err != nil || o == nil {
		return err
	}
	c, err := s.replacing(ctx, o, after)
	if err != nil {
		return err
	}
	// The rights were asked for before, and the texts filtered when they were written.
	by := access.System()
	by.ID = after.Author
	if _, err := s.Entries.Update(ctx, by, o, c); err != nil {
		return err
	}
	wait := keepFor
	if before.Status == content.Future {
		wait = 0 // nobody looks
	}
	id := strconv.FormatInt(after.ID, 10)
	return s.Queue.Enqueue(ctx, jobRemove, id, []byte(id), s.Clock().Add(wait))
}

// replacing is the change that makes an original what its copy is. Its address
// stays, and its password if the copy has none.
func (s *service) replacing(ctx context.Context, o, e *content.Entry) (content.Change, error) {
	status := content.Publish
	switch {
	case o.Status == content.Trash:
		status = content.Trash
	case e.Status == content.Private:
		status = content.Private
	}
	p := all()
	c := content.Change{
		Title: &e.Title, Content: &e.Content, Excerpt: &e.Excerpt, Status: &status, Author: &e.Author, Parent: &e.Parent,
		MenuOrder: &e.MenuOrder, CommentStatus: &e.CommentStatus, PingStatus: &e.PingStatus, Meta: p.metaOf(e),
	}
	if e.Password != "" {
		c.Password = &e.Password
	}
	if e.DateUTC != "" {
		c.Date = &content.Date{Local: e.Date, UTC: e.DateUTC}
	}
	for _, key := range []string{content.MetaFeaturedMedia, content.MetaTemplate} {
		if len(e.Meta[key]) == 0 {
			c.SetMeta(key) // it was taken away
		}
	}
	var err error
	c.Terms, err = s.termsOf(ctx, s.Types.Get(e.Type), e, p)
	return c, err
}

// removeCopy is the job that removes a copy which has done its work.
func (s *service) removeCopy(ctx context.Context, j job.Job) error {
	id, err := strconv.ParseInt(string(j.Payload), 10, 64)
	if err != nil {
		return nil // not written by this program
	}
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		e, err := s.Store.EntryByID(ctx, id)
		if errors.Is(err, content.ErrNotFound) || err == nil && (!isRewrite(e) || e.Meta.Int(metaRepublished) != 1) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.Entries.Delete(ctx, e)
	})
}

// afterDelete frees the original of a copy that is gone. A copy whose original
// is gone is an entry like others from now on; one that was scheduled becomes a
// draft, since nobody meant to publish it beside its original.
func (s *service) afterDelete(ctx context.Context, e *content.Entry) error {
	if isRewrite(e) {
		o, err := s.original(ctx, e)
		if err != nil || o == nil || o.Meta.Int(metaHasRewrite) != e.ID {
			return err
		}
		_, err = s.Entries.SetMeta(ctx, o, content.Meta{metaHasRewrite: nil})
		return err
	}
	id := e.Meta.Int(metaHasRewrite)
	if id == 0 {
		return nil
	}
	c, err := s.Store.EntryByID(ctx, id)
	if errors.Is(err, content.ErrNotFound) || err == nil && (!isRewrite(c) || c.Meta.Int(metaOriginal) != e.ID) {
		return nil
	}
	if err != nil {
		return err
	}
	if c.Meta.Int(metaRepublished) == 1 {
		return s.Entries.Delete(ctx, c)
	}
	c, err = s.Entries.SetMeta(ctx, c, content.Meta{metaOriginal: nil, metaRewrite: nil, metaRewriteFrom: nil})
	if err != nil || c.Status != content.Future {
		return err
	}
	draft := content.Draft
	_, err = s.Entries.Update(ctx, access.System(), c, content.Change{Status: &draft, NoRevision: true})
	return err
}

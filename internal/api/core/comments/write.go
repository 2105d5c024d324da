package comments

import (
	"cmp"
	"errors"
	"net/netip"
	"strings"

	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/markup/tags"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

var (
	errExists     = fault.BadRequest("rest_comment_exists", "The comment exists already.")
	errType       = fault.BadRequest("rest_invalid_comment_type", "Comments of this type can't be written.")
	errTypeChange = fault.NotFound("rest_comment_invalid_type", "The type of a comment can't be changed.")
	errAuthor     = fault.BadRequest("rest_comment_author_invalid", "There is no such user.")
	errEntry      = fault.Forbidden("rest_comment_invalid_post_id", "There is no such entry.")
	errTrashed    = fault.New(410, "rest_already_trashed", "The comment is in the trash already.")
)

// text is the content that a write sends: a string, or the raw member of an
// object. Anything else is passed over.
func text(r *rest.Request) *string {
	given := argContent.Value(r)
	if o, ok := given.(*wire.Object); ok {
		given = o.Get("raw")
	}
	s, ok := given.(string)
	if !ok {
		return nil
	}
	s = strings.TrimSpace(s)
	return &s
}

// change is what a write asks for.
func (res *resource) change(r *rest.Request) (comment.Change, error) {
	c := comment.Change{Content: text(r), Entry: argPost.OrNil(r), Parent: argParentNumber.OrNil(r)}
	if c.Parent != nil {
		*c.Parent = max(*c.Parent, 0)
	}
	if argAuthor.Has(r) {
		u, err := res.Store.UserByID(r.Context(), argAuthor.Of(r))
		if errors.Is(err, user.ErrNotFound) {
			return c, errAuthor
		}
		if err != nil {
			return c, err
		}
		page := user.HomePage(r.Context(), res.Site, u)
		c.User, c.Name, c.Email, c.URL = &u.ID, &u.Name, &u.Email, &page
	}
	c.Name, c.Email, c.URL = cmp.Or(argAuthorName.OrNil(r), c.Name), cmp.Or(argAuthorEmail.OrNil(r), c.Email), cmp.Or(argAuthorURL.OrNil(r), c.URL)
	ip := address(r.Actor.IP)
	if argAuthorIP.Has(r) && moderates(r) {
		ip = argAuthorIP.Of(r)
	}
	c.IP = &ip
	if agent := argAuthorUserAgent.Of(r); agent != "" {
		c.Agent = &agent
	} else if sent := tags.Cut(r.Actor.UserAgent, comment.MaxAgentBytes, ""); sent != "" {
		c.Agent = &sent
	}
	isUTC := argDate.Of(r) == ""
	if local, utc, ok := res.Site.ParseDate(r.Context(), cmp.Or(argDate.Of(r), argDateGmt.Of(r)), isUTC); ok {
		c.Date = &content.Date{Local: local, UTC: utc}
	}
	return c, nil
}

// address is a network address, or the one of this machine for what is none.
func address(ip string) string {
	if _, err := netip.ParseAddr(ip); err != nil {
		return "127.0.0.1"
	}
	return ip
}

// prepareCreate filters a new comment before its transaction.
func (res *resource) prepareCreate(r *rest.Request) {
	if s := text(r); s != nil && len(*s) > scope.ShortText && r.Endpoint.Allow(r) == nil {
		res.Comments.Prepare(r.Context(), *s, r.Actor.Can("unfiltered_html"))
	}
}

// prepareUpdate filters a comment as it is going to be before the transaction
// that changes it.
func (res *resource) prepareUpdate(r *rest.Request) {
	before, err := res.load(r)
	if err != nil {
		return // the transaction tells
	}
	s := before.Content
	if sent := text(r); sent != nil {
		s = *sent
	}
	if len(s) > scope.ShortText && r.Endpoint.Allow(r) == nil {
		res.Comments.PrepareUpdate(r.Context(), r.Actor, before, s)
	}
}

func (res *resource) create(r *rest.Request) (*rest.Response, error) {
	ctx, typ := r.Context(), argType.Of(r)
	switch {
	case rest.ID.Of(r) != 0:
		return nil, errExists
	case typ != "" && typ != comment.TypeComment && typ != comment.TypeNote:
		return nil, errType
	}
	ch, err := res.change(r)
	if err != nil {
		return nil, err
	}
	e, err := res.entryByID(ctx, argPost.Of(r))
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, errWithoutEntry
	}
	d := comment.Draft{Entry: e, Type: typ, Parent: max(argParentNumber.Of(r), 0)}
	for dst, src := range map[*string]*string{
		&d.Name: ch.Name, &d.Email: ch.Email, &d.URL: ch.URL, &d.IP: ch.IP, &d.Agent: ch.Agent, &d.Content: ch.Content,
	} {
		if src != nil {
			*dst = *src
		}
	}
	if ch.User != nil {
		d.User = *ch.User
	}
	if ch.Date != nil {
		d.Date = *ch.Date
	}
	if d.Content == "" && !(typ == comment.TypeNote && resolvesThread(r)) {
		return nil, comment.ErrContent
	}
	d.SetStatus = argStatus.Of(r)
	var bad error
	d.Meta, bad = res.metaOf(r, &comment.Comment{Entry: e.ID})
	c, err := res.Comments.Create(ctx, r.Actor, d)
	if err := cmp.Or(err, bad); err != nil {
		return nil, err
	}
	return rest.Created(rest.Path(base+"/", c.ID), func(r *rest.Request) (any, error) {
		shown := "view"
		if moderates(r) {
			shown = "edit"
		}
		return res.written(r, c.ID, shown)
	}), nil
}

// resolvesThread tells whether a note resolves or reopens its thread, which needs no
// words.
func resolvesThread(r *rest.Request) bool {
	status := argMeta.Of(r).Text(comment.MetaNoteStatus)
	return status == "resolved" || status == "reopen"
}

// metaOf are the custom fields that a write asks for, of a comment that has its
// entry and stored meta. The fault is to be returned after the write, which it
// commits.
func (res *resource) metaOf(r *rest.Request, c *comment.Comment) (content.Meta, error) {
	given, ok := argMeta.Value(r).(*wire.Object)
	if !ok {
		return nil, nil
	}
	return res.meta.Changes(r.Context(), given, meta.Target{Actor: r.Actor, Stored: c.Meta, May: res.canEdit(r, c)})
}

func (res *resource) written(r *rest.Request, id int64, shown string) (any, error) {
	c, err := res.Store.CommentByID(r.Context(), id)
	if err != nil {
		return nil, err
	}
	rest.Context.Set(r, shown)
	return res.items.Item(r, c), nil
}

func (res *resource) edited(id int64) func(*rest.Request) (any, error) {
	return func(r *rest.Request) (any, error) { return res.written(r, id, "edit") }
}

func (res *resource) update(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	before, err := res.load(r)
	if err != nil {
		return nil, err
	}
	if argType.Has(r) && argType.Of(r) != before.ShownType() {
		return nil, errTypeChange
	}
	ch, err := res.change(r)
	if err != nil {
		return nil, err
	}
	if ch.Entry != nil && *ch.Entry != 0 {
		if e, err := res.entryByID(ctx, *ch.Entry); err != nil {
			return nil, err
		} else if e == nil {
			return nil, errEntry
		}
	}
	ch.SetStatus = argStatus.Of(r)
	target := before.Clone()
	if ch.Entry != nil {
		target.Entry = *ch.Entry
	}
	var bad error
	ch.Meta, bad = res.metaOf(r, target)
	c, err := res.Comments.Update(ctx, r.Actor, before, ch)
	if err := cmp.Or(err, bad); err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: res.edited(c.ID)}, nil
}

func (res *resource) delete(r *rest.Request) (*rest.Response, error) {
	ctx := r.Context()
	c, err := res.load(r)
	if err != nil {
		return nil, err
	}
	rest.Context.Set(r, rest.Edit)
	if rest.Force.Of(r) {
		previous := res.items.Deleted(r, c, "edit")
		if err := res.Comments.Delete(ctx, c); err != nil {
			return nil, err
		}
		return rest.OK(previous), nil
	}
	if c.Status == comment.Trash {
		return nil, errTrashed
	}
	if err := res.Comments.Trash(ctx, c); err != nil {
		return nil, err
	}
	return &rest.Response{AfterCommit: res.edited(c.ID)}, nil
}

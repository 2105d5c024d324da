package view

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/scope"
)

// Users implements render.Source.
func (s *Source) Users(ctx context.Context, ids []int64) map[int64]*render.User {
	found, err := s.v.Store.UsersByID(ctx, ids)
	if err != nil {
		s.fail(ctx, "users", err)
		return nil
	}
	out := make(map[int64]*render.User, len(found))
	for id, u := range found {
		out[id] = &render.User{
			ID: u.ID, Login: u.Login, Slug: u.Slug, Name: u.Name, Email: u.Email, URL: user.HomePage(ctx, s.v.Site, u),
			Description: u.Meta.Text(user.MetaDescription), ArchiveURL: user.Link(ctx, s.v.Site, u),
		}
	}
	return out
}

// KnownUsers implements render.Source.
func (s *Source) KnownUsers(ctx context.Context, ids []int64) map[int64]*render.User {
	people := user.Policy{Types: s.v.Types, Store: s.v.Store}
	public, err := people.Visible(ctx, access.Actor{}, ids)
	if err != nil {
		s.fail(ctx, "known users", err)
		return nil
	}
	known, others := []int64{}, []int64{}
	for _, id := range ids {
		if public[id] {
			known = append(known, id)
		} else if id != 0 {
			others = append(others, id)
		}
	}
	if len(others) > 0 {
		scope.DependsOn(ctx, cache.Viewer())
		more, err := people.Visible(ctx, s.viewer, others)
		if err != nil {
			s.fail(ctx, "known users", err)
			return nil
		}
		for id := range more {
			known = append(known, id)
		}
	}
	return s.Users(ctx, known)
}

// user is one user, nil when there is none.
func (s *Source) user(ctx context.Context, id int64) *render.User {
	return s.Users(ctx, []int64{id})[id]
}

// QueryComments implements render.Source.
func (s *Source) QueryComments(ctx context.Context, q render.CommentQuery) []*render.Comment {
	return once(ctx, s, commentsKey(q), func(ctx context.Context) []*render.Comment {
		page, err := s.v.Store.ListComments(ctx, commentQuery(q))
		if err != nil {
			s.fail(ctx, "comments", err)
			return nil
		}
		return s.comments(ctx, withHeld(ctx, s, q, page.Comments))
	})
}

// commentsKey is what the comments that a query finds are remembered by.
func commentsKey(q render.CommentQuery) string { return fmt.Sprintf("comments %+v", q) }

// ExpectComments implements render.Source.
func (s *Source) ExpectComments(ctx context.Context, posts []int64) {
	all := render.CommentQuery{}
	posts = slices.DeleteFunc(slices.Clone(posts), func(id int64) bool {
		all.PostID = id
		_, known := s.memo[commentsKey(all)]
		return known || id == 0
	})
	if len(posts) == 0 {
		return
	}
	part := scope.Part(ctx)
	pages, err := s.v.Store.ListCommentsByEntry(part, commentQuery(all), posts, 0)
	if err != nil {
		s.fail(ctx, "comments of entries", err)
		return
	}
	var list []*comment.Comment
	for _, id := range posts {
		all.PostID = id
		list = append(list, withHeld(part, s, all, pages[id].Comments)...)
	}
	of, users := map[int64][]*render.Comment{}, []int64{}
	for _, c := range s.comments(part, list) {
		of[c.PostID], users = append(of[c.PostID], c), append(users, c.UserID)
	}
	s.KnownUsers(part, users)
	if s.failed {
		return
	}
	for _, id := range posts {
		all.PostID = id
		s.memo[commentsKey(all)] = remembered{of[id], scope.From(part).Deps()}
	}
}

// commentQuery is a query in the terms of the store. Editorial notes are never
// shown.
func commentQuery(q render.CommentQuery) comment.Query {
	out := comment.Query{
		Statuses: []comment.Status{comment.Approved}, NotTypes: []string{"note"},
		Order: "date_gmt", Desc: q.Desc, Limit: q.Limit, Offset: q.Offset, SkipTotal: true,
	}
	if len(q.IDs) > 0 {
		out.IDs = q.IDs
	}
	switch q.Type {
	case "":
	case "pings":
		out.Types = []string{"pingback", "trackback"}
	default:
		out.Types = []string{q.Type}
	}
	switch {
	case q.ParentID != 0:
		out.Parents = []int64{q.ParentID}
	case q.TopLevel:
		out.Parents = []int64{0}
	}
	if q.PostID != 0 {
		out.Entries = []int64{q.PostID}
	} else if len(q.IDs) == 0 {
		out.EntryStatus = []content.Status{content.Publish}
		if q.OfFiles {
			out.EntryStatus = append(out.EntryStatus, content.Inherit)
		}
	}
	if len(q.PostTypes) > 0 {
		out.EntryType = q.PostTypes
	}
	return out
}

// comments are comments as rendering sees them, in the same order. Those of
// entries that the viewer may not see are left out.
func (s *Source) comments(ctx context.Context, list []*comment.Comment) []*render.Comment {
	ids := make([]int64, len(list))
	for i, c := range list {
		ids[i] = c.Entry
	}
	entries, err := s.v.Store.EntriesByID(ctx, ids)
	if err != nil {
		s.fail(ctx, "entries of comments", err)
		return nil
	}
	for i, c := range list {
		ids[i] = c.ID
	}
	pages, err := comment.Pages(ctx, s.v.Site, s.v.Store, ids)
	if err != nil {
		s.fail(ctx, "pages of comments", err)
		return nil
	}
	out := make([]*render.Comment, 0, len(list))
	for _, c := range list {
		e := entries[c.Entry]
		if e == nil || !s.mayShow(ctx, e) {
			continue
		}
		shown := &render.Comment{
			ID: c.ID, PostID: c.Entry, ParentID: c.Parent, UserID: c.User,
			Author: c.AuthorName, Email: c.AuthorEmail, URL: c.AuthorURL, Content: c.Content,
			Date: parseDate(s.Site(ctx), c.Date), DateUTC: parseUTC(c.DateUTC), Type: c.Type, Status: string(c.Status),
			Permalink: comment.Address(ctx, s.v.Site, s.v.Links.Link(ctx, e), c.ID, pages[c.ID]),
		}
		scope.DependsOn(ctx, cache.Viewer())
		if s.viewer.LoggedIn() && s.v.policy.CanEdit(ctx, s.viewer, e) {
			shown.EditURL = s.Site(ctx).AdminURL + "/comment.php?action=editcomment&c=" + strconv.FormatInt(c.ID, 10)
		}
		out = append(out, shown)
	}
	return out
}

// parseUTC reads a stored date in UTC; the zero time when there is none.
func parseUTC(date string) time.Time {
	t, err := time.Parse(dateForm, date)
	if err != nil {
		return time.Time{}
	}
	return t
}

// heldFor is how long a comment that waits for approval is shown to who wrote
// it and has the key.
const heldFor = 10 * time.Minute

// heldKey is what the comment that waits for approval is remembered by.
type heldKey struct{}

// withHeld adds to the comments of an entry the one that waits for approval and
// that the visitor wrote.
func withHeld(ctx context.Context, s *Source, q render.CommentQuery, list []*comment.Comment) []*comment.Comment {
	if s.request == nil || s.request.Held == 0 || q.PostID == 0 && !slices.Contains(q.IDs, s.request.Held) {
		return list
	}
	held := once(ctx, s, heldKey{}, func(ctx context.Context) []*comment.Comment {
		found, err := s.v.Store.ListComments(ctx, comment.Query{
			IDs: []int64{s.request.Held}, Statuses: []comment.Status{comment.Hold}, NotTypes: []string{comment.TypeNote}, Limit: 1, SkipTotal: true,
		})
		if err != nil {
			s.fail(ctx, "comment that waits for approval", err)
		}
		return found.Comments
	})
	for _, c := range held {
		if q.PostID != 0 && c.Entry != q.PostID || s.v.Site.Clock().Sub(parseUTC(c.DateUTC)) > heldFor {
			continue
		}
		list = append(slices.Clone(list), c)
	}
	return list
}

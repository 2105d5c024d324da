package comment

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/markup/clean"
)

// floodSeconds is the least time between two comments of one person.
const floodSeconds = 15

// refuse turns away what was said before, and who says too much at once.
func (s *Service) refuse(ctx context.Context, a access.Actor, c *Comment) error {
	if err := s.Store.Claim(ctx, claims(a, c)...); err != nil {
		return err
	}
	s.Store.ExpectComment(ctx)
	same, err := s.Store.ListComments(ctx, Query{
		Entries: []int64{c.Entry}, Parents: []int64{c.Parent}, AuthorName: c.AuthorName, AuthorEmail: c.AuthorEmail,
		Content: &c.Content, Statuses: []Status{Approved, Hold, Spam, PostTrashed}, Limit: 1, SkipTotal: true,
	})
	if err != nil {
		return fmt.Errorf("look for the same comment: %w", err)
	}
	if len(same.Comments) > 0 {
		return ErrDuplicate
	}
	if moderates(a) {
		return nil
	}
	last, err := s.Store.ListComments(ctx, Query{
		By:       &Person{User: a.ID, IP: c.AuthorIP, Email: c.AuthorEmail},
		SinceUTC: s.Site.Clock().UTC().Add(-time.Hour).Format(site.DateForm),
		Order:    "date_gmt", Desc: true, Limit: 1, SkipTotal: true,
	})
	if err != nil {
		return fmt.Errorf("look for the last comment: %w", err)
	}
	if len(last.Comments) == 0 {
		return nil
	}
	before, err1 := time.Parse(site.DateForm, last.Comments[0].DateUTC)
	now, err2 := time.Parse(site.DateForm, c.DateUTC)
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("dates of comments: %w", err)
	}
	if now.Sub(before) < floodSeconds*time.Second {
		return ErrFlood
	}
	return nil
}

// moderates tells whether an actor may write comments as fast as they like.
func moderates(a access.Actor) bool { return a.Can("moderate_comments") || a.Can("manage_options") }

// claims are what a comment shares with the ones that it may be refused for, so
// that of two at the same time one finds the other.
func claims(a access.Actor, c *Comment) []string {
	list := []string{fmt.Sprintf("comment %d %d %q %q %q", c.Entry, c.Parent, c.AuthorName, c.AuthorEmail, c.Content)}
	if moderates(a) {
		return list
	}
	if a.ID != 0 {
		list = append(list, fmt.Sprint("comments of user ", a.ID))
	}
	if c.AuthorIP != "" {
		list = append(list, "comments from "+c.AuthorIP)
	}
	if c.AuthorEmail != "" {
		list = append(list, "comments by "+c.AuthorEmail)
	}
	return list
}

// approval is the status that a new comment gets.
func (s *Service) approval(ctx context.Context, e *content.Entry, c *Comment) (Status, error) {
	if c.User != 0 {
		u, err := s.Users.UserByID(ctx, c.User)
		if err != nil {
			return "", fmt.Errorf("author %d of comment: %w", c.User, err)
		}
		if u.ID == e.Author || s.actor(ctx, u).Can("moderate_comments") {
			return Approved, nil
		}
	}
	text := c.Content
	if matchesWord(site.RefusedWords.Of(ctx, s.Site),
		c.AuthorName, c.AuthorEmail, c.AuthorURL, text, clean.StripAllTags(text), c.AuthorIP, c.Agent) {
		return Trash, nil
	}
	ok, err := s.passes(ctx, c)
	if err != nil {
		return "", err
	}
	if !ok {
		return Hold, nil
	}
	return Approved, nil
}

var linkStart = regexp.MustCompile(`(?i)<a [^>]*href`)

// passes tells whether a comment needs no approval.
func (s *Service) passes(ctx context.Context, c *Comment) (bool, error) {
	if site.CommentModeration.Of(ctx, s.Site) {
		return false, nil
	}
	text := c.Content
	if s.Render != nil {
		text = s.Render(ctx, c)
	}
	if most := site.CommentLinks.Of(ctx, s.Site); most != 0 && int64(len(linkStart.FindAllStringIndex(text, -1))) >= most {
		return false, nil
	}
	words := strings.TrimSpace(site.ModerationWords.Of(ctx, s.Site))
	if matchesWord(words, c.AuthorName, c.AuthorEmail, c.AuthorURL, text, c.AuthorIP, c.Agent) {
		return false, nil
	}
	if !site.CommentApproved.Of(ctx, s.Site) {
		return true, nil
	}
	if c.AuthorName == "" || c.AuthorEmail == "" {
		return false, nil
	}
	q := Query{Statuses: []Status{Approved}, Limit: 1, SkipTotal: true}
	owner, err := s.Users.UserByEmail(ctx, c.AuthorEmail)
	switch {
	case err == nil && owner.ID != c.User:
		return false, nil // whoever has the account can log in
	case err != nil && !errors.Is(err, user.ErrNotFound):
		return false, fmt.Errorf("account of comment: %w", err)
	case c.User != 0:
		q.Authors = []int64{c.User}
	default:
		q.AuthorName, q.AuthorEmail = c.AuthorName, c.AuthorEmail
	}
	known, err := s.Store.ListComments(ctx, q)
	if err != nil {
		return false, fmt.Errorf("earlier comments: %w", err)
	}
	return len(known.Comments) > 0, nil
}

// matchesWord tells whether one of the lines of a list is part of a text,
// without regard to case.
func matchesWord(list string, texts ...string) bool {
	for line := range strings.Lines(list) {
		word := strings.ToLower(strings.TrimSpace(line))
		if word == "" || word == "0" {
			continue
		}
		if slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(strings.ToLower(t), word) }) {
			return true
		}
	}
	return false
}

var (
	spanClasses = regexp.MustCompile(`<span\s[^>]*class="([^"]*)"`)
	userClass   = regexp.MustCompile(`^user-([1-9][0-9]{0,17})$`)
)

// mentioned are the users that a note names, without its author.
func mentioned(c *Comment) []int64 {
	var ids []int64
	if !c.IsNote() {
		return nil
	}
	for _, m := range spanClasses.FindAllStringSubmatch(c.Content, -1) {
		classes := strings.Fields(m[1])
		if !slices.Contains(classes, "wp-note-mention") {
			continue
		}
		for _, class := range classes {
			if u := userClass.FindStringSubmatch(class); u != nil {
				id, err := strconv.ParseInt(u[1], 10, 64)
				if err == nil && id != c.User && !slices.Contains(ids, id) {
					ids = append(ids, id)
				}
			}
		}
	}
	return ids
}

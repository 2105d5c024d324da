package moving

import (
	"context"
	"strconv"
	"time"

	"quoin/internal/domain/comment"
	"quoin/internal/domain/content"
	"quoin/internal/domain/importer"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/site"
)

const commentQuery = "SELECT comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url, comment_author_IP," +
	" comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent, comment_type, comment_parent, user_id" +
	" FROM {comments} WHERE "

// moveComments brings the comments of every state.
func (r *run) moveComments(ctx context.Context, source *journal.Source) error {
	next := func(ctx context.Context, after int64) ([]*comment.Comment, int64, error) {
		list, err := r.readComments(ctx, "comment_ID > ? ORDER BY comment_ID LIMIT "+strconv.Itoa(atOnce), after)
		if err != nil || len(list) == 0 {
			return nil, 0, err
		}
		return list, list[len(list)-1].ID, nil
	}
	return readAhead(ctx, source.Cursor, next, func(list []*comment.Comment, last int64) error {
		r.done += int64(len(list))
		return r.batch(ctx, "comments", source, last, func(ctx context.Context) error {
			for _, c := range list {
				if err := r.storeComment(ctx, c, nil); err != nil {
					return err
				}
				r.report.Took("comment", 1)
			}
			return nil
		})
	})
}

// readComments reads comments with their meta values.
func (r *run) readComments(ctx context.Context, which string, args ...any) (list []*comment.Comment, err error) {
	err = r.from.each(ctx, commentQuery+which, args, func(scan func(...any) error) error {
		c := &comment.Comment{Meta: content.Meta{}}
		var approved string
		err := scan(&c.ID, &c.Entry, &c.AuthorName, &c.AuthorEmail, &c.AuthorURL, &c.AuthorIP, &c.Date, &c.DateUTC, &c.Content,
			&c.Karma, &approved, &c.Agent, &c.Type, &c.Parent, &c.User)
		r.broken.cleanAll("comments", c.ID, []column{
			{"comment_author", &c.AuthorName}, {"comment_author_email", &c.AuthorEmail}, {"comment_author_url", &c.AuthorURL},
			{"comment_author_IP", &c.AuthorIP}, {"comment_content", &c.Content}, {"comment_agent", &c.Agent}, {"comment_type", &c.Type},
		})
		c.Status = importer.CommentStatus(approved)
		c.Date, c.DateUTC = r.dates(ctx, c.Date, c.DateUTC)
		if c.DateUTC == "" {
			c.DateUTC = r.Site.ToUTC(ctx, c.Date)
		}
		if c.Type == "" {
			c.Type = comment.TypeComment
		}
		list = append(list, c)
		return err
	})
	if err != nil || len(list) == 0 {
		return list, err
	}
	meta, err := r.meta(ctx, "commentmeta", "comment_id", "meta_id", list[0].ID, list[len(list)-1].ID)
	for _, c := range list {
		for _, m := range meta[c.ID] {
			add(c.Meta, r.Name(m.key), m.value)
		}
	}
	return list, err
}

// byOffset is a local date in UTC, by what the zone's offset is now: the reference shows
// moments so of which it stored the local date alone.
func (r *run) byOffset(ctx context.Context, local string) string {
	t, err := time.Parse(site.DateForm, local)
	if err != nil {
		return local
	}
	_, offset := r.Site.Clock().In(r.Site.Zone(ctx)).Zone()
	return t.Add(-time.Duration(offset) * time.Second).Format(site.DateForm)
}

// dates are a date in both zones. One that has neither is of the beginning.
func (r *run) dates(ctx context.Context, local, utc string) (string, string) {
	local, utc = storedDate(local), storedDate(utc)
	switch {
	case local == "" && utc == "":
		return "1970-01-01T00:00:00", ""
	case local == "":
		local = r.Site.ToLocal(ctx, utc)
	}
	return local, utc
}

package comment

import (
	"context"
	"strconv"
	"strings"

	"quoin/internal/domain/site"
)

// Counter counts what stands before comments.
type Counter interface {
	// CommentsBefore tells of each of ids how many approved comments that answer none
	// are older on the same entry; with threads, older than the one that its thread began
	// with. Those whose thread has lost its beginning are left out.
	CommentsBefore(ctx context.Context, ids []int64, threads bool) (map[int64]int64, error)
}

// Pages are the pages of their entries that comments stand on, by id, in one statement.
// Comments have none where all stand on one page, and where what they answer is gone.
//
// Compat (api.TestCommentPages): an answer stands where the comment does that its thread
// began with, and is counted in by the moment of that one.
func Pages(ctx context.Context, s *site.Site, store Counter, ids []int64) (map[int64]int, error) {
	size := site.CommentsPerPage.Of(ctx, s)
	if len(ids) == 0 || size <= 0 || !site.PageComments.Of(ctx, s) {
		return nil, nil
	}
	threads := site.ThreadComments.Of(ctx, s) && site.ThreadDepth.Of(ctx, s) > 1
	before, err := store.CommentsBefore(ctx, ids, threads)
	if err != nil {
		return nil, err
	}
	pages := make(map[int64]int, len(before))
	for id, n := range before {
		pages[id] = int(n/size) + 1
	}
	return pages, nil
}

// Address is where a comment stands: on a page of its entry, whose address is given; 0
// stands for none. The page that an entry shows by itself needs no name where that is the
// first. It ends as the site's own addresses do, with a slash or without.
func Address(ctx context.Context, s *site.Site, entry string, id int64, page int) string {
	named := page > 1 || page == 1 && site.DefaultCommentsPage.Of(ctx, s) != "oldest"
	structure := s.Permalinks(ctx)
	switch {
	case structure != "":
		entry = strings.TrimSuffix(entry, "/")
		if named {
			entry += "/comment-page-" + strconv.Itoa(page)
		}
		if strings.HasSuffix(structure, "/") {
			entry += "/"
		}
	case named && strings.Contains(entry, "?"):
		entry += "&cpage=" + strconv.Itoa(page)
	case named:
		entry += "?cpage=" + strconv.Itoa(page)
	}
	return entry + "#comment-" + strconv.FormatInt(id, 10)
}

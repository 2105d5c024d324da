package blocks

import (
	"slices"
	"testing"

	"quoin/internal/display/render"
)

// What a loop reads of comments before it shows any is bounded, whoever wrote the loop.
func TestExpectedCommentsAreBounded(t *testing.T) {
	t.Parallel()
	posts := []*render.Post{
		{ID: 1, CommentCount: 400}, {ID: 2}, {ID: 3, CommentsOpen: true}, {ID: 4, CommentCount: 9, Locked: true}, {ID: 5, CommentCount: 600}, {ID: 6, CommentCount: 1}, {ID: 7, CommentCount: 1},
	}
	if got, want := withThreads(posts), []int64{1, 3, 5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := withThreads([]*render.Post{{ID: 1, CommentCount: 100000}}); len(got) > 0 {
		t.Errorf("%v are read at once", got)
	}
}

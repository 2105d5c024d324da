package widgets

import "testing"

// TestRecentCommentsInOtherLanguages takes author and entry from wherever a language puts them.
func TestRecentCommentsInOtherLanguages(t *testing.T) {
	t.Parallel()
	const (
		ann   = `<a class="wp-block-latest-comments__comment-author" href="https://ann.example/">Ann</a>`
		nick  = `<span class="wp-block-latest-comments__comment-author">Nick</span>`
		stone = `<a class="wp-block-latest-comments__comment-link" href="http://example.org/a-stone/#comment-1">A stone</a>`

		classicAnn   = `<span class="comment-author-link"><a href="https://ann.example/" class="url" rel="ugc external nofollow">Ann</a></span>`
		classicNick  = `<span class="comment-author-link">Nick</span>`
		classicStone = `<a href="http://example.org/a-stone/#comment-1">A stone</a>`
	)
	for meta, want := range map[string]string{
		ann + " on " + stone:         classicAnn + " on " + classicStone,
		ann + " zu " + stone:         classicAnn + " zu " + classicStone,
		stone + " に " + nick + " より": classicStone + " に " + classicNick + " より",
		nick + " on " + stone + `<time datetime="2026-01-02" class="x">2. Januar</time>`: classicNick + " on " + classicStone,
	} {
		block := `<ol class="wp-block-latest-comments"><li class="wp-block-latest-comments__comment"><article>` +
			`<footer class="wp-block-latest-comments__comment-meta">` + meta + `</footer><div>Heavy</div></article></li></ol>`
		want = `<ul id="recentcomments"><li class="recentcomments">` + want + "</li></ul>"
		if got := recentComments("http://example.org", block); got != want {
			t.Errorf("%s\nis  %s\nnot %s", meta, got, want)
		}
	}
}

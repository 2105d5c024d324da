package blocks_test

import (
	"strings"
	"testing"

	"quoin/internal/display/render"
	"quoin/internal/display/render/blocks"
	"quoin/internal/platform/language"
)

// TestBlocksSpeak finds what blocks say in the pack of a language.
func TestBlocksSpeak(t *testing.T) {
	t.Parallel()
	var po strings.Builder
	po.WriteString("msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n != 1;\\n\"\n")
	for _, id := range []string{"Pagination", "Tabbed content", "PDF embed", "Embed of %s.", "Close", "Unknown title", "Duration:", "No comments to show.", "untitled post %s", "*", "by %s", "RSS Error:", "A valid URL was not provided.", "One response to %s"} {
		po.WriteString("\nmsgid \"" + id + "\"\nmsgstr \"ŧ" + id + "\"\n")
	}
	po.WriteString("\nmsgid \"%s item\"\nmsgid_plural \"%s items\"\nmsgstr[0] \"ŧ%s one\"\nmsgstr[1] \"ŧ%s many\"\n")
	p, err := language.Read("eo.po", []byte(po.String()))
	if err != nil {
		t.Fatal(err)
	}
	texts := language.Join("eo", p)
	src := site()
	src.SiteData.Texts = texts
	src.PostList[0].Content, src.PostList[0].CommentCount = "One", 1
	r := render.New(blocks.All(), nil)
	for _, c := range []struct{ content, want string }{
		{`<!-- wp:navigation-overlay-close {"displayMode":"text"} /-->`, ">ŧClose<"},
		{`<!-- wp:navigation-overlay-close /-->`, `aria-label="ŧClose"`},
		{`<!-- wp:post-comments-form /-->`, `<span class="required">ŧ*</span>`},
		{`<!-- wp:tag-cloud {"taxonomy":"category"} /-->`, `(ŧ1 one)`},
		{`<!-- wp:file {"displayPreview":true} --><div class="wp-block-file"><object class="wp-block-file__embed" data="x.pdf" aria-label="Rules"></object></div><!-- /wp:file -->`, `aria-label="ŧEmbed of Rules."`},
		{`<!-- wp:file {"displayPreview":true} --><div class="wp-block-file"><object class="wp-block-file__embed" data="x.pdf"></object></div><!-- /wp:file -->`, `aria-label="ŧPDF embed"`},
		{`<!-- wp:latest-posts {"displayAuthor":true} /-->`, `post-author">ŧby `},
		{`<!-- wp:rss {"feedURL":"https://nowhere.test/"} /-->`, `<strong>ŧRSS Error:</strong> WP HTTP Error: ŧA valid URL was not provided.</div>`},
		// Packs have other texts for the block than for the list of comments that themes show.
		{`<!-- wp:comments-title /-->`, `">One response to &#8220;`},
	} {
		if got := r.Context(t.Context(), src, src.PostList[0]).Blocks(c.content); !strings.Contains(got, c.want) {
			t.Errorf("%s\n got %s\nwant %s", c.content, got, c.want)
		}
	}
}

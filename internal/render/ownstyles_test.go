package render_test

import (
	"context"
	"slices"
	"strings"
	"testing"
)

// TestStylesOfABlock shows pages and what they collect: rules under classes of
// their own, and the names of block types.
func TestStylesOfABlock(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	src.RequestData.Front = true
	for name, c := range map[string]struct{ in, want, not string }{
		"links": {`<!-- wp:paragraph {"style":{"elements":{"link":{"color":{"text":"#cf2e2e"},":hover":{"color":{"text":"var:preset|color|ink"}}}}}} --><p><a>x</a></p><!-- /wp:paragraph -->`,
			" a:where(:not(.wp-element-button)){color:#cf2e2e}", ""},
		"links pointed at": {`<!-- wp:paragraph {"style":{"elements":{"link":{":hover":{"color":{"text":"var:preset|color|ink"}}}}}} --><p><a>x</a></p><!-- /wp:paragraph -->`,
			" a:where(:not(.wp-element-button)):hover{color:var(--wp--preset--color--ink)}", ""},
		"headings": {`<!-- wp:group {"style":{"elements":{"h2":{"color":{"text":"#fff","background":"#000"}},"heading":{"color":{"text":"red"}}}}} --><div><h2>x</h2></div><!-- /wp:group -->`,
			" h2{color:#fff;background-color:#000}", ""},
		"states weigh more": {`<!-- wp:button {"style":{":hover":{"color":{"text":"#111"}}}} --><div class="wp-block-button"><a>Go</a></div><!-- /wp:button -->`,
			":hover{color:#111 !important}", ""},
		"screens": {`<!-- wp:paragraph {"style":{"@mobile":{"typography":{"textAlign":"center"},"border":{"width":"2px"}}}} --><p>x</p><!-- /wp:paragraph -->`,
			"@media (width <= 480px){.wp-states-", ""},
		"nothing leaves its declaration": {`<!-- wp:paragraph {"style":{"elements":{"link":{"color":{"text":"red}body{display:none"}}}}} --><p><a>x</a></p><!-- /wp:paragraph -->`,
			"", "body"},
		"nor its media query": {`<!-- wp:paragraph {"style":{"@mobile":{"color":{"text":"red}}</style><script>"}}}} --><p>x</p><!-- /wp:paragraph -->`,
			"", "script"},
	} {
		ctx := r.Context(context.Background(), src, nil)
		ctx.Blocks(c.in)
		css := ctx.LayoutCSS()
		if !strings.Contains(css, c.want) || c.not != "" && strings.Contains(css, c.not) {
			t.Errorf("%s: %s", name, css)
		}
	}
	ctx := r.Context(context.Background(), src, nil)
	ctx.Blocks(`<!-- wp:group --><div><!-- wp:paragraph --><p>x</p><!-- /wp:paragraph --><!-- wp:acme/x /--></div><!-- /wp:group -->`)
	if got := ctx.UsedBlocks(); !slices.Equal(got, []string{"core/group", "core/paragraph"}) {
		t.Errorf("used: %q", got)
	}
	src.RequestData.Front = false
	ctx = r.Context(context.Background(), src, nil)
	ctx.Blocks(`<!-- wp:paragraph {"style":{"elements":{"link":{"color":{"text":"#cf2e2e"}}}}} --><p><a>x</a></p><!-- /wp:paragraph -->`)
	if css := ctx.LayoutCSS(); css != "" {
		t.Errorf("outside of pages: %s", css)
	}
}

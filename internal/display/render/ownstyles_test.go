package render_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"quoin/internal/platform/markup/block"
	"quoin/internal/platform/wire"
)

// TestDuotone shows images with two colours: the class, and on pages the rule and
// the filter.
func TestDuotone(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	src.RequestData.Front = true
	src.ThemeData.Settings = block.Of("color", block.Of("duotone", block.Of(
		"theme", []any{wire.NewObject("slug", "two-tone", "colors", []any{"#000", "rgb(255,127.5,0)"})},
		"custom", []any{wire.NewObject("slug", "two-tone", "colors", []any{"#000", "#ff0"})},
	)))
	const image = `<!-- wp:image {"style":{"color":{"duotone":%s}}} --><figure class="wp-block-image"><img src="/i.png" alt=""/></figure><!-- /wp:image -->`
	for name, c := range map[string]struct{ value, class, css, filters string }{
		"own colours": {`["#000000","#FFFFFF80"]`, "wp-duotone-000000-ffffff80-", "wp-block-image img,", `tableValues="1 0.5019607843137255"`},
		"a preset":    {`"var:preset|duotone|two-tone"`, "wp-duotone-two-tone", "{filter:url(#wp-duotone-two-tone)}", `<feFuncB type="table" tableValues="0 0"/>`},
		"none":        {`"unset"`, "wp-duotone-unset-", "{filter:unset}", ""},
		"elsewhere":   {`"url(//evil.test/x.svg#y)"`, "wp-duotone-urleviltestxsvgy-", "", ""},
		"unknown":     {`"var:preset|duotone|nothing"`, "wp-duotone-nothing", "", ""},
		"no colours":  {`["<script>","x"]`, "wp-duotone-script-x-", "filter:url(#", `<feFuncR type="table" tableValues=""/>`},
	} {
		ctx := r.Context(context.Background(), src, nil)
		html := ctx.Blocks(strings.Replace(image, "%s", c.value, 1))
		css, filters := ctx.LayoutCSS(), ctx.Filters()
		if !strings.Contains(html, c.class) || !strings.Contains(css, c.css) || !strings.Contains(filters, c.filters) {
			t.Errorf("%s: %s\n%s\n%s", name, html, css, filters)
		}
		if c.css == "" && strings.Contains(css, "filter:") || c.filters == "" && filters != "" || strings.Contains(css+filters, "<script") {
			t.Errorf("%s: %s %s", name, css, filters)
		}
	}
	src.RequestData.Front = false
	ctx := r.Context(context.Background(), src, nil)
	ctx.Blocks(strings.Replace(image, "%s", `["#000","#fff"]`, 1))
	if got := ctx.Filters(); got != "" {
		t.Errorf("outside of pages: %s", got)
	}
}

// TestStylesOfABlock shows pages and what they collect: rules under classes of
// their own, and the names of block types.
func TestStylesOfABlock(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	src.RequestData.Front = true
	for name, c := range map[string]struct{ in, want, not string }{
		"not on phones":   {`<!-- wp:paragraph {"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} --><p>x</p><!-- /wp:paragraph -->`, "@media (width <= 480px){.wp-block-hidden-mobile{display:none !important}}", "desktop"},
		"on phones alone": {`<!-- wp:paragraph {"metadata":{"blockVisibility":{"viewport":{"desktop":false,"tablet":false}}}} --><p>x</p><!-- /wp:paragraph -->`, "@media (width > 782px){.wp-block-hidden-desktop{display:none !important}}@media (480px < width <= 782px){.wp-block-hidden-tablet{", "hidden-mobile"},
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
		"text of one block": {`<!-- wp:paragraph {"style":{"css":"color:red; & b{color:blue}&:hover{color:green}"}} --><p><b>x</b></p><!-- /wp:paragraph -->`,
			" b){color:blue}", ""},
		"text with tags": {`<!-- wp:paragraph {"style":{"css":"color:red</style><i>"}} --><p>x</p><!-- /wp:paragraph -->`,
			"", "color"},
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
	for attribute, want := range map[string]bool{"false": false, "true": true} {
		ctx = r.Context(context.Background(), src, nil)
		ctx.Blocks(`<!-- wp:query {"queryId":1,"enhancedPagination":` + attribute + `} --><div class="wp-block-query"></div><!-- /wp:query -->`)
		if got := slices.Contains(ctx.UsedBlocks(), "core/query"); got != want {
			t.Errorf("a query with enhanced pagination %s is styled: %v", attribute, got)
		}
	}
	src.RequestData.Front = false
	ctx = r.Context(context.Background(), src, nil)
	ctx.Blocks(`<!-- wp:paragraph {"style":{"elements":{"link":{"color":{"text":"#cf2e2e"}}}}} --><p><a>x</a></p><!-- /wp:paragraph -->`)
	if css := ctx.LayoutCSS(); css != "" {
		t.Errorf("outside of pages: %s", css)
	}
}

// A position that the theme doesn't take uses up an id, which others are counted by.
func TestPositionIDs(t *testing.T) {
	t.Parallel()
	gallery := `<!-- wp:gallery --><figure class="wp-block-gallery has-nested-images columns-default is-cropped"></figure><!-- /wp:gallery -->`
	src, r := source(), renderer()
	got := r.Context(context.Background(), src, nil).Blocks(`<!-- wp:group {"style":{"position":{"type":""}}} --><div class="wp-block-group"></div><!-- /wp:group -->` + gallery)
	if !strings.Contains(got, "wp-block-gallery-2") {
		t.Errorf("got %s", got)
	}
}

package render_test

import (
	"strings"
	"testing"
)

func TestClassesOfWrittenStyles(t *testing.T) {
	t.Parallel()
	r, src := renderer(), source()
	for name, c := range map[string]struct{ in, want string }{
		"parts have their own selectors": {
			`<!-- wp:button {"style":{":hover":{"typography":{"writingMode":"vertical-rl","fontSize":"2rem"},"color":{"text":"var:preset|color|inkBlue"}}}} --><div class="wp-block-button"><a>Go</a></div><!-- /wp:button -->`,
			`<div class="wp-block-button wp-states-e7188cdb"><a>Go</a></div>`},
		"text is aligned": {
			`<!-- wp:paragraph {"style":{"@mobile":{"typography":{"textAlign":"center"}}}} --><p>x</p><!-- /wp:paragraph -->`,
			`<p class="wp-states-a1672656 wp-block-paragraph">x</p>`},
		"elements and their states": {
			`<!-- wp:paragraph {"style":{"@tablet":{"elements":{"heading":{"color":{"text":"#123"}},"link":{":hover":{"color":{"text":"blue"}}}}}}} --><p>x</p><!-- /wp:paragraph -->`,
			`<p class="wp-states-80375f93 wp-block-paragraph">x</p>`},
		"no state of the type": {
			`<!-- wp:paragraph {"style":{":hover":{"color":{"text":"red"}},"@mobile":{"layout":{"columnSpan":1}}}} --><p>x</p><!-- /wp:paragraph -->`,
			`<p class="wp-container-content-a994fe45 wp-block-paragraph">x</p>`},
		"values print as written": {
			`<!-- wp:paragraph {"n":1.0,"o":{},"style":{"css":"color:red"},"className":"é/a"} --><p>x</p><!-- /wp:paragraph -->`,
			`<p class="has-custom-css wp-custom-css-d6f0cafd wp-block-paragraph">x</p>`},
		"the layout outside counts": {
			`<!-- wp:group {"layout":{"type":"flex"},"style":{"css":"color:red"}} --><div><!-- wp:paragraph {"style":{"css":"a:b"},"x":1.5} --><p>x</p><!-- /wp:paragraph --></div><!-- /wp:group -->`,
			`<div class="is-layout-flex wp-block-group-is-layout-flex has-custom-css wp-custom-css-1e636a31"><p class="has-custom-css wp-custom-css-08790cdf wp-block-paragraph">x</p></div>`},
		"no such size": {
			`<!-- wp:group {"layout":{"type":"flex"}} --><div><!-- wp:paragraph {"style":{"layout":{"selfStretch":"max","flexSize":"1px"}}} --><p>x</p><!-- /wp:paragraph --></div><!-- /wp:group -->`,
			`<div class="is-layout-flex wp-block-group-is-layout-flex"><p class="wp-block-paragraph">x</p></div>`},
		"no difference on a screen": {
			`<!-- wp:group {"style":{"@mobile":{"layout":{"justifyContent":"left"}},"@tablet":{"layout":{"columnSpan":0}}}} --><div></div><!-- /wp:group -->`,
			`<div class="is-layout-flow wp-block-group-is-layout-flow"></div>`},
		"a difference on a screen": {
			`<!-- wp:group {"layout":{"type":"flex"},"style":{"@mobile":{"layout":{"justifyContent":"left"}}}} --><div></div><!-- /wp:group -->`,
			`<div class="is-layout-flex wp-container-core-group-is-layout-14a080b1 wp-block-group-is-layout-flex"></div>`},
		"a size taken away": {
			`<!-- wp:paragraph {"style":{"layout":{"selfStretch":"fixed","flexSize":"1px"},"@tablet":{"layout":{"selfStretch":"fit"}}}} --><p>x</p><!-- /wp:paragraph -->`,
			`<p class="wp-container-content-4feb2c92 wp-block-paragraph">x</p>`},
		"nothing to take away": {
			`<!-- wp:paragraph {"style":{"@tablet":{"layout":{"selfStretch":"fit"}}}} --><p>x</p><!-- /wp:paragraph -->`,
			`<p class="wp-block-paragraph">x</p>`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.TrimSpace(r.Content(t.Context(), src, entry(c.in))); got != c.want {
				t.Errorf("\n%s, want\n%s", got, c.want)
			}
		})
	}
}

package sanitize

import (
	"strings"
	"testing"
)

var hostileSeeds = []string{
	"", "plain", "<b>x</b>", "<script>alert(1)</script>", "<scr<script>ipt>alert(1)</script>", "<<script>script>x",
	"<img src=x onerror=alert(1)>", "<img/src=x/onerror=alert(1)>", "<img src=`x`onerror=x>", "<img \"\"\"><script>x</script>\">",
	"<a href=javascript:x>", "<a href='java\tscript:x'>", "<a href=\"&#106;avascript:x\">", "<a href=\"javascript&colon;x\">", "<a href='feed:javascript:x'>",
	"<a href=\"javascript&amp;#58;x\">", "<a href='\\0javascript:x'>", "<a title=\"x>y\" onclick=z>", "<a title='\"><script>'>",
	"<p style=\"width:expression(x)\">", "<p style=\"background:url(javascript:x)\">", `<p style="width:calc(\65xpression(x))">`, `<p style="--x:var(url(data:x))">`,
	"<p style=\"color:red;font-family:'A b';bad:x\">", "<p style='a:b; ;c:d'>", "<p style=\"width:var(\\\n0)\">",
	"<!-- <script>x</script> -->", "<!--><img src=x onerror=x>-->", "<!---->", "<!--- x ---!><script>", "<!-- a\n> <b> -->", "<!--\n--->", "<!x --><script>x</script>",
	"</><script>x</script>", "</ x><b>", "<![CDATA[<script>x</script>]]>", "<?php x ?>", "<!DOCTYPE html>", "<!doctype x>",
	"<svg><style><img src=x onerror=x>", "<math><mtext><table><mglyph><style><!--</style><img title=\"--><img src=1 onerror=x>\">",
	"<textarea><img title=\"</textarea><img src=x onerror=x>\">", "<title><!--</title><img src=x onerror=x>-->", "<noscript><p title=\"</noscript><script>x</script>\">",
	"<object data=\"x.pdf\" type=\"application/pdf\">", "<object data=x />", "<form action=x><input name=y>", "<iframe srcdoc=x>",
	"<!-- wp:html {\"a\":\"\\u003cscript\\u003ex\"} --><iframe></iframe><!-- /wp:html -->", "<!-- wp:a --><!-- wp:b -->x", "<!-- wp:x {\"--\":1,\"0\":2} /-->", "<!-- /wp:x -->",
	"<!-- wp:template-part {\"tagName\":\"script\"} /-->", "<!-- wp:x {\"a\":[1.0,1e30,-0,\"\\ud83d\\ude00\"],\"b\":{}} /-->", "<!-- wp:x -->0<!-- /wp:x -->",
	"<p data-x=\"a\\\\\">", "<p title=it's style=\"color:red\">", "&amp;&lt;&bogus;&#0;&#x110000;&#65;&#x041;&apos;", "a\x00b\x0bc", "\xff<b title=\xff>\xfe", "<span class=\"wp-note-mention user-7 evil\">",
	"<a download=x><a download>", "<P CLASS=x class=y>", "<b/ ><br/><hr / >", "< b ></ b >", "<b\n><b", ">", "<", "<>", "--->", "<!--", "-->",
}

func FuzzPost(f *testing.F) {
	for _, s := range hostileSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		for name, filter := range map[string]func(string) string{"Post": Post, "Inline": Inline, "TermDescription": TermDescription} {
			once := filter(in)
			if twice := filter(once); twice != once {
				t.Errorf("%s is not stable:\n in %q\n 1st %q\n 2nd %q", name, in, once, twice)
			}
			if err := findLive(once); err != nil {
				t.Errorf("%s leaves %v:\n in %q\n out %q", name, err, in, once)
			}
		}
		if out := Comment(in); findLive(out) != nil {
			t.Errorf("Comment leaves %v:\n in %q\n out %q", findLive(out), in, out)
		}
		if out := TermName(in); strings.ContainsAny(out, "<>") {
			t.Errorf("TermName leaves markup: %q", out)
		}
		if out := StripBlockCustomCSS(in); StripBlockCustomCSS(out) != out {
			t.Errorf("StripBlockCustomCSS is not stable for %q", in)
		}
	})
}

func FuzzCSS(f *testing.F) {
	for _, s := range []string{
		"color:red", "color:red;behavior:url(x)", "background:url(http://e.org/a.png)", "background:url('javascript:x')", "background:linear-gradient(rgb(0,0,0),red)",
		"width:calc(1px + var(--x))", "width:calc((", "--x:url(data:y)", "COLOR:red", "a:b; ;c:d", "color:red/*x*/", "width:var(\\\n0)", "width:calc(expression(1))",
		"filter:url(#a) url( \"b\" )", "background:url()", "d:path(\"M0 0\")", "margin:0 !important;;", "\x00color:\\0red", "no colon",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		once := CSS(in)
		if twice := CSS(once); twice != once {
			t.Errorf("not stable: %q, %q, %q", in, once, twice)
		}
		if err := findLive(`<p style="` + strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(once) + `">`); err != nil {
			t.Errorf("%q leaves %v", in, err)
		}
	})
}

// TestHostileSizes runs into the limit of the test binary when a filter needs
// more than linear time.
func TestHostileSizes(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{
		"<", ">", "<!--", "<!-- ", "-->", "--->", "</>", "</ ", "<a ", "<a>", "&", "&#", "&#0", "<b title=\"", "<p style=\"", "\\\"", "<p title=\"\\", "<!-- wp:a -->", "<!-- wp:a {",
		"<!-- wp:a {\"a\":[", "<!-- /wp:a -->", "}  ", "<!-- wp:a {\"b\":1} -->", "<a href=x:", "<script>", "<span class=\"x ", "<!-->", "<!x ", "\n<!--", "<p style=\"width:calc(\">",
	} {
		s := strings.Repeat(unit, 1<<18/len(unit))
		t.Run(unit, func(t *testing.T) {
			t.Parallel()
			for _, in := range []string{s, s + "x\">-->", `<p style="color:` + s + `">`, `<!-- wp:a {"a":"` + s + `"} /-->`} {
				if out := Rel(StripBlockCustomCSS(in), UGC); len(out) > 16*len(in)+64 {
					t.Errorf("%d bytes became %d with relations", len(in), len(out))
				}
				if out := Post(in); len(out) > 16*len(in)+64 {
					t.Errorf("%d bytes became %d", len(in), len(out))
				}
			}
			for _, in := range []string{s, "width:" + s, "background:" + s, "--a:url(" + s} {
				if out := CSS(in); len(out) > len(in) {
					t.Errorf("%d bytes of CSS became %d", len(in), len(out))
				}
			}
		})
	}
}

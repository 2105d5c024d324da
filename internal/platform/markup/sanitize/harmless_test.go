package sanitize

import (
	"strings"
	"testing"
)

func TestHarmless(t *testing.T) {
	for _, html := range []string{
		"", "words", "a > b & c \" '", `<p class="x">a<br/><BR /></p>`, `<img src='a.png' alt="">`, `<video controls src="ttps://x.example/a"></video>`,
		`<!-- wp:embed {"url":"https://x.example/?a=b\u0026c=d"} /-->`, "<!--more-->", `<!-- wp:image {"id":1} --><figure><img src="http://x.example/a.png"/></figure><!-- /wp:image -->`,
		`<a href="https://x.example/?a=b&amp;c#d" target=_blank rel="noopener">x</a>`, `<span style="color: #339966; text-align:left;">x</span>`, `<i data-x="1">x</i>`, `<a href="hhttps://x.example/">x</a>`, `<del cite="some words">x</del>`,
	} {
		if !Harmless(html) {
			t.Errorf("%q isn't harmless", html)
		}
	}
	for _, html := range []string{
		"<script>", "</script>", "<SCRIPT src=//x>", "<iframe src='x'></iframe>", "<svg/onload=x>", "<math><mi></math>", "<textarea>", "<style>", "<x-y>", "<form action=x>",
		`<img src=x onerror=alert(1)>`, `<img src="x"onerror="alert(1)">`, `<img src="x" onerror="alert(1)"`, `<img src="x"/onerror="alert(1)">`, `<a href="javascript:x">`,
		"<a href=\"java\tscript:x\">", `<a href="&#106;avascript:x">`, `<img src="JavaScript:x">`, `<img src="data:text/html,x">`, `<a href="search-ms:x">`, `<a href="ms-ttps://x">`, `<a href="x" title="a > b">`, "<a title='<'>", "< script>",
		"<", "a < b", "<!-- x", "<!-- a -- b -->", "<!--> <img src=x onerror=x> -->", "<!---> x -->", "<!-- <script> -->", "<![CDATA[> <!-- ]]><img src=x onerror=x> -->", "<?php x ?>", "<!doctype html>",
		`<p style="background:url(javascript:x)">`, `<p style="position:fixed;behavior:url(x)">`, `<p style="width:expression(x)">`, `<a href="x"href="y`, "<p\x00>", `<p class=a"b>`, "<p class=`a`>", "<object data=x.pdf type=application/pdf>",
		`<!-- wp:x {"a":"\u0026c","b":"\u003cscript\u003e"} /-->`, `<!-- wp:x {"style":{"css":"a{}"}} /-->`, `<!-- wp:x {"label":"\u003cscript\u003ealert(1)\u003c/script\u003e"} /-->`,
	} {
		if Harmless(html) {
			t.Errorf("%q is harmless", html)
		}
	}
}

// FuzzHarmless: what is harmless is so by the filter too. The filter only
// writes it in another form: no tag and no attribute goes.
func FuzzHarmless(f *testing.F) {
	for _, s := range []string{`<p class="x">a<br/></p>`, `<img src='a.png' alt="">`, `<!-- wp:x {"a":1} -->`, `<a href="x" title='y' >`, `<i data-x=1>`, "<p style=\"color:red;\">", "<a href=hhttps://x>"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, html string) {
		if !Harmless(html) {
			return
		}
		before, after := plainTagsIn(html), plainTagsIn(Post(html))
		if strings.Join(before, " ") != strings.Join(after, " ") {
			t.Errorf("%q has %q, the filter leaves %q: %q", html, before, after, Post(html))
		}
	})
}

// plainTagsIn are the plain tags of a text with the names of their attributes,
// but without the ones that the filter takes and a browser doesn't follow.
func plainTagsIn(html string) (list []string) {
	for _, part := range strings.Split(html, "<")[1:] {
		m := plainTag.FindStringSubmatch("<" + part[:strings.IndexByte(part, '>')+1])
		if m == nil {
			continue
		}
		tag := lowerASCII(m[1])
		for _, a := range readAttributes(m[2]) {
			if a.name != "cite" && (a.name != "style" || CSS(a.value) != "") {
				tag += "." + a.name
			}
		}
		list = append(list, tag)
	}
	return list
}

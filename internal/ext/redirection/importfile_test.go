package redirection

import (
	"fmt"
	"testing"
)

func describe(rows []fileRow) string {
	out := ""
	for _, r := range rows {
		in := r.rule
		out += fmt.Sprintf("%d:%s>%s %v %v %v\n", r.line, in.Source, in.ActionData.Text("url"), in.Regex, in.ActionType, in.ActionCode)
	}
	return out
}

func TestReadFiles(t *testing.T) {
	t.Parallel()
	group := &Group{ID: 3, Enabled: true}
	for _, c := range []struct {
		name, text, want string
		csv              bool
		bad              int
	}{
		{"head and comma", "source,target,regex,code\n/a,/b,0,302\n", "2:/a>/b false url 302\n", true, 0},
		{"bar", "/a|/b|1|410\n", "1:/a>/b true error 410\n", true, 0},
		{"regex guessed", "/a(.*),/b\n", "1:/a(.*)>/b true url 301\n", true, 0},
		{"no source", ",/b\n/c,/d\n", "2:/c>/d false url 301\n", true, 1},
		{"quotes and marks", "\ufeff\"/a \"\"q\"\"\",/b\n", "1:/a \"q\">/b false url 301\n", true, 0},
		{"rewrite", "RewriteRule ^a/?$ /b [R=301,L]\nRewriteRule ^c$ /d [L]\nRewriteRule ^e$ - [G]\nRewriteRule ^f\\.g$ /h [R]\nRewriteRule ^i$ /j",
			"1:^/a/?>/b true url 301\n2:/c>/d false url 302\n3:/e>- false url 410\n4:^/f\\.g>/h true url 302\n", false, 1},
		{"redirect", "Redirect /a /b\nRedirect permanent /c /d\nRedirect 410 /e\nRedirect seeother \"/f g\" /h\n",
			"1:/a>/b false url 302\n2:/c>/d false url 301\n3:410>/e false url 302\n4:/f g>/h false url 307\n", false, 0},
		{"match", "RedirectMatch 301 ^/a/(.*)$ /b/$1\nRedirectMatch ^/c /d\n", "1:^/a/(.*)$>/b/$1 true url 301\n2:^/c>/d true url 302\n", false, 0},
		{"others", "# RewriteRule a b\nOptions -Indexes\nRewriteRule lonely\nRedirectPermanent /a /b\n", "", false, 2},
	} {
		read := readApache
		if c.csv {
			read = func(text string, g *Group) ([]fileRow, []skipped) { return readCSV([]byte(text), g) }
		}
		rows, bad := read(c.text, group)
		if got := describe(rows); got != c.want || len(bad) != c.bad {
			t.Errorf("%s: %q, %v; want %q", c.name, got, bad, c.want)
		}
	}
}

// FuzzReadFiles holds that every row that is read says what it is.
func FuzzReadFiles(f *testing.F) {
	f.Add("/a,/b,0,301\n\"x")
	f.Add("RewriteRule ^a/?$ /b [R=301,L]\nRedirect gone /x")
	f.Fuzz(func(t *testing.T, text string) {
		group := &Group{ID: 3}
		a, _ := readCSV([]byte(text), group)
		b, _ := readApache(text, group)
		for _, r := range append(a, b...) {
			if r.line < 1 || !oneOf(r.rule.ActionType, actions()...) || r.rule.Group != 3 {
				t.Errorf("row %+v", r)
			}
			cleanSource(r.rule.Source, r.rule.Regex)
			conditionOf(MatchURL, targetData(r.rule.Source), true, false)
		}
	})
}

package redirection

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// program finds a server whose configuration test exported files must pass.
// Without it the test is skipped, or fails when QUOIN_TEST_STRICT is 1.
func program(t *testing.T, name string) string {
	t.Helper()
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	path := "/usr/sbin/" + name
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("QUOIN_TEST_STRICT") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return path
}

// oddRules are rules of all kinds, with all that configuration files are built
// of in their sources, conditions and targets.
func oddRules(t *testing.T) []*Rule {
	t.Helper()
	texts := []string{
		"/a", "/a b", "/a\"b", "/a'b", "/a;b", "/a{b}", "/a}", "/{", "/a#b", "/a%b", "/a%20b", "/a\\b", "/a\\", "/$1", "/$", "/${x}", "/a$b", "/a?x=1&y=2",
		"/a?q=\"}", "/a|b", "/<a>", "/(a)", "/[a", "/a*", "/a+", "/^a", "/é", "/a\tb", "/a,b", "/a~b", "/%{HTTP_HOST}", "/`", "/a!b", "/</IfModule>", "/", "//",
	}
	expressions := []string{
		"^/a$", "^/a b$", `^/a\ b`, `^/a"b`, "^/a'b", "^/a;b", "^/a{2,3}$", "^/{a}", "^/a#b", `^/(\d+)/([a-z]+)`, `\/a`, "^/a|b$", "[ \"]", "^/é", "(?i)^/x", `^/a\\`, "^/[}{;]", "$", "^", "^/a%20b",
		`/\"`, `/\\"`,
	}
	var rules []*Rule
	add := func(r *Rule) {
		r.ID, r.Enabled = int64(len(rules)+1), true
		if _, err := prepare(r); err != nil {
			t.Fatalf("%s: %v", r.URL, err)
		}
		rules = append(rules, r)
	}
	random := rand.New(rand.NewPCG(1, 2))
	target := func() string { return texts[random.IntN(len(texts))] }
	flags := func(regex bool) Flags {
		return Flags{Query: queryModes()[random.IntN(4)], Case: random.IntN(2) == 0, Trailing: random.IntN(2) == 0, Regex: regex}
	}
	one := func(source string, regex bool) {
		for _, action := range actions() {
			r := &Rule{URL: source, Flags: flags(regex), MatchType: MatchURL, ActionType: action, ActionCode: actionCode(action, []int64{301, 302, 307, 308, 403, 404, 410, 500}[random.IntN(8)])}
			if r.hasTarget() {
				r.Condition = Condition{URL: target()}
			}
			add(r)
		}
		for _, match := range matchTypes()[1:] {
			c := Condition{URL: target(), From: target(), NotFrom: target(), Value: texts[random.IntN(len(texts))]}
			if random.IntN(2) == 0 {
				c.Regex, c.Value = true, expressions[random.IntN(len(expressions))]
			}
			if match == MatchServer {
				c.Value = "https://example.org"
			}
			add(&Rule{URL: source, Flags: flags(regex), MatchType: match, ActionType: ActionURL, ActionCode: 301, Condition: c})
		}
	}
	for _, s := range texts {
		one(cleanSource(s, false), false)
	}
	for _, s := range expressions {
		one(cleanSource(s, true), true)
	}
	return rules
}

// accepted fails unless a server takes a configuration. It names the first line
// of the exported text that it doesn't take.
func accepted(t *testing.T, config string, command func(file string) *exec.Cmd) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "server.conf")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := command(file).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
		var n int
		if i := strings.Index(string(out), "server.conf:"); i >= 0 {
			_, _ = fmt.Sscanf(string(out)[i:], "server.conf:%d", &n)
		} else if i := strings.Index(string(out), " on line "); i >= 0 {
			_, _ = fmt.Sscanf(string(out)[i:], " on line %d", &n)
		}
		if lines := strings.Split(config, "\n"); n > 0 && n <= len(lines) {
			t.Errorf("line %d: %s", n, lines[n-1])
		}
	}
}

// TestServerFiles holds what is written of rules of which servers take what the
// reference writes, and of those of which they don't.
func TestServerFiles(t *testing.T) {
	t.Parallel()
	rule := func(url, match string, c Condition) *Rule {
		return &Rule{URL: url, Enabled: true, MatchType: match, ActionType: ActionURL, ActionCode: 301, Condition: c, Flags: Flags{Query: QueryExact, Case: true, Trailing: true}}
	}
	plain := func(url, target string) *Rule { return rule(url, MatchURL, Condition{URL: target}) }
	with := func(r *Rule, change func(r *Rule)) *Rule { change(r); return r }
	regex := func(r *Rule) { r.Flags.Regex = true }
	for _, c := range []struct {
		rule          *Rule
		apache, nginx []string
	}{
		{plain("/a", "/b"), []string{"RewriteRule ^a/?$ /b [R=301,L,NC]"}, []string{"rewrite (?i)^/a$ /b permanent;"}},
		{plain("/é b/", "/ü x"), []string{"RewriteRule ^%C3%A9%20b/?$ /%C3%BC%20x [R=301,L,NC]"}, []string{"rewrite (?i)^/%C3%A9%2520b/$ /%C3%BC%20x permanent;"}},
		{plain("/q?a=1&b=2", "/c?d#e"), []string{"RewriteCond %{QUERY_STRING} ^a=1&b=2$", "RewriteRule ^q/?$ /c?d#e [R=301,L,NC,NE]"},
			[]string{"rewrite (?i)^/q?a%3D1%26b%3D2$ /c?d#e permanent;"}},
		{plain("/q?a[]=1", "/c"), []string{`RewriteCond %{QUERY_STRING} ^a\[\]=1$`, "RewriteRule ^q/?$ /c [R=301,L,NC]"}, nil},
		{with(plain("^/x (.*)$", "/y/$1"), regex), []string{"RewriteRule ^x%20(.*)$ /y/$1 [R=301,L,NC]"}, []string{"rewrite (?i)^x%2520(.*)$ /y/$1 permanent;"}},
		{with(plain("^/x/([a-z]+)", "/y/$1"), regex), []string{"RewriteRule ^x/([a-z]+) /y/$1 [R=301,L,NC]"}, []string{"rewrite (?i)^/x/([a-z]+)$ /y/$1 permanent;"}},
		{with(plain("/gone", ""), func(r *Rule) { r.ActionType, r.ActionCode = ActionError, 410 }), []string{"RewriteRule ^gone/?$ / [G,NC]"},
			[]string{`if ($uri ~* ^/gone/?$) { return 410; }`}},
		{with(plain("/p", "/c"), func(r *Rule) { r.ActionType, r.ActionCode = ActionPass, 0 }), []string{"RewriteRule ^p/?$ /c [L,NC]"}, []string{"rewrite (?i)^/p$ /c redirect;"}},
		{with(plain("/n", ""), func(r *Rule) { r.ActionType = ActionNothing }), nil, nil},
		{rule("/s", MatchServer, Condition{Value: "https://old.example", From: "/t"}), []string{`RewriteCond %{HTTP_HOST} ^old\.example$ [NC]`, "RewriteRule ^s/?$ /t [R=301,L,NC]"}, nil},
		{rule("/s", MatchServer, Condition{Value: "https://old.example"}), nil, nil},
		{rule("/r", MatchReferrer, Condition{Value: "https://t.co/a", From: "/t", NotFrom: "/u"}),
			[]string{`RewriteCond %{HTTP_REFERER} ^https%3A//t\.co/a$ [NC]`, "RewriteRule ^r/?$ /u [R=301,L,NC]"},
			[]string{"if ( $http_referer ~* ^https://t.co/a$ ) {", "rewrite (?i)^/r$ /t permanent;", "}", "if ( $http_referer !~* ^https://t.co/a$ ) {", "rewrite (?i)^/r$ /u permanent;", "}"}},
		{rule("/g", MatchAgent, Condition{Regex: true, Value: "a|b c", From: "/t"}), []string{`RewriteCond %{HTTP_USER_AGENT} a|b%20c [NC]`, "RewriteRule g /t [R=301,L,NC]"},
			[]string{`if ( $http_user_agent ~* "^a|b c$" ) {`, "rewrite (?i)^/g$ /t permanent;", "}"}},
		{rule("/l", MatchLogin, Condition{From: "/t", NotFrom: "/u"}), nil, nil},
	} {
		lines := func(file string) (out []string) {
			for line := range strings.SplitSeq(file, "\n") {
				if line = strings.TrimSpace(line); line != "" && line[0] != '#' && line[0] != '<' && line != "server {" {
					out = append(out, line)
				}
			}
			return out
		}
		apache, nginx := lines(apacheFile([]*Rule{c.rule}, "")), lines(nginxFile([]*Rule{c.rule}, ""))
		nginx = nginx[:len(nginx)-1] // the end of the server
		if !slices.Equal(apache, c.apache) {
			t.Errorf("%s: %q, want %q", c.rule.URL, apache, c.apache)
		}
		if c.nginx != nil && !slices.Equal(nginx, c.nginx) || c.nginx == nil && c.apache == nil && len(nginx) > 0 {
			t.Errorf("%s: %q, want %q", c.rule.URL, nginx, c.nginx)
		}
	}
}

func TestNginxTakesExports(t *testing.T) {
	t.Parallel()
	nginx := program(t, "nginx")
	for _, rules := range [][]*Rule{nil, oddRules(t)} {
		dir := t.TempDir()
		config := "pid " + dir + "/pid;\nevents {}\nhttp {\n" + nginxFile(rules, "# Head\n") + "}\n"
		accepted(t, config, func(file string) *exec.Cmd { return exec.Command(nginx, "-t", "-p", dir, "-e", "stderr", "-c", file) })
	}
}

func TestApacheTakesExports(t *testing.T) {
	t.Parallel()
	apache := program(t, "apache2")
	for _, rules := range [][]*Rule{nil, oddRules(t)} {
		dir, config := t.TempDir(), "ServerName localhost\n"
		for _, module := range []string{"mpm_event", "authz_core", "rewrite"} {
			config += fmt.Sprintf("LoadModule %s_module /usr/lib/apache2/modules/mod_%s.so\n", module, module)
		}
		config += "DefaultRuntimeDir " + dir + "\nErrorLog " + dir + "/log\n<Directory " + dir + ">\n" + apacheFile(rules, "# Head\n") + "</Directory>\n"
		accepted(t, config, func(file string) *exec.Cmd { return exec.Command(apache, "-t", "-d", dir, "-f", file) })
	}
}

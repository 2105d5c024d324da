package httpcache

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
)

// asked is a request as the server reads it from the wire, nil for what it
// refuses by itself.
func asked(target string) *http.Request {
	r, err := http.ReadRequest(bufio.NewReader(strings.NewReader("GET " + target + " HTTP/1.1\r\nHost: example.org\r\n\r\n")))
	if err != nil {
		return nil
	}
	return r
}

func TestTargetOf(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"/": "/", "/a?b=c": "/a?b=c", "/a?": "/a", "/a%2Fb/%c3%a4": "/a%2Fb/%c3%a4", `/\x`: "/%5Cx", "/a//b": "/a//b",
		"http://evil.example/a?b": "/a?b", "https://u:p@evil.example": "/", "http://evil.example?x": "/?x", "HTTP:///a": "/a",
		"//evil.example/a?b": "moved /evil.example/a?b", "///": "moved /", "/%2Fevil/%2F": "moved /evil//", "http://a//b": "moved /b",
		"http:@evil.example/a": "refused", "http:evil": "refused", "ftp://evil.example/": "refused", "*": "refused", "evil.example:80": "refused",
		"mailto:a@b": "refused", "a/b": "refused", "?a": "refused",
	} {
		got := "refused"
		if r := asked(in); r != nil {
			if target, moved, ok := TargetOf(r); ok {
				got = target.String()
				if moved {
					got = "moved " + got
				}
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestRequestBringsNothingElse(t *testing.T) {
	t.Parallel()
	r := asked("http://evil.example/a%2Fb?c=d")
	r.Header.Set("X-Evil", "1")
	target, _, _ := TargetOf(r)
	plain := target.Request(context.Background())
	if plain.Method != "GET" || plain.URL.String() != "/a%2Fb?c=d" || plain.Host != "" || len(plain.Header) != 0 || plain.RemoteAddr != "" || plain.TLS != nil {
		t.Errorf("%+v", plain)
	}
}

// FuzzTargetOf: what is printed begins with one slash, holds nothing that ends
// an address, and reads as itself.
func FuzzTargetOf(f *testing.F) {
	for _, s := range []string{"/", "//evil.example/x", "/%2F/x", "http:@evil/x", "http://a/b", "/a?b#c", `/\a`, "/%00", "/a%zz", "/ä"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r := asked(s)
		if r == nil {
			return
		}
		target, _, ok := TargetOf(r)
		if !ok {
			return
		}
		uri := target.String()
		path, _, _ := strings.Cut(uri, "?")
		if !strings.HasPrefix(uri, "/") || strings.HasPrefix(uri, "//") || strings.ContainsAny(path, "\\ \t\r\n#\"<>") || strings.ContainsAny(uri, " \r\n") {
			t.Fatalf("%q became %q", s, uri)
		}
		back := asked(uri)
		if back == nil {
			t.Fatalf("%q can't be asked for", uri)
		}
		again, moved, ok := TargetOf(back)
		if !ok || moved || again.String() != uri || again.URL().Path != target.URL().Path {
			t.Fatalf("%q became %q and that %q", s, uri, again.String())
		}
	})
}

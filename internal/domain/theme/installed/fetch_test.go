package installed_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quoin/internal/domain/theme/installed"
	"quoin/internal/platform/outbound"
)

// fonts is a host with style sheets and fonts, and how often it was asked.
func fonts(t *testing.T) (*httptest.Server, *outbound.Client, *[]string) {
	t.Helper()
	var asked []string
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.String())
		switch r.URL.Path {
		case "/css":
			fmt.Fprintf(w, "@font-face{font-family:A;src:url(/a.woff2) format('woff2')}i{background:url(/pixel.gif)}")
		case "/more.css":
			fmt.Fprintf(w, "@import url(//%s/css);b{color:red}", r.Host)
		case "/a.woff2", "/b.woff2":
			fmt.Fprint(w, "wOF2"+r.URL.Path)
		case "/page.woff2":
			fmt.Fprint(w, "<script>alert(1)</script>")
		case "/many.css":
			for i := range 200 {
				fmt.Fprintf(w, "@font-face{src:url(/a.woff2?%d)}", i)
			}
		case "/large.css":
			fmt.Fprint(w, strings.Repeat("a", 2<<20))
		default:
			http.NotFound(w, r)
		}
	})
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	return s, outbound.New(outbound.Config{Allow: []netip.AddrPort{netip.MustParseAddrPort(s.Listener.Addr().String())}}), &asked
}

func TestInstallFetching(t *testing.T) {
	t.Parallel()
	host, client, asked := fonts(t)
	s, dir := newThemes(t)
	from := zipped(t, "x.zip", file{"heron/style.css", style + "@import url('" + host.URL + "/more.css') screen;p{color:blue}"},
		file{"heron/templates/index.html", "x"},
		file{"heron/assets/own.css", "@font-face{src:url(" + host.URL + "/b.woff2),url(" + host.URL + "/page.woff2)}u{background:url(own.png)}"},
		file{"heron/theme.json", `{"version":3,"settings":{"typography":{"fontFamilies":[{"fontFamily":"B","slug":"b","fontFace":[{"fontFamily":"B","src":["` + host.URL + `/b.woff2"]}]}]}}}`},
		file{"heron/functions.php", `<?php add_action( 'wp_enqueue_scripts', function () {
			wp_enqueue_style( 'f', '` + host.URL + `/css?family=A&amp;display=swap', array(), null );
			wp_enqueue_style( 'gone', '` + host.URL + `/gone.css' );
			wp_enqueue_style( 'large', '` + host.URL + `/large.css' );
			wp_enqueue_style( 'inside', 'http://169.254.169.254/x.css' );
		} );`})
	th, failed, err := s.InstallFetching(t.Context(), from, client)
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, "heron", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	if css := read("style.css"); strings.Contains(css, host.URL) || !strings.Contains(css, "@media screen{") || !strings.Contains(css, "url(fetched/") ||
		!strings.Contains(css, "b{color:red}") || !strings.Contains(css, "p{color:blue}") || strings.Contains(css, "pixel") {
		t.Errorf("style.css: %s", css)
	}
	if css := read("assets/own.css"); !strings.Contains(css, "url(../fetched/") || !strings.Contains(css, "url(own.png)") || strings.Contains(css, host.URL+"/b.woff2") {
		t.Errorf("own.css: %s", css)
	}
	if doc := read("theme.json"); !strings.Contains(doc, `"file:./fetched/`) {
		t.Errorf("theme.json: %s", doc)
	}
	css := th.RegisteredCSS("http://x.example")
	if !strings.Contains(css, "@font-face{font-family:A;src:url(http://x.example/wp-content/themes/heron/fetched/") || strings.Contains(css, host.URL) {
		t.Errorf("the sheet that the code asks for: %s", css)
	}
	all := strings.Join(failed, "\n")
	for _, want := range []string{"gone.css: answered 404", "large.css", "169.254.169.254", "page.woff2: it is no font"} {
		if !strings.Contains(all, want) {
			t.Errorf("not told: %s in\n%s", want, all)
		}
	}
	if n := strings.Count(strings.Join(*asked, " "), "/b.woff2"); n != 1 {
		t.Errorf("a font was asked for %d times", n)
	}
	// Without it nothing is asked, and the theme is as it was.
	before := len(*asked)
	if th, err = s.Install(from); err != nil || len(*asked) != before || len(th.Registered.Elsewhere) != 4 {
		t.Errorf("without fetching: %v, asked %d times, %v", err, len(*asked)-before, th.Registered.Elsewhere)
	}
}

func TestFetchingIsBounded(t *testing.T) {
	t.Parallel()
	host, client, asked := fonts(t)
	s, dir := newThemes(t)
	from := zipped(t, "x.zip", append(whole("heron/"), file{"heron/functions.php", `<?php add_action( 'wp_enqueue_scripts', function () { wp_enqueue_style( 'f', '` + host.URL + `/many.css' ); } );`})...)
	if _, _, err := s.InstallFetching(t.Context(), from, client); err == nil || len(*asked) > 121 {
		t.Errorf("%v after %d requests", err, len(*asked))
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
	var none *installed.Themes = s
	if _, err := none.Load("heron", installed.Words{}); err == nil {
		t.Error("it was installed")
	}
}

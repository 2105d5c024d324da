package browser

import (
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"quoin/internal/domain/importer"
)

// kinds are the kinds of pages that a site has, each with an address on the sample site.
var kinds = []struct{ name, path string }{
	{"front", "/"}, {"second page", "/page/2/"}, {"entry with comments", "/2026/03/05/reading-a-quarry/"}, {"entry with blocks", "/2026/03/06/lime-sand-patience/"},
	{"gallery", "/2026/03/12/three-views-of-a-wall/"}, {"protected entry", "/2026/03/13/a-letter-to-the-next-mason/"}, {"page", "/about/"},
	{"nested page", "/the-yard/courses/"}, {"category", "/category/masonry/"}, {"tag", "/tag/sandstone/"}, {"author", "/author/hester/"}, {"month", "/2026/03/"},
	{"search", "/?s=stone"}, {"search without hits", "/?s=xyzzy"}, {"missing", "/nothing-here/"}, {"log-in", "/wp-login.php"},
}

// widths are those of a small phone, a tablet and a screen.
var widths = []int64{320, 768, 1280}

// TestPagesOfTheTheme looks at each kind of page at three widths, light and dark: axe-core
// finds nothing, and nothing is wider than the window.
func TestPagesOfTheTheme(t *testing.T) {
	browser := chromium(t)
	s := serve(t)
	if _, err := s.app.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) { s.tab(t, browser).atWidths(k.path, widths) })
	}
}

// atWidths holds a page against axe-core and its window.
func (b *tab) atWidths(path string, widths []int64) {
	b.t.Helper()
	for _, width := range widths {
		b.do(emulation.SetDeviceMetricsOverride(width, 900, 1, false))
		b.open(path)
		var wide string
		b.do(chromedp.Evaluate(`document.documentElement.scrollWidth <= innerWidth ? "" : [...document.querySelectorAll("body *")].filter(e => { const r = e.getBoundingClientRect(); return r.right > innerWidth + 1 || r.left < -1 }).map(e => e.tagName + "." + e.className).slice(0, 5).join(" ")`, &wide))
		if wide != "" {
			b.t.Errorf("%s is wider than %d: %s", path, width, wide)
		}
		for _, scheme := range []string{"light", "dark"} {
			for _, v := range b.violations(scheme) {
				b.t.Errorf("%s at %d, %s: %.600s", path, width, scheme, v)
			}
		}
	}
}

// TestLongWords: words and addresses that nobody can break, bare preformatted text, wide
// tables, and media of shortcodes stay within a small phone.
func TestLongWords(t *testing.T) {
	browser := chromium(t)
	s := serve(t, "ed")
	s.asUser(t, "ed")
	long := strings.Repeat("Donaudampfschifffahrt", 12)
	link := s.publish(t, long, `<p>`+long+` <a href="https://example.org/`+long+`">https://example.org/`+long+`</a></p><pre>`+long+`</pre><p><code>`+long+`</code></p>`+
		`<h2>`+long+`</h2><ul><li>`+long+`</li></ul><blockquote>`+long+`</blockquote>[video src="/a.mp4" width="1920" height="1080"][audio src="/a.mp3"]`+
		`<figure class="wp-block-table"><table><tr><td>`+long+`</td><td>`+long+`</td></tr></table></figure><iframe width="1200" height="300" title="Frame" src="about:blank"></iframe>`)
	b := s.tab(t, browser)
	for _, path := range []string{strings.TrimPrefix(link, s.base), "/", "/?s=Donau", "/" + long + "/"} {
		b.do(emulation.SetDeviceMetricsOverride(320, 900, 1, false))
		b.open(path)
		var over int
		b.do(chromedp.Evaluate(`document.documentElement.scrollWidth - innerWidth`, &over))
		if over > 0 {
			t.Errorf("%.40s is %d pixels wider than a phone", path, over)
		}
		if strings.Contains(link, path) && path != "/" {
			// What scrolls can be scrolled by keyboard.
			b.holds(`[...document.querySelectorAll("pre, figure:has(> table)")].every(e => e.scrollWidth <= e.clientWidth || e.tabIndex === 0) && document.querySelector("[tabindex='0']") !== null`)
		}
	}
}

// TestPagesWithoutMenu: a site without a menu lists its pages in the head and the foot of its
// pages, which axe-core has nothing against.
func TestPagesWithoutMenu(t *testing.T) {
	browser := chromium(t)
	s := serve(t, "ed")
	s.asUser(t, "ed")
	s.publish(t, "Above", "<p>One.</p>")
	s.publish(t, "Beside", "<p>Two.</p>")
	b := s.tab(t, browser)
	b.open("/beside/")
	b.holds(`document.querySelectorAll("nav .wp-block-page-list a").length === 4`)
	b.holds(`!document.querySelector("ul > :not(li)") && parseFloat(getComputedStyle(document.querySelector("header .wp-block-page-list")).columnGap) > 9`)
	b.accessible()
}

// TestSwitch: the switch in the footer changes between light and dark, and pages remember
// it before they show anything.
func TestSwitch(t *testing.T) {
	browser := chromium(t)
	s := serve(t)
	b := s.tab(t, browser)
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}}))
	b.open("/")
	ground := func() (colour string) {
		b.do(chromedp.Evaluate(`getComputedStyle(document.body).backgroundColor`, &colour))
		return colour
	}
	light := ground()
	b.click(".quoin-switch button")
	dark := ground()
	b.open("/nothing/")
	if kept := ground(); dark == light || kept != dark {
		t.Errorf("light %s, dark %s, on the next page %s", light, dark, kept)
	}
	b.holds(`document.querySelector(".quoin-switch button").ariaPressed === "true"`)
	b.click(".quoin-switch button")
	b.open("/")
	if back := ground(); back != light {
		t.Errorf("back: %s, not %s", back, light)
	}
}

// TestImportedPages looks at the pages of an export file in the same way. QUOIN_TEST_EXPORT
// names it, QUOIN_TEST_UPLOADS the folder of its files; QUOIN_TEST_PAGES may name addresses
// on it, with spaces between.
func TestImportedPages(t *testing.T) {
	file := os.Getenv("QUOIN_TEST_EXPORT")
	if file == "" {
		t.Skip("QUOIN_TEST_EXPORT names no export file")
	}
	browser := chromium(t)
	s := serve(t)
	f, err := os.Open(filepath.Clean(file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := s.app.Exchange.Import(t.Context(), f, importer.Options{Uploads: os.DirFS(os.Getenv("QUOIN_TEST_UPLOADS"))}); err != nil {
		t.Fatal(err)
	}
	paths := strings.Fields(os.Getenv("QUOIN_TEST_PAGES"))
	if len(paths) == 0 {
		paths = []string{"/", "/page/2/", "/?s=the", "/nothing/"}
	}
	for _, path := range paths {
		t.Run(path, func(t *testing.T) { s.tab(t, browser).atWidths(path, widths) })
	}
}

// TestFrontIsLight: the front of the sample takes no more than eight requests and 120 KB, as
// they come over the wire, on a phone and on a screen, and asks no other host.
func TestFrontIsLight(t *testing.T) {
	browser := chromium(t)
	s := serve(t)
	if _, err := s.app.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, screen := range []struct {
		width, height int64
		scale         float64
	}{{390, 844, 2}, {1280, 900, 1}, {1280, 900, 2}} {
		b := s.tab(t, browser)
		var mu sync.Mutex
		asked, bytes := map[network.RequestID]string{}, 0.0
		chromedp.ListenTarget(b.ctx, func(e any) {
			mu.Lock()
			defer mu.Unlock()
			switch e := e.(type) {
			case *network.EventRequestWillBeSent:
				if !strings.HasPrefix(e.Request.URL, "data:") {
					asked[e.RequestID] = e.Request.URL
				}
			case *network.EventLoadingFinished:
				if asked[e.RequestID] != "" {
					bytes += e.EncodedDataLength
				}
			}
		})
		b.do(network.Enable(), network.SetCacheDisabled(true), emulation.SetDeviceMetricsOverride(screen.width, screen.height, screen.scale, screen.width < 600))
		b.open("/")
		// All typefaces are there and no picture is under way.
		b.do(chromedp.Evaluate(`document.fonts.ready.then(() => 0)`, nil, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
		b.holds(`[...document.images].every(i => i.loading === "lazy" && i.currentSrc === "" || i.complete)`)
		var moved float64
		b.do(chromedp.Evaluate(`new Promise(done => { let sum = 0; new PerformanceObserver(l => { for (const e of l.getEntries()) sum += e.value }).observe({type: "layout-shift", buffered: true}); requestAnimationFrame(() => setTimeout(() => done(sum))) })`,
			&moved, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
		mu.Lock()
		for _, address := range asked {
			if !strings.HasPrefix(address, s.base+"/") {
				t.Errorf("the page asked %s", address)
			}
		}
		if n := len(asked); n < 5 || n > 8 || bytes < 40_000 || bytes > 120_000 {
			t.Errorf("%d wide, %g pixels each: %d requests, %.0f bytes: %v", screen.width, screen.scale, n, bytes, slices.Sorted(maps.Values(asked)))
		}
		mu.Unlock()
		if moved > 0 {
			t.Errorf("%d wide: what was shown moved by %g", screen.width, moved)
		}
	}
}

// TestPictures takes the pictures of docs/pictures, when QUOIN_PICTURES says where to put
// them: QUOIN_PICTURES=$PWD/docs/pictures go test ./test/browser -run TestPictures.
func TestPictures(t *testing.T) {
	to := os.Getenv("QUOIN_PICTURES")
	if to == "" {
		t.Skip("QUOIN_PICTURES names no folder")
	}
	browser := chromium(t)
	s := serve(t)
	if _, err := s.app.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, p := range []struct {
		name, path, scheme string
		width              int64
	}{
		{"front", "/", "light", 1280}, {"front-dark", "/", "dark", 1280}, {"front-phone", "/", "light", 390},
		{"entry", "/2026/03/05/reading-a-quarry/", "light", 1280}, {"search", "/?s=stone", "light", 1280}, {"missing", "/nothing-here/", "dark", 1280},
		{"author", "/author/hester/", "light", 1280}, {"log-in", "/wp-login.php", "light", 1280},
	} {
		b := s.tab(t, browser)
		var picture []byte
		b.do(emulation.SetDeviceMetricsOverride(p.width, 1000, 1, false),
			emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: p.scheme}}))
		b.open(p.path)
		b.open(p.path) // with the typefaces that the first visit brought
		b.do(chromedp.Evaluate(`document.fonts.ready.then(() => 0)`, nil), chromedp.CaptureScreenshot(&picture))
		if kind := http.DetectContentType(picture); kind != "image/png" {
			t.Fatalf("%s is %s", p.name, kind)
		}
		if err := os.WriteFile(filepath.Join(to, fmt.Sprintf("%s.png", p.name)), picture, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

package browser

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"quoin/internal/storage/auth"
)

// TestDocs opens the page that shows the API, looks at what it asks for, finds
// routes, and has it send requests.
func TestDocs(t *testing.T) {
	browser := chromium(t)
	s := serve(t, "ed")
	u, err := s.app.DB.UserByLogin(t.Context(), "ed")
	if err != nil {
		t.Fatal(err)
	}
	_, secret, err := auth.Issue(t.Context(), s.app.DB, time.Now(), u.ID, auth.NewPassword{Name: "docs"})
	if err != nil {
		t.Fatal(err)
	}
	for _, mount := range []struct{ root, posts string }{{"/api", "/core/v2/posts"}, {"/wp-json", "/wp/v2/posts"}} {
		t.Run(mount.root, func(t *testing.T) {
			b := s.tab(t, browser)
			var mu sync.Mutex
			var asked, problems []string
			chromedp.ListenTarget(b.ctx, func(ev any) {
				mu.Lock()
				defer mu.Unlock()
				switch ev := ev.(type) {
				case *network.EventRequestWillBeSent:
					asked = append(asked, ev.Request.URL)
				case *network.EventLoadingFailed:
					problems = append(problems, ev.ErrorText+" "+string(ev.BlockedReason))
				}
			})
			b.do(network.Enable())
			b.open(mount.root + "/docs")
			b.do(chromedp.WaitVisible(".group", chromedp.ByQuery))
			b.says("openapi.json")
			b.accessible()

			// Routes are found by their words.
			b.do(chromedp.SendKeys("#find", "get "+mount.posts, chromedp.ByQuery))
			b.do(chromedp.WaitVisible(".group[open]", chromedp.ByQuery))
			operation := func(method, path string) string {
				return fmt.Sprintf(`[...document.querySelectorAll(".operation")].find(o => o.querySelector("summary").innerText.replace(/\s+/g, "") === %q)`, method+path)
			}
			var shown, hidden bool
			b.do(
				chromedp.Evaluate(operation("GET", mount.posts)+".checkVisibility()", &shown),
				chromedp.Evaluate("!"+operation("GET", "/quoin/v1/changes")+".checkVisibility()", &hidden),
			)
			if !shown || !hidden {
				t.Errorf("found %v, left out %v: %s", shown, hidden, b.text())
			}

			// A request of a visitor, and one that writes.
			send := func(method, path, fill, want string) {
				t.Helper()
				o := operation(method, path)
				b.do(chromedp.Evaluate(fmt.Sprintf(`document.getElementById("find").value = ""; document.getElementById("find").dispatchEvent(new Event("input"));
					{ const box = %s; box.closest(".group").open = true; box.open = true; 0 }`, "("+o+")"), nil))
				b.do(chromedp.Poll("!!"+o+`.querySelector("button")`, nil))
				b.do(chromedp.Evaluate(`{ const box = `+o+`; `+fill+`; box.querySelector("button").click(); 0 }`, nil))
				ready := o + `.querySelector("pre").textContent.includes(` + fmt.Sprintf("%q", want) + `)`
				b.do(chromedp.Poll(ready, nil, chromedp.WithPollingTimeout(20*time.Second)))
			}
			send("GET", mount.posts, `box.querySelector("input[aria-label=per_page]").value = "1"`, "200")
			send("POST", mount.posts, `box.querySelector("textarea").value = '{"title":"Tried"}'`, "401")
			b.fill("#login", "ed")
			b.fill("#secret", secret)
			send("POST", mount.posts, `box.querySelector("textarea").value = '{"title":"Tried"}'`, "201")
			b.says(`"raw": "Tried"`)
			b.accessible()

			mu.Lock()
			defer mu.Unlock()
			for _, address := range asked {
				if !strings.HasPrefix(address, b.base+"/") && !strings.HasPrefix(address, "data:") {
					t.Errorf("the page asked %s", address)
				}
			}
			if len(asked) < 5 || len(problems) > 0 {
				t.Errorf("asked %v, problems %v", asked, problems)
			}
		})
	}
}

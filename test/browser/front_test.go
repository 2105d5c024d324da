package browser

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"quoin/internal/storage/auth"
)

// TestBlocks uses the blocks that have scripts, each by mouse and by keyboard,
// on a page that axe-core looks at too.
func TestBlocks(t *testing.T) {
	browser := chromium(t)
	s := serve(t, "ed")
	s.asUser(t, "ed")
	link := s.publish(t, "Blocks", strings.Join([]string{
		`<!-- wp:accordion {"autoclose":true} --><div role="group" class="wp-block-accordion">` + accordionItem("One", "First text") + accordionItem("Two", "Second text") + `</div><!-- /wp:accordion -->`,
		`<!-- wp:tabs --><div class="wp-block-tabs"><!-- wp:tab-list --><div class="wp-block-tab-list" role="tablist"><button role="tab">Mon</button><button role="tab">Tue</button></div><!-- /wp:tab-list -->` +
			`<!-- wp:tab-panels --><div class="wp-block-tab-panels"><!-- wp:tab-panel --><section class="wp-block-tab-panel" role="tabpanel"><p>Low water</p></section><!-- /wp:tab-panel -->` +
			`<!-- wp:tab-panel --><section class="wp-block-tab-panel" role="tabpanel"><p>High water</p></section><!-- /wp:tab-panel --></div><!-- /wp:tab-panels --></div><!-- /wp:tabs -->`,
		`<!-- wp:search {"label":"Find","buttonPosition":"button-only","buttonUseIcon":true} /-->`,
		`<!-- wp:navigation {"overlayMenu":"always","ariaLabel":"Places"} --><!-- wp:navigation-submenu {"label":"Harbour","url":"/h/"} --><!-- wp:navigation-link {"label":"Map","url":"/map/"} /--><!-- /wp:navigation-submenu --><!-- /wp:navigation -->`,
		submenu("Shops", ""),
		submenu("Boats", `"openSubmenusOnClick":true,`),
		fmt.Sprintf(`<!-- wp:image {"lightbox":{"enabled":true},"style":{"color":{"duotone":["#000000","#ff8000"]}}} --><figure class="wp-block-image"><img src="%s" alt="A grey square"/></figure><!-- /wp:image -->`, s.upload(t)),
	}, "\n"))
	for _, c := range []struct {
		name string
		run  func(b *tab)
	}{
		{"accordion", useAccordion}, {"tabs", useTabs}, {"search", useSearch}, {"navigation", useNavigation}, {"submenus", useSubmenus}, {"image", useImage}, {"accessible", accessiblePage},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := s.tab(t, browser)
			b.do(chromedp.Navigate(link))
			c.run(b)
		})
	}
	t.Run("front page", func(t *testing.T) {
		b := s.tab(t, browser)
		for _, path := range []string{"/", "/?s=nothing", "/missing/"} {
			b.open(path)
			b.accessible()
		}
	})
}

// TestReplies answers a comment: the form moves below it without a new page, and back.
func TestReplies(t *testing.T) {
	browser := chromium(t)
	s := serve(t)
	if _, err := s.app.Exchange.ImportSample(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	b := s.tab(t, browser)
	b.open("/2026/03/05/reading-a-quarry/")
	b.do(chromedp.Evaluate(`window.stayed = true; document.querySelector("#comment").value = "Begun"; 0`, nil))
	link := ".comment-reply-link"
	for _, leave := range []func(){
		func() { b.click("#cancel-comment-reply-link") },
		func() { b.do(chromedp.KeyEvent(kb.Escape)) },
	} {
		b.click(link)
		b.holds(`window.stayed && document.activeElement.id === "comment" && document.querySelector("` + link + `").closest("li").contains(document.querySelector("#respond"))`)
		b.holds(`document.querySelector("#comment_parent").value === document.querySelector("` + link + `").dataset.commentid && document.querySelector("#comment").value === "Begun"`)
		b.says("Reply to")
		b.accessible()
		leave()
		b.holds(`!document.querySelector("li #respond") && document.querySelector("#comment_parent").value === "0" && document.activeElement.matches("` + link + `")`)
	}
	b.click(link)
	b.do(chromedp.Evaluate(`document.querySelector("#comment").value = "Below"; document.querySelector("#author").value = "Ada"; document.querySelector("#email").value = "ada@example.org"; 0`, nil))
	b.leave(chromedp.Submit("#commentform", chromedp.ByQuery))
	b.do(chromedp.WaitReady("ol ol .comment-awaiting-moderation", chromedp.ByQuery))
}

// accessiblePage leaves the second search on the page to its author.
func accessiblePage(b *tab) {
	b.do(chromedp.Evaluate(`document.querySelector("main form[role=search]").ariaLabel = "Find"; 0`, nil))
	b.accessible()
}

func accordionItem(title, text string) string {
	return `<!-- wp:accordion-item --><div class="wp-block-accordion-item"><!-- wp:accordion-heading {"level":2} --><h2 class="wp-block-accordion-heading"><button type="button" class="wp-block-accordion-heading__toggle">` +
		`<span class="wp-block-accordion-heading__toggle-title">` + title + `</span><span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h2><!-- /wp:accordion-heading -->` +
		`<!-- wp:accordion-panel --><div role="region" class="wp-block-accordion-panel"><p>` + text + `</p></div><!-- /wp:accordion-panel --></div><!-- /wp:accordion-item -->`
}

// visible tells whether a person sees the first element of a selector.
func (b *tab) visible(selector string) bool {
	b.t.Helper()
	var shown bool
	b.do(chromedp.Evaluate(`(e => !!e && e.checkVisibility({visibilityProperty: true, opacityProperty: true}) && e.getClientRects().length > 0)(document.querySelector(`+quoted(selector)+`))`, &shown))
	return shown
}

// holds fails the test unless an expression is true, within a moment: what moves
// takes a while.
func (b *tab) holds(expression string) {
	b.t.Helper()
	b.do(chromedp.Poll(expression, nil, chromedp.WithPollingInterval(50*time.Millisecond)))
}

func quoted(s string) string {
	text, _ := json.Marshal(s)
	return string(text)
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(selector, chromedp.ByQuery, chromedp.NodeVisible))
}

func useAccordion(b *tab) {
	first, second := ".wp-block-accordion-item:nth-child(1)", ".wp-block-accordion-item:nth-child(2)"
	if b.visible(first+" p") || b.visible(second+" p") {
		b.t.Error("open before anybody opens it")
	}
	b.click(first + " button")
	if !b.visible(first+" p") || b.visible(second+" p") {
		b.t.Error("the first isn't open alone")
	}
	b.do(chromedp.Focus(second+" button", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter))
	if b.visible(first+" p") || !b.visible(second+" p") {
		b.t.Error("the second isn't open alone")
	}
	b.holds(`document.querySelector("` + second + ` button").ariaExpanded === "true"`)
	b.click(second + " button")
	if b.visible(second + " p") {
		b.t.Error("open after it was shut")
	}
}

func useTabs(b *tab) {
	first, second := ".wp-block-tab-panel:nth-child(1)", ".wp-block-tab-panel:nth-child(2)"
	if !b.visible(first) || b.visible(second) {
		b.t.Error("the first panel doesn't show alone")
	}
	b.click(".wp-block-tab-list button:nth-child(2)")
	if b.visible(first) || !b.visible(second) {
		b.t.Error("the second panel doesn't show alone")
	}
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	if !b.visible(first) || b.visible(second) {
		b.t.Error("the arrow key doesn't lead around to the first")
	}
	b.holds(`document.activeElement.innerText.trim() === "Mon" && document.activeElement.ariaSelected === "true"`)
}

func useSearch(b *tab) {
	const input = ".wp-block-search__input"
	form := `form[data-wp-interactive="core/search"] `
	b.click(form + ".wp-block-search__button")
	b.holds(`document.activeElement.matches("` + input + `")`)
	b.do(chromedp.KeyEvent(kb.Escape))
	b.holds(`document.activeElement.matches(".wp-block-search__button") && document.querySelector('` + form + input + `').ariaHidden === "true"`)
	b.click(form + ".wp-block-search__button")
	b.do(chromedp.SendKeys(form+input, "harbour", chromedp.ByQuery))
	b.leave(chromedp.KeyEvent(kb.Enter))
	b.holds(`new URLSearchParams(location.search).get("s") === "harbour"`)
}

func useNavigation(b *tab) {
	menu := `nav[aria-label="Places"] `
	dialog := menu + ".wp-block-navigation__responsive-container"
	b.click(menu + ".wp-block-navigation__responsive-container-open")
	b.holds(`document.querySelector('` + dialog + `').classList.contains("is-menu-open")`)
	b.holds(`document.querySelector('` + dialog + ` .wp-block-navigation-item__content').checkVisibility({visibilityProperty: true, opacityProperty: true})`)
	// Tab stays inside.
	for range 6 {
		b.do(chromedp.KeyEvent(kb.Tab))
		b.holds(`document.querySelector('` + dialog + `').contains(document.activeElement)`)
	}
	b.do(chromedp.KeyEvent(kb.Escape))
	b.holds(`!document.querySelector('` + dialog + `').classList.contains("is-menu-open") && document.activeElement.matches(".wp-block-navigation__responsive-container-open")`)
}

// submenu is a menu with one submenu, both of a name.
func submenu(name, attrs string) string {
	return `<!-- wp:navigation {` + attrs + `"overlayMenu":"never","ariaLabel":"` + name + `"} --><!-- wp:navigation-submenu {"label":"` + name + `","url":"/` + name + `/"} -->` +
		`<!-- wp:navigation-link {"label":"Inside","url":"/inside/"} /--><!-- /wp:navigation-submenu --><!-- /wp:navigation -->`
}

// useSubmenus opens submenus by their buttons: by keyboard, and by mouse where they open
// on click. Escape shuts them and gives the focus back.
func useSubmenus(b *tab) {
	for _, name := range []string{"Shops", "Boats"} {
		menu := `nav[aria-label="` + name + `"] `
		button, inside := menu+".wp-block-navigation-submenu__toggle", menu+".wp-block-navigation__submenu-container a"
		for _, key := range []string{kb.Enter, " "} {
			b.do(chromedp.Focus(button, chromedp.ByQuery), chromedp.KeyEvent(key))
			b.holds(`document.querySelector('` + button + `').ariaExpanded === "true"`)
			b.holds(`document.querySelector('` + inside + `').checkVisibility({visibilityProperty: true, opacityProperty: true})`)
			b.do(chromedp.KeyEvent(kb.Tab))
			b.holds(`document.activeElement.matches('` + inside + `')`)
			b.do(chromedp.KeyEvent(kb.Escape))
			b.holds(`document.querySelector('` + button + `').ariaExpanded === "false" && document.activeElement.matches('` + button + `')`)
		}
	}
	boats := `nav[aria-label="Boats"] .wp-block-navigation-submenu__toggle`
	b.click(boats)
	b.holds(`document.querySelector('` + boats + `').ariaExpanded === "true"`)
	b.click(boats)
	b.holds(`document.querySelector('` + boats + `').ariaExpanded === "false"`)
}

func useImage(b *tab) {
	b.holds(`getComputedStyle(document.querySelector(".wp-block-image img")).filter.startsWith('url("#wp-duotone-')`)
	b.click(".wp-block-image img")
	b.holds(`document.querySelector("dialog.lightbox")?.open`)
	// Styles of themes and programs of others know it by the field's classes; the margin is that of the page's picture alone.
	b.holds(`getComputedStyle(document.querySelector(".wp-lightbox-overlay .wp-block-image")).margin === "0px"`)
	b.holds(`document.querySelector(".wp-lightbox-overlay.active .lightbox-image-container img").getBoundingClientRect().height > 0`)
	b.holds(`document.querySelector(".wp-lightbox-container img.hide")`)
	b.accessible()
	b.do(chromedp.KeyEvent(kb.Escape))
	b.holds(`!document.querySelector("dialog.lightbox") && !document.querySelector(".wp-lightbox-container img.hide")`)
	b.do(chromedp.Focus(".lightbox-trigger", chromedp.ByQuery), chromedp.KeyEvent(kb.Enter))
	b.holds(`document.querySelector("dialog.lightbox")?.open`)
	b.click("dialog.lightbox button")
	b.holds(`!document.querySelector("dialog.lightbox") && document.activeElement.matches(".lightbox-trigger")`)
	b.do(emulation.SetEmulatedMedia().WithFeatures(nil))
}

// asUser lets what is sent to the API be of a user.
func (s *site) asUser(t *testing.T, login string) {
	t.Helper()
	u, err := s.app.DB.UserByLogin(t.Context(), login)
	if err != nil {
		t.Fatal(err)
	}
	if _, s.secret, err = auth.Issue(t.Context(), s.app.DB, time.Now(), u.ID, auth.NewPassword{Name: "browser"}); err != nil {
		t.Fatal(err)
	}
}

// publish makes a page and returns its address.
func (s *site) publish(t *testing.T, title, content string) string {
	t.Helper()
	body, _ := json.Marshal(map[string]any{"title": title, "content": content, "status": "publish"})
	return s.send(t, "/api/core/v2/pages", "application/json", "", body)["link"].(string)
}

// upload stores a picture and returns its address.
func (s *site) upload(t *testing.T) string {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 400, 300))); err != nil {
		t.Fatal(err)
	}
	return s.send(t, "/api/core/v2/media", "image/png", `attachment; filename="grey.png"`, file.Bytes())["source_url"].(string)
}

// send makes something as the editor ed.
func (s *site) send(t *testing.T, path, kind, disposition string, body []byte) map[string]any {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.base+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth("ed", s.secret)
	r.Header.Set("Content-Type", kind)
	if disposition != "" {
		r.Header.Set("Content-Disposition", disposition)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var made map[string]any
	if err := json.NewDecoder(answer.Body).Decode(&made); err != nil || answer.StatusCode != http.StatusCreated {
		t.Fatalf("%s: %d %v %v", path, answer.StatusCode, made, err)
	}
	return made
}

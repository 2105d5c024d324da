package browser

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
	"github.com/pquerna/otp/totp"
)

// TestPages goes through the pages in one browser: each test has an account and
// a window for itself.
func TestPages(t *testing.T) {
	browser := chromium(t)
	s := serve(t, "ann", "lost", "program", "factor", "passkey", "locked", "plain")
	for _, c := range []struct {
		name string
		run  func(b *tab)
	}{
		{"the rules are applied", rulesApply}, {"log in and out", logInAndOut}, {"without scripts", withoutScripts}, {"lost password", lostPassword}, {"authorize", authorize},
		{"second factor", secondFactor}, {"passkey", passkey}, {"locked out", lockedOut},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(s.tab(t, browser)) })
	}
}

// rulesApply has axe-core look at a page that breaks a rule.
func rulesApply(b *tab) {
	b.open("/wp-login.php")
	b.do(chromedp.Evaluate(`document.querySelector("main").append(document.createElement("img")); 0`, nil))
	if found := b.violations("light"); len(found) != 1 || !strings.HasPrefix(found[0], "image-alt") {
		b.t.Errorf("a picture without a text: %v", found)
	}
}

func logInAndOut(b *tab) {
	b.open("/account")
	b.says("/wp-login.php Q")
	b.accessible()
	b.logIn("ann", "wrong")
	b.says("don't belong together")
	b.accessible()
	b.logIn("ann", password)
	b.isIn("ann")
	b.accessible()
	b.press(".who a")
	b.says("You are logged out.")
	b.open("/account")
	b.says("/wp-login.php")
	b.logIn("ann", password)
	b.open("/wp-login.php?action=logout")
	b.says("Do you want to log out")
	b.accessible()
	b.press("a.button")
	b.says("You are logged out.")
}

func withoutScripts(b *tab) {
	b.do(emulation.SetScriptExecutionDisabled(true))
	b.open("/wp-login.php")
	b.do(chromedp.SendKeys("#user_login", "plain", chromedp.ByQuery), chromedp.SendKeys("#user_pass", password, chromedp.ByQuery))
	b.press("input[name=wp-submit]")
	b.open("/account") // those who write land on a page of scripts
	var login string
	b.do(chromedp.Text(".who strong", &login, chromedp.ByQuery))
	if login != "plain" {
		b.t.Errorf("logged in as %q", login)
	}
}

func lostPassword(b *tab) {
	b.open("/wp-login.php?action=lostpassword")
	b.accessible()
	b.fill("#user_login", "lost@example.org")
	b.press("input[name=wp-submit]")
	b.says("a message with a link is on its way")
	b.do(chromedp.Navigate(b.box.Link(b.t, "lost@example.org", "Set a new password")))
	b.says("For the account lost")
	b.accessible()
	b.fill("#pass1", "battery staple")
	b.fill("#pass2", "battery staple")
	b.press("input[name=wp-submit]")
	b.says("Your password is set")
	b.logIn("lost", "battery staple")
	b.isIn("lost")
}

func authorize(b *tab) {
	b.logIn("program", password)
	b.open("/wp-admin/authorize-application.php?app_name=My+program&app_id=0b9a6d34-3d67-4b5a-9d5b-6f9e8f3f2a11")
	b.says("My program asks to act for you")
	b.accessible()
	b.press("button[name=approve]")
	b.says("It is shown only now")
	b.accessible()
	b.open("/account")
	b.says("My program")
	b.press(`button[aria-label="Remove the application password My program"]`)
	b.says("The application password is gone")
}

const factorsPage = "/wp-admin/second-factor.php"

func secondFactor(b *tab) {
	b.logIn("factor", password)
	b.open(factorsPage)
	b.accessible()
	b.fill("#app-add", password)
	b.do(chromedp.Click("#app-add + button", chromedp.ByQuery), chromedp.WaitVisible("#app-code", chromedp.ByQuery))
	b.accessible()
	var secret string
	b.do(chromedp.Text(".secret code", &secret, chromedp.ByQuery))
	code := func() string {
		c, err := totp.GenerateCode(strings.TrimSpace(secret), b.now())
		if err != nil {
			b.t.Fatal(err)
		}
		return c
	}
	b.fill("#app-code", code())
	b.do(chromedp.Click("#app-code ~ button", chromedp.ByQuery), chromedp.WaitVisible(".codes", chromedp.ByQuery))
	b.accessible()
	b.open("/account")
	b.says("Log-ins ask for a code of your app")
	b.press(".who a")
	b.logIn("factor", password)
	b.says("Give the code that your authenticator app shows")
	b.accessible()
	b.fill("#code", "000000")
	b.press("input[type=submit]")
	b.says("That wasn't right")
	b.ahead.Add(int64(30 * time.Second))
	b.fill("#code", code())
	b.press("input[type=submit]")
	b.isIn("factor")
}

// passkey makes one, logs in with it alone, and then with password and passkey.
func passkey(b *tab) {
	b.do(webauthn.Enable(), chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := webauthn.AddVirtualAuthenticator(&webauthn.VirtualAuthenticatorOptions{
			Protocol: webauthn.AuthenticatorProtocolCtap2, Transport: webauthn.AuthenticatorTransportInternal,
			HasResidentKey: true, HasUserVerification: true, IsUserVerified: true, AutomaticPresenceSimulation: true,
		}).Do(ctx)
		return err
	}))
	b.logIn("passkey", password)
	b.open(factorsPage)
	b.fill("#pk-name", "My phone")
	b.fill("#pk-add", password)
	b.do(chromedp.Click("#pk-add + button", chromedp.ByQuery), chromedp.WaitVisible("[data-go]", chromedp.ByQuery))
	b.accessible()
	b.press("[data-go]")
	b.says("Your passkey is added")
	b.says("My phone")
	b.open("/account")
	b.says("Log-ins ask for a passkey")
	b.press(".who a")
	b.press("[data-go]")
	b.isIn("passkey")
	b.press(".who a")
	b.logIn("passkey", password)
	b.says("Use your passkey")
	b.accessible()
	b.press("[data-go]")
	b.isIn("passkey")
}

// lockedOut comes last: the address is that of all.
func lockedOut(b *tab) {
	// Failures before were of this address too.
	for range 3 {
		b.logIn("locked", "wrong")
		if strings.Contains(b.text(), "Too many failed log-ins") {
			break
		}
	}
	b.says("Try again in 20 minutes")
	b.accessible()
	b.logIn("locked", password)
	b.says("Too many failed log-ins")
	b.ahead.Add(int64(20 * time.Minute))
	b.logIn("locked", password)
	b.isIn("locked")
}

package api

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"quoin/internal/platform/outbound"
)

// TestPasskeysAnswerOnce answers each question for a passkey 200 times at once: when
// one is made, as the only thing that is asked for, and as a second factor.
func TestPasskeysAnswerOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s, box := guarded(t, e, clock)
		s.switchOff(t, "loginlimit/loginlimit")
		newOwner(t, s, box, clock, "owner")
		b := s.browser(t)
		b.logIn("owner", "correct horse")
		offer := func() answer {
			t.Helper()
			clock.unix.Add(1)
			return b.submit(b.visit(factorsPage, nil), factorsPage, "do", "passkey", "current", "correct horse", "name", "Key")
		}
		add := func(page answer, credential string) bool {
			return b.submit(page, factorsPage, "do", "passkey-add", "passkey_state", passkeyState(page), "credential", credential).status == http.StatusFound
		}

		key, page := newPasskey(t), offer()
		made := key.made(page)
		if n := atOnce(200, func(int) bool { return add(page, made) }); n != 1 {
			t.Errorf("one passkey was added %d times", n)
		}
		// An offer is good for one passkey.
		others := make([]string, 200)
		page = offer()
		for i := range others {
			others[i] = newPasskey(t).made(page)
		}
		if n := atOnce(200, func(i int) bool { return add(page, others[i]) }); n != 1 {
			t.Errorf("an offer added %d passkeys", n)
		}
		clock.unix.Add(1)
		login := s.browser(t).visit("/wp-login.php", nil)
		answer := key.assertion(login)
		if n := atOnce(200, func(i int) bool {
			c := s.browserAt(t, i)
			c.visit("/wp-login.php", nil) // which gives it a cookie
			return c.submit(login, "/wp-login.php?action=passkey", "passkey_state", passkeyState(login), "credential", answer).status == http.StatusFound
		}); n != 1 {
			t.Errorf("an answer let %d browsers in", n)
		}
		clock.unix.Add(1)
		asked := s.browser(t).logIn("owner", "correct horse")
		answer = key.assertion(asked)
		if n := atOnce(200, func(i int) bool {
			return s.browserAt(t, i).submit(asked, challengePath, "passkey_state", passkeyState(asked), "credential", answer).status == http.StatusFound
		}); n != 1 {
			t.Errorf("an answer as a second factor let %d browsers in", n)
		}
	})
}

// TestServicesAnswerOnce has what a service gives a person brought back 200 times
// at once: a log-in that a service for second factors checked, the code of a
// provider, and tokens that are delivered.
func TestServicesAnswerOnce(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		t.Run("second factor", func(t *testing.T) {
			var checks atomic.Int64
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/wp/verify" {
					checks.Add(1)
					_, _ = w.Write([]byte(`{"is_verified":true}`))
					return
				}
				_, _ = w.Write([]byte(`{"token":"tok","secret":"sec","redirect_url":"https://mfa.example/go"}`))
			}))
			t.Cleanup(service.Close)
			s, _ := guarded(t, e, newClock())
			*s.app.Env.Outbound = *outbound.New(outbound.Config{Allow: []netip.AddrPort{netip.MustParseAddrPort(strings.TrimPrefix(service.URL, "http://"))}})
			s.command(t, "set", "mfa_enabled", "true")
			s.command(t, "set", "mfa_url", service.URL)
			b := s.browser(t)
			b.logIn("ann", "correct horse")
			n := atOnce(200, func(int) bool {
				return b.visit("/wp-login.php?action=challenge&llar_mfa=1&token=tok", nil).status == http.StatusFound
			})
			if n != 1 || checks.Load() != 1 {
				t.Errorf("an answer let %d in, after %d checks", n, checks.Load())
			}
		})
		t.Run("code of a provider", func(t *testing.T) {
			s, p := served(t, e)
			s.set(map[string]any{"seo_rank_tracker_base_url": p.URL, "seo_rank_tracker_auth_url": p.URL + "/connect", "seo_rank_tracker_client_id": "me"})
			var asked atomic.Int64
			p.says["POST /connect/token"] = func(map[string]any) (int, any) {
				asked.Add(1)
				return 200, map[string]any{"access_token": "fresh", "refresh_token": "r2", "expires_in": 3600, "token_type": "Bearer"}
			}
			if a := s.do("author", "GET", "/api/seo/v1/rank_tracker/authorization-url", nil); a.status != 200 {
				t.Fatalf("%d %s", a.status, a.body)
			}
			n := atOnce(200, func(i int) bool {
				return s.do("author", "POST", "/api/seo/v1/rank_tracker/authenticate", map[string]any{"code": "c", "websiteId": i + 1}).status == 200
			})
			if n != 1 || asked.Load() != 1 {
				t.Errorf("a log-in connected %d times, the provider was asked %d times", n, asked.Load())
			}
		})
		t.Run("delivered tokens", func(t *testing.T) {
			s, p := served(t, e)
			s.set(map[string]any{"seo_ai_base_url": p.URL + "/api/v1"})
			user := s.userID("editor")
			taken := make(chan int, 1)
			p.says["POST /api/v1/token/request"] = func(body map[string]any) (int, any) {
				taken <- atOnce(200, func(i int) bool {
					return s.do("", "POST", "/api/seo/v1/ai_generator/callback", map[string]any{
						"access_jwt": fmt.Sprint("token ", i), "refresh_jwt": "refresh", "code_challenge": body["code_challenge"], "user_id": user,
					}).status == 200
				})
				return 200, map[string]any{}
			}
			p.say("POST /api/v1/openai/suggestions/seo-title", 200, map[string]any{"choices": []any{}})
			wish := url.Values{"type": {"seo-title"}, "prompt_content": {"p"}, "focus_keyphrase": {"f"}, "language": {"en"}, "platform": {"Google"}, "editor": {"gutenberg"}}
			s.do("editor", "POST", "/api/seo/v1/ai_generator/get_suggestions?"+wish.Encode(), nil)
			if n := <-taken; n != 1 {
				t.Errorf("tokens were taken %d times", n)
			}
		})
	})
}

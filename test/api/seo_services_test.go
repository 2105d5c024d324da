package api

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"quoin/internal/app"
	"quoin/internal/platform/outbound"
)

// seoProvider stands for the services of others: what they were asked, and what
// they answer by path.
type seoProvider struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // method, path and body
	auth  []string // of each
	says  map[string]func(body map[string]any) (int, any)
}

func (p *seoProvider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	body := map[string]any{}
	if r.Header.Get("Content-Type") == "application/json" {
		var v any
		_ = json.Unmarshal(data, &v)
		body, _ = v.(map[string]any)
	} else if form, err := url.ParseQuery(string(data)); err == nil {
		for k := range form {
			body[k] = form.Get(k)
		}
	}
	p.mu.Lock()
	p.asked = append(p.asked, r.Method+" "+r.URL.Path+"?"+r.URL.RawQuery+" "+string(data))
	p.auth = append(p.auth, r.Header.Get("Authorization"))
	says := p.says[r.Method+" "+r.URL.Path]
	p.mu.Unlock()
	status, answer := 404, any(map[string]any{"message": "nothing here"})
	if says != nil {
		status, answer = says(body)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer)
}

func (p *seoProvider) say(path string, status int, answer any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.says[path] = func(map[string]any) (int, any) { return status, answer }
}

func (p *seoProvider) last() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.asked[len(p.asked)-1]
}

// served starts a site with a provider of services, and tells the site of it.
func served(t *testing.T, e engine) (*server, *seoProvider) {
	t.Helper()
	p := &seoProvider{says: map[string]func(map[string]any) (int, any){}}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	at, err := netip.ParseAddrPort(strings.TrimPrefix(p.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	s := seoSite(t, e, app.Config{Outbound: outbound.New(outbound.Config{Allow: []netip.AddrPort{at}})})
	return s, p
}

func (s *server) set(settings map[string]any) {
	s.t.Helper()
	if a := s.do("administrator", "POST", "/api/core/v2/settings", settings); a.status != 200 {
		s.t.Fatalf("settings: %d %s", a.status, a.body)
	}
}

// jwt is a token that ends at a time.
func jwt(exp time.Time) string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"none"}`) + "." + part(fmt.Sprintf(`{"exp":%d}`, exp.Unix())) + "." + part("x")
}

// TestSEOWriter goes through the talk with the writing service: tokens that are
// delivered, refreshed and refused, consent, and each answer that says no.
func TestSEOWriter(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, p := served(t, e)
		wish := map[string]any{"type": "seo-title", "prompt_content": "p", "focus_keyphrase": "f", "language": "en", "platform": "Google", "editor": "gutenberg"}
		suggest := func() answer { return s.do("editor", "POST", "/api/seo/v1/ai_generator/get_suggestions", wish) }
		if a := suggest(); a.status != 400 || !strings.Contains(string(a.body), "seo_ai_base_url") {
			t.Errorf("without a service: %d %s", a.status, a.body)
		}
		s.set(map[string]any{"seo_ai_base_url": p.URL + "/api/v1"})
		tokens, exp := 0, time.Now().Add(time.Hour)
		deliver := func(callback string) func(body map[string]any) (int, any) {
			return func(body map[string]any) (int, any) {
				tokens++
				if u, _ := url.Parse(fmt.Sprint(body["callback_url"])); u != nil && u.Path != "" && u.Path != callback && callback == "/api/seo/v1/ai_generator/callback" {
					t.Errorf("callback %s", u.Path)
				}
				give := map[string]any{"access_jwt": jwt(exp), "refresh_jwt": "refresh", "code_challenge": "wrong", "user_id": s.userID("editor")}
				if a := s.do("", "POST", callback, give); a.status != 401 || strings.TrimSpace(string(a.body)) != `"Unauthorized."` {
					t.Errorf("a wrong challenge: %d %s", a.status, a.body)
				}
				give["code_challenge"] = body["code_challenge"]
				a := s.do("", "POST", callback, give)
				if a.status != 200 || valueAt(a.object(t), "code_verifier") == "<nil>" {
					t.Errorf("callback: %d %s", a.status, a.body)
				}
				if a := s.do("", "POST", callback, give); a.status != 401 {
					t.Errorf("the same callback again: %d", a.status)
				}
				return 200, map[string]any{}
			}
		}
		p.says["POST /api/v1/token/request"] = deliver("/api/seo/v1/ai_generator/callback")
		p.says["POST /api/v1/token/refresh"] = deliver("/api/seo/v1/ai_generator/refresh_callback")
		p.say("POST /api/v1/openai/suggestions/seo-title", 200, map[string]any{"choices": []any{map[string]any{"text": "One"}, map[string]any{"text": "Two"}}})
		for range 2 {
			if a := suggest(); a.status != 200 || strings.TrimSpace(string(a.body)) != `["One","Two"]` {
				t.Fatalf("suggestions: %d %s", a.status, a.body)
			}
		}
		if tokens != 1 {
			t.Errorf("%d tokens for two calls", tokens)
		}
		// A token whose time has come is refreshed.
		exp = time.Now().Add(-time.Minute)
		s.set(map[string]any{"title": "x"})
		for path, c := range map[string]struct {
			status int
			says   map[string]any
			want   string
		}{
			"402": {402, map[string]any{"message": "pay", "error_code": "PAY", "missing_licenses": []any{"L"}}, `{"message":"pay","errorIdentifier":"PAY","missingLicenses":["L"]}`},
			"429": {429, map[string]any{"message": "slow", "error_code": "SLOW"}, `{"message":"slow","errorIdentifier":"SLOW","missingLicenses":[]}`},
			"503": {503, map[string]any{"message": "down", "error_code": "DOWN"}, `{"message":"down","errorIdentifier":"DOWN"}`},
		} {
			p.say("POST /api/v1/openai/suggestions/seo-title", c.status, c.says)
			if a := suggest(); a.status != c.status || strings.TrimSpace(string(a.body)) != c.want {
				t.Errorf("%s: %d %s, want %s", path, a.status, a.body, c.want)
			}
		}
		exp = time.Now().Add(time.Hour)
		tokens = 0
		p.say("POST /api/v1/openai/suggestions/seo-title", 401, map[string]any{"message": "who", "error_code": "WHO"})
		if a := suggest(); a.status != 401 || tokens == 0 {
			t.Errorf("a refused token: %d after %d tokens", a.status, tokens)
		}
		p.say("POST /api/v1/user/consent", 200, map[string]any{})
		p.say("DELETE /api/v1/user/consent", 200, map[string]any{})
		p.say("POST /api/v1/token/invalidate", 200, map[string]any{})
		if a := s.do("editor", "POST", "/api/seo/v1/ai_generator/consent", map[string]any{"consent": true}); a.status != 200 || !strings.Contains(string(a.body), "given") {
			t.Errorf("consent: %d %s", a.status, a.body)
		}
		p.say("GET /api/v1/usage/free-usages", 200, map[string]any{"count": 3})
		if a := s.do("editor", "POST", "/api/seo/v1/ai_generator/get_usage", nil); a.status != 200 || strings.TrimSpace(string(a.body)) != `{"count":3}` {
			t.Errorf("usage: %d %s", a.status, a.body)
		}
		p.say("POST /api/v1/openai/suggestions/seo-title", 403, map[string]any{"message": "no"})
		if a := suggest(); a.status != 403 || strings.TrimSpace(string(a.body)) != `{"message":"CONSENT_REVOKED","errorIdentifier":""}` {
			t.Errorf("forbidden: %d %s", a.status, a.body)
		}
		if !strings.Contains(fmt.Sprint(p.asked), "DELETE /api/v1/user/consent") {
			t.Error("the service doesn't hear of the revoked consent")
		}
		p.say("POST /api/v1/token/request", 200, map[string]any{})
		if a := suggest(); a.status != 500 || strings.TrimSpace(string(a.body)) != `"Failed to get suggestions."` {
			t.Errorf("without a callback: %d %s", a.status, a.body)
		}
		p.Close()
		if a := suggest(); a.status != 400 || !strings.Contains(string(a.body), "HTTP_REQUEST_ERROR") {
			t.Errorf("out of reach: %d %s", a.status, a.body)
		}
	})
}

// userID is the id of the account of a role.
func (s *server) userID(role string) any {
	return s.do(role, "GET", "/api/core/v2/users/me", nil).object(s.t)["id"]
}

// TestSEOModel asks an endpoint for chats instead of the service.
func TestSEOModel(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, p := served(t, e)
		s.set(map[string]any{"seo_ai_completions_url": p.URL + "/v1/chat/completions", "seo_ai_model": "m"})
		chat := func(text string) {
			p.say("POST /v1/chat/completions", 200, map[string]any{"choices": []any{map[string]any{"message": map[string]any{"content": text}}}})
		}
		chat("1. First title\n2. \"Second\"\n\n- Third")
		a := s.do("editor", "POST", "/api/seo/v1/ai_generator/get_suggestions",
			map[string]any{"type": "seo-title", "prompt_content": "p", "focus_keyphrase": "f", "language": "en", "platform": "Google", "editor": "classic"})
		if a.status != 200 || strings.TrimSpace(string(a.body)) != `["First title","Second","Third"]` {
			t.Errorf("%d %s", a.status, a.body)
		}
	})
}

// TestSEOKeywords connects with the keyword service and asks it.
func TestSEOKeywords(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, p := served(t, e)
		s.set(map[string]any{"seo_keyword_tool_base_url": p.URL, "seo_keyword_tool_oauth_url": p.URL + "/oauth2", "seo_keyword_tool_client_id": "me"})
		p.say("POST /oauth2/access_token", 400, map[string]any{"error": "invalid_grant", "error_description": "bad code"})
		connect := func() answer {
			return s.do("contributor", "POST", "/api/seo/v1/keyword_tool/authenticate", map[string]any{"code": "c"})
		}
		if a := connect(); a.status != 401 || valueAt(a.object(t), "error") != "bad code" || fmt.Sprint(a.object(t)["tokens"]) != "[]" {
			t.Errorf("refused: %d %s", a.status, a.body)
		}
		p.say("POST /oauth2/access_token", 200, map[string]any{"access_token": "a", "refresh_token": "r", "expires_in": 3600, "token_type": "Bearer"})
		a := connect()
		if a.status != 200 || valueAt(a.object(t), "tokens/access_token") != "a" || valueAt(a.object(t), "tokens/has_expired") != "false" {
			t.Fatalf("connect: %d %s", a.status, a.body)
		}
		related := func(phrase string) answer {
			return s.do("contributor", "GET", "/api/seo/v1/keyword_tool/related_keyphrases?country_code=us&keyphrase="+phrase, nil)
		}
		p.say("GET /keywords/phrase_fullsearch", 200, map[string]any{"data": map[string]any{"columnNames": []any{"a", "b", "c", "d", "e"}, "rows": []any{[]any{"x"}}}, "status": 200})
		if a := related("stones"); a.status != 200 || valueAt(a.object(t), "results/rows/0/0") != "x" {
			t.Errorf("related: %d %s", a.status, a.body)
		}
		if last := p.last(); !strings.Contains(last, "display_filter=%2B|Nq|Lt|1000") || !strings.Contains(last, "phrase=stones") {
			t.Errorf("asked %s", last)
		}
		n := len(p.asked)
		if a := related("stones"); a.status != 200 || len(p.asked) != n {
			t.Errorf("the same again: %d, asked %d times more", a.status, len(p.asked)-n)
		}
		p.say("GET /keywords/phrase_fullsearch", 500, map[string]any{"message": "broken"})
		if a := related("bones"); a.status != 500 || valueAt(a.object(t), "error") != "broken" {
			t.Errorf("broken: %d %s", a.status, a.body)
		}
	})
}

// TestSEORanks connects with the rank service, as PKCE asks for, and asks it.
func TestSEORanks(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, e engine) {
		s, p := served(t, e)
		s.set(map[string]any{"seo_rank_tracker_base_url": p.URL, "seo_rank_tracker_auth_url": p.URL + "/connect", "seo_rank_tracker_client_id": "me"})
		connect := func() answer {
			return s.do("author", "POST", "/api/seo/v1/rank_tracker/authenticate", map[string]any{"code": "c", "websiteId": 12})
		}
		if a := connect(); a.status != 401 {
			t.Errorf("a log-in that nobody began: %d %s", a.status, a.body)
		}
		begin := s.do("author", "GET", "/api/seo/v1/rank_tracker/authorization-url", nil).object(t)
		u, err := url.Parse(fmt.Sprint(begin["url"]))
		if err != nil || u.Query().Get("code_challenge_method") != "S256" || u.Query().Get("state") != `{"domain":"example.org"}` {
			t.Fatalf("address %v", begin)
		}
		challenge := u.Query().Get("code_challenge")
		p.says["POST /connect/token"] = func(body map[string]any) (int, any) {
			if body["grant_type"] == "authorization_code" && challengeOf(fmt.Sprint(body["code_verifier"])) != challenge {
				return 400, map[string]any{"error": "invalid_grant"}
			}
			return 200, map[string]any{"access_token": "fresh", "refresh_token": "r2", "expires_in": 1, "token_type": "Bearer"}
		}
		if a := connect(); a.status != 200 || valueAt(a.object(t), "tokens/access_token") != "fresh" {
			t.Fatalf("connect: %d %s", a.status, a.body)
		}
		p.say("GET /beta/account", 200, map[string]any{"limits": map[string]any{"keywords": map[string]any{"usage": 1, "limit": 2}, "history_days": 7}})
		if a := s.do("author", "GET", "/api/seo/v1/rank_tracker/account/limit", nil); strings.TrimSpace(string(a.body)) != `{"canTrack":true,"limit":2,"usage":1,"historyDays":7,"status":200}` {
			t.Errorf("limit: %d %s", a.status, a.body)
		}
		track := func(words ...string) answer {
			return s.do("author", "POST", "/api/seo/v1/rank_tracker/keyphrases/track", map[string]any{"keyphrases": words})
		}
		if a := track("a", "b"); a.status != 400 || valueAt(a.object(t), "limit") != "2" {
			t.Errorf("too many: %d %s", a.status, a.body)
		}
		p.say("POST /beta/websites/12/keywords/bulk", 200, map[string]any{"data": []any{map[string]any{"id": 5, "keyword": "a", "more": 1}}})
		if a := track("a"); strings.TrimSpace(string(a.body)) != `{"results":{"a":{"id":5,"keyword":"a"}},"status":200}` {
			t.Errorf("track: %d %s", a.status, a.body)
		}
		p.say("POST /beta/seo/12", 200, map[string]any{"data": []any{map[string]any{"id": 5, "keyword": "A", "position": 3}, map[string]any{"id": 6, "keyword": "other"}}})
		a := s.do("author", "POST", "/api/seo/v1/rank_tracker/keyphrases", map[string]any{"keyphrases": []string{"a"}}).object(t)
		if valueAt(a, "results/a/position") != "3" || valueAt(a, "results/other") != "<nil>" {
			t.Errorf("positions: %v", a)
		}
		p.say("DELETE /beta/websites/12/keywords/5", 200, nil)
		if a := s.do("author", "DELETE", "/api/seo/v1/rank_tracker/keyphrases/untrack?keyphraseID=5", nil); strings.TrimSpace(string(a.body)) != `{"status":200}` {
			t.Errorf("untrack: %d %s", a.status, a.body)
		}
		p.say("GET /v1/seo/upgrade-campaign", 200, map[string]any{"type": "RATE", "months": 3, "value": 0.2})
		if a := s.do("author", "GET", "/api/seo/v1/rank_tracker/account/upgrade-campaign", nil); strings.TrimSpace(string(a.body)) != `{"discount":0.2,"months":3,"status":200}` {
			t.Errorf("campaign: %d %s", a.status, a.body)
		}
		if a := s.do("administrator", "GET", "/api/core/v2/settings", nil); strings.Contains(string(a.body), "fresh") {
			t.Error("the settings show a token")
		}
	})
}

// challengeOf is what PKCE tells of a verifier.
func challengeOf(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

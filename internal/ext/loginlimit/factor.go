package loginlimit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"quoin/internal/domain/user"
	"quoin/internal/platform/fault"
	"quoin/internal/platform/netlimit"
	"quoin/internal/platform/outbound"
	"quoin/internal/storage/auth"
)

// How long a log-in waits for the service, how often an address may begin one,
// and for how long a service that can't be reached isn't asked again.
const (
	sessionTime    = 10 * time.Minute
	handshakes     = 5
	handshakeEvery = time.Minute
	serviceAway    = time.Minute

	maxServiceAnswer = 64 << 10
)

// Kinds of counts that belong to the service.
const (
	byHandshake = "handshake"
	ofService   = "service"
)

// errAway says that the service gave no answer at all.
var errAway = errors.New("the service for second factors can't be reached")

// Challenge implements auth.Throttle. Without a service it is a code by mail.
// Compat (api.TestLogInService): a service that can't be reached is done without, for a
// minute, as if there were none.
func (s *service) Challenge(ctx context.Context, a auth.Attempt, u *user.User) (*auth.Challenge, error) {
	set := s.settings(ctx)
	if !set.factor || !slices.ContainsFunc(u.Roles, func(role string) bool { return slices.Contains(set.factorRoles, role) }) {
		return nil, nil
	}
	if set.factorService == "" {
		return &auth.Challenge{MailCode: true}, nil
	}
	away, err := s.count(ctx, ofService, "")
	if err != nil || away.locked > s.Clock().Unix() {
		return nil, err
	}
	if ok, err := s.mayBegin(ctx, netlimit.Network(a.IP)); err != nil {
		return nil, err
	} else if !ok {
		return nil, fault.New(http.StatusTooManyRequests, "too_many_requests", "Too many log-ins were begun from here. Wait a minute.").
			With("retry_after", int(handshakeEvery/time.Second))
	}
	c, err := s.begin(ctx, a, u)
	if errors.Is(err, errAway) {
		s.Log.WarnContext(ctx, "log-ins go without a second factor for a minute", "error", err)
		return nil, s.save(ctx, &count{kind: ofService, locked: s.Clock().Add(serviceAway).Unix()})
	}
	return c, err
}

// mayBegin counts what an address begins.
func (s *service) mayBegin(ctx context.Context, address string) (ok bool, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context) error {
		c, err := s.count(ctx, byHandshake, address)
		if err != nil {
			return err
		}
		now := s.Clock()
		if now.Unix() >= c.valid {
			c.failures, c.valid = 0, now.Add(handshakeEvery).Unix()
		}
		if ok = c.failures < handshakes; !ok {
			return nil
		}
		c.failures++
		return s.save(ctx, c)
	})
	return ok, err
}

// begin tells the service of a log-in whose password was right, and learns where
// the browser is to go.
func (s *service) begin(ctx context.Context, a auth.Attempt, u *user.User) (*auth.Challenge, error) {
	base, group := s.Site.Base(ctx), ""
	if len(u.Roles) > 0 {
		group = u.Roles[0]
	}
	var begun struct {
		Token       string `json:"token"`
		Secret      string `json:"secret"`
		RedirectURL string `json:"redirect_url"`
		Redirect    string `json:"redirectUrl"`
	}
	err := s.ask(ctx, "/wp/handshake", map[string]any{
		"user_ip": a.IP, "login_url": base + auth.LoginPath + "?action=challenge&llar_mfa=1", "user_group": group, "is_pre_authenticated": true,
		"user_id": u.ID, "user_email": obscured(u.Email),
		"send_email_url": base + "/wp-json/llar/v1/mfa/send-code", "send_email_url_fallback": base + "/api" + sendPath,
	}, &begun)
	if err != nil {
		return nil, err
	}
	if begun.RedirectURL == "" {
		begun.RedirectURL = begun.Redirect
	}
	to, err := url.Parse(begun.RedirectURL)
	if err != nil || to.Scheme != "https" && to.Scheme != "http" || to.Host == "" || begun.Token == "" || begun.Secret == "" || len(begun.Token) > maxSecret || len(begun.Secret) > maxSecret {
		return nil, errors.New("the service for second factors answers what can't be used")
	}
	sealed, err := s.Secrets.Seal(ctx, "session", begun.Secret)
	if err != nil {
		return nil, err
	}
	_, err = s.DB.Exec(ctx, "INSERT INTO loginlimit_session (token, user_id, secret, expires, sent, code, code_until) VALUES (?, ?, ?, ?, 0, '', 0)"+
		" ON CONFLICT (token) DO UPDATE SET user_id = excluded.user_id, secret = excluded.secret, expires = excluded.expires, sent = 0, code = '', code_until = 0",
		digest(begun.Token), u.ID, sealed, s.Clock().Add(sessionTime).Unix())
	if err != nil {
		return nil, err
	}
	return &auth.Challenge{Location: begun.RedirectURL, Elsewhere: true, State: begun.Token}, nil
}

// errSessionOver refuses an answer that came before, or too late. The site has signed what
// it belongs to, so it is no guess, and must not lock out whoever answers right.
var errSessionOver = fault.New(http.StatusForbidden, "mfa_over", "That took too long. Log in again.")

// Answered implements auth.Throttle: the browser is back with its token, and the
// service says whether the person is who they say.
func (s *service) Answered(r *http.Request, c auth.Challenge, u *user.User) (bool, error) {
	ctx := r.Context()
	if token := r.Form.Get("token"); token != "" && token != c.State {
		return false, nil
	}
	w, err := s.waiting(ctx, c.State)
	if err != nil || w != nil && w.user != u.ID {
		return false, err
	}
	if w == nil {
		return false, errSessionOver
	}
	// It is used up, whatever comes of it: by this request alone.
	switch n, err := s.DB.Exec(ctx, "DELETE FROM loginlimit_session WHERE token = ?", digest(c.State)); {
	case err != nil:
		return false, err
	case n == 0:
		return false, errSessionOver
	}
	if code := r.Form.Get("code"); code != "" {
		if ok, err := s.isCode(ctx, w, c.State, code); err != nil || !ok {
			return false, err
		}
	}
	var verified struct {
		Is bool `json:"is_verified"`
	}
	err = s.ask(ctx, "/wp/verify", map[string]any{"token": c.State, "secret": w.secret}, &verified)
	if err != nil {
		s.Log.WarnContext(ctx, "second factor not verified", "user", u.ID, "error", err)
		return false, fault.New(http.StatusServiceUnavailable, "mfa_unavailable", "The second factor can't be checked at the moment. Log in again.")
	}
	return verified.Is, nil
}

// ask sends JSON to the service and reads what it answers.
func (s *service) ask(ctx context.Context, path string, body map[string]any, answer any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return err
	}
	header := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}}
	set := s.settings(ctx)
	if set.serviceKey != "" {
		header.Set("Authorization", "Bearer "+set.serviceKey)
	}
	got, err := s.Outbound.Do(ctx, outbound.Request{
		Method: http.MethodPost, URL: strings.TrimRight(set.factorService, "/") + path, Header: header, Body: text, MaxBytes: maxServiceAnswer,
	})
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", errAway, err)
	case got.Status != http.StatusOK:
		return fmt.Errorf("the service for second factors answers %d", got.Status)
	}
	if err := json.Unmarshal(got.Body, answer); err != nil {
		return fmt.Errorf("the service for second factors: %w", err)
	}
	return nil
}

// waiting is a log-in that waits for the service.
type waiting struct {
	user             int64
	secret           string
	code             string
	codeUntil, until int64
}

// waiting is the log-in of a token, nil without one.
func (s *service) waiting(ctx context.Context, token string) (*waiting, error) {
	w := &waiting{}
	var sealed string
	found, err := s.DB.QueryRow(ctx, "SELECT user_id, secret, code, code_until, expires FROM loginlimit_session WHERE token = ?", []any{digest(token)},
		&w.user, &sealed, &w.code, &w.codeUntil, &w.until)
	if err != nil || !found || w.until <= s.Clock().Unix() {
		return nil, err
	}
	if w.secret, err = s.Secrets.Open(ctx, "session", sealed); err != nil {
		return nil, err
	}
	return w, nil
}

// isCode tells whether a code is the one that was mailed, and not too long ago.
func (s *service) isCode(ctx context.Context, w *waiting, token, code string) (bool, error) {
	if w.code == "" || w.codeUntil <= s.Clock().Unix() {
		return false, nil
	}
	return s.Secrets.Signed(ctx, "code", token+" "+packed(code), w.code)
}

// digest is how a token is stored.
func digest(token string) string {
	sum := sha256.Sum256([]byte("token " + token))
	return hex.EncodeToString(sum[:])
}

// obscured is an address of which its owner knows which it is.
func obscured(email string) string {
	local, domain, ok := strings.Cut(email, "@")
	if !ok || local == "" {
		return ""
	}
	first := []rune(local)[:1]
	return string(first) + "***@" + domain
}

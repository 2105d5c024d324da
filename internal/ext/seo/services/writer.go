package services

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"quoin/internal/platform/wire"
)

// Writer is the service that suggests titles, descriptions and topics.
type Writer struct {
	*Client
	Base string // of its API, without a slash at the end
}

// Verifier is a new secret that a token is asked for with.
func Verifier() string {
	var b [64]byte
	_, _ = rand.Read(b[:]) // never fails
	return hex.EncodeToString(b[:])
}

// Challenge is what the service is told of a verifier.
func Challenge(verifier string) string {
	sum := sha256.Sum256([]byte(verifier))
	return hex.EncodeToString(sum[:])
}

func (w *Writer) call(ctx context.Context, method, path, bearer string, header map[string]string, body any) (any, error) {
	if w.Base == "" {
		return nil, Unset{"seo_ai_base_url"}
	}
	return w.Ask(ctx, Call{Method: method, URL: strings.TrimSuffix(w.Base, "/") + path, Bearer: bearer, Header: header, Body: body})
}

// Callbacks are the addresses at which the service delivers tokens.
type Callbacks struct{ Site, Token, Refresh string }

// RequestToken asks for tokens, which come to the callback before it returns.
func (w *Writer) RequestToken(ctx context.Context, user, challenge string, to Callbacks) error {
	_, err := w.call(ctx, http.MethodPost, "/token/request", "", nil, wire.NewObject("service", "openai", "code_challenge", challenge,
		"license_site_url", to.Site, "user_id", user, "callback_url", to.Token, "refresh_callback_url", to.Refresh))
	return err
}

// RefreshToken asks for fresh tokens, which come to the other callback.
func (w *Writer) RefreshToken(ctx context.Context, challenge, refresh string) error {
	_, err := w.call(ctx, http.MethodPost, "/token/refresh", refresh, nil, wire.NewObject("code_challenge", challenge))
	return err
}

// Invalidate has the service forget a token.
func (w *Writer) Invalidate(ctx context.Context, access string) error {
	_, err := w.call(ctx, http.MethodPost, "/token/invalidate", access, nil, nil)
	return err
}

// Consent gives or revokes the consent of a user.
func (w *Writer) Consent(ctx context.Context, access string, given bool) error {
	method := http.MethodPost
	if !given {
		method = http.MethodDelete
	}
	_, err := w.call(ctx, method, "/user/consent", access, nil, nil)
	return err
}

// Wish is what texts are wanted.
type Wish struct {
	Kind, User, Content, Keyphrase, Language, Platform, Editor string
}

// Suggest suggests texts.
func (w *Writer) Suggest(ctx context.Context, access string, wish Wish) ([]string, error) {
	v, err := w.call(ctx, http.MethodPost, "/openai/suggestions/"+wish.Kind, access, map[string]string{"X-Cohort": wish.Editor},
		wire.NewObject("service", "openai", "user_id", wish.User, "subject", wire.NewObject(
			"content", wish.Content, "focus_keyphrase", wish.Keyphrase, "language", wish.Language, "platform", wish.Platform)))
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, o := range choices(v) {
		out = append(out, o.Text("text"))
	}
	return out, nil
}

// choices are the objects that an answer offers.
func choices(v any) []*wire.Object {
	o, _ := v.(*wire.Object)
	list, _ := o.Get("choices").([]any)
	var out []*wire.Object
	for _, c := range list {
		if c, ok := c.(*wire.Object); ok {
			out = append(out, c)
		}
	}
	return out
}

// Usage tells how much was used.
func (w *Writer) Usage(ctx context.Context, access string) (any, error) {
	return w.call(ctx, http.MethodGet, "/usage/free-usages", access, nil, nil)
}

// NextPosts suggests topics; subject is what there is already.
func (w *Writer) NextPosts(ctx context.Context, access, editor string, subject *wire.Object) ([]*wire.Object, error) {
	v, err := w.call(ctx, http.MethodPost, "/content-planner/next-post-suggestions", access, map[string]string{"X-Cohort": editor}, wire.NewObject("subject", subject))
	return choices(v), err
}

// Outline suggests the parts of a text.
func (w *Writer) Outline(ctx context.Context, access, editor string, subject *wire.Object) ([]*wire.Object, error) {
	v, err := w.call(ctx, http.MethodPost, "/content-planner/next-post-outline", access, map[string]string{"X-Cohort": editor}, wire.NewObject("subject", subject))
	return choices(v), err
}

// Expired tells whether an access token is of no use any more: it isn't one, or
// its time has come.
func Expired(token string, now time.Time) bool {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return true
	}
	raw, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(parts[1], "="))
	if err != nil {
		return true
	}
	var claims struct {
		Exp *float64 `json:"exp"`
	}
	if json.Unmarshal(raw, &claims) != nil || claims.Exp == nil {
		return true
	}
	return float64(now.Unix()) >= *claims.Exp
}

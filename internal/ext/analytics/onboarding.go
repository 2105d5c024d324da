package analytics

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/ext"
	"quoin/internal/platform/access"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// keyLasts is how long a key of an onboarding holds.
const keyLasts = 24 * time.Hour

// newKey makes a key and stores its hash. One that was made before is dead.
func (s *service) newKey(ctx context.Context) (string, error) {
	raw := make([]byte, 32)
	_, _ = rand.Read(raw) // never fails
	key := hex.EncodeToString(raw)
	return key, optionKey.Set(ctx, s.Options, wire.NewObject("hash", hashed(key), "until", s.Clock().Add(keyLasts).Unix()))
}

func hashed(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// keyHolds tells whether a key is the present one.
func (s *service) keyHolds(ctx context.Context, key string) bool {
	o := optionKey.Of(ctx, s.Options)
	return o != nil && o.Text("hash") != "" && s.Clock().Unix() < schema.ToInt(o.Get("until")) &&
		subtle.ConstantTimeCompare([]byte(o.Text("hash")), []byte(hashed(key))) == 1
}

// startOnboarding is the link that an administrator starts it with. Where it
// leads to names the key, which is told nowhere else.
func (s *service) startOnboarding(ctx context.Context, _ access.Actor, _ url.Values) (string, error) {
	key, err := s.newKey(ctx)
	return "admin.php?page=analytics-onboarding&onboarding_key=" + key, err
}

// printKey is the command.
func (s *service) printKey(ctx context.Context, c *ext.Call) error {
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		key, err := s.newKey(ctx)
		if err == nil {
			err = c.Say(ext.Values{"key": key}, "%s", key)
		}
		return err
	})
}

var (
	errNoProvider = errors.New("no provider is set")
	errAnswer     = errors.New("the provider's answer can't be read")
)

// refusal is what the provider said no with.
type refusal struct{ message string }

func (e *refusal) Error() string { return e.message }

// provider is the address of the provider, without a slash at its end.
func (s *service) provider(ctx context.Context) (string, error) {
	base := strings.TrimRight(optionProvider.Of(ctx, s.Options), "/")
	if base == "" {
		return "", errNoProvider
	}
	return base, nil
}

const maxAnswer = 64 << 10

// ask sends the provider something.
func (s *service) ask(ctx context.Context, path string, body any) error {
	base, err := s.provider(ctx)
	if err != nil {
		return err
	}
	a, err := s.Outbound.Do(ctx, outbound.Request{
		Method: http.MethodPost, URL: base + path, Body: wire.Encode(body, nil), MaxBytes: maxAnswer,
		Header: http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json"}},
	})
	if err != nil {
		return err
	}
	if a.Status >= 200 && a.Status < 300 {
		return nil
	}
	var said struct{ Message string }
	if json.NewDecoder(bytes.NewReader(a.Body)).Decode(&said) == nil && said.Message != "" {
		return &refusal{said.Message}
	}
	return fmt.Errorf("%w (status %d)", errAnswer, a.Status)
}

// connectURL answers where the site is connected with the provider.
func (s *service) connectURL(r *rest.Request) (*rest.Response, error) {
	base, err := s.provider(r.Context())
	if err != nil {
		return failed("Analytics has no provider: set the option analytics:base_url."), nil
	}
	site := s.Site.Base(r.Context())
	q := url.Values{
		"site": {site}, "return": {site + "/wp-admin/admin.php?page=analytics-onboarding"},
		"onboarding_key": {argOnboardingKey.Of(r)}, "license": {argLicenseKey.Of(r)},
	}
	return rest.OK(wire.NewObject("success", true, "data", wire.NewObject("url", base+"/connect?"+q.Encode()))), nil
}

// setLicense has the provider check a licence and keeps it, sealed.
func (s *service) setLicense(r *rest.Request) (*rest.Response, error) {
	ctx, license := r.Context(), argLicenseKey.Of(r)
	err := s.ask(ctx, "/validate-license", wire.NewObject("license", license, "site", s.Site.Base(ctx)))
	var no *refusal
	switch {
	case errors.As(err, &no):
		return failed(no.message), nil
	case errors.Is(err, errNoProvider):
		return failed("Analytics has no provider: set the option analytics:base_url."), nil
	case err != nil:
		s.Log.WarnContext(ctx, "the provider of analytics can't be asked", "error", err)
		return failed("The provider can't be reached."), nil
	}
	sealed, err := s.Secrets.Seal(ctx, "license", license)
	if err != nil {
		return nil, err
	}
	if err := s.DB.InTx(ctx, func(ctx context.Context) error { return optionLicense.Set(ctx, s.Options, sealed) }); err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("success", true)), nil
}

// failed answers that the provider said no.
func failed(message string) *rest.Response {
	return &rest.Response{Status: http.StatusBadRequest, Body: wire.NewObject("success", false, "message", message)}
}

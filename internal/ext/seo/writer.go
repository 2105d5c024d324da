package seo

import (
	"context"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/ext/seo/services"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// writerTokens are those of one user at the writing service.
type writerTokens struct {
	Access, Refresh string
	// To is where they came to: another address asks for others.
	To string
}

// codeFor is how long a verifier is good.
const codeFor = 5 * time.Minute

// errNoCallback says that the service delivered no tokens.
var errNoCallback = errors.New("the service delivered no tokens")

func (s *assist) writer(ctx context.Context) *services.Writer {
	return &services.Writer{Client: s.client, Base: optionAI.Of(ctx, s.Options)}
}

// model is the endpoint that stands in for the service, nil without one.
func (s *assist) model(ctx context.Context) (*services.Model, error) {
	address := optionModelURL.Of(ctx, s.Options)
	if address == "" || optionAI.Of(ctx, s.Options) != "" {
		return nil, nil
	}
	key, err := s.opened(ctx, secretModel)
	return &services.Model{Client: s.client, URL: address, Key: key, Name: optionModel.Of(ctx, s.Options)}, err
}

// callbacks are where the service delivers tokens.
func (s *assist) callbacks(ctx context.Context) services.Callbacks {
	base := s.Site.Base(ctx)
	return services.Callbacks{Site: base, Token: base + "/api/seo/v1/ai_generator/callback", Refresh: base + "/api/seo/v1/ai_generator/refresh_callback"}
}

// writerToken is an access token of a user that isn't expired; renew gets
// another one whatever there is.
func (s *assist) writerToken(ctx context.Context, user int64, renew bool) (string, error) {
	to := s.callbacks(ctx)
	t, err := s.keptWriterTokens(ctx, user)
	if err != nil {
		return "", err
	}
	if t != nil && t.To == to.Token && !renew && !services.Expired(t.Access, s.Clock()) {
		return t.Access, nil
	}
	refresh := t != nil && t.To == to.Token && t.Refresh != "" && !renew
	if err := s.keepWriterTokens(ctx, user, nil); err != nil {
		return "", err
	}
	verifier := services.Verifier()
	sealed, err := s.Secrets.Seal(ctx, userVerifier, verifier)
	if err != nil {
		return "", err
	}
	expect := func() error {
		err := s.setUserValue(ctx, user, userVerifier, wire.NewObject("verifier", sealed, "at", s.Clock().Unix()))
		return err
	}
	if err := expect(); err != nil {
		return "", err
	}
	w := s.writer(ctx)
	if refresh {
		err = w.RefreshToken(ctx, services.Challenge(verifier), t.Refresh)
	}
	var p *services.Problem
	if !refresh || errors.As(err, &p) && p.Status == http.StatusUnauthorized {
		err = w.RequestToken(ctx, strconv.FormatInt(user, 10), services.Challenge(verifier), to)
	}
	if err != nil {
		return "", err
	}
	if t, err = s.keptWriterTokens(ctx, user); err != nil {
		return "", err
	}
	if t == nil {
		return "", errNoCallback
	}
	return t.Access, nil
}

func (s *assist) keptWriterTokens(ctx context.Context, user int64) (*writerTokens, error) {
	v, err := s.userValue(ctx, user, userAIToken)
	sealed, _ := v.(string)
	if err != nil || sealed == "" {
		return nil, err
	}
	text, err := s.Secrets.Open(ctx, userAIToken, sealed)
	if err != nil {
		return nil, nil // sealed by another site
	}
	t := &writerTokens{}
	return t, json.Unmarshal([]byte(text), t)
}

func (s *assist) keepWriterTokens(ctx context.Context, user int64, t *writerTokens) error {
	if t == nil {
		err := s.setUserValue(ctx, user, userAIToken, nil)
		return err
	}
	data, err := json.Marshal(t)
	if err != nil {
		return err
	}
	sealed, err := s.Secrets.Seal(ctx, userAIToken, string(data))
	if err != nil {
		return err
	}
	err = s.setUserValue(ctx, user, userAIToken, sealed)
	return err
}

// takeTokens is where the service delivers tokens. It proves itself by the
// challenge that it was told, once and within minutes.
func (s *assist) takeTokens(r *rest.Request) (*rest.Response, error) {
	ctx, user := r.Context(), argUserID.Of(r)
	no := func() (*rest.Response, error) { return status(http.StatusUnauthorized, "Unauthorized."), nil }
	v, err := s.userValue(ctx, user, userVerifier)
	if err != nil {
		return nil, err
	}
	o, _ := v.(*wire.Object)
	verifier, err := s.Secrets.Open(ctx, userVerifier, o.Text("verifier"))
	if err != nil || !hmac.Equal([]byte(services.Challenge(verifier)), []byte(argCodeChallenge.Of(r))) {
		return no()
	}
	if err := s.setUserValue(ctx, user, userVerifier, nil); err != nil {
		return nil, err
	}
	if s.Clock().Sub(time.Unix(schema.ToInt(o.Get("at")), 0)) > codeFor {
		return no()
	}
	err = s.keepWriterTokens(ctx, user, &writerTokens{Access: argAccessJWT.Of(r), Refresh: argRefreshJWT.Of(r), To: s.callbacks(ctx).Token})
	if err != nil {
		return nil, err
	}
	return rest.OK(wire.NewObject("message", "The tokens were taken.", "code_verifier", verifier)), nil
}

// asWriter asks the service with a token of the caller, and once more with
// another one when that is refused.
func (s *assist) asWriter(r *rest.Request, ask func(ctx context.Context, w *services.Writer, access string) error) error {
	ctx := r.Context()
	for again := range 2 {
		access, err := s.writerToken(ctx, r.Actor.ID, again == 1)
		if err != nil {
			return err
		}
		err = ask(ctx, s.writer(ctx), access)
		var p *services.Problem
		if !errors.As(err, &p) || p.Status != http.StatusUnauthorized || again == 1 {
			return err
		}
	}
	return nil
}

// refusedWriting answers an error of the writing service; what is the text for
// one that isn't its own.
func (s *assist) refusedWriting(r *rest.Request, err error, what string) (*rest.Response, error) {
	ctx := r.Context()
	s.Log.WarnContext(ctx, "the writing service doesn't help", "error", err)
	if errors.Is(err, errNoCallback) {
		return status(http.StatusInternalServerError, what), nil
	}
	var p *services.Problem
	if !errors.As(err, &p) {
		code := "HTTP_REQUEST_ERROR"
		return status(http.StatusBadRequest, wire.NewObject("message", said(err), "errorIdentifier", code)), nil
	}
	switch p.Status {
	case http.StatusForbidden:
		if err := s.revoke(r); err != nil {
			return nil, err
		}
		return status(http.StatusForbidden, wire.NewObject("message", "CONSENT_REVOKED", "errorIdentifier", "")), nil
	case http.StatusPaymentRequired, http.StatusTooManyRequests:
		missing := p.Missing
		if missing == nil {
			missing = []any{}
		}
		return status(p.Status, wire.NewObject("message", p.Message, "errorIdentifier", p.Code, "missingLicenses", missing)), nil
	}
	return status(serviceStatus(p), wire.NewObject("message", p.Message, "errorIdentifier", p.Code)), nil
}

// revoke takes the consent of the caller back, here and at the service.
func (s *assist) revoke(r *rest.Request) error {
	ctx := r.Context()
	if err := s.setUserValue(ctx, r.Actor.ID, userConsent, nil); err != nil {
		return err
	}
	t, err := s.keptWriterTokens(ctx, r.Actor.ID)
	if err != nil || t == nil {
		return err
	}
	w := s.writer(ctx)
	if err := errors.Join(w.Consent(ctx, t.Access, false), w.Invalidate(ctx, t.Access)); err != nil {
		s.Log.WarnContext(ctx, "the service wasn't told of a revoked consent", "error", err)
	}
	return s.keepWriterTokens(ctx, r.Actor.ID, nil)
}

// suggest suggests titles and descriptions.
func (s *assist) suggest(r *rest.Request) (*rest.Response, error) {
	wish := services.Wish{
		Kind: argType.Of(r), User: strconv.FormatInt(r.Actor.ID, 10), Content: argPromptContent.Of(r), Keyphrase: argFocusKeyphrase.Of(r),
		Language: argLanguage.Of(r), Platform: argPlatform.Of(r), Editor: argEditor.Of(r),
	}
	var texts []string
	m, err := s.model(r.Context())
	switch {
	case err != nil:
		return nil, err
	case m != nil:
		if texts, err = m.Suggest(r.Context(), wish); err == nil {
			err = s.countUse(r)
		}
	default:
		err = s.asWriter(r, func(ctx context.Context, w *services.Writer, access string) error {
			texts, err = w.Suggest(ctx, access, wish)
			return err
		})
	}
	if err != nil {
		return s.refusedWriting(r, err, "Failed to get suggestions.")
	}
	return rest.OK(wire.Strings(texts)), nil
}

// usage tells how much the caller used of the service.
func (s *assist) usage(r *rest.Request) (*rest.Response, error) {
	var body any
	if m, err := s.model(r.Context()); err != nil || m != nil {
		if err != nil {
			return nil, err
		}
		return s.ownUsage(r)
	}
	err := s.asWriter(r, func(ctx context.Context, w *services.Writer, access string) error {
		var err error
		body, err = w.Usage(ctx, access)
		return err
	})
	if err == nil {
		return rest.OK(body), nil
	}
	code, identifier := http.StatusBadRequest, "HTTP_REQUEST_ERROR"
	var p *services.Problem
	if errors.As(err, &p) {
		code, identifier = serviceStatus(p), p.Code
	} else if errors.Is(err, errNoCallback) {
		code = http.StatusInternalServerError
	}
	return status(code, wire.NewObject("errorMessage", said(err), "errorIdentifier", identifier, "errorCode", int64(code))), nil
}

// userUsage is how often a user had texts suggested by the site's own model.
const userUsage = "ai_usage"

// countUse counts a call of the site's own model, for this month.
func (s *assist) countUse(r *rest.Request) error {
	ctx, month := r.Context(), s.Clock().UTC().Format("2006-01")
	return s.DB.InTx(ctx, func(ctx context.Context) error {
		n, err := s.used(ctx, r.Actor.ID, month)
		if err != nil {
			return err
		}
		err = s.setUserValue(ctx, r.Actor.ID, userUsage, wire.NewObject("month", month, "count", n+1))
		return err
	})
}

func (s *assist) used(ctx context.Context, user int64, month string) (int64, error) {
	v, err := s.userValue(ctx, user, userUsage)
	o, _ := v.(*wire.Object)
	if o.Text("month") != month {
		return 0, err
	}
	return schema.ToInt(o.Get("count")), err
}

// ownUsage tells how often the caller used the site's own model this month,
// which has no limit of this program's.
func (s *assist) ownUsage(r *rest.Request) (*rest.Response, error) {
	month := s.Clock().UTC().Format("2006-01")
	n, err := s.used(r.Context(), r.Actor.ID, month)
	return rest.OK(wire.NewObject("count", n, "limit", nil, "month", month)), err
}

// consent gives or revokes the caller's consent to texts being sent away.
func (s *assist) consent(r *rest.Request) (*rest.Response, error) {
	ctx, given := r.Context(), argConsent.Of(r)
	m, err := s.model(ctx)
	if err != nil {
		return nil, err
	}
	text, failed := "Consent successfully given.", "Failed to give consent."
	if !given {
		text, failed = "Consent successfully revoked.", "Failed to revoke consent."
		if err := s.setUserValue(ctx, r.Actor.ID, userConsent, nil); err != nil {
			return nil, err
		}
	}
	if m == nil {
		err = s.asWriter(r, func(ctx context.Context, w *services.Writer, access string) error {
			return w.Consent(ctx, access, given)
		})
		if err != nil {
			s.Log.WarnContext(ctx, "consent", "error", err)
			return status(serviceStatus(err), failed), nil
		}
	}
	if given {
		err = s.setUserValue(ctx, r.Actor.ID, userConsent, true)
	} else {
		err = s.revoke(r)
	}
	return rest.OK(text), err
}

// startSparks notes when the free trial began.
func (s *assist) startSparks(r *rest.Request) (*rest.Response, error) {
	if optionSparks.Of(r.Context(), s.Options) == 0 {
		if err := optionSparks.Set(r.Context(), s.Options, s.Clock().Unix()); err != nil {
			return nil, err
		}
	}
	return rest.OK("Free sparks successfully started."), nil
}

// bustLicence forgets what is known of licences: nothing is kept of them, so
// that each call of the service tells.
func (s *assist) bustLicence(*rest.Request) (*rest.Response, error) {
	return rest.OK("Subscription cache successfully busted."), nil
}

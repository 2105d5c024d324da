package services

import (
	"context"
	"errors"
	"net/http"
	"time"

	"golang.org/x/oauth2"

	"quoin/internal/platform/wire"
)

// Tokens are those of a service with OAuth2.
type Tokens struct {
	Access  string `json:"access_token"`
	Refresh string `json:"refresh_token"`
	Expires int64  `json:"expires"`
	Created int64  `json:"created_at"`
	Errors  int64  `json:"error_count"`
}

// Expired tells whether the time of the access token has come.
func (t *Tokens) Expired(now time.Time) bool { return now.Unix() >= t.Expires }

// Wire is the form that clients see.
func (t *Tokens) Wire(now time.Time) *wire.Object {
	return wire.NewObject("access_token", t.Access, "refresh_token", t.Refresh, "expires", t.Expires, "has_expired", t.Expired(now),
		"created_at", t.Created, "error_count", t.Errors)
}

// Grants gets tokens of a service.
type Grants struct {
	*Client
	Config oauth2.Config
}

// context has the library ask through the Client.
func (g *Grants) context(ctx context.Context) context.Context {
	return context.WithValue(ctx, oauth2.HTTPClient, &http.Client{Transport: g.Client, Timeout: Timeout})
}

// Exchange gets tokens for the code that a user brought from the service.
func (g *Grants) Exchange(ctx context.Context, code string, now time.Time, options ...oauth2.AuthCodeOption) (*Tokens, error) {
	t, err := g.Config.Exchange(g.context(ctx), code, options...)
	if err != nil {
		return nil, refusal(err)
	}
	return tokens(t, now), nil
}

// Fresh gets tokens for those whose time has come.
func (g *Grants) Fresh(ctx context.Context, old *Tokens, now time.Time) (*Tokens, error) {
	t, err := g.Config.TokenSource(g.context(ctx), &oauth2.Token{RefreshToken: old.Refresh, Expiry: time.Unix(1, 0)}).Token()
	if err != nil {
		return nil, refusal(err)
	}
	return tokens(t, now), nil
}

func tokens(t *oauth2.Token, now time.Time) *Tokens {
	// The library counts from the clock of the machine.
	expires := now.Add(time.Until(t.Expiry).Round(time.Second)).Unix()
	if t.Expiry.IsZero() {
		expires = now.Add(time.Hour).Unix()
	}
	return &Tokens{Access: t.AccessToken, Refresh: t.RefreshToken, Expires: expires, Created: now.Unix()}
}

// refusal is an error of the library in the words of this package.
func refusal(err error) error {
	var said *oauth2.RetrieveError
	if !errors.As(err, &said) {
		return err
	}
	p := &Problem{Status: http.StatusUnauthorized, Message: said.ErrorDescription, Code: said.ErrorCode}
	if p.Message == "" {
		p.Message = said.ErrorCode
	}
	if p.Message == "" {
		p.Message = "the service gives no token"
	}
	return p
}

package account

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"quoin/internal/domain/site"
	"quoin/internal/domain/user"
	"quoin/internal/storage/auth"
)

// maxPasskeys is how many an account may have, and maxCredential bounds what a
// browser sends of one, in bytes.
const (
	maxPasskeys   = 20
	maxCredential = 32 << 10
)

// passkeys ask browsers for the passkeys of accounts, and look at what they answer. They are
// safe for concurrent use.
type passkeys struct {
	store   Store
	site    *site.Site
	secrets *auth.Secrets
	log     *slog.Logger
}

// owner is an account as the library for passkeys wants it.
type owner struct {
	handle      []byte
	login, name string
	credentials []webauthn.Credential
	factors     []*user.Factor // of the credentials
}

// WebAuthnID implements webauthn.User, as do the following.
func (o *owner) WebAuthnID() []byte { return o.handle }

// WebAuthnName is what the owner is told apart by.
func (o *owner) WebAuthnName() string { return o.login }

// WebAuthnDisplayName is what the owner is called.
func (o *owner) WebAuthnDisplayName() string { return o.name }

// WebAuthnCredentials are the owner's passkeys.
func (o *owner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

// owner reads the passkeys of an account. Its handle, which devices keep, tells
// nothing of it.
func (p *passkeys) owner(ctx context.Context, u *user.User) (*owner, error) {
	key, err := p.secrets.Key(ctx, "passkey owner "+strconv.FormatInt(u.ID, 10))
	if err != nil {
		return nil, err
	}
	o := &owner{handle: key, login: u.Login, name: u.Login}
	list, err := p.store.Factors(ctx, u.ID)
	if err != nil {
		return nil, err
	}
	for _, f := range list {
		if f.Kind != user.FactorPasskey {
			continue
		}
		var c webauthn.Credential
		if err := json.Unmarshal([]byte(f.Data), &c); err != nil {
			return nil, fmt.Errorf("passkey %d: %w", f.ID, err)
		}
		o.credentials, o.factors = append(o.credentials, c), append(o.factors, f)
	}
	return o, nil
}

// relyingParty is the site as browsers know it: its host and origin.
func (p *passkeys) relyingParty(ctx context.Context) (*webauthn.WebAuthn, error) {
	base, err := url.Parse(p.site.Base(ctx))
	if err != nil {
		return nil, err
	}
	return webauthn.New(&webauthn.Config{
		RPID: base.Hostname(), RPDisplayName: p.site.PlainTitle(ctx), RPOrigins: []string{base.Scheme + "://" + base.Host},
		AttestationPreference: protocol.PreferNoAttestation,
	})
}

// ceremony is a passkey that was asked for. It travels through the browser,
// sealed.
type ceremony struct {
	Session webauthn.SessionData
	User    int64  // 0 when any account's will do
	Mark    string // of the account
	Issued  int64  // nanoseconds
}

func (p *passkeys) seal(ctx context.Context, session *webauthn.SessionData, u *user.User) (string, error) {
	c := ceremony{Session: *session, Issued: p.site.Clock().UnixNano()}
	if u != nil {
		c.User, c.Mark = u.ID, mark(u)
	}
	text, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	return p.secrets.Seal(ctx, "passkey", string(text))
}

// open is what seal sealed, nil when it didn't, that is too long
// ago, or the account has another password or address since.
func (p *passkeys) open(ctx context.Context, state string, u *user.User) *ceremony {
	text, err := p.secrets.Open(ctx, "passkey", state)
	if err != nil {
		return nil
	}
	var c ceremony
	if json.Unmarshal([]byte(text), &c) != nil {
		return nil
	}
	if u == nil && c.User != 0 || u != nil && (c.User != u.ID || c.Mark != mark(u)) || p.site.Clock().UnixNano()-c.Issued > int64(challengeTime/time.Nanosecond) {
		return nil
	}
	return &c
}

// passkeyForm is a form that a script fills in: what is asked of the browser,
// and what it has to give back beside the answer.
type passkeyForm struct{ Options, State string }

// ask asks for a passkey of an account, or with nil for any passkey of
// the site: that stands for the password too, so the device has to make sure
// who uses it.
func (p *passkeys) ask(ctx context.Context, u *user.User) (*passkeyForm, error) {
	party, err := p.relyingParty(ctx)
	if err != nil {
		return nil, nil // an address by which no browser knows passkeys
	}
	var asked *protocol.CredentialAssertion
	var session *webauthn.SessionData
	if u == nil {
		asked, session, err = party.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	} else {
		o, err2 := p.owner(ctx, u)
		if err2 != nil || len(o.credentials) == 0 {
			return nil, err2
		}
		asked, session, err = party.BeginLogin(o, webauthn.WithUserVerification(protocol.VerificationPreferred))
	}
	if err != nil {
		return nil, err
	}
	return p.form(ctx, asked.Response, session, u)
}

func (p *passkeys) form(ctx context.Context, options any, session *webauthn.SessionData, u *user.User) (*passkeyForm, error) {
	state, err := p.seal(ctx, session, u)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(options)
	if err != nil {
		return nil, err
	}
	return &passkeyForm{string(text), state}, nil
}

// errPasskey says that a passkey proves nothing; why isn't for its sender.
var errPasskey = errors.New("the passkey wasn't accepted")

// provenBy is the account that an answer of a passkey proves: u, or with nil any.
// It is nil when the answer proves nothing.
func (p *passkeys) provenBy(ctx context.Context, state, answer string, u *user.User) (*user.User, error) {
	c := p.open(ctx, state, u)
	if c == nil || len(answer) > maxCredential {
		return nil, nil
	}
	given, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return nil, nil
	}
	party, err := p.relyingParty(ctx)
	if err != nil {
		return nil, nil
	}
	if u == nil {
		f, err := p.store.FactorByLookup(ctx, passkeyLookup(given.RawID))
		if errors.Is(err, user.ErrNoFactor) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if u, err = p.store.UserByID(ctx, f.User); err != nil {
			return nil, err
		}
	}
	o, err := p.owner(ctx, u)
	if err != nil {
		return nil, err
	}
	credential, err := validate(party, o, c, given)
	if err != nil {
		p.log.InfoContext(ctx, "a passkey was refused", "user", u.ID, "error", err)
		return nil, nil
	}
	data, err := json.Marshal(credential)
	if err != nil {
		return nil, err
	}
	for i := range o.credentials {
		if bytes.Equal(o.credentials[i].ID, credential.ID) {
			// An answer is good once: the next one has to be to a later question.
			used, err := p.store.UseFactor(ctx, o.factors[i].ID, c.Issued, string(data), p.site.Clock().UTC().Format(site.DateForm))
			if err != nil || !used {
				return nil, err
			}
			return u, nil
		}
	}
	return nil, nil
}

func validate(party *webauthn.WebAuthn, o *owner, c *ceremony, given *protocol.ParsedCredentialAssertionData) (*webauthn.Credential, error) {
	var credential *webauthn.Credential
	var err error
	if c.User != 0 {
		credential, err = party.ValidateLogin(o, c.Session, given)
	} else {
		_, credential, err = party.ValidatePasskeyLogin(func(_, handle []byte) (webauthn.User, error) {
			if !bytes.Equal(handle, o.handle) {
				return nil, errPasskey
			}
			return o, nil
		}, c.Session, given)
	}
	if err == nil && credential.Authenticator.CloneWarning {
		err = errors.New("its counter went back: there is a copy of it")
	}
	return credential, err
}

// offer asks a browser to make a passkey for an account.
func (p *passkeys) offer(ctx context.Context, u *user.User) (*passkeyForm, error) {
	party, err := p.relyingParty(ctx)
	if err != nil {
		return nil, nil
	}
	o, err := p.owner(ctx, u)
	if err != nil || len(o.credentials) >= maxPasskeys {
		return nil, err
	}
	offered, session, err := party.BeginRegistration(o,
		webauthn.WithResidentKeyRequirement(protocol.ResidentKeyRequirementPreferred),
		webauthn.WithExclusions(webauthn.Credentials(o.credentials).CredentialDescriptors()))
	if err != nil {
		return nil, err
	}
	return p.form(ctx, offered.Response, session, u)
}

// add stores a passkey that a browser made, in the transaction of ctx;
// errPasskey when it is none.
func (p *passkeys) add(ctx context.Context, u *user.User, state, answer, name string) error {
	c := p.open(ctx, state, u)
	if c == nil || len(answer) > maxCredential {
		return errPasskey
	}
	given, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
	if err != nil {
		return errPasskey
	}
	party, err := p.relyingParty(ctx)
	if err != nil {
		return errPasskey
	}
	o, err := p.owner(ctx, u)
	if err != nil {
		return err
	}
	credential, err := party.CreateCredential(o, c.Session, given)
	// An offer is good for one passkey, as an answer is: it has to be later than
	// the last that one of the account was made or shown for.
	used := slices.ContainsFunc(o.factors, func(f *user.Factor) bool { return f.Counter >= c.Issued })
	if err != nil || used || len(o.credentials) >= maxPasskeys {
		p.log.InfoContext(ctx, "a new passkey was refused", "user", u.ID, "error", err)
		return errPasskey
	}
	data, err := json.Marshal(credential)
	if err != nil {
		return err
	}
	_, err = p.store.FactorByLookup(ctx, passkeyLookup(credential.ID))
	if err == nil {
		return errPasskey
	}
	if !errors.Is(err, user.ErrNoFactor) {
		return err
	}
	return p.store.InsertFactor(ctx, &user.Factor{
		User: u.ID, Kind: user.FactorPasskey, Name: name, Lookup: passkeyLookup(credential.ID), Data: string(data), Counter: c.Issued,
		Created: p.site.Clock().UTC().Format(site.DateForm),
	})
}

// passkeyLookup is what a passkey is found by.
func passkeyLookup(id []byte) string { return "passkey " + base64.RawURLEncoding.EncodeToString(id) }

package auth

import (
	"bytes"
	"context"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// NonceREST is the action whose nonce requests to the API carry.
const NonceREST = "wp_rest"

// A nonce is made for one tick and holds in this and the next: for 12 to 24
// hours.
const nonceTick = 12 * time.Hour

// nonceLength is how many hexadecimal digits a nonce has. Compat (TestSessionAndNonce): clients and
// recorded addresses know nonces of this length.
const nonceLength = 10

// Nonce is a token that only the owner of a session could have been given, for
// one action. It is "" when there is no key to sign it with.
func (a *Authenticator) Nonce(ctx context.Context, s Session, action string) string {
	key, err := a.key(ctx)
	if err != nil {
		a.Log.Error("nonce not made", "error", err)
		return ""
	}
	return nonceAt(key, s, action, a.tick())
}

// VerifyNonce tells whether a nonce belongs to a session and an action and is
// young enough.
func (a *Authenticator) VerifyNonce(ctx context.Context, s Session, action, nonce string) bool {
	if len(nonce) != nonceLength {
		return false
	}
	key, err := a.key(ctx)
	if err != nil {
		a.Log.Error("nonce not checked", "error", err)
		return false
	}
	tick := a.tick()
	now, before := equal(nonceAt(key, s, action, tick), nonce), equal(nonceAt(key, s, action, tick-1), nonce)
	return now || before
}

func (a *Authenticator) tick() int64 { return a.Site.Clock().Unix() / int64(nonceTick/time.Second) }

func nonceAt(key []byte, s Session, action string, tick int64) string {
	return sign(key, "nonce", action, s.stamp(), strconv.FormatInt(tick, 10))[:nonceLength]
}

// nonceParam is the parameter that carries a nonce where headers can't be set.
const nonceParam = "_wpnonce"

// sentNonce is the nonce of a request: a parameter of the query or of a form,
// else the header. An empty one counts as sent.
func sentNonce(r *http.Request) (string, bool) {
	if query := r.URL.RawQuery; strings.Contains(query, nonceParam) || strings.Contains(query, "%") {
		if q, err := url.ParseQuery(r.URL.RawQuery); err == nil && q.Has(nonceParam) {
			return q.Get(nonceParam), true
		}
	}
	if nonce, ok := formNonce(r); ok {
		return nonce, true
	}
	if v := r.Header.Values("X-Wp-Nonce"); len(v) > 0 {
		return v[0], true
	}
	return "", false
}

// maxPeek is how far into a form a nonce is looked for.
const maxPeek = 64 << 10

// formNonce looks for a nonce in the start of a form and leaves the body of
// the request as if it had never been read.
func formNonce(r *http.Request) (string, bool) {
	if r.Method != http.MethodPost || r.Body == nil || r.Body == http.NoBody {
		return "", false
	}
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/x-www-form-urlencoded" && kind != "multipart/form-data" {
		return "", false
	}
	head, err := io.ReadAll(io.LimitReader(r.Body, maxPeek))
	rest := io.Reader(r.Body)
	if err != nil {
		rest = failed{err}
	}
	r.Body = body{io.MultiReader(bytes.NewReader(head), rest), r.Body}
	if !bytes.Contains(head, []byte(nonceParam)) {
		return "", false
	}
	if kind == "multipart/form-data" {
		return multipartNonce(head, params["boundary"])
	}
	q, err := url.ParseQuery(string(head))
	return q.Get(nonceParam), err == nil && q.Has(nonceParam)
}

func multipartNonce(head []byte, boundary string) (string, bool) {
	if boundary == "" {
		return "", false
	}
	parts := multipart.NewReader(bytes.NewReader(head), boundary)
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			return "", false
		}
		if part.FormName() != nonceParam {
			continue
		}
		value, err := io.ReadAll(io.LimitReader(part, maxSecret))
		return string(value), err == nil
	}
}

// body is a request's body that was read in part and put back.
type body struct {
	io.Reader
	io.Closer
}

// failed is a reader that ends with what reading ended with before.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// NonceLogout is the action of the nonce in links to log out.
const NonceLogout = "log-out"

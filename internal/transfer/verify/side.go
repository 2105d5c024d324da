package verify

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"quoin/internal/platform/outbound"
)

// maxAnswer bounds an answer.
const maxAnswer = 64 << 20

// Answer is what a side says to a path.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte

	tooLarge bool // the body wasn't read
}

// Side is one of the two sites. An answer of any status is one.
type Side interface {
	// Base is its address, without a slash at the end.
	Base() string
	// Get asks for a path, as the administrator or as a visitor.
	Get(ctx context.Context, path string, signed bool) (*Answer, error)
}

// Credentials are an account with its application password; the zero value is nobody.
type Credentials struct{ User, Password string }

func (c Credentials) header(signed bool) http.Header {
	h := http.Header{}
	if signed && c.User != "" {
		h.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(c.User+":"+c.Password)))
	}
	return h
}

// Remote is a site that is asked over the network. Its host may be asked wherever it is,
// since the operator named it; no redirect is followed.
type Remote struct {
	Client *outbound.Client
	URL    string
	As     Credentials
	// Pause waits before something is asked again.
	Pause func(ctx context.Context, d time.Duration) error
	// Limit spreads the requests; nil doesn't.
	Limit *rate.Limiter

	// busy is held while the site asks to be left alone: nobody asks it then.
	busy sync.RWMutex
}

// Base implements Side.
func (r *Remote) Base() string { return r.URL }

// tries is how often a site that is busy is asked, longest how long it is waited for.
const (
	tries   = 5
	longest = time.Minute
)

// Get implements Side.
func (r *Remote) Get(ctx context.Context, path string, signed bool) (*Answer, error) {
	for try := 1; ; try++ {
		a, err := r.ask(ctx, path, signed)
		if err != nil {
			return nil, err
		}
		busy := a.Status == http.StatusTooManyRequests || a.Status == http.StatusServiceUnavailable
		if !busy || try == tries {
			return &Answer{Status: a.Status, Header: a.Header, Body: a.Body}, nil
		}
		wait := time.Duration(try) * 2 * time.Second
		if n, err := strconv.Atoi(a.Header.Get("Retry-After")); err == nil && n >= 0 {
			wait = time.Duration(n) * time.Second
		}
		if err := r.rest(ctx, min(wait, longest)); err != nil {
			return nil, err
		}
	}
}

func (r *Remote) ask(ctx context.Context, path string, signed bool) (*outbound.Answer, error) {
	r.busy.RLock()
	defer r.busy.RUnlock()
	if r.Limit != nil {
		if err := r.Limit.Wait(ctx); err != nil {
			return nil, err
		}
	}
	return r.Client.Do(ctx, outbound.Request{URL: r.URL + path, Header: r.As.header(signed), MaxBytes: maxAnswer, NoRedirects: true, Site: r.URL})
}

func (r *Remote) rest(ctx context.Context, d time.Duration) error {
	r.busy.Lock()
	defer r.busy.Unlock()
	return r.Pause(ctx, d)
}

// Here is the site of this program.
type Here struct {
	Handler http.Handler
	URL     string
	As      Credentials
}

// Base implements Side.
func (h *Here) Base() string { return h.URL }

// Get implements Side.
func (h *Here) Get(ctx context.Context, path string, signed bool) (*Answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.URL+path, nil)
	if err != nil {
		return nil, fmt.Errorf("ask for %s: %w", path, err)
	}
	req.Header = h.As.header(signed)
	req.RequestURI, req.RemoteAddr = req.URL.RequestURI(), "127.0.0.1:1"
	w := &kept{header: http.Header{}, status: http.StatusOK}
	h.Handler.ServeHTTP(w, req)
	return &Answer{Status: w.status, Header: w.header, Body: w.body.Bytes()}, nil
}

// kept keeps an answer.
type kept struct {
	header http.Header
	status int
	begun  bool
	body   bytes.Buffer
}

func (k *kept) Header() http.Header { return k.header }

func (k *kept) WriteHeader(status int) {
	if !k.begun {
		k.begun, k.status = true, status
	}
}

func (k *kept) Write(p []byte) (int, error) {
	k.begun = true
	return k.body.Write(p)
}

// placed is a text with {base} for each form of an address.
func placed(text, base string) string {
	_, bare, _ := strings.Cut(base, "://")
	for _, form := range []string{base, strings.ReplaceAll(base, "/", `\/`), "//" + bare, url.QueryEscape(base), bare} {
		text = strings.ReplaceAll(text, form, "{base}")
	}
	return text
}

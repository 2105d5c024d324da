package outbound

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// Config is what a Client is made of; the zero Config is good.
type Config struct {
	// Timeout bounds a whole request with its redirects; 0 means ten seconds.
	Timeout time.Duration
	// Redirects is how many are followed; 0 means five, less than 0 none.
	Redirects int
	// UserAgent is sent with every request.
	UserAgent string
	// Allow lists addresses that may be asked although they aren't public, for
	// tests and for neighbours that the operator trusts.
	Allow []netip.AddrPort
	// Resolver looks up names; nil means that of the system.
	Resolver *net.Resolver
	// Transport changes the transport before it is used; nil leaves it.
	Transport func(*http.Transport)
}

// Client fetches addresses. It is safe for concurrent use.
type Client struct {
	Config
	http     *http.Client
	reserved []netip.Prefix
}

const (
	defaultTimeout   = 10 * time.Second
	defaultRedirects = 5
	maxHeaderBytes   = 64 << 10
)

// New makes a Client.
func New(config Config) *Client {
	if config.Timeout == 0 {
		config.Timeout = defaultTimeout
	}
	if config.Redirects == 0 {
		config.Redirects = defaultRedirects
	}
	if config.UserAgent == "" {
		config.UserAgent = "Quoin"
	}
	c := &Client{Config: config, reserved: reserved()}
	transport := &http.Transport{
		DialContext:            c.dial,
		TLSHandshakeTimeout:    config.Timeout,
		ResponseHeaderTimeout:  config.Timeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		// A connection that one request was allowed to make must not serve
		// another that isn't.
		DisableKeepAlives: true,
		ForceAttemptHTTP2: true,
	}
	if config.Transport != nil {
		config.Transport(transport)
	}
	c.http = &http.Client{
		Transport: transport,
		CheckRedirect: func(r *http.Request, via []*http.Request) error {
			if stays, _ := r.Context().Value(staysKey{}).(bool); stays {
				return http.ErrUseLastResponse
			}
			if len(via) > c.Redirects {
				return errors.New("too many redirects")
			}
			r.Header.Del("Referer")
			return c.check(r.Context(), r.URL)
		},
	}
	return c
}

// Request is one fetch.
type Request struct {
	Method string // GET unless set
	URL    string
	Header http.Header
	Body   []byte
	// MaxBytes bounds the body. Cut takes the beginning of a longer one, which
	// is an error otherwise.
	MaxBytes int64
	Cut      bool
	// Seen is told the headers of an answer that is downloaded; nil isn't.
	Seen func(http.Header)
	// NoRedirects takes a redirect as the answer.
	NoRedirects bool
	// Site is the address of the site itself, which may be asked wherever it
	// is; "" makes no exception.
	Site string
}

// Answer is what came back.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	URL    string // after redirects
}

// staysKey marks requests that follow no redirects.
type staysKey struct{}

// ErrTooLarge says that a body was longer than allowed.
var ErrTooLarge = errors.New("answer is too large")

// StatusError says that an address answered with something else than success.
type StatusError struct{ Status int }

// Error implements error.
func (e *StatusError) Error() string {
	return fmt.Sprintf("answered %d %s", e.Status, http.StatusText(e.Status))
}

// send asks an address. The caller closes the body.
func (c *Client) send(ctx context.Context, r Request) (*http.Response, error) {
	u, err := url.Parse(r.URL)
	if err != nil {
		return nil, fmt.Errorf("fetch %q: %w", r.URL, ErrRefused)
	}
	if err := c.check(ctx, u); err != nil {
		return nil, fmt.Errorf("fetch %s: %w", u.Redacted(), err)
	}
	if r.NoRedirects {
		ctx = context.WithValue(ctx, staysKey{}, true)
	}
	req, err := http.NewRequestWithContext(ctx, cmp.Or(r.Method, http.MethodGet), u.String(), bytes.NewReader(r.Body))
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", u.Redacted(), err)
	}
	for name, values := range r.Header {
		req.Header[name] = values
	}
	req.Header.Set("User-Agent", c.UserAgent)
	res, err := c.http.Do(req)
	if err != nil {
		return nil, fmt.Errorf("fetch %s: %w", u.Redacted(), err)
	}
	return res, nil
}

// Do fetches an address. Any status is an answer.
func (c *Client) Do(ctx context.Context, r Request) (*Answer, error) {
	ctx, cancel := context.WithTimeout(withOwn(ctx, r.Site), c.Timeout)
	defer cancel()
	res, err := c.send(ctx, r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, r.MaxBytes+1))
	if err != nil {
		return nil, fmt.Errorf("fetch %s: read body: %w", res.Request.URL.Redacted(), err)
	}
	if int64(len(body)) > r.MaxBytes {
		if !r.Cut {
			return nil, fmt.Errorf("fetch %s: %w", res.Request.URL.Redacted(), ErrTooLarge)
		}
		body = body[:r.MaxBytes]
	}
	return &Answer{Status: res.StatusCode, Header: res.Header, Body: body, URL: res.Request.URL.String()}, nil
}

// downloadTimeout bounds a whole download; what is slower than that isn't
// waited for.
const downloadTimeout = 5 * time.Minute

// Download writes what an address answers to w. A limit that is exceeded, in
// bytes, is *http.MaxBytesError; an answer that is no success is a
// *StatusError.
func (c *Client) Download(ctx context.Context, address string, w io.Writer, limit int64) error {
	return c.DownloadFor(ctx, Request{URL: address}, w, limit)
}

// DownloadFor is Download for a request that may have headers and ask the site itself.
func (c *Client) DownloadFor(ctx context.Context, r Request, w io.Writer, limit int64) error {
	ctx, cancel := context.WithTimeout(withOwn(ctx, r.Site), downloadTimeout)
	defer cancel()
	res, err := c.send(ctx, r)
	if err != nil {
		return err
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("download %s: %w", res.Request.URL.Redacted(), &StatusError{res.StatusCode})
	}
	if r.Seen != nil {
		r.Seen(res.Header)
	}
	if res.ContentLength > limit {
		return fmt.Errorf("download %s: %w", res.Request.URL.Redacted(), &http.MaxBytesError{Limit: limit})
	}
	n, err := io.Copy(w, io.LimitReader(res.Body, limit))
	if err != nil {
		return fmt.Errorf("download %s: %w", res.Request.URL.Redacted(), err)
	}
	if n == limit {
		if more, _ := io.ReadFull(res.Body, make([]byte, 1)); more > 0 {
			return fmt.Errorf("download %s: %w", res.Request.URL.Redacted(), &http.MaxBytesError{Limit: limit})
		}
	}
	return nil
}

// Package services asks the services of others that search engine work uses:
// one that writes texts, one that knows keywords, one that watches ranks. It
// knows what is said to them and what they answer; package seo keeps tokens and
// answers clients.
package services

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

// Timeout is how long a service has for an answer.
const Timeout = 60 * time.Second

// maxAnswer bounds an answer.
const maxAnswer = 4 << 20

// Unset is an error of a service whose address isn't set.
type Unset struct{ Setting string }

func (u Unset) Error() string {
	return "the setting " + u.Setting + " is missing: it names the service to ask"
}

// ErrUnreachable says that a service didn't answer.
var ErrUnreachable = errors.New("the service can't be reached")

// Problem is an answer of a service that says no.
type Problem struct {
	Status  int
	Message string
	Code    string
	// Missing are licences that would be needed; nil when nothing is said.
	Missing []any
}

func (p *Problem) Error() string {
	return fmt.Sprintf("the service answers %d: %s", p.Status, p.Message)
}

// Client asks services. It follows no redirects, since it sends secrets.
type Client struct{ out *outbound.Client }

// New makes a Client with the limits of another.
func New(c *outbound.Client) *Client {
	config := c.Config
	config.Timeout, config.Redirects = Timeout, -1
	return &Client{outbound.New(config)}
}

// Call is one question.
type Call struct {
	Method, URL string
	Bearer      string
	Header      map[string]string
	Body        any // a wire value; nil sends none
}

// Ask asks and gives the answer: a Problem unless it is a success.
func (c *Client) Ask(ctx context.Context, q Call) (any, error) {
	r := outbound.Request{Method: q.Method, URL: q.URL, Header: http.Header{"Accept": {"application/json"}}, MaxBytes: maxAnswer}
	if q.Bearer != "" {
		r.Header.Set("Authorization", "Bearer "+q.Bearer)
	}
	for name, value := range q.Header {
		r.Header.Set(name, value)
	}
	if q.Body != nil {
		r.Header.Set("Content-Type", "application/json")
		r.Body = wire.Encode(q.Body, nil)
	}
	a, err := c.out.Do(ctx, r)
	if err != nil {
		return nil, errors.Join(ErrUnreachable, err)
	}
	var body any
	if len(bytes.TrimSpace(a.Body)) > 0 {
		body, err = wire.Decode(a.Body)
	}
	if a.Status >= 200 && a.Status < 300 {
		if err != nil {
			return nil, &Problem{Status: http.StatusBadGateway, Message: "the service answers no JSON"}
		}
		return body, nil
	}
	o, _ := body.(*wire.Object)
	p := &Problem{Status: a.Status, Message: o.Text("message"), Code: o.Text("error_code")}
	if p.Message == "" {
		p.Message = http.StatusText(a.Status)
	}
	p.Missing, _ = o.Get("missing_licenses").([]any)
	return nil, p
}

// RoundTrip lets libraries for HTTP ask through the Client.
func (c *Client) RoundTrip(r *http.Request) (*http.Response, error) {
	q := outbound.Request{Method: r.Method, URL: r.URL.String(), Header: r.Header, MaxBytes: maxAnswer}
	if r.Body != nil {
		body, err := io.ReadAll(io.LimitReader(r.Body, maxAnswer))
		if err != nil {
			return nil, fmt.Errorf("read the body of a request: %w", err)
		}
		q.Body = body
	}
	a, err := c.out.Do(r.Context(), q)
	if err != nil {
		return nil, errors.Join(ErrUnreachable, err)
	}
	return &http.Response{
		StatusCode: a.Status, Status: http.StatusText(a.Status), Header: a.Header, Body: io.NopCloser(bytes.NewReader(a.Body)),
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, ContentLength: int64(len(a.Body)), Request: r,
	}, nil
}

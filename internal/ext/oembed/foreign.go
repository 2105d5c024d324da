package oembed

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

// provider is a site that is known to answer for addresses.
type provider struct {
	addresses []*regexp.Regexp
	endpoint  string
}

//go:embed providers.json
var providersFile []byte

// trustedProviders are the providers that are trusted with their HTML. The file is part
// of the program, so a mistake in it must not start.
func trustedProviders() []provider {
	var list []struct {
		Endpoint  string
		Addresses []string
	}
	if err := json.Unmarshal(providersFile, &list); err != nil {
		panic("oembed: providers.json: " + err.Error())
	}
	out := make([]provider, len(list))
	for i, p := range list {
		out[i].endpoint = p.Endpoint
		for _, a := range p.Addresses {
			out[i].addresses = append(out[i].addresses, regexp.MustCompile(`(?i)^https?://`+a))
		}
	}
	return out
}

// endpoint is where the provider of an address answers, "" when it is unknown.
func (s *service) endpoint(address string) string {
	for _, p := range s.providers {
		for _, re := range p.addresses {
			if re.MatchString(address) {
				return p.endpoint
			}
		}
	}
	return ""
}

// question is what the proxy is asked.
type question struct {
	url           string
	width, height int64
	format        string
	discover      bool
}

const (
	lifetime      = 24 * time.Hour
	maxPage       = 150 << 10 // of a page that may name its provider
	maxAnswer     = 512 << 10
	defaultHeight = 750
)

// foreign is the answer for an address of another site, nil when there is
// none. Answers are kept for a day.
func (s *service) foreign(ctx context.Context, q question) (*wire.Object, error) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", []any{q.url, q.width, q.height, q.format, q.discover}))
	key, now := "oembed:"+hex.EncodeToString(sum[:]), s.Site.Clock()
	kept, ok, err := s.Cache.Cached(ctx, key, now)
	if err != nil {
		return nil, err
	}
	if ok {
		if v, err := wire.Decode([]byte(kept)); err == nil {
			if o, ok := v.(*wire.Object); ok {
				return o, nil
			}
		}
	}
	trusted := s.endpoint(q.url)
	endpoint := trusted
	if endpoint == "" && q.discover {
		endpoint = s.discover(ctx, q.url)
	}
	if endpoint == "" {
		return nil, nil
	}
	data := s.ask(ctx, endpoint, q)
	if data == nil {
		return nil, nil
	}
	data.Set("html", rebuild(data, q.url, trusted != ""))
	if err := s.Cache.SetCached(ctx, key, string(wire.Encode(data, nil)), now, now.Add(lifetime)); err != nil {
		return nil, err
	}
	return data, nil
}

// ask fetches a provider's answer in one format after the other. What goes
// wrong outside counts as no answer.
func (s *service) ask(ctx context.Context, endpoint string, q question) *wire.Object {
	for _, format := range []string{"json", "xml"} {
		u, err := url.Parse(strings.ReplaceAll(endpoint, "{format}", format))
		if err != nil {
			return nil
		}
		height := q.height
		if height == 0 {
			height = defaultHeight
		}
		query := u.Query()
		query.Set("maxwidth", strconv.FormatInt(q.width, 10))
		query.Set("maxheight", strconv.FormatInt(height, 10))
		query.Set("url", q.url)
		query.Set("dnt", "1")
		query.Set("format", format)
		u.RawQuery = query.Encode()
		a, err := s.Outbound.Do(ctx, outbound.Request{URL: u.String(), MaxBytes: maxAnswer})
		if err != nil {
			s.Log.Info("embed provider", "address", u.Redacted(), "error", err)
			return nil
		}
		if a.Status == http.StatusNotImplemented {
			continue
		}
		if a.Status != http.StatusOK {
			return nil
		}
		return parse(format, a.Body)
	}
	return nil
}

// parse reads an answer, nil when it is none.
func parse(format string, body []byte) *wire.Object {
	if format == "xml" {
		o, err := parseXML(body)
		if err != nil {
			return nil
		}
		return o
	}
	v, err := wire.Decode(body)
	if err != nil {
		return nil
	}
	o, _ := v.(*wire.Object)
	return o
}

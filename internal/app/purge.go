package app

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"quoin/internal/cache"
	"quoin/internal/outbound"
	"quoin/internal/wire"
)

// How purging behaves: tags of writes that follow each other closely go
// together, and a call that fails is tried again.
const (
	purgeGather  = 50 * time.Millisecond
	purgeTries   = 5
	purgePending = 10_000 // tags that wait; beyond that everything is purged
	purgeTimeout = 10 * time.Second
)

// purger tells a shared cache (a CDN) which tags changed: a POST of
// {"tags":[...]} to an address of the operator's. {"everything":true} asks to
// drop all, after so many changes that they weren't counted any more.
type purger struct {
	app     *App
	address string
	client  *outbound.Client
	tags    chan []cache.Tag
}

// newPurger makes a purger for an address, which may be a private one since
// the operator chose it.
func newPurger(a *App, address string) (*purger, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("purge address %q: must be an http or https address", address)
	}
	client := outbound.New(outbound.Config{Timeout: purgeTimeout, Redirects: -1})
	return &purger{app: a, address: address, client: client, tags: make(chan []cache.Tag, 1024)}, nil
}

// changed takes tags without waiting.
func (p *purger) changed(tags []cache.Tag) {
	select {
	case p.tags <- tags:
	default:
		p.app.Log.Warn("purging can't keep up; some changes wait for the age that shared caches were given", "tags", len(tags))
	}
}

// run calls until ctx ends.
func (p *purger) run(ctx context.Context) error {
	for {
		var pending []cache.Tag
		select {
		case <-ctx.Done():
			return ctx.Err()
		case pending = <-p.tags:
		}
		gathered := time.After(purgeGather)
	gather:
		for {
			select {
			case more := <-p.tags:
				pending = append(pending, more...)
			case <-gathered:
				break gather
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		p.send(ctx, slices.Compact(cache.Strings(pending)))
	}
}

func (p *purger) send(ctx context.Context, tags []string) {
	body := wire.NewObject("tags", wire.Strings(tags))
	if len(tags) > purgePending {
		body = wire.NewObject("everything", true)
	}
	wait := time.Second
	for try := 1; ; try++ {
		err := p.post(ctx, wire.Encode(body, nil))
		if err == nil || ctx.Err() != nil {
			return
		}
		if try == purgeTries {
			p.app.Log.Error("purge failed", "address", p.address, "tags", len(tags), "error", err)
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
			wait *= 2
		}
	}
}

func (p *purger) post(ctx context.Context, body []byte) error {
	answer, err := p.client.Do(ctx, outbound.Request{
		Method: http.MethodPost, URL: p.address, Body: body, MaxBytes: 64 << 10, Cut: true,
		Header: http.Header{"Content-Type": {"application/json"}},
		Site:   p.address, // the operator's choice, wherever it is
	})
	if err == nil && answer.Status >= http.StatusMultipleChoices {
		err = &outbound.StatusError{Status: answer.Status}
	}
	return err
}

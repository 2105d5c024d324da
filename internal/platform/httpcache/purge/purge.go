// Package purge tells a shared cache in front of the site what changed.
package purge

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"time"

	"quoin/internal/platform/cache"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

// How purging behaves: tags of writes that follow each other closely go
// together, and a call that fails is tried again.
const (
	purgeGather  = 50 * time.Millisecond
	purgeTries   = 5
	purgePending = 10_000 // tags that wait; beyond that everything is purged
	purgeTimeout = 10 * time.Second
	lastTime     = 10 * time.Second // of the last call
)

// Purger tells a shared cache (a CDN) which tags changed: a POST of
// {"tags":[...]} to an address of the operator's. {"everything":true} asks to
// drop all: after so many changes that they weren't counted any more, or after
// calls that failed.
type Purger struct {
	log     *slog.Logger
	address string
	client  *outbound.Client
	tags    chan []cache.Tag
	lost    atomic.Bool // changes that tags tells nothing of weren't sent
}

// New makes a Purger for an address, which may be a private one since
// the operator chose it.
func New(address string, log *slog.Logger) (*Purger, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, fmt.Errorf("purge address %q: must be an http or https address", address)
	}
	client := outbound.New(outbound.Config{Timeout: purgeTimeout, Redirects: -1})
	return &Purger{log: log, address: address, client: client, tags: make(chan []cache.Tag, 1024)}, nil
}

// Changed takes tags without waiting.
func (p *Purger) Changed(tags []cache.Tag) {
	select {
	case p.tags <- tags:
	default:
		if !p.lost.Swap(true) {
			p.log.Warn("purging can't keep up; everything will be purged")
		}
	}
}

// Run calls until ctx ends, and once more then for what waited.
func (p *Purger) Run(ctx context.Context) error {
	for {
		pending := p.gather(ctx)
		if ctx.Err() != nil {
			p.SendLast(ctx, pending)
			return ctx.Err()
		}
		p.send(ctx, pending)
	}
}

// gather waits for tags and takes those that follow soon.
func (p *Purger) gather(ctx context.Context) []cache.Tag {
	var pending []cache.Tag
	select {
	case <-ctx.Done():
		return nil
	case pending = <-p.tags:
	}
	gathered := time.After(purgeGather)
	for {
		select {
		case more := <-p.tags:
			pending = append(pending, more...)
		case <-gathered:
			return pending
		case <-ctx.Done():
			return pending
		}
	}
}

// body says what to purge. What was lost before it is asked for is in it.
func (p *Purger) body(tags []cache.Tag) []byte {
	list := slices.Compact(cache.Strings(tags))
	if p.lost.Swap(false) || len(list) > purgePending {
		return wire.Encode(wire.NewObject("everything", true), nil)
	}
	return wire.Encode(wire.NewObject("tags", wire.Strings(list)), nil)
}

// send calls until the shared cache has heard, a few times at most.
func (p *Purger) send(ctx context.Context, tags []cache.Tag) {
	body, wait := p.body(tags), time.Second
	for try := 1; ; try++ {
		err := p.post(ctx, body)
		if err == nil {
			return
		}
		if try == purgeTries {
			p.log.Error("purge failed; everything will be purged with the next change", "address", p.address, "tags", len(tags), "error", err)
			p.lost.Store(true)
			return
		}
		select {
		case <-ctx.Done():
			p.lost.Store(true)
			return
		case <-time.After(wait):
			wait *= 2
		}
	}
}

// SendLast calls once for what waits, even after ctx has ended: the next start
// knows nothing of these tags.
func (p *Purger) SendLast(ctx context.Context, tags []cache.Tag) {
	for len(p.tags) > 0 {
		tags = append(tags, <-p.tags...)
	}
	if len(tags) == 0 && !p.lost.Load() {
		return
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastTime)
	defer cancel()
	if err := p.post(last, p.body(tags)); err != nil {
		p.log.Error("the last purge failed; shared caches may hold old answers", "address", p.address, "tags", len(tags), "error", err)
	}
}

func (p *Purger) post(ctx context.Context, body []byte) error {
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

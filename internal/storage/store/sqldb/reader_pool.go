package sqldb

import (
	"context"
	"sync"
)

// readerPool are the connections that read. The one that was given back last is given out
// first: what it prepared and read is used again, and those that few need keep little. Each
// keeps as many pages as it has read, up to its bound.
type readerPool struct {
	free chan struct{} // a value for each that is free

	mu   sync.Mutex
	list []*session
}

func newReaderPool(n int) *readerPool { return &readerPool{free: make(chan struct{}, n)} }

// put gives a connection back, or adds one.
func (p *readerPool) put(s *session) {
	p.mu.Lock()
	p.list = append(p.list, s)
	p.mu.Unlock()
	p.free <- struct{}{}
}

// get waits for a connection.
func (p *readerPool) get(ctx context.Context) (*session, error) {
	select {
	case <-p.free:
	default:
		select {
		case <-p.free:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	last := len(p.list) - 1
	s := p.list[last]
	p.list = p.list[:last]
	return s, nil
}

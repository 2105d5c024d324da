package netlimit

import (
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate bounds how many requests a second one client (an IPv6 /64) may make.
type Rate struct {
	PerSecond float64 // in the long run; 0 bounds nothing
	Burst     int     // at once
	Trusted   Proxies

	mu      sync.Mutex
	clients map[netip.Addr]*rate.Limiter
	swept   time.Time
}

// maxClients bounds the memory that clients take. Beyond it those who may make
// their whole burst again are forgotten; if there are none, newcomers share what
// one may do.
const maxClients = 1 << 16

// sweepEvery is how often it is looked for those who may be forgotten, where there is no
// room: that takes as long as some hundred requests.
const sweepEvery = time.Second

// Handler refuses requests beyond the rate with 429 and says in Retry-After when
// the next one may come. Without a rate it is next.
func (l *Rate) Handler(next http.Handler) http.Handler {
	if l.PerSecond <= 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if wait := l.Take(Peer(l.Trusted.Client(r)), time.Now()); wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "Too many requests; come back in a moment.", http.StatusTooManyRequests)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Take lets a client (see Peer) make a request now, or tells how long it must wait.
func (l *Rate) Take(client netip.Addr, now time.Time) time.Duration {
	l.mu.Lock()
	limiter := l.of(client, now)
	l.mu.Unlock()
	if limiter.AllowN(now, 1) {
		return 0
	}
	return time.Duration((1 - limiter.TokensAt(now)) / l.PerSecond * float64(time.Second))
}

func (l *Rate) of(client netip.Addr, now time.Time) *rate.Limiter {
	if known := l.clients[client]; known != nil {
		return known
	}
	if l.clients == nil {
		l.clients = map[netip.Addr]*rate.Limiter{}
	}
	if len(l.clients) >= maxClients && now.Sub(l.swept) >= sweepEvery {
		l.swept = now
		for addr, limiter := range l.clients {
			if limiter.TokensAt(now) >= float64(max(1, l.Burst)) {
				delete(l.clients, addr)
			}
		}
	}
	if len(l.clients) >= maxClients {
		client = netip.Addr{} // all newcomers
		if known := l.clients[client]; known != nil {
			return known
		}
	}
	limiter := rate.NewLimiter(rate.Limit(l.PerSecond), max(1, l.Burst))
	l.clients[client] = limiter
	return limiter
}

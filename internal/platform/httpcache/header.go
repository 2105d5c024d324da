package httpcache

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"quoin/internal/platform/cache"
)

// Policy is what shared caches between the server and its readers are told.
type Policy struct {
	// SharedMaxAge is how long they may hold an answer without asking, for sites
	// that purge them; 0 makes them ask every time.
	SharedMaxAge time.Duration
	Tags         bool // whether answers name what they depend on
}

// Private is the Cache-Control of answers for one caller.
const Private = "private, no-store"

// SetHeader sets the headers of an answer for anonymous callers that depends on
// deps. Browsers ask each time; a shared cache that is told what changes may
// hold the answer for a while. With NoStore nobody may.
func (p Policy) SetHeader(h http.Header, deps cache.Deps) {
	if deps.NoStore {
		h.Set("Cache-Control", Private)
		return
	}
	control := "public, no-cache"
	if p.SharedMaxAge > 0 {
		control = "public, max-age=0, must-revalidate, s-maxage=" + strconv.Itoa(int(p.SharedMaxAge.Seconds()))
	}
	h.Set("Cache-Control", control)
	if p.Tags {
		h.Set("Cache-Tag", tagHeader(deps.Tags))
	}
}

// maxTagHeader bounds the Cache-Tag header, which proxies limit.
const maxTagHeader = 8000

// tagHeader prints tags for a header, in order. When they are too long, those of
// single things give way to that of their collection, which changes with them.
func tagHeader(tags []cache.Tag) string {
	all := strings.Join(cache.Strings(tags), ",")
	if len(all) <= maxTagHeader {
		return all
	}
	wide := make([]cache.Tag, len(tags))
	for i, t := range tags {
		wide[i] = t.Wider()
	}
	return strings.Join(slices.Compact(cache.Strings(wide)), ",")
}

package sitehealth

import (
	"encoding/base64"
	"net/http"
	"slices"
	"strings"
	"time"

	"quoin/internal/api/rest"
	"quoin/internal/platform/outbound"
	"quoin/internal/platform/wire"
)

// What a test makes of what it found.
const (
	good        = "good"
	recommended = "recommended"
	critical    = "critical"
)

// What tests are about.
const (
	security    = "Security"
	performance = "Performance"
)

// maxBody is what is read of an answer that only its status matters of.
const maxBody = 64 << 10

func badge(label string) *wire.Object { return wire.NewObject("label", label, "color", "blue") }

func found(test, about, status, label, text string) *wire.Object {
	return wire.NewObject("label", label, "status", status, "badge", badge(about), "description", "<p>"+text+"</p>", "actions", "", "test", test)
}

// updates is good: there is nothing that would change while it runs.
func (s *service) updates(*rest.Request) *wire.Object {
	return found("background_updates", security, good, "The server never changes itself",
		"A new version is a new program file that the operator installs. The database follows at the next start.")
}

// loopback asks the site by its public address.
func (s *service) loopback(r *rest.Request) *wire.Object {
	const test = "loopback_requests"
	ctx := r.Context()
	base := s.Site.Base(ctx)
	a, err := s.Outbound.Do(ctx, outbound.Request{URL: base + "/api/", MaxBytes: maxBody, Cut: true, Site: base})
	switch {
	case err != nil:
		s.Log.Info("site health: the site doesn't reach itself", "error", err)
		return found(test, performance, critical, "The site doesn't reach itself",
			"A request to the site's own address failed. Previews and details of own pages need it.")
	case a.Status != http.StatusOK:
		return found(test, performance, recommended, "The site reaches itself, but something else answers",
			"A request to the site's own address was answered, but not with success. A proxy or another server may stand in between.")
	}
	return found(test, performance, good, "The site reaches itself", "A request to the site's own address was answered.")
}

func (s *service) https(r *rest.Request) *wire.Object {
	const test = "https_status"
	if strings.HasPrefix(s.Site.Base(r.Context()), "https://") {
		return found(test, security, good, "The site is served over HTTPS", "What visitors and the site send each other can't be read on the way.")
	}
	return found(test, security, recommended, "The site isn't served over HTTPS",
		"What visitors and the site send each other can be read and changed on the way. Put a server in front that speaks HTTPS, and change the site's address.")
}

// directory is the service that lists what can be installed.
const directory = "https://api.wordpress.org/"

// outside asks a server that is always there.
func (s *service) outside(r *rest.Request) *wire.Object {
	const test = "dotorg_communication"
	if _, err := s.Outbound.Do(r.Context(), outbound.Request{URL: directory, MaxBytes: maxBody, Cut: true}); err != nil {
		s.Log.Info("site health: no way out", "error", err)
		return found(test, security, critical, "Other sites can't be reached", "Directories and embeds need a way out to other sites. A firewall may stand in between.")
	}
	return found(test, security, good, "Other sites can be reached", "A request to "+directory+" was answered.")
}

// authorization looks at the header that the client of the test sends: user
// and password of HTTP Basic, both with fixed texts.
func (s *service) authorization(r *rest.Request) *wire.Object {
	const test = "authorization_header"
	header := r.Header.Get("Authorization")
	encoded, basic := strings.CutPrefix(header, "Basic ")
	decoded, err := base64.StdEncoding.DecodeString(encoded)
	switch {
	case header == "":
		return found(test, security, recommended, "The authorization header is missing", "Requests arrive without it, so application passwords can't work. A proxy may remove it.")
	case !basic || err != nil || string(decoded) != "user:pwd":
		return found(test, security, recommended, "The authorization header is another one", "The header arrives, but not as the client of this test sends it.")
	}
	return found(test, security, good, "The authorization header arrives", "Application passwords can work.")
}

// slow is when an uncached page takes too long.
const slow = 600 * time.Millisecond

// pageCache asks the home page three times and looks whether anything keeps
// it, and how long it takes.
func (s *service) pageCache(r *rest.Request) *wire.Object {
	ctx := r.Context()
	base := s.Site.Base(ctx)
	status, label, text := recommended, "Pages aren't cached, but come fast", "No header of the home page lets browsers or proxies keep it."
	var times []time.Duration
	kept := ""
	for range 3 {
		start := time.Now()
		a, err := s.Outbound.Do(ctx, outbound.Request{URL: base + "/", MaxBytes: maxBody, Cut: true, Site: base})
		if err != nil {
			s.Log.Info("site health: home page", "error", err)
			status, label, text = critical, "The home page doesn't answer", "A request to the home page failed."
			break
		}
		times = append(times, time.Since(start))
		if h := cacheability(a.Header); h != "" {
			kept = h
		}
	}
	if len(times) == 3 {
		slices.Sort(times)
		switch {
		case kept != "":
			status, label, text = good, "Pages are cached", "The home page has the header "+kept+"."
		case times[1] >= slow:
			status, label, text = critical, "Pages aren't cached and come slowly", "The home page took "+times[1].Round(time.Millisecond).String()+"."
		}
	}
	return wire.NewObject("badge", badge(performance), "description", "<p>"+text+"</p>", "test", "page_cache", "status", status, "label", label, "actions", "")
}

// cacheability is the name of a header that shows that a page is kept.
func cacheability(h http.Header) string {
	for _, name := range []string{"Cache-Control", "Expires", "Age", "Last-Modified", "Etag", "X-Cache-Enabled", "X-Cache-Disabled", "X-Srcache-Store-Status", "X-Srcache-Fetch-Status", "Via", "X-Cache"} {
		v := strings.ToLower(h.Get(name))
		if v == "" || name == "Cache-Control" && !strings.Contains(v, "max-age=") {
			continue
		}
		return name
	}
	return ""
}

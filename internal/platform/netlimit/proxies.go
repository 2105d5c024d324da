package netlimit

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the networks whose word on who called is believed. None is
// believed by default: anybody can send the headers.
type Proxies []netip.Prefix

// ParseProxies reads a list of networks and addresses between commas, such as
// "10.0.0.0/8,::1".
func ParseProxies(list string) (Proxies, error) {
	var out Proxies
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		network, err := netip.ParsePrefix(word)
		if addr, addrErr := netip.ParseAddr(word); addrErr == nil {
			addr = addr.Unmap()
			network, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q is no address and no network such as 10.0.0.0/8", word)
		}
		out = append(out, network.Masked())
	}
	return out, nil
}

// Trust tells whether an address is that of a trusted proxy.
func (p Proxies) Trust(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	for _, network := range p {
		if network.Contains(a) {
			return true
		}
	}
	return false
}

// TrustPeer tells whether the connection of a request is that of a trusted proxy.
func (p Proxies) TrustPeer(r *http.Request) bool { return p.Trust(hostAddr(r.RemoteAddr)) }

// Client is the address of who sent a request: that of the connection, or the
// last one that the trusted proxies didn't add themselves. It is the zero
// address when the connection has none.
func (p Proxies) Client(r *http.Request) netip.Addr {
	at := hostAddr(r.RemoteAddr)
	if len(p) == 0 || !p.Trust(at) {
		return at
	}
	hops := forwardedFor(r.Header)
	for i := len(hops) - 1; i >= 0; i-- {
		hop := hostAddr(hops[i])
		if !hop.IsValid() {
			// What stands before something unreadable could be anybody's word.
			return at
		}
		if at = hop; !p.Trust(at) {
			break
		}
	}
	return at
}

// TLS tells whether a client's connection is encrypted: the one to us, or by
// the word of a trusted proxy the one to it.
func (p Proxies) TLS(r *http.Request) bool {
	if r.TLS != nil {
		return true
	}
	if !p.TrustPeer(r) {
		return false
	}
	if v := r.Header.Values("X-Forwarded-Proto"); len(v) > 0 {
		return strings.EqualFold(lastWord(v[len(v)-1]), "https")
	}
	if v := r.Header.Values("Forwarded"); len(v) > 0 {
		return strings.EqualFold(parameter(lastWord(v[len(v)-1]), "proto"), "https")
	}
	return false
}

// lastWord is the last element of a list between commas: what the nearest
// proxy says.
func lastWord(list string) string {
	return strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:])
}

// maxHops bounds how many proxies are looked at.
const maxHops = 32

// forwardedFor are the addresses that proxies noted, the nearest last. Where
// both headers are there the older one counts, which more proxies write.
func forwardedFor(h http.Header) []string {
	var hops []string
	for _, line := range h.Values("X-Forwarded-For") {
		hops = append(hops, strings.Split(line, ",")...)
	}
	if hops == nil {
		for _, line := range h.Values("Forwarded") {
			for element := range strings.SplitSeq(line, ",") {
				hops = append(hops, parameter(element, "for"))
			}
		}
	}
	return hops[max(0, len(hops)-maxHops):]
}

// parameter is one of an element of a Forwarded header (RFC 7239).
func parameter(element, want string) string {
	for pair := range strings.SplitSeq(element, ";") {
		name, value, _ := strings.Cut(pair, "=")
		if strings.EqualFold(strings.TrimSpace(name), want) {
			return strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return ""
}

// hostAddr reads an address with or without a port and brackets.
func hostAddr(s string) netip.Addr {
	s = strings.TrimSpace(s)
	if host, _, err := net.SplitHostPort(s); err == nil {
		s = host
	}
	a, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(s, "["), "]"))
	if err != nil {
		return netip.Addr{}
	}
	return a.Unmap().WithZone("")
}

// Peer is what stands for one customer of a network provider: an IPv4 address,
// or the /64 network that an IPv6 address is from.
func Peer(a netip.Addr) netip.Addr {
	if a = a.Unmap().WithZone(""); !a.Is6() {
		return a
	}
	network, err := a.Prefix(64)
	if err != nil {
		return a
	}
	return network.Addr()
}

// Network is what counts as one client, as it is written: an IPv4 address, or
// the /64 of an IPv6 one, in which a caller has as many addresses as they like.
// What is no address is one of its own.
func Network(address string) string {
	a, err := netip.ParseAddr(address)
	if err != nil {
		return address
	}
	peer := Peer(a)
	if peer.Is6() {
		return netip.PrefixFrom(peer, 64).String()
	}
	return peer.String()
}

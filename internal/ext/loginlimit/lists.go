package loginlimit

import (
	"net/netip"
	"slices"
	"strings"
)

// hasLogin tells whether a list has a name or an e-mail address to log in with.
func hasLogin(list []string, login string) bool {
	return login != "" && slices.ContainsFunc(list, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), login) })
}

// within tells whether a list of addresses has one: by itself, in a range a-b,
// or in a network.
func within(list []string, ip netip.Addr) bool {
	return ip.IsValid() && slices.ContainsFunc(list, func(entry string) bool {
		first, last, ok := parseRange(entry)
		return ok && first.Is4() == ip.Is4() && first.Compare(ip) <= 0 && ip.Compare(last) <= 0
	})
}

// parseRange is the first and the last address that an entry of a list means.
func parseRange(entry string) (first, last netip.Addr, ok bool) {
	entry = strings.TrimSpace(entry)
	if from, to, isRange := strings.Cut(entry, "-"); isRange {
		a, err1 := netip.ParseAddr(strings.TrimSpace(from))
		b, err2 := netip.ParseAddr(strings.TrimSpace(to))
		a, b = a.Unmap(), b.Unmap()
		return a, b, err1 == nil && err2 == nil && a.Is4() == b.Is4() && a.Compare(b) <= 0
	}
	if strings.Contains(entry, "/") {
		p, err := netip.ParsePrefix(entry)
		if err != nil {
			return first, last, false
		}
		p = p.Masked()
		return p.Addr(), lastOf(p), true
	}
	a, err := netip.ParseAddr(entry)
	return a.Unmap(), a.Unmap(), err == nil
}

// lastOf is the last address of a network.
func lastOf(p netip.Prefix) netip.Addr {
	bytes := p.Addr().AsSlice()
	for i := p.Bits(); i < 8*len(bytes); i++ {
		bytes[i/8] |= 0x80 >> (i % 8)
	}
	last, _ := netip.AddrFromSlice(bytes)
	return last
}

func parseIP(text string) netip.Addr {
	ip, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Addr{}
	}
	return ip.Unmap()
}

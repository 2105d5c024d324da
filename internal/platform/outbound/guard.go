package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"unicode"

	"golang.org/x/net/idna"
)

// ErrRefused says that an address must not be asked.
var ErrRefused = errors.New("address is not public")

// ErrNumericHost says so of a host that is an IPv4 address in a form that only some
// programs read: 127.1, 2130706433 or 0x7f.1. It is an ErrRefused too.
var ErrNumericHost = fmt.Errorf("an IPv4 address is written as four decimal numbers: %w", ErrRefused)

// ErrHost says so of a host that no name or address can be, such as one whose letters
// of other scripts are encoded wrongly (xn--).
var ErrHost = fmt.Errorf("the host can't be a name: %w", ErrRefused)

// reserved are the networks within public ranges that nobody on the internet
// has; for IPv6 everything outside of 2000::/3 is reserved too.
func reserved() []netip.Prefix {
	var out []netip.Prefix
	for _, s := range []string{
		"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
		"192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
		"198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
		// Tunnels carry an IPv4 address that could be any of those above.
		"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		out = append(out, netip.MustParsePrefix(s))
	}
	return out
}

var internet6 = netip.MustParsePrefix("2000::/3")

// public tells whether an address is one of the internet.
func (c *Client) public(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	if !addr.IsValid() || addr.Is6() && !internet6.Contains(addr) {
		return false
	}
	return !slices.ContainsFunc(c.reserved, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// allowed tells whether a connection may be made.
func (c *Client) allowed(to netip.AddrPort) bool {
	return c.public(to.Addr()) || slices.Contains(c.Allow, netip.AddrPortFrom(to.Addr().Unmap(), to.Port()))
}

// allowedHere tells whether a port of this machine may be asked.
func (c *Client) allowedHere(port uint16) bool {
	return c.allowed(netip.AddrPortFrom(netip.AddrFrom4([4]byte{127, 0, 0, 1}), port)) || c.allowed(netip.AddrPortFrom(netip.IPv6Loopback(), port))
}

type ownKey struct{}

// own is the host and port of the site that a request may ask whatever its
// address is.
func own(ctx context.Context) string {
	s, _ := ctx.Value(ownKey{}).(string)
	return s
}

// dial connects. The address is judged after the look-up, when nobody can
// change it any more.
func (c *Client) dial(ctx context.Context, network, hostport string) (net.Conn, error) {
	d := net.Dialer{Timeout: c.Timeout, Resolver: c.Resolver}
	if o := own(ctx); o == "" || o != strings.ToLower(hostport) {
		d.Control = func(_, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil {
				return fmt.Errorf("connect to %s: %w", address, err)
			}
			if !c.allowed(to) {
				return fmt.Errorf("connect to %s: %w", to, ErrRefused)
			}
			return nil
		}
	}
	return d.DialContext(ctx, network, hostport)
}

// hostport is where an address leads, in lower case and with its port.
func hostport(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443"}[u.Scheme]
		if port == "" {
			port = "80"
		}
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// check judges an address by how it is written.
func (c *Client) check(ctx context.Context, u *url.URL) error {
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("scheme %q: %w", u.Scheme, ErrRefused)
	case u.User != nil:
		return fmt.Errorf("address with credentials: %w", ErrRefused)
	case u.Hostname() == "":
		return fmt.Errorf("address without host: %w", ErrRefused)
	}
	target := hostport(u)
	if target == own(ctx) {
		return nil
	}
	if err := checkHost(u.Hostname()); err != nil {
		return err
	}
	_, portText, err := net.SplitHostPort(target)
	if err != nil {
		return fmt.Errorf("port of %s: %w", target, ErrRefused)
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return fmt.Errorf("port of %s: %w", target, ErrRefused)
	}
	if local(u.Hostname()) && !c.allowedHere(uint16(port)) {
		return fmt.Errorf("host %q: %w", u.Hostname(), ErrRefused)
	}
	if slices.Contains(ports, int(port)) {
		return nil
	}
	// An address that is allowed on its own is so with its port.
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil && slices.Contains(c.Allow, netip.AddrPortFrom(addr.Unmap(), uint16(port))) {
		return nil
	}
	return fmt.Errorf("port %d: %w", port, ErrRefused)
}

// checkHost refuses hosts that nobody can have.
func checkHost(host string) error {
	if _, err := netip.ParseAddr(host); err == nil {
		return nil
	}
	if numeric(host) {
		return fmt.Errorf("host %q: %w", host, ErrNumericHost)
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(host, "."), ".") {
		// Others may have characters that names of hosts shouldn't.
		encoded := strings.HasPrefix(strings.ToLower(label), "xn--") || strings.ContainsFunc(label, func(r rune) bool { return r > unicode.MaxASCII })
		if encoded {
			var err error
			if label, err = idna.Lookup.ToASCII(label); err != nil {
				return fmt.Errorf("host %q: %w", host, ErrHost)
			}
		}
		if label == "" {
			return fmt.Errorf("host %q: %w", host, ErrHost)
		}
	}
	return nil
}

// local tells whether a host is this machine by its name.
func local(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	return host == "localhost" || strings.HasSuffix(host, ".localhost")
}

// numeric tells whether a host that is no address in its usual form ends in a
// number. No name does: its last label isn't a number, as the URL standard has it.
func numeric(host string) bool {
	// Other digits and dots become these before a connection is made.
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	host = strings.TrimSuffix(host, ".")
	last := strings.ToLower(host[strings.LastIndexByte(host, '.')+1:])
	digits, hex := strings.CutPrefix(last, "0x")
	set := "0123456789"
	if hex {
		set += "abcdef"
	}
	return last != "" && strings.Trim(digits, set) == ""
}

// ports are where web servers answer.
var ports = []int{80, 443, 8080}

// Check tells whether an address could be asked: how it is written, and that
// its host has a public address. The answer may be another when it is asked.
func (c *Client) Check(ctx context.Context, address string) error {
	return c.CheckFor(ctx, address, "")
}

// CheckFor is Check for a request that may also ask the site itself.
func (c *Client) CheckFor(ctx context.Context, address, site string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("%q: %w", address, ErrRefused)
	}
	ctx = withOwn(ctx, site)
	if err := c.check(ctx, u); err != nil {
		return err
	}
	if hostport(u) == own(ctx) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	addrs, err := c.resolver().LookupNetIP(ctx, "ip", u.Hostname())
	if err != nil {
		return fmt.Errorf("look up %s: %w", u.Hostname(), err)
	}
	_, portText, _ := net.SplitHostPort(hostport(u))
	port, _ := strconv.ParseUint(portText, 10, 16)
	for _, addr := range addrs {
		if !c.allowed(netip.AddrPortFrom(addr, uint16(port))) {
			return fmt.Errorf("%s is %s: %w", u.Hostname(), addr, ErrRefused)
		}
	}
	return nil
}

func (c *Client) resolver() *net.Resolver {
	if c.Resolver != nil {
		return c.Resolver
	}
	return net.DefaultResolver
}

func withOwn(ctx context.Context, site string) context.Context {
	u, err := url.Parse(site)
	if site == "" || err != nil || u.Hostname() == "" {
		return ctx
	}
	return context.WithValue(ctx, ownKey{}, hostport(u))
}

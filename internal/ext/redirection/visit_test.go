package redirection

import "testing"

func TestShortenedAddresses(t *testing.T) {
	t.Parallel()
	for ip, want := range map[string]string{
		"192.0.2.77": "192.0.2.0", "::ffff:192.0.2.77": "192.0.2.0", "2001:db8::1": "2001:db8::", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::",
		"fe80::1%eth0": "fe80::", "::1": "::", "": "", "nothing": "",
	} {
		if got := shortened(ip); got != want {
			t.Errorf("%s: %s, want %s", ip, got, want)
		}
	}
}

package loginlimit

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// TestFailuresEscalate counts as the reference does with its defaults: a lock-out
// at every fourth failure, a long one at the sixteenth.
func TestFailuresEscalate(t *testing.T) {
	p := policy{retries: 4, lockouts: 4, duration: 1200, long: 86400, valid: 86400}
	now := time.Unix(1_800_000_000, 0)
	c := &count{}
	var got []string
	for i := 1; i <= 20; i++ {
		locks, long := c.fail(p, now)
		if locks {
			got = append(got, fmt.Sprint(i, " ", long, " ", c.locked-now.Unix()))
			again, _ := c.fail(p, now)
			if !again {
				t.Error("a failure during a lock-out isn't answered with it")
			}
			now = time.Unix(c.locked, 0)
		}
		now = now.Add(time.Second)
	}
	want := "4 false 1200, 8 false 1200, 12 false 1200, 16 true 86400, 20 false 1200"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	c = &count{}
	for range 3 {
		c.fail(p, now)
	}
	if locks, _ := c.fail(p, now.Add(86400*time.Second)); locks || c.failures != 1 {
		t.Errorf("failures aren't forgotten: %d", c.failures)
	}
}

func TestLists(t *testing.T) {
	list := []string{"192.0.2.1", " 198.51.100.10 - 198.51.100.20", "203.0.113.0/24", "2001:db8::/32", "::ffff:192.0.2.7", "nonsense", "9.9.9.9-1.1.1.1", "1.2.3.4/99"}
	for text, want := range map[string]bool{
		"192.0.2.1": true, "192.0.2.2": false, "198.51.100.10": true, "198.51.100.20": true, "198.51.100.21": false, "203.0.113.255": true, "203.0.114.0": false,
		"2001:db8:ffff::1": true, "2001:db9::1": false, "192.0.2.7": true, "::ffff:192.0.2.1": true, "5.5.5.5": false, "": false, "x": false,
	} {
		if got := within(list, parseIP(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
	if !hasLogin([]string{" Admin "}, "admin") || hasLogin([]string{"", "x"}, "") {
		t.Error("names")
	}
}

func FuzzParseRange(f *testing.F) {
	for _, s := range []string{"1.2.3.4", "1.2.3.4-1.2.3.9", "10.0.0.0/8", "::/0", "fe80::1%eth0", "-", "/", "1.2.3.4/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		first, last, ok := parseRange(s)
		if ok && (first.Is4() != last.Is4() || first.Compare(last) > 0) {
			t.Errorf("%q is %v to %v", s, first, last)
		}
		within([]string{s}, netip.MustParseAddr("1.2.3.4"))
	})
}

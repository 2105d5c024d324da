package render

import (
	"context"
	"strings"
	"testing"
)

type upper struct{}

func (upper) For(address string) string { return strings.ToUpper(address) }

// between stands around an address.
type between struct{ before, after string }

func (b between) For(address string) string { return b.before + address + b.after }

func slotContext() (*Context, *Slots) {
	slots := &Slots{}
	return &Context{Context: context.Background(), Request: &Request{URL: "http://example.org/here"}, run: &run{slots: slots}}, slots
}

func TestSlots(t *testing.T) {
	t.Parallel()
	c, slots := slotContext()
	large := c.AtAddress(upper{})
	html := "<a href=\"" + large + "\">x</a> " + slots.mark + " " + slots.mark + "zz"
	for range 40 {
		html += c.AtAddress(between{"[", "]"})
	}
	html += large + "z"
	if strings.Contains(html, "here") {
		t.Fatalf("the address is in %q", html)
	}
	template := slots.Cut(html)
	if template.Fixed() || template.Size() < 41*slotCost {
		t.Errorf("fixed, or of size %d", template.Size())
	}
	for _, address := range []string{"a", "", "b?c=d"} {
		got := template.Fill(address)
		if want := strings.ToUpper(address) + "\">x</a>"; !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
		if n := strings.Count(got, "["+address+"]"); n != 40 {
			t.Errorf("%d of 40 slots are filled in %q", n, got)
		}
	}
}

func TestSlotsThatNobodyCollects(t *testing.T) {
	t.Parallel()
	c := &Context{Context: context.Background(), Request: &Request{URL: "http://example.org/here"}, run: &run{}}
	if got := c.AtAddress(upper{}); got != "HTTP://EXAMPLE.ORG/HERE" {
		t.Errorf("%q", got)
	}
	_, slots := slotContext()
	if got := slots.Cut("no qslot marks z"); !got.Fixed() || got.Fill("x") != "no qslot marks z" {
		t.Errorf("%+v", got)
	}
}

func FuzzCut(f *testing.F) {
	f.Add("a", "bz", 1)
	f.Add("qslot", "z", 3)
	f.Fuzz(func(t *testing.T, a, b string, n int) {
		c, slots := slotContext()
		html, want := a, a
		for i := range n & 31 {
			html += c.AtAddress(between{"<", string(rune('a'+i)) + ">"}) + b
			want += "<here" + string(rune('a'+i)) + ">" + b
		}
		// A text that holds a mark by itself can't be told apart.
		if strings.Contains(a+b, "qslot") {
			return
		}
		if got := slots.Cut(html).Fill("here"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

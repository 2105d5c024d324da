package wire

import (
	"context"
	"strings"
	"testing"
)

// led prints an address that it is given later, where that is possible.
type led struct {
	slots *Slots
	fill  large
}

// large tells an address in capitals, and counts how often it does.
type large struct{ asked *int }

func (l large) For(address string) string {
	*l.asked++
	return strings.ToUpper(address)
}

func (l led) AppendJSON(dst []byte, _ Names) []byte {
	if l.slots == nil {
		return AppendString(dst, l.fill.For("now"))
	}
	return append(l.slots.Append(append(dst, '"'), l.fill), '"')
}

func TestSlots(t *testing.T) {
	t.Parallel()
	ctx, slots := WithSlots(context.Background())
	if SlotsOf(context.Background()) != nil || SlotsOf(ctx) != slots {
		t.Error("slots of a context")
	}
	asked := 0
	fill := large{&asked}
	odd := "\x00" + "0\x00 \ufdd0"
	text := Encode(NewObject("a", led{slots, fill}, "b", odd, "c", []any{led{slots, fill}, led{nil, fill}}), nil)
	open := slots.Cut(text)
	if open == nil {
		t.Fatal("no slots in the text")
	}
	for _, address := range []string{"here", "there", ""} {
		is := strings.ToUpper(address)
		want := string(Encode(NewObject("a", is, "b", odd, "c", []any{is, "NOW"}), nil))
		asked = 0
		filling := FillingFor(address)
		for range 2 { // two items of an answer
			if got := string(Encode(open.In(filling), nil)); got != want {
				t.Errorf("%s\nwant %s", got, want)
			}
		}
		if asked != 1 {
			t.Errorf("asked %d times for one address", asked)
		}
	}
	if open.Size() < len(text)-12 {
		t.Errorf("size %d of %d", open.Size(), len(text))
	}
	if _, none := WithSlots(ctx); none.Cut([]byte(`{"a":1}`)) != nil {
		t.Error("a text without slots")
	}
	if slots.Cut([]byte(`{"a":1}`)) != nil {
		t.Error("a text without the slots")
	}
}

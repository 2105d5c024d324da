package wire

import (
	"context"
	"strings"
	"testing"
)

// led prints an address that it is given later, where that is possible.
type led struct{ slots *Slots }

func (l led) AppendJSON(dst []byte, _ Names) []byte {
	fill := func(address string) string { return strings.ToUpper(address) }
	if l.slots == nil {
		return AppendString(dst, fill("now"))
	}
	return append(l.slots.Append(append(dst, '"'), fill), '"')
}

func TestSlots(t *testing.T) {
	t.Parallel()
	ctx, slots := WithSlots(context.Background())
	if SlotsOf(context.Background()) != nil || SlotsOf(ctx) != slots {
		t.Error("slots of a context")
	}
	odd := "\x00" + "0\x00 \ufdd0"
	text := Encode(NewObject("a", led{slots}, "b", odd, "c", []any{led{slots}, led{}}), nil)
	open := slots.Cut(text)
	if open == nil {
		t.Fatal("no slots in the text")
	}
	for _, address := range []string{"here", "there", ""} {
		is := strings.ToUpper(address)
		want := string(Encode(NewObject("a", is, "b", odd, "c", []any{is, "NOW"}), nil))
		if got := string(Encode(open.At(address), nil)); got != want {
			t.Errorf("%s\nwant %s", got, want)
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

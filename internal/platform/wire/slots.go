package wire

import (
	"bytes"
	"context"
	"fmt"
	"reflect"
	"strconv"
)

// Slots are left open in a value while it is printed, where something stands that follows from
// the address asked for and from nothing else of the request: what was printed serves all
// addresses then.
type Slots struct{ fills []Fill }

// Fill tells what stands in a slot for an address. It is comparable, and equal ones tell the
// same, so that an answer asks one of them only. It may be asked often and by several at once.
type Fill interface{ For(address string) string }

// Filling is what fills tell for one address. It is for one goroutine.
type Filling struct {
	address string
	told    map[Fill]string
}

// FillingFor begins to fill slots for an address.
func FillingFor(address string) *Filling { return &Filling{address: address} }

func (f *Filling) of(fill Fill) string {
	text, ok := f.told[fill]
	if !ok {
		if f.told == nil {
			f.told = map[Fill]string{}
		}
		text = fill.For(f.address)
		f.told[fill] = text
	}
	return text
}

type slotsKey struct{}

// WithSlots has what is made in a context and printed at once leave slots open.
func WithSlots(ctx context.Context) (context.Context, *Slots) {
	s := &Slots{}
	return context.WithValue(ctx, slotsKey{}, s), s
}

// SlotsOf are the slots that may be left open, nil when everything is printed for the address
// asked for.
func SlotsOf(ctx context.Context) *Slots {
	s, _ := ctx.Value(slotsKey{}).(*Slots)
	return s
}

// slotMark stands on both sides of a slot's number. No JSON text has it.
const slotMark = 0

// Append leaves a slot open in a text that is being printed. fill tells the JSON in its place.
// One that can't be compared is a defect of the program, and panics.
func (s *Slots) Append(dst []byte, fill Fill) []byte {
	if !reflect.TypeOf(fill).Comparable() {
		panic(fmt.Sprintf("wire: a fill of type %T can't be compared", fill))
	}
	dst = strconv.AppendInt(append(dst, slotMark), int64(len(s.fills)), 10)
	s.fills = append(s.fills, fill)
	return append(dst, slotMark)
}

// Cut takes a printed text apart at the slots in it; nil when it has none. The text must stay
// as it is.
func (s *Slots) Cut(text []byte) *Open {
	if len(s.fills) == 0 {
		return nil
	}
	o := &Open{}
	for {
		before, behind, _ := bytes.Cut(text, []byte{slotMark})
		o.pieces = append(o.pieces, before)
		number, rest, ok := bytes.Cut(behind, []byte{slotMark})
		n, err := strconv.Atoi(string(number))
		if !ok || err != nil || n < 0 || n >= len(s.fills) {
			if len(o.fills) == 0 {
				return nil
			}
			return o
		}
		o.fills, text = append(o.fills, s.fills[n]), rest
	}
}

// Open is printed JSON with open slots.
type Open struct {
	pieces [][]byte // one more than fills
	fills  []Fill
}

// openSlot is about what an open slot takes in memory.
const openSlot = 160

// Size is about how many bytes the text takes.
func (o *Open) Size() int {
	n := openSlot * len(o.fills)
	for _, p := range o.pieces {
		n += len(p)
	}
	return n
}

// In is the text with its slots filled.
func (o *Open) In(f *Filling) Printer { return filled{o, f} }

type filled struct {
	*Open
	filling *Filling
}

// AppendJSON implements Printer.
func (f filled) AppendJSON(dst []byte, _ Names) []byte {
	for i, fill := range f.fills {
		dst = append(append(dst, f.pieces[i]...), f.filling.of(fill)...)
	}
	return append(dst, f.pieces[len(f.fills)]...)
}

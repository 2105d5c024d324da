package lists

import (
	"math/bits"
	"slices"
)

// idSet is a set of ids, in spans of 65,536 of them: of each the ids themselves while they are
// few, and a bit for each id, 8 KB, once they are many. So what it takes goes by how many ids
// it has, however far apart they are.
type idSet struct {
	spans map[int64]*idSpan
	n     int
	size  int // about how many bytes the spans take
}

// idSpan is the ids of one span, without their upper bits.
type idSpan struct {
	few  []uint16 // sorted
	many *[1024]uint64
}

const (
	// manyIDs is from how many on the bits of a span take less than its ids.
	manyIDs = 4096
	// emptySpan is about what a span takes by itself.
	emptySpan = 128
	spanBits  = 8 << 10
)

func newIDSet() *idSet { return &idSet{spans: map[int64]*idSpan{}} }

func (s *idSet) add(id int64) {
	span := s.spans[id>>16]
	if span == nil {
		span = &idSpan{}
		s.spans[id>>16] = span
		s.size += emptySpan
	}
	low := uint16(id & 0xffff) // #nosec G115 -- its lower bits
	if span.many != nil {
		if word, bit := &span.many[low>>6], uint64(1)<<(low&63); *word&bit == 0 {
			*word |= bit
			s.n++
		}
		return
	}
	at, there := slices.BinarySearch(span.few, low)
	if there {
		return
	}
	s.n++
	s.size += 2
	span.few = slices.Insert(span.few, at, low)
	if len(span.few) < manyIDs {
		return
	}
	span.many = new([1024]uint64)
	for _, low := range span.few {
		span.many[low>>6] |= 1 << (low & 63)
	}
	s.size += spanBits - 2*len(span.few)
	span.few = nil
}

func (s *idSet) remove(id int64) {
	span := s.spans[id>>16]
	if span == nil {
		return
	}
	low := uint16(id & 0xffff) // #nosec G115 -- its lower bits
	if span.many != nil {
		if word, bit := &span.many[low>>6], uint64(1)<<(low&63); *word&bit != 0 {
			*word &^= bit
			s.n--
		}
		return
	}
	if at, there := slices.BinarySearch(span.few, low); there {
		span.few = slices.Delete(span.few, at, at+1)
		s.n--
		s.size -= 2
	}
}

func (s *idSet) has(id int64) bool {
	span := s.spans[id>>16]
	if span == nil {
		return false
	}
	low := uint16(id & 0xffff) // #nosec G115 -- its lower bits
	if span.many != nil {
		return span.many[low>>6]&(1<<(low&63)) != 0
	}
	_, there := slices.BinarySearch(span.few, low)
	return there
}

// ids are those of the set, in no order.
func (s *idSet) ids() []int64 {
	list := make([]int64, 0, s.n)
	for high, span := range s.spans {
		for _, low := range span.few {
			list = append(list, high<<16|int64(low))
		}
		if span.many == nil {
			continue
		}
		for i, word := range span.many {
			for ; word != 0; word &= word - 1 {
				list = append(list, high<<16|int64(i)<<6|int64(bits.TrailingZeros64(word)))
			}
		}
	}
	return list
}

// bytes is about what the set takes.
func (s *idSet) bytes() int { return 64 + s.size }

package lists

import "math/bits"

// idSet is a set of ids: 8 KB for each span of 65,536 of them in which there is one.
type idSet struct {
	spans map[int64]*[1024]uint64
	n     int
}

func newIDSet() *idSet { return &idSet{spans: map[int64]*[1024]uint64{}} }

func (s *idSet) add(id int64) {
	span := s.spans[id>>16]
	if span == nil {
		span = new([1024]uint64)
		s.spans[id>>16] = span
	}
	if word, bit := &span[id>>6&1023], uint64(1)<<(id&63); *word&bit == 0 {
		*word |= bit
		s.n++
	}
}

func (s *idSet) remove(id int64) {
	span := s.spans[id>>16]
	if span == nil {
		return
	}
	if word, bit := &span[id>>6&1023], uint64(1)<<(id&63); *word&bit != 0 {
		*word &^= bit
		s.n--
	}
}

func (s *idSet) has(id int64) bool {
	span := s.spans[id>>16]
	return span != nil && span[id>>6&1023]&(1<<(id&63)) != 0
}

// ids are those of the set, in no order.
func (s *idSet) ids() []int64 {
	list := make([]int64, 0, s.n)
	for high, span := range s.spans {
		for i, word := range span {
			for ; word != 0; word &= word - 1 {
				list = append(list, high<<16|int64(i)<<6|int64(bits.TrailingZeros64(word)))
			}
		}
	}
	return list
}

// bytes is about what the set takes.
func (s *idSet) bytes() int { return 64 + len(s.spans)*(8<<10+64) }

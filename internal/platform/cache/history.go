package cache

// Ticket is a moment in the history of a cache.
type Ticket uint64

// This many drops are remembered for values under way, as long as they have no
// more tags than that.
const (
	rememberedDrops = 4096
	rememberedTags  = 1 << 16
)

// history is what was dropped lately.
type history struct {
	now    Ticket // rises with every drop
	oldest Ticket // drops before this one are forgotten
	last   map[Tag]Ticket
	drops  []drop
	tags   int // of all drops
}

type drop struct {
	at   Ticket
	tags []Tag
}

// add notes a drop.
func (h *history) add(tags []Tag) {
	h.now++
	if h.last == nil {
		h.last = map[Tag]Ticket{}
	}
	h.drops = append(h.drops, drop{h.now, tags})
	h.tags += len(tags)
	for _, tag := range tags {
		h.last[tag] = h.now
	}
	if len(h.drops) > rememberedDrops || h.tags > rememberedTags {
		h.trim((len(h.drops) + 1) / 2)
	}
}

// trim forgets the n oldest drops.
func (h *history) trim(n int) {
	for _, d := range h.drops[:n] {
		h.oldest = d.at
		h.tags -= len(d.tags)
		for _, tag := range d.tags {
			if h.last[tag] == d.at {
				delete(h.last, tag)
			}
		}
	}
	h.drops = append([]drop(nil), h.drops[n:]...)
}

// forget has every ticket so far be an old one.
func (h *history) forget() {
	h.now++
	h.oldest, h.last, h.drops, h.tags = h.now, nil, nil, 0
}

// since tells whether one of tags was dropped after a ticket, or may have been.
func (h *history) since(t Ticket, tags []Tag) bool {
	if t < h.oldest {
		return true
	}
	if t == h.now {
		return false
	}
	for _, tag := range tags {
		if h.last[tag] > t {
			return true
		}
	}
	return false
}

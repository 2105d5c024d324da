package cache

import "slices"

// Ticket is a moment in the history of a cache.
type Ticket uint64

// This many drops are remembered for values under way, as long as they have no
// more tags than that.
const (
	rememberedDrops = 4096
	rememberedTags  = 1 << 16
)

// history is what was dropped lately. Most caches are told of a drop and never asked about
// it, so a drop is filed by its tags only when somebody asks about many.
type history struct {
	now    Ticket // rises with every drop
	oldest Ticket // drops before this one are forgotten
	drops  []drop // the last one is that of now, each the one behind the drop before
	last   map[Tag]Ticket
	filed  Ticket // drops up to this one are in last
	tags   int    // of all drops
}

// fewPairs is how many pairs of tags are compared before drops are filed.
const fewPairs = 128

type drop struct {
	at   Ticket
	tags []Tag
}

// add notes a drop.
func (h *history) add(tags []Tag) {
	h.now++
	h.drops = append(h.drops, drop{h.now, tags})
	h.tags += len(tags)
	if len(h.drops) > rememberedDrops || h.tags > rememberedTags {
		h.trim((len(h.drops) + 1) / 2)
	}
}

// trim forgets the n oldest drops.
func (h *history) trim(n int) {
	for _, d := range h.drops[:n] {
		h.oldest = d.at
		h.tags -= len(d.tags)
		if d.at > h.filed {
			continue
		}
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
	h.oldest, h.last, h.drops, h.tags, h.filed = h.now, nil, nil, 0, h.now
}

// since tells whether one of tags was dropped after a ticket, or may have been.
func (h *history) since(t Ticket, tags []Tag) bool {
	if t < h.oldest {
		return true
	}
	if t == h.now {
		return false
	}
	later := h.after(t)
	pairs := 0
	for _, d := range later {
		pairs += len(d.tags) * len(tags)
		if pairs > fewPairs {
			h.file()
			for _, tag := range tags {
				if h.last[tag] > t {
					return true
				}
			}
			return false
		}
	}
	for _, d := range later {
		for _, tag := range d.tags {
			if slices.Contains(tags, tag) {
				return true
			}
		}
	}
	return false
}

// after are the drops after a ticket, which isn't older than the oldest that is known.
func (h *history) after(t Ticket) []drop {
	return h.drops[len(h.drops)-int(min(h.now-t, Ticket(len(h.drops)))):]
}

// file files the drops that aren't yet.
func (h *history) file() {
	if h.last == nil {
		h.last = map[Tag]Ticket{}
	}
	for _, d := range h.after(h.filed) {
		for _, tag := range d.tags {
			h.last[tag] = d.at
		}
	}
	h.filed = h.now
}

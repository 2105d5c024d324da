package cache

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestHistoryTellsWhatWasDropped asks a history, after drops in random groups, about tags
// since random tickets, and holds it to a list of all drops. Few and many are asked for, so
// that drops are compared one by one and by what is filed of them, and old ones are forgotten.
func TestHistoryTellsWhatWasDropped(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	some := func(n int) []Tag {
		tags := make([]Tag, 1+random.IntN(n))
		for i := range tags {
			tags[i] = Entry(random.Int64N(300))
		}
		return tags
	}
	var h history
	all := map[Ticket][]Tag{}
	for range 20_000 {
		switch random.IntN(1000) {
		case 0:
			h.forget()
		case 1:
			h.trim(random.IntN(len(h.drops) + 1))
		default:
			tags := some(8)
			h.add(tags)
			all[h.now] = tags
		}
		if random.IntN(4) > 0 {
			continue
		}
		ticket := h.now - min(h.now, Ticket(random.IntN(1+1<<random.IntN(10))))
		asked := some(20)
		want := ticket < h.oldest
		for at := ticket + 1; at <= h.now && !want; at++ {
			want = slices.ContainsFunc(all[at], func(tag Tag) bool { return slices.Contains(asked, tag) })
		}
		if got := h.since(ticket, asked); got != want {
			t.Fatalf("since %d of %d (oldest %d): %v", ticket, h.now, h.oldest, got)
		}
	}
}

package view

import (
	"fmt"
	"math/rand/v2"
	"time"

	"quoin/internal/content"
	"quoin/internal/render"
)

// weeks gathers days into weeks, newest first. Day is the first of the week.
func weeks(days []content.DateCount, s *render.Site) []render.Archive {
	var out []render.Archive
	at := map[time.Time]int{}
	for _, d := range days {
		day, err := time.Parse(time.DateOnly, d.Date)
		if err != nil {
			continue
		}
		first := day.AddDate(0, 0, -((int(day.Weekday()) - s.StartOfWeek + 7) % 7))
		i, ok := at[first]
		if !ok {
			_, week := first.ISOWeek()
			i = len(out)
			at[first] = i
			out = append(out, render.Archive{
				Year: first.Year(), Month: int(first.Month()), Day: first.Day(), Week: week,
				URL: s.URL + fmt.Sprintf("/?m=%d&w=%d", day.Year(), weekNumber(day, s.StartOfWeek)),
			})
		}
		out[i].Count += d.N
	}
	return out
}

// weekNumber is the number of the week of a day in its year, the way week
// archives are addressed: with weeks from Monday those of ISO 8601, else
// counted from the first such day.
func weekNumber(day time.Time, start int) int {
	if start == 1 {
		_, week := day.ISOWeek()
		return week
	}
	shifted := day.AddDate(0, 0, -start)
	return (shifted.YearDay() - int(shifted.Weekday()) + 6) / 7
}

// shuffled are the ids of entries in an order by chance.
func shuffled(entries []*content.Entry) []int64 {
	ids := make([]int64, len(entries))
	for i, e := range entries {
		ids[i] = e.ID
	}
	rand.Shuffle(len(ids), func(i, j int) { ids[i], ids[j] = ids[j], ids[i] })
	return ids
}

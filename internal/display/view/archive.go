package view

import (
	"fmt"
	"math/rand/v2"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
)

// weeks gathers days into weeks, newest first. Day is the first of the week.
//
// Compat (TestArchives): a week in which a year begins is two, one for each year.
func weeks(days []content.DateCount, s *render.Site) []render.Archive {
	type week struct{ year, n int }
	var out []render.Archive
	at := map[week]int{}
	for _, d := range days {
		day, err := time.Parse(time.DateOnly, d.Date)
		if err != nil {
			continue
		}
		w := week{day.Year(), weekNumber(day, s.StartOfWeek)}
		i, ok := at[w]
		if !ok {
			i = len(out)
			at[w] = i
			first := day.AddDate(0, 0, -((int(day.Weekday()) - s.StartOfWeek + 7) % 7))
			out = append(out, render.Archive{
				Year: first.Year(), Month: int(first.Month()), Day: first.Day(), Week: w.n,
				URL: s.URL + fmt.Sprintf("/?m=%d&w=%d", w.year, w.n),
			})
		}
		out[i].Count += d.N
	}
	return out
}

// weekNumber is the number of the week of a day in its year, 0 for days before
// the first week. With weeks from Monday the first week has at least four days
// in the year, with others it is the first whole one.
func weekNumber(day time.Time, start int) int {
	if start != 1 {
		day = day.AddDate(0, 0, -start)
		return (day.YearDay() - int(day.Weekday()) + 6) / 7
	}
	newYear := (int(time.Date(day.Year(), 1, 1, 0, 0, 0, 0, time.UTC).Weekday()) + 6) % 7
	n := (day.YearDay() - 1 + newYear) / 7
	if newYear <= 3 {
		n++
	}
	return n
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

package front

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
)

// dates restricts a list to a time.
func (f *lists) dates(ctx context.Context, in *input, p *resolvedPage, q *content.Query) (bool, error) {
	values := map[string]string{}
	for _, part := range dateParts {
		if in.has(part.name) {
			values[part.name] = in.vars[part.name]
		} else if _, given := in.vars[part.name]; given && part.from > 10 {
			values[part.name] = "0"
		}
	}
	if m := in.vars["m"]; m != "" {
		if len(m) < 4 {
			p.is.date = true
			return false, nil
		}
		for i, part := range dateParts {
			if part.name != "year" && len(m) < part.from-i+part.len || part.name == "year" && len(m) < 4 {
				break
			}
			values[part.name] = m[part.from-i : part.from-i+part.len]
		}
	}
	week := in.number("w")
	if len(values) == 0 && week == 0 {
		return true, nil
	}
	p.is.date = true
	numbers := map[string]int{}
	for _, part := range dateParts {
		value, given := values[part.name]
		if !given {
			continue
		}
		n, err := strconv.Atoi(value)
		if err != nil || len(strconv.Itoa(n)) > part.len {
			return false, nil
		}
		numbers[part.name] = n
	}
	if !valid(numbers) {
		return false, nil
	}
	f.period(ctx, p, numbers)
	prefix := ""
	for _, part := range dateParts {
		n, given := numbers[part.name]
		if !given {
			continue
		}
		text := fmt.Sprintf("%0*d", part.len, n)
		if len(prefix) == part.from || len(prefix)+1 == part.from && prefix != "" {
			// The beginning of a date: an index has these.
			prefix += site.DateForm[len(prefix):part.from] + text
			continue
		}
		q.DateParts = append(q.DateParts, content.DatePart{From: part.from, Values: []string{text}})
	}
	if prefix != "" {
		q.After, q.Before = prefix, prefix+"~"
	}
	if week > 0 {
		days, err := f.daysOfWeek(ctx, int(week))
		if err != nil {
			return false, err
		}
		q.DateParts = append(q.DateParts, content.DatePart{From: 0, Values: days})
		return len(days) > 0, nil
	}
	return true, nil
}

// valid tells whether the parts of a date can be those of one.
func valid(numbers map[string]int) bool {
	for _, limit := range []struct {
		name string
		most int
	}{{"monthnum", 12}, {"day", 31}, {"hour", 23}, {"minute", 59}, {"second", 59}} {
		if numbers[limit.name] > limit.most {
			return false
		}
	}
	year, month, day := numbers["year"], numbers["monthnum"], numbers["day"]
	if year > 0 && month > 0 && day > 0 {
		return time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
	}
	return true
}

// period says which time a place shows.
func (f *lists) period(ctx context.Context, p *resolvedPage, numbers map[string]int) {
	year, month, day := numbers["year"], numbers["monthnum"], numbers["day"]
	_, hour := numbers["hour"]
	_, minute := numbers["minute"]
	_, second := numbers["second"]
	p.is.time = hour || minute || second
	texts := f.Site.Texts(ctx)
	at := time.Date(max(year, 1), time.Month(max(month, 1)), max(day, 1), 0, 0, 0, 0, f.Site.Zone(ctx))
	layout, address := "", ""
	switch {
	case day > 0:
		p.is.day, p.request.Period, layout, address = true, "day", site.DateFormat.Of(ctx, f.Site), "2006/01/02"
	case month > 0:
		p.is.month, p.request.Period, layout, address = true, "month", texts.In("monthly archives date format", "F Y"), "2006/01"
	case year > 0:
		p.is.year, p.request.Period, layout, address = true, "year", texts.In("yearly archives date format", "Y"), "2006"
	default:
		return // a time of no year in particular
	}
	p.request.Date = at
	if p.title == "" {
		p.title = escape.HTML(datefmt.In(texts, at, layout))
		p.dateForm = layout
	}
	if year == 0 || p.is.time {
		return
	}
	p.dateLink = f.dateLink(ctx, at, address)
	p.canonical = cmp.Or(p.canonical, p.dateLink)
}

// dateLink is the address of the archive of a day, a month or a year, as the
// layout says.
func (f *base) dateLink(ctx context.Context, at time.Time, layout string) string {
	structure, base := f.Site.Permalinks(ctx), f.Site.Base(ctx)
	if structure == "" {
		return base + "/?m=" + strings.ReplaceAll(at.Format(layout), "/", "")
	}
	link := base + "/" + site.DateFront(structure) + at.Format(layout)
	if strings.HasSuffix(structure, "/") {
		link += "/"
	}
	return link
}

// daysOfWeek are the days with posts that lie in the week of a number.
func (f *lists) daysOfWeek(ctx context.Context, week int) ([]string, error) {
	counts, err := f.Store.CountByDate(ctx, content.TypePost, 3)
	if err != nil {
		return nil, err
	}
	first := time.Weekday(site.StartOfWeek.Of(ctx, f.Site) % 7)
	var days []string
	for _, n := range counts {
		day, err := time.Parse(time.DateOnly, n.Date)
		if err == nil && weekOf(day, first) == week {
			days = append(days, n.Date)
		}
	}
	return days, nil
}

// weekOf is the number of the week of a day. Weeks begin on the given day; the
// first of a year is that with most of its days in it when they begin on
// Monday, and the first whole one otherwise.
func weekOf(day time.Time, first time.Weekday) int {
	if first == time.Monday {
		year, week := day.ISOWeek()
		if year < day.Year() {
			return 0
		}
		if year > day.Year() {
			_, week = day.AddDate(0, 0, -7).ISOWeek()
			return week + 1
		}
		return week
	}
	offset := (int(day.Weekday()) - int(first) + 7) % 7
	return (day.YearDay() - 1 - offset + 7) / 7
}

func (f *base) yearLink(ctx context.Context, year int64) string {
	return f.dateLink(ctx, time.Date(int(min(year, 9999)), 1, 1, 0, 0, 0, 0, time.UTC), "2006")
}

// monthLink is the address of a month, or of its year when there is no such
// month.
func (f *base) monthLink(ctx context.Context, year, month int64) string {
	if month > 12 {
		return f.yearLink(ctx, year)
	}
	return f.dateLink(ctx, time.Date(int(min(year, 9999)), time.Month(month), 1, 0, 0, 0, 0, time.UTC), "2006/01")
}

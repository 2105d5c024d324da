package auth

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"quoin/internal/domain/site"
)

// errExpiry says what the end of an application password may be written as.
var errExpiry = errors.New("want a date (2030-12-31, to its end in UTC), a time (2030-12-31T12:00:00Z), or how long from now (12h, 30d)")

// maxDays bounds an end that is told in days.
const maxDays = 36500

// ParseExpiry reads when an application password is to end, as people write it: a date,
// which is good to its end, a time, or how long from now. The zero time, for never, is "".
func ParseExpiry(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if day, err := time.Parse(time.DateOnly, text); err == nil {
		return day.AddDate(0, 0, 1), nil
	}
	if t, err := ParseMoment(text); err == nil {
		return t, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n <= maxDays {
			return now.AddDate(0, 0, n), nil
		}
	} else if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return now.Add(d), nil
	}
	return time.Time{}, errExpiry
}

// ParseMoment reads a date with a time; one without a zone is in UTC. Only the years to
// 9999 are understood, which sort as texts.
func ParseMoment(text string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t, err = time.Parse(site.DateForm, text)
	}
	if err == nil && (t.UTC().Year() < 1 || t.UTC().Year() > 9999) {
		err = errExpiry
	}
	return t, err
}

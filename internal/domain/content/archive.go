package content

// DateCount is how many published entries there are of a year, month or day.
type DateCount struct {
	Date string // the beginning of Entry.Date: "2026", "2026-05" or "2026-05-04"
	N    int
}

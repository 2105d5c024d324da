package scan

import "strings"

// Finder answers "where is the next needle at or after this position" for
// positions that mostly move forward. The last answer is remembered, so that
// asking from many places before the same hit costs nothing.
type Finder struct {
	text   string
	needle string
	from   int // the search that produced at began here
	at     int // -1: nothing from from on
	asked  bool
	work   int
}

// NewFinder returns a Finder of needle in text.
func NewFinder(text, needle string) *Finder {
	return &Finder{text: text, needle: needle}
}

// Next returns the offset of the first needle that begins at or after from,
// or -1 when there is none.
func (f *Finder) Next(from int) int {
	if f.asked && from >= f.from && (f.at < 0 || from <= f.at) {
		return f.at
	}
	f.asked, f.from, f.at = true, from, -1
	if from <= len(f.text) {
		if i := strings.Index(f.text[from:], f.needle); i >= 0 {
			f.at = from + i
		}
	}
	end := f.at
	if end < 0 {
		end = len(f.text)
	}
	f.work += max(end-from, 0) + 1
	return f.at
}

// Work returns the number of bytes searched so far. Tests use it to show that
// a filter stays linear.
func (f *Finder) Work() int { return f.work }

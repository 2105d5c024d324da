package live

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"quoin/internal/platform/wire"
)

// unknownMoment is how the tables of redirects keep that nobody knows when.
const unknownMoment = "1970-01-01 00:00:00"

// layouts are how letters of the site's forms of dates and times read here.
var layouts = map[rune]string{
	'd': "02", 'j': "2", 'm': "01", 'n': "1", 'M': "Jan", 'F': "January", 'Y': "2006", 'y': "06", 'g': "3", 'G': "15", 'h': "03", 'H': "15",
	'i': "04", 's': "05", 'a': "pm", 'A': "PM", 'l': "Monday", 'D': "Mon", 'S': "",
}

// ordinal is the end that the letter S has behind the day of a month.
var ordinal = regexp.MustCompile(`\b(\d{1,2})(?:st|nd|rd|th)\b`)

// parseMoment reads a moment that is written in a form of dates and times.
func parseMoment(form, text string) (time.Time, error) {
	var layout strings.Builder
	escaped := false
	for _, c := range form {
		l, ok := layouts[c]
		switch {
		case escaped:
			layout.WriteRune(c)
			escaped = false
		case c == '\\':
			escaped = true
		case ok:
			layout.WriteString(l)
		default:
			layout.WriteRune(c)
		}
	}
	if strings.ContainsRune(form, 'S') {
		text = ordinal.ReplaceAllString(text, "$1")
	}
	return time.Parse(layout.String(), text)
}

// inUTC is a date of the old site's zone in UTC, both as the tables have them; "" where the
// zone isn't known.
func (r *reading) inUTC(local string) string {
	zone, err := time.LoadLocation(r.index.Text("timezone_string"))
	if err != nil {
		return ""
	}
	if r.index.Text("timezone_string") == "" {
		hours, err := strconv.ParseFloat(text(r.index, "gmt_offset"), 64)
		if err != nil {
			return ""
		}
		zone = time.FixedZone("", int(hours*3600))
	}
	t, err := time.ParseInLocation(time.DateTime, local, zone)
	if err != nil {
		return ""
	}
	return t.UTC().Format(time.DateTime)
}

// moment is when a line of a log was written, which the API tells in the site's forms of
// dates and times.
func (r *reading) moment(o *wire.Object) string {
	return r.dated(text(r.settings, "date_format")+" "+text(r.settings, "time_format"), text(o, "created")+" "+text(o, "created_time"))
}

// lastAccess is the day on which a rule acted last.
func (r *reading) lastAccess(o *wire.Object) string {
	day := text(o, "last_access")
	if day == "" || day == "-" {
		return unknownMoment
	}
	return r.dated(text(r.settings, "date_format"), day)
}

// dated is a moment as the tables have it. One that can't be read is told of.
func (r *reading) dated(form, text string) string {
	t, err := parseMoment(form, text)
	if err != nil {
		r.warn("the redirects have a moment in a form that can't be read; it is left out: %s", text)
		return unknownMoment
	}
	return t.Format(time.DateTime)
}

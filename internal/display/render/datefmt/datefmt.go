// Package datefmt writes times in the format letters of the site's settings,
// such as "F j, Y" or "g:i a". A backslash keeps the next letter as it is.
package datefmt

import (
	"strconv"
	"strings"
	"time"

	"quoin/internal/platform/language"
)

// Format writes t in English. Letters without a meaning stay.
func Format(t time.Time, layout string) string { return In(nil, t, layout) }

// In is Format with the names of months, days and halves of the day in a language.
func In(texts *language.Texts, t time.Time, layout string) string {
	var names *language.Names
	if texts != nil {
		names = texts.Names
	}
	var b strings.Builder
	for i := 0; i < len(layout); i++ {
		if layout[i] == '\\' && i+1 < len(layout) {
			i++
			b.WriteByte(layout[i])
			continue
		}
		if named, ok := name(names, t, layout[i]); ok {
			b.WriteString(named)
			continue
		}
		b.WriteString(letter(t, layout[i]))
	}
	return b.String()
}

// name is the word in another language that a letter stands for.
func name(names *language.Names, t time.Time, c byte) (string, bool) {
	if names == nil {
		return "", false
	}
	half := 0
	if t.Hour() >= 12 {
		half = 1
	}
	switch c {
	case 'D':
		return names.DaysShort[t.Weekday()], true
	case 'l':
		return names.Days[t.Weekday()], true
	case 'F':
		return names.Months[t.Month()-1], true
	case 'M':
		return names.MonthsShort[t.Month()-1], true
	case 'a':
		return names.Halves[half], true
	case 'A':
		return names.Halves[2+half], true
	}
	return "", false
}

func letter(t time.Time, c byte) string {
	switch c {
	case 'd':
		return t.Format("02")
	case 'D':
		return t.Format("Mon")
	case 'j':
		return t.Format("2")
	case 'l':
		return t.Format("Monday")
	case 'N':
		return strconv.Itoa((int(t.Weekday())+6)%7 + 1)
	case 'S':
		return ordinal(t.Day())
	case 'w':
		return strconv.Itoa(int(t.Weekday()))
	case 'z':
		return strconv.Itoa(t.YearDay() - 1)
	case 'W':
		_, w := t.ISOWeek()
		return pad(w)
	case 'o':
		y, _ := t.ISOWeek()
		return strconv.Itoa(y)
	case 'F':
		return t.Format("January")
	case 'm':
		return t.Format("01")
	case 'M':
		return t.Format("Jan")
	case 'n':
		return t.Format("1")
	case 't':
		return strconv.Itoa(time.Date(t.Year(), t.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day())
	case 'L':
		y := t.Year()
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return "1"
		}
		return "0"
	case 'Y':
		return t.Format("2006")
	case 'y':
		return t.Format("06")
	case 'a':
		return t.Format("pm")
	case 'A':
		return t.Format("PM")
	case 'g':
		return t.Format("3")
	case 'G':
		return strconv.Itoa(t.Hour())
	case 'h':
		return t.Format("03")
	case 'H':
		return t.Format("15")
	case 'i':
		return t.Format("04")
	case 's':
		return t.Format("05")
	case 'u':
		return t.Format("000000")
	case 'v':
		return t.Format("000")
	case 'e':
		return t.Location().String()
	case 'I':
		if t.IsDST() {
			return "1"
		}
		return "0"
	case 'O':
		return t.Format("-0700")
	case 'P':
		return t.Format("-07:00")
	case 'p':
		return t.Format("Z07:00")
	case 'T':
		return t.Format("MST")
	case 'Z':
		_, off := t.Zone()
		return strconv.Itoa(off)
	case 'c':
		return t.Format("2006-01-02T15:04:05-07:00")
	case 'r':
		return t.Format("Mon, 02 Jan 2006 15:04:05 -0700")
	case 'U':
		return strconv.FormatInt(t.Unix(), 10)
	}
	return string([]byte{c})
}

func pad(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

func ordinal(n int) string {
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			return "st"
		case 2:
			return "nd"
		case 3:
			return "rd"
		}
	}
	return "th"
}

package blocks

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"quoin/internal/display/render"
	"quoin/internal/display/render/datefmt"
	"quoin/internal/display/render/escape"
	"quoin/internal/display/render/style"
	"quoin/internal/platform/markup/block"
)

// calendar shows a month with links to the days that have posts.
func calendar(c *render.Context, b block.Block, _ string) string {
	months := c.Source.Archives(c, "month", "post")
	if len(months) == 0 {
		return ""
	}
	month := shownMonth(c, b)
	look := style.Compile(block.Of("color", block.Of(
		"text", presetColor(b, "textColor", "text"),
		"background", presetColor(b, "backgroundColor", "background"),
	)), style.Options{PresetClasses: true})
	css, classes := "", ""
	if look.CSS != "" {
		css = ` style="` + escape.Attr(look.CSS) + `"`
	}
	for _, class := range look.Classes {
		classes += " " + escape.Attr(class)
	}
	if b.Attrs.Has("style", "elements", "link", "color", "text") {
		classes += " has-link-color"
	}
	return "<div " + c.Wrapper() + "><table" + css + ` id="wp-calendar" class="wp-calendar-table` + classes + `">` +
		monthTable(c, month) + "\n\t</table>" + monthLinks(c, month, months) + "</div>"
}

func presetColor(b block.Block, attr, key string) any {
	if b.Attrs.Has(attr) {
		return "var:preset|color|" + b.Attrs.Text(attr)
	}
	return b.Attrs.Get("style", "color", key)
}

// shownMonth is the month a block names, that of the page (an
// archive, or an entry whose address has it), or this one.
func shownMonth(c *render.Context, b block.Block) time.Time {
	year, month := b.Attrs.Int("year"), b.Attrs.Int("month")
	if year > 0 && year < 10000 && month >= 1 && month <= 12 {
		return time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC)
	}
	at := c.Site.Now
	c.ExpiresAt(render.EndOfDay(at))
	if d := c.Request.Date; c.Request.Kind == "date" && !d.IsZero() {
		at = d
	}
	if m := monthInPath.FindStringSubmatch(c.Request.URL); m != nil && c.Request.Kind == "single" {
		if named, err := time.Parse("2006/01", m[1]); err == nil {
			return named
		}
	}
	return time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
}

// monthInPath finds the month that the address of an entry names.
var monthInPath = regexp.MustCompile(`^[^?#]*?/([0-9]{4}/[0-9]{2})/[^?#]`)

func monthTable(c *render.Context, month time.Time) string {
	posts := map[int]string{}
	for _, a := range c.Source.Archives(c, "day", "post") {
		if a.Year == month.Year() && a.Month == int(month.Month()) {
			posts[a.Day] = a.URL
		}
	}
	var w strings.Builder
	w.WriteString("\n\t<caption>" + datefmt.In(c.Site.Texts, month, c.Site.Texts.In("calendar caption", "F Y")) + "</caption>\n\t<thead>\n\t<tr>")
	first := time.Weekday(c.Site.StartOfWeek % 7)
	for i := range 7 {
		name := ((first + time.Weekday(i)) % 7).String()
		w.WriteString("\n\t\t<th scope=\"col\" aria-label=\"" + escape.Attr(c.T(name)) + "\">" + c.Site.Texts.In(name+" initial", name[:1]) + "</th>")
	}
	w.WriteString("\n\t</tr>\n\t</thead>\n\t<tbody>\n\t<tr>")
	column := (int(month.Weekday()-first) + 7) % 7
	if column > 0 {
		w.WriteString("\n\t\t<td colspan=\"" + strconv.Itoa(column) + "\" class=\"pad\">&nbsp;</td>")
	}
	today := c.Site.Now
	if month.Year() == today.Year() && month.Month() == today.Month() {
		c.ExpiresAt(render.EndOfDay(today))
	}
	for day := month; day.Month() == month.Month(); day = day.AddDate(0, 0, 1) {
		if column == 7 {
			w.WriteString("\n\t</tr>\n\t<tr>\n\t\t")
			column = 0
		}
		column++
		if day.Year() == today.Year() && day.YearDay() == today.YearDay() {
			w.WriteString(`<td id="today">`)
		} else {
			w.WriteString("<td>")
		}
		number := strconv.Itoa(day.Day())
		if url := posts[day.Day()]; url != "" {
			number = `<a href="` + escape.URL(url) + `" aria-label="` + escape.Attr(c.Filled("Posts published on %s", datefmt.In(c.Site.Texts, day, c.Site.Texts.In("daily archives date format", "F j, Y")))) + `">` + number + `</a>`
		}
		w.WriteString(number + "</td>")
	}
	if column < 7 {
		w.WriteString("\n\t\t<td class=\"pad\" colspan=\"" + strconv.Itoa(7-column) + "\">&nbsp;</td>")
	}
	w.WriteString("\n\t</tr>\n\t</tbody>")
	return w.String()
}

// monthLinks lead to the nearest months before and after that have posts;
// months are newest first.
func monthLinks(c *render.Context, month time.Time, months []render.Archive) string {
	before, after := "&nbsp;", "&nbsp;"
	at := month.Year()*12 + int(month.Month())
	for _, a := range months {
		name := datefmt.In(c.Site.Texts, time.Date(a.Year, time.Month(min(max(a.Month, 1), 12)), 1, 0, 0, 0, 0, time.UTC), "M")
		switch n := a.Year*12 + a.Month; {
		case n > at:
			after = `<a href="` + escape.URL(a.URL) + `">` + name + ` &raquo;</a>`
		case n < at && before == "&nbsp;":
			before = `<a href="` + escape.URL(a.URL) + `">&laquo; ` + name + `</a>`
		}
	}
	return `<nav aria-label="` + escape.Attr(c.T("Previous and next months")) + `" class="wp-calendar-nav">` +
		"\n\t\t<span class=\"wp-calendar-nav-prev\">" + before + "</span>\n\t\t<span class=\"pad\">&nbsp;</span>" +
		"\n\t\t<span class=\"wp-calendar-nav-next\">" + after + "</span>\n\t</nav>"
}

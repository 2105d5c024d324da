package blocks

import (
	"strconv"
	"strings"
	"time"

	"quoin/internal/markup/block"
	"quoin/internal/render"
	"quoin/internal/render/datefmt"
	"quoin/internal/render/escape"
)

// archives lists the periods that have posts, as links or in a menu.
func archives(c *render.Context, b block.Block, _ string) string {
	kind := b.Attrs.Text("type")
	period, ask := "month", "Select Month"
	switch kind {
	case "yearly":
		period, ask = "year", "Select Year"
	case "weekly":
		period, ask = "week", "Select Week"
	case "daily":
		period, ask = "day", "Select Day"
	}
	menu := b.Attrs.Bool("displayAsDropdown")
	id := ""
	if menu {
		id = c.UniqueID("wp-block-archives-")
	}
	var items strings.Builder
	for _, a := range c.Source.Archives(c, period, "post") {
		count := ""
		if b.Attrs.Bool("showPostCounts") {
			count = "&nbsp;(" + strconv.Itoa(a.Count) + ")"
		}
		label := periodLabel(c, period, a)
		if menu {
			items.WriteString("\t<option value='" + escape.URL(a.URL) + "'> " + label + " " + count + "</option>\n")
		} else {
			items.WriteString("\t<li><a href='" + escape.URL(a.URL) + "'>" + label + "</a>" + count + "</li>\n")
		}
	}
	if !menu {
		wrapper := c.Wrapper(render.Attr{Name: "class", Value: "wp-block-archives-list"})
		if items.Len() == 0 {
			return "<div " + wrapper + ">No archives to show.</div>"
		}
		return "<ul " + wrapper + ">" + items.String() + "</ul>"
	}
	hidden := " screen-reader-text"
	if b.Attrs.Bool("showLabel") {
		hidden = ""
	}
	return "<div " + c.Wrapper(render.Attr{Name: "class", Value: "wp-block-archives-dropdown"}) + `><label for="` + id +
		`" class="wp-block-archives__label` + hidden + `">Archives</label>` + "\n\t\t" + `<select id="` + id +
		`" name="archive-dropdown">` + "\n\t\t" + `<option value="">` + ask + `</option>` + items.String() + "</select>" +
		goToChosen(id) + "</div>"
}

// goToChosen opens the address that is chosen in a menu.
func goToChosen(id string) string {
	return "<script>\ndocument.getElementById(" + strconv.Quote(id) +
		").addEventListener(\"change\", (event) => {\n\tif (event.target.value) location.href = event.target.value;\n});\n</script>\n"
}

func periodLabel(c *render.Context, period string, a render.Archive) string {
	day := time.Date(a.Year, time.Month(max(a.Month, 1)), max(a.Day, 1), 0, 0, 0, 0, time.UTC)
	format := c.Site.DateFormat
	switch period {
	case "year":
		return strconv.Itoa(a.Year)
	case "month":
		return day.Format("January 2006")
	case "week":
		back := (int(day.Weekday()) - c.Site.StartOfWeek + 7) % 7
		first := day.AddDate(0, 0, -back)
		return datefmt.Format(first, format) + "&#8211;" + datefmt.Format(first.AddDate(0, 0, 6), format)
	}
	return datefmt.Format(day, format)
}

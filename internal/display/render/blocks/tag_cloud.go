package blocks

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/block"
)

// tagCloud shows terms in sizes that follow their counts.
func tagCloud(c *render.Context, b block.Block, _ string) string {
	terms := c.Source.QueryTerms(c, render.TermQuery{
		Taxonomy: b.Attrs.Text("taxonomy"), HideEmpty: true, OrderBy: "count", Desc: true, Limit: max(b.Attrs.Int("numberOfTags"), 0),
	})
	if len(terms) == 0 {
		if c.Request.Front {
			return ""
		}
		return "<p " + c.Wrapper() + ">" + c.T("There&#8217;s no content to show here yet.") + "</p>"
	}
	terms = slices.Clone(terms)
	slices.SortStableFunc(terms, func(a, b *render.Term) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	smallest, unit := sizeAndUnit(b.Attrs.Text("smallestFontSize"))
	largest, _ := sizeAndUnit(b.Attrs.Text("largestFontSize"))
	low, high := math.Inf(1), math.Inf(-1)
	for _, t := range terms {
		low, high = min(low, weight(t)), max(high, weight(t))
	}
	spread := high - low
	if spread <= 0 {
		spread = 1
	}
	step := largest - smallest
	if step < 0 {
		step = 1
	}
	step /= spread
	links := make([]string, len(terms))
	for i, t := range terms {
		links[i] = cloudLink(c, b, t, i, block.Text(roundTo(smallest+(weight(t)-low)*step, 14))+unit)
	}
	return "<p " + c.Wrapper() + ">" + strings.Join(links, "\n") + "</p>"
}

// weight grows slowly with a term's count.
func weight(t *render.Term) float64 { return math.Round(math.Log10(float64(t.Count)+1) * 100) }

// roundTo keeps a number of significant digits.
func roundTo(v float64, digits int) float64 {
	f, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v
	}
	return f
}

func cloudLink(c *render.Context, b block.Block, t *render.Term, i int, size string) string {
	items := c.Counted(t.Count, "%s item", "%s items")
	count := ""
	if b.Attrs.Bool("showTagCounts") {
		count = `<span class="tag-link-count"> (` + strconv.Itoa(t.Count) + `)</span>`
	}
	return `<a href="` + escape.URL(t.Permalink) + `" class="tag-cloud-link tag-link-` + strconv.FormatInt(t.ID, 10) +
		` tag-link-position-` + strconv.Itoa(i+1) + `" style="font-size: ` + escape.Attr(size) + `;" aria-label="` +
		escape.Attr(t.Name) + ` (` + items + `)">` + escape.HTML(t.Name) + count + `</a>`
}

// sizeAndUnit splits a size such as "8pt".
func sizeAndUnit(s string) (float64, string) {
	n := 0
	for n < len(s) && (s[n] >= '0' && s[n] <= '9' || s[n] == '.') {
		n++
	}
	v, _ := strconv.ParseFloat(s[:n], 64)
	unit := s[n:]
	if n == 0 || unit == "" || strings.Trim(strings.ToLower(unit), "abcdefghijklmnopqrstuvwxyz%") != "" {
		unit = "pt"
	}
	return v, unit
}

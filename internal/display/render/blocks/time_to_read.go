package blocks

import (
	"math"
	"strconv"

	"quoin/internal/display/render"
	"quoin/internal/platform/markup/block"
)

// wordsCost is how much more counting costs than going over a text once.
const wordsCost = 8

// postTimeToRead tells how long reading the entry takes.
func postTimeToRead(c *render.Context, b block.Block, _ string) string {
	p := c.ContextPost()
	if p == nil || p.Locked {
		return ""
	}
	n := c.Once("words "+strconv.FormatInt(p.ID, 10), func() any {
		src := p.Content
		if !c.Spend(wordsCost * len(src)) {
			return 0
		}
		if !c.Request.Front || c.Request.PostID != p.ID {
			src = render.Teaser(src)
		}
		return words(src)
	}).(int)
	speed := b.Attrs.Int("averageReadingSpeed")
	if speed <= 0 {
		speed = 189
	}
	minutes := func(factor float64) int { return max(1, int(math.Round(float64(n)/float64(speed)*factor))) }
	plural := func(n int, unit string) string {
		if n == 1 {
			return "1 " + unit
		}
		return strconv.Itoa(n) + " " + unit + "s"
	}
	text := ""
	switch {
	case b.Attrs.Text("displayMode") == "words":
		text = plural(n, "word")
	case b.Attrs.Has("displayMode") && b.Attrs.Text("displayMode") != "time":
	case b.Attrs.Bool("displayAsRange"):
		low, high := minutes(0.8), minutes(1.2)
		if low == high {
			high++
		}
		text = strconv.Itoa(low) + "–" + strconv.Itoa(high) + " minutes"
	default:
		text = plural(minutes(1), "minute")
	}
	return "<div " + c.Wrapper(render.Attr{Name: "class", Value: alignClass(b)}) + ">" + text + "</div>"
}

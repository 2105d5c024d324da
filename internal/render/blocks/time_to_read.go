package blocks

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"quoin/internal/markup/block"
	"quoin/internal/render"
)

var (
	readTag       = regexp.MustCompile(`(?i)</?[a-z][^>]*?>`)
	readComment   = regexp.MustCompile(`(?s)<!--.*?-->`)
	readReference = regexp.MustCompile(`&\S+?;`)
	readMark      = regexp.MustCompile(`[\x{0021}-\x{0040}\x{005B}-\x{0060}\x{007B}-\x{007E}\x{0080}-\x{00BF}\x{00D7}\x{00F7}\x{2000}-\x{2BFF}\x{2E00}-\x{2E7F}]`)
	readSpaces    = strings.NewReplacer("&nbsp;", " ", "&NBSP;", " ", "&#160;", " ")
	readJoins     = strings.NewReplacer("--", " ", "—", " ")
)

// wordsCost is how much more counting costs than going over a text once.
const wordsCost = 8

// words counts the words of content without its markup.
func words(s string) int {
	s = readSpaces.Replace(readComment.ReplaceAllString(readTag.ReplaceAllString(s, "\n"), ""))
	s = readMark.ReplaceAllString(readJoins.Replace(readReference.ReplaceAllString(s, "")), "")
	return len(strings.Fields(s))
}

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

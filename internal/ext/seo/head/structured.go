package head

import (
	"cmp"
	"crypto/md5" // #nosec G501 -- the reference's name of an address, no secret
	"encoding/hex"
	"html"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/display/render/escape"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/scan"
	"quoin/internal/platform/wire"
)

// Question is one of a block of frequently asked questions.
type Question struct {
	ID             string // of its element in the page
	Question, HTML string // what is asked, and the answer
}

// Guide is a block that tells how something is done.
type Guide struct {
	Name        string // of the entry, HTML
	Description string // HTML
	// Days, Hours and Minutes are how long it takes, as somebody wrote them;
	// nothing is said when Timed is false.
	Timed                bool
	Days, Hours, Minutes string
	Steps                []Step
}

// Step is one of a guide.
type Step struct {
	ID         string // of its element in the page
	Name, HTML string
	// Written tells that the step has any text of its own.
	Written bool
	Image   *Image
}

// questions are the pieces of all questions that have an answer; positions
// count those without too.
func (g *grapher) questions() []*wire.Object {
	var out []*wire.Object
	for i, q := range g.Questions {
		if q.HTML == "" {
			continue
		}
		id := g.questionID(q)
		answer := wire.NewObject("@type", "Answer", "text", phrase(q.HTML))
		g.language(answer)
		o := wire.NewObject("@type", "Question", "@id", id, "position", int64(i+1), "url", id, "name", words(q.Question),
			"answerCount", int64(1), "acceptedAnswer", answer)
		g.language(o)
		out = append(out, o)
	}
	return out
}

// questionIDs refer to the pieces of questions.
func (g *grapher) questionIDs() []any {
	var out []any
	for _, q := range g.Questions {
		if q.HTML != "" {
			out = append(out, ref(g.questionID(q)))
		}
	}
	return out
}

func (g *grapher) questionID(q Question) string { return g.canonical() + "#" + escape.Attr(q.ID) }

// guides are the pieces of all guides of an entry.
func (g *grapher) guides() []*wire.Object {
	var out []*wire.Object
	for i, guide := range g.Guides {
		about := g.usual()
		if g.Article != nil {
			about += articleHash
		}
		o := wire.NewObject("@type", "HowTo", "@id", g.canonical()+"#howto-"+strconv.Itoa(i+1), "name", words(guide.Name),
			"mainEntityOfPage", ref(about), "description", phrase(guide.Description))
		if t := guide.duration(); t != "" {
			o.Set("totalTime", t)
		}
		var steps []any
		for _, s := range guide.Steps {
			if step := g.step(s); step != nil {
				steps = append(steps, step)
			}
		}
		if steps != nil {
			o.Set("step", steps)
		}
		g.language(o)
		out = append(out, o)
	}
	return out
}

// duration is how long a guide takes as ISO 8601 writes it, "" when nobody says.
func (h *Guide) duration() string {
	parts := []string{cmp.Or(h.Days, "0"), cmp.Or(h.Hours, "0"), cmp.Or(h.Minutes, "0")}
	digits := strings.Join(parts, "")
	if !h.Timed || strings.Trim(digits, "0") == "" || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	return "P" + parts[0] + "DT" + parts[1] + "H" + parts[2] + "M"
}

// step is the piece of a step, nil for one that says nothing.
func (g *grapher) step(s Step) *wire.Object {
	id := g.canonical() + "#" + escape.Attr(s.ID)
	o := wire.NewObject("@type", "HowToStep", "url", id)
	name, text := words(s.Name), phrase(s.HTML)
	var image *wire.Object
	if s.Image != nil {
		sum := md5.Sum([]byte(s.Image.URL)) // #nosec G401 -- a name, no secret
		image = g.image(g.canonical()+"#schema-image-"+hex.EncodeToString(sum[:]), s.Image, s.Image.Caption)
	}
	switch {
	case name == "" && (!s.Written || text == "" && image == nil):
		return nil
	case name == "":
		o.Set("text", text)
	case text == "":
		o.Set("text", name)
		return o
	default:
		o.Set("name", name)
		said := clean.StripAllTags(html.UnescapeString(text))
		o.Set("itemListElement", []any{wire.NewObject("@type", "HowToDirection", "text", said)})
	}
	if image != nil {
		o.Set("image", image)
	}
	return o
}

// phrasing are the elements that answers may have.
var phrasing = strings.Fields("h1 h2 h3 h4 h5 h6 br ol ul li a p b strong i em")

// phrase is HTML with no elements but those of simple texts. It goes over the
// text once.
func phrase(text string) string {
	if len(text) > maxListed {
		text = text[:maxListed]
	}
	begins, comments, ends := scan.NewFinder(text, "<"), scan.NewFinder(text, "-->"), scan.NewFinder(text, ">")
	var out strings.Builder
	done := 0
	for i := begins.Next(0); i >= 0; {
		end, keep := -1, false
		if strings.HasPrefix(text[i:], "<!--") {
			if end = comments.Next(i + 4); end >= 0 {
				end += len("-->")
			}
		} else if name := tagName(text[i+1:]); name != "" {
			end, keep = ends.Next(i+1)+1, slices.Contains(phrasing, name)
		}
		if end <= 0 {
			i = begins.Next(i + 1)
			continue
		}
		if !keep {
			out.WriteString(text[done:i])
			done = end
		}
		i = begins.Next(end)
	}
	out.WriteString(text[done:])
	return out.String()
}

// tagName is the name with which a tag goes on behind its bracket, in small
// letters; "" for what is no tag.
func tagName(rest string) string {
	rest = strings.TrimPrefix(rest, "/")
	end := 0
	for end < len(rest) && end < longestName && (scan.IsAlpha(rest[end]) || end > 0 && scan.IsDigit(rest[end])) {
		end++
	}
	return strings.ToLower(rest[:end])
}

// longestName is more letters than any element that answers may have.
const longestName = 16

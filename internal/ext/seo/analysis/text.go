// Package analysis looks at texts as readers and search engines do, and says
// what could be better. It works on values alone and is the same for equal
// texts. English is read whole; of other languages what needs no words of them.
package analysis

import (
	"strings"
	"unicode"

	"quoin/internal/display/render/htmltag"
	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/scan"
)

// Text is what is analysed.
type Text struct {
	HTML                           string // of the content
	Title, Description             string // as search engines are told
	Slug                           string
	Keyphrase                      string
	Synonyms                       []string
	Language                       string // en, de, ...
	Host                           string // of the site, to tell links apart
	KeyphraseUsed                  int    // by how many other texts
	CheckInclusive, HasDescription bool
}

// block is a piece of a text between the ends of paragraphs and the like.
type block struct {
	heading   int // its level, 0 for a paragraph
	text      string
	sentences [][]string // their words
	words     []string
}

// image and anchor are what a text shows and leads to.
type image struct{ alt string }

type anchor struct {
	href, text string
	nofollow   bool
}

// document is a text taken apart.
type document struct {
	*Text
	english bool
	blocks  []block
	images  []image
	anchors []anchor
	words   []string   // of all blocks
	used    [][]string // sentences of paragraphs

	spend Spend
	ended error // why nothing is looked at any more
}

// Bounds of what is looked at: of a text in bytes, and how many words of a
// keyphrase and how many synonyms.
const (
	maxText        = 512 << 10
	maxPhraseWords = 20
	maxSynonyms    = 20
)

// step notes that some words or tags are gone over and tells whether to go on.
func (d *document) step(n int) bool {
	if d.ended == nil && d.spend != nil {
		d.ended = d.spend(n)
	}
	return d.ended == nil
}

// blockTags end what is read as one piece.
var blockTags = map[string]bool{
	"P": true, "DIV": true, "LI": true, "UL": true, "OL": true, "BLOCKQUOTE": true, "TABLE": true, "TR": true, "TD": true, "TH": true,
	"H1": true, "H2": true, "H3": true, "H4": true, "H5": true, "H6": true, "SECTION": true, "ARTICLE": true, "FIGURE": true, "FIGCAPTION": true,
	"HR": true, "DL": true, "DT": true, "DD": true, "ADDRESS": true, "HEADER": true, "FOOTER": true, "MAIN": true, "ASIDE": true,
}

// unreadTags hold no text for readers.
var unreadTags = []string{"SCRIPT", "STYLE", "PRE", "CODE", "TEXTAREA", "NOSCRIPT", "IFRAME", "SVG"}

// read takes a text apart.
func read(t *Text, spend Spend) *document {
	d := &document{Text: t, spend: spend, english: t.Language == "" || strings.HasPrefix(strings.ToLower(t.Language), "en")}
	src := t.HTML
	if len(src) > maxText {
		src = src[:maxText]
	}
	if !strings.Contains(src, "<p") && strings.Contains(src, "\n\n") {
		src = strings.ReplaceAll(src, "\n\n", "<p>")
	}
	d.links(src)
	level := 0
	var b strings.Builder
	flush := func() {
		d.add(level, b.String())
		b.Reset()
	}
	ends := endsOf(src)
	for i := 0; i < len(src) && d.step(1); {
		if src[i] != '<' {
			end := strings.IndexByte(src[i:], '<')
			if end < 0 {
				end = len(src) - i
			}
			b.WriteString(src[i : i+end])
			i += end
			continue
		}
		if strings.HasPrefix(src[i:], "<!--") {
			end := strings.Index(src[i+4:], "-->")
			if end < 0 {
				break
			}
			i += end + 7
			continue
		}
		end := strings.IndexByte(src[i:], '>')
		if end < 0 {
			break
		}
		name, closing := tagName(src[i+1 : i+end])
		i += end + 1
		switch {
		case name == "BR":
			b.WriteByte('\n')
		case blockTags[name]:
			flush()
			level = 0
			if !closing && len(name) == 2 && name[0] == 'H' && name[1] >= '1' && name[1] <= '6' {
				level = int(name[1] - '0')
			}
		case !closing && ends[name] != nil:
			if i = ends[name].Next(i); i < 0 {
				i = len(src)
			}
		}
	}
	flush()
	return d
}

// endsOf finds the ends of elements that hold no text for readers, by name.
func endsOf(src string) map[string]*scan.Finder {
	upper := []byte(src)
	for i, c := range upper {
		if c >= 'a' && c <= 'z' {
			upper[i] = c - 'a' + 'A'
		}
	}
	text, out := string(upper), make(map[string]*scan.Finder, len(unreadTags))
	for _, name := range unreadTags {
		out[name] = scan.NewFinder(text, "</"+name)
	}
	return out
}

// tagName is the name of the tag that stands between two brackets.
func tagName(tag string) (name string, closing bool) {
	tag, closing = strings.CutPrefix(strings.TrimSpace(tag), "/")
	end := strings.IndexFunc(tag, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(tag)
	}
	return strings.ToUpper(tag[:end]), closing
}

// add adds a piece of text.
func (d *document) add(level int, html string) {
	text := strings.Join(strings.Fields(entity.DecodeEntities(html)), " ")
	if text == "" {
		return
	}
	b := block{heading: level, text: text, words: Words(text)}
	for _, s := range Sentences(text) {
		b.sentences = append(b.sentences, Words(s))
	}
	if len(b.words) == 0 || !d.step(len(b.words)) {
		return
	}
	d.blocks = append(d.blocks, b)
	d.words = append(d.words, b.words...)
	if level == 0 {
		d.used = append(d.used, b.sentences...)
	}
}

// links finds images and links.
func (d *document) links(src string) {
	p := htmltag.New(src)
	for p.Next() && d.step(1) {
		if p.Tag() == "IMG" {
			alt, _ := p.Attr("alt")
			d.images = append(d.images, image{entity.DecodeEntities(alt)})
		}
	}
	for rest := src; ; {
		i := strings.Index(rest, "<a ")
		if i < 0 || !d.step(1) {
			return
		}
		rest = rest[i:]
		end := strings.Index(rest, "</a>")
		if end < 0 {
			end = len(rest)
		}
		one := htmltag.New(rest[:end])
		if one.Next() {
			href, _ := one.Attr("href")
			rel, _ := one.Attr("rel")
			if href = entity.DecodeEntities(href); href != "" {
				d.anchors = append(d.anchors, anchor{href, clean.StripAllTags(rest[:end]), strings.Contains(strings.ToLower(rel), "nofollow")})
			}
		}
		rest = rest[min(len(rest), max(end, 3)):]
	}
}

// paragraphs are the pieces that are no headings.
func (d *document) paragraphs() []block {
	var out []block
	for _, b := range d.blocks {
		if b.heading == 0 {
			out = append(out, b)
		}
	}
	return out
}

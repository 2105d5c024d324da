package analysis

import (
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"
)

// phrase is a keyphrase, or a synonym of it, as it is looked for.
type phrase struct {
	exact []string // its words
	stems []string // those that say something
	// times is how often each of the stems is among them.
	times map[string]int
}

// phrases are the keyphrase and its synonyms.
func (d *document) phrases() []phrase {
	var out []phrase
	for _, text := range append([]string{d.Keyphrase}, d.Synonyms[:min(len(d.Synonyms), maxSynonyms)]...) {
		p := phrase{exact: firstWords(text, maxPhraseWords), times: map[string]int{}}
		for _, w := range p.exact {
			if !d.english || !functionWords[w] {
				p.stems = append(p.stems, d.stem(w))
			}
		}
		if len(p.stems) == 0 {
			for _, w := range p.exact {
				p.stems = append(p.stems, d.stem(w))
			}
		}
		for _, stem := range p.stems {
			p.times[stem]++
		}
		if len(p.exact) > 0 {
			out = append(out, p)
		}
	}
	return out
}

func (d *document) stem(w string) string {
	if d.english {
		return Stem(w)
	}
	return w
}

// match is the share of the words of the best phrase that words have.
func (d *document) match(words []string, phrases []phrase) float64 {
	if !d.step(len(words) + 1) {
		return 0
	}
	have := map[string]bool{}
	for _, w := range words {
		have[d.stem(w)] = true
		for part := range strings.SplitSeq(w, "-") {
			have[d.stem(part)] = true
		}
	}
	best := 0.0
	for _, p := range phrases {
		n := 0
		if len(have) < len(p.times) {
			for s := range have {
				n += p.times[s]
			}
		} else {
			for s, times := range p.times {
				if have[s] {
					n += times
				}
			}
		}
		best = max(best, float64(n)/float64(len(p.stems)))
	}
	return best
}

// times is how often the keyphrase or a synonym occurs: how many sentences have
// all of its words, as often as each has the rarest.
func (d *document) times(phrases []phrase) int {
	total := 0
	for _, b := range d.blocks {
		for _, words := range b.sentences {
			counts := map[string]int{}
			if !d.step(len(words)) {
				return total
			}
			for _, w := range words {
				counts[d.stem(w)]++
			}
			best := 0
			for _, p := range phrases {
				least := len(words)
				for stem := range p.times {
					if least = min(least, counts[stem]); least == 0 {
						break
					}
				}
				best = max(best, least)
			}
			total += best
		}
	}
	return total
}

// Bounds of what search engines show.
const (
	titleWidth     = 600 // pixels
	fewChars       = 120 // of a description
	mostChars      = 156
	enoughWords    = 300
	lowestDensity  = 0.5 // percent
	highestDensity = 3.0
)

// seo are the findings about how a text will be found.
func (d *document) seo() []Finding {
	var out []Finding
	add := func(check string, score int, format string, args ...any) {
		out = append(out, Finding{check, SEO, score, fmt.Sprintf(format, args...)})
	}
	d.size(add)
	d.linked(add)
	if strings.TrimSpace(d.Keyphrase) == "" {
		add("keyphraseLength", 0, "No keyphrase is set.")
		return out
	}
	phrases := d.phrases()
	if len(phrases) == 0 {
		add("keyphraseLength", 0, "The keyphrase has no words.")
		return out
	}
	d.keyphraseInNames(add, phrases)
	d.inText(add, phrases)
	return out
}

type adder func(check string, score int, format string, args ...any)

// size looks at lengths.
func (d *document) size(add adder) {
	score := -20
	switch n := len(d.words); {
	case n >= enoughWords:
		score = 9
	case n >= 250:
		score = 6
	case n >= 200:
		score = 3
	case n >= 100:
		score = -10
	}
	add("textLength", score, "The text has %d words.", len(d.words))

	switch n := utf8.RuneCountInString(d.Description); {
	case n == 0:
		add("metaDescriptionLength", 1, "There is no description.")
	case n < fewChars:
		add("metaDescriptionLength", 6, "The description has %d characters; there is room for %d.", n, mostChars)
	case n > mostChars:
		add("metaDescriptionLength", 6, "The description has %d characters; at most %d are shown.", n, mostChars)
	default:
		add("metaDescriptionLength", 9, "The description has %d characters.", n)
	}
	switch w := TitleWidth(d.Title); {
	case w == 0:
		add("titleWidth", 1, "There is no title.")
	case w > titleWidth:
		add("titleWidth", 3, "The title is about %d pixels wide; %d are shown.", w, titleWidth)
	default:
		add("titleWidth", 9, "The title is about %d pixels wide.", w)
	}
	ones := 0
	for _, b := range d.blocks {
		if b.heading == 1 {
			ones++
		}
	}
	if ones > 0 {
		add("singleH1", 1, "The text has a heading of the first level, which is that of the title.")
	}
	if len(d.images) == 0 {
		add("images", 3, "The text has no image.")
	} else {
		add("images", 9, "The text has %d images.", len(d.images))
	}
}

// linked looks at links.
func (d *document) linked(add adder) {
	inside, outside, followed := 0, 0, 0
	for _, a := range d.anchors {
		switch internal, counts := d.leads(a.href); {
		case !counts:
		case internal:
			inside++
		default:
			outside++
			if !a.nofollow {
				followed++
			}
		}
	}
	switch {
	case outside == 0:
		add("externalLinks", 3, "No link leads to another site.")
	case followed == 0:
		add("externalLinks", 7, "All links to other sites are marked not to be followed.")
	default:
		add("externalLinks", 9, "%d links lead to other sites.", outside)
	}
	if inside == 0 {
		add("internalLinks", 3, "No link leads to another page of the site.")
	} else {
		add("internalLinks", 9, "%d links lead to other pages of the site.", inside)
	}
}

// leads tells whether an address is one of the site; counts is false for one
// that leads to no page.
func (d *document) leads(href string) (internal, counts bool) {
	u, err := url.Parse(href)
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" || u.Host == "" && u.Path == "" {
		return false, false
	}
	return u.Host == "" || strings.EqualFold(u.Host, d.Host), true
}

// keyphraseInNames looks for the keyphrase in what names the text.
func (d *document) keyphraseInNames(add adder, phrases []phrase) {
	n := len(phrases[0].stems)
	score := 9
	switch {
	case n > 8:
		score = 3
	case n > 4:
		score = 6
	}
	add("keyphraseLength", score, "The keyphrase has %d words that say something.", n)
	if d.english {
		only := true
		for _, w := range phrases[0].exact {
			only = only && functionWords[w]
		}
		if only {
			add("functionWordsInKeyphrase", 0, "The keyphrase has no word that says what it is about.")
		}
	}
	switch {
	case d.KeyphraseUsed == 0:
		add("usedKeywords", 9, "No other text has this keyphrase.")
	case d.KeyphraseUsed == 1:
		add("usedKeywords", 6, "Another text has this keyphrase.")
	default:
		add("usedKeywords", 1, "%d other texts have this keyphrase.", d.KeyphraseUsed)
	}
	title := Words(d.Title)
	exact := strings.Index(" "+strings.Join(title, " ")+" ", " "+strings.Join(phrases[0].exact, " ")+" ")
	before := 0
	if exact > 0 {
		for _, w := range title[:min(len(title), strings.Count(strings.Join(title, " ")[:exact], " ")+1)] {
			if !functionWords[w] && w != phrases[0].exact[0] {
				before++
			}
		}
	}
	switch {
	case exact == 0 || exact > 0 && before == 0:
		add("keyphraseInSEOTitle", 9, "The title begins with the keyphrase.")
	case exact > 0:
		add("keyphraseInSEOTitle", 6, "The title has the keyphrase, but not at its beginning.")
	case d.match(title, phrases[:1]) == 1:
		add("keyphraseInSEOTitle", 6, "The title has the words of the keyphrase, but not as they stand there.")
	default:
		add("keyphraseInSEOTitle", 2, "The title doesn't have the keyphrase.")
	}
	slug := Words(strings.ReplaceAll(decoded(d.Slug), "-", " "))
	switch share := d.match(slug, phrases[:1]); {
	case share == 1 || share > 0.5 && n > 2:
		add("slugKeyword", 9, "The address has the keyphrase.")
	default:
		add("slugKeyword", 6, "The address doesn't have all of the keyphrase.")
	}
	if d.Description != "" {
		in := 0
		for _, s := range Sentences(d.Description) {
			if d.match(Words(s), phrases) == 1 {
				in++
			}
		}
		switch {
		case in == 0:
			add("metaDescriptionKeyword", 3, "The description doesn't have the keyphrase.")
		case in > 2:
			add("metaDescriptionKeyword", 3, "The description has the keyphrase %d times, which is too often.", in)
		default:
			add("metaDescriptionKeyword", 9, "The description has the keyphrase.")
		}
	}
}

func decoded(slug string) string {
	if s, err := url.PathUnescape(slug); err == nil {
		return s
	}
	return slug
}

// inText looks for the keyphrase in the text.
func (d *document) inText(add adder, phrases []phrase) {
	if paragraphs := d.paragraphs(); len(paragraphs) > 0 {
		score, where := 3, "The first paragraph doesn't have the keyphrase."
		if d.match(paragraphs[0].words, phrases) == 1 {
			score, where = 6, "The words of the keyphrase are in the first paragraph, but not in one sentence."
		}
		for _, words := range paragraphs[0].sentences {
			if d.match(words, phrases) == 1 {
				score, where = 9, "A sentence of the first paragraph has the keyphrase."
			}
		}
		add("introductionKeyword", score, "%s", where)
	}
	if len(d.words) >= 100 {
		n := d.times(phrases)
		density := percent(n, len(d.words)) * float64(len(phrases[0].stems))
		score := 9
		switch {
		case density > highestDensity+1:
			score = -50
		case density > highestDensity:
			score = -10
		case density < lowestDensity:
			score = 4
		}
		add("keyphraseDensity", score, "The keyphrase occurs %d times.", n)
	}
	headings, matching := 0, 0
	for _, b := range d.blocks {
		if b.heading == 2 || b.heading == 3 {
			headings++
			if d.match(b.words, phrases) > 0.5 {
				matching++
			}
		}
	}
	if headings > 0 {
		switch share := percent(matching, headings); {
		case share < 30 && (headings > 1 || matching == 0):
			add("subheadingsKeyword", 3, "%d of %d subheadings have the keyphrase: too few.", matching, headings)
		case share > 75 && headings > 1:
			add("subheadingsKeyword", 3, "%d of %d subheadings have the keyphrase: too many.", matching, headings)
		default:
			add("subheadingsKeyword", 9, "%d of %d subheadings have the keyphrase.", matching, headings)
		}
	}
	d.imageTexts(add, phrases)
	competing := 0
	for _, a := range d.anchors {
		if words := Words(a.text); len(words) > 0 && len(words) <= len(phrases[0].exact)+1 && d.match(words, phrases) == 1 {
			competing++
		}
	}
	if competing > 0 {
		add("textCompetingLinks", 2, "%d links to other pages have the keyphrase as their text.", competing)
	}
}

// imageTexts looks for the keyphrase in what stands for images.
func (d *document) imageTexts(add adder, phrases []phrase) {
	if len(d.images) == 0 {
		return
	}
	with, matching := 0, 0
	for _, i := range d.images {
		if strings.TrimSpace(i.alt) == "" {
			continue
		}
		with++
		if d.match(Words(i.alt), phrases) >= 0.5 {
			matching++
		}
	}
	share := percent(matching, len(d.images))
	switch {
	case with == 0:
		add("imageKeyphrase", 6, "No image has an alternative text.")
	case matching == 0:
		add("imageKeyphrase", 6, "No alternative text has the keyphrase.")
	case len(d.images) >= 5 && share < 30:
		add("imageKeyphrase", 6, "Of %d images %d have the keyphrase in their alternative text: few.", len(d.images), matching)
	case len(d.images) >= 5 && share > 75:
		add("imageKeyphrase", 6, "Of %d images %d have the keyphrase in their alternative text: too many.", len(d.images), matching)
	default:
		add("imageKeyphrase", 9, "Of %d images %d have the keyphrase in their alternative text.", len(d.images), matching)
	}
}

// TitleWidth is about how wide a title is where search engines show it, in
// pixels.
func TitleWidth(title string) int {
	width := 0.0
	for _, r := range title {
		switch {
		case strings.ContainsRune("ijl.,:;'|!", r):
			width += 4.5
		case strings.ContainsRune("ftI()[]/\\- \"r", r):
			width += 6
		case strings.ContainsRune("mwMW%@", r):
			width += 16
		case r >= 'A' && r <= 'Z' || r == '&':
			width += 13
		case r > 0x2e80: // ideographs
			width += 20
		default:
			width += 10.5
		}
	}
	return int(width)
}

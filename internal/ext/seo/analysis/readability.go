package analysis

import (
	"fmt"
	"strings"
)

// Part is what a finding counts for.
type Part string

// The parts of an analysis. What is only told counts for nothing.
const (
	Readability Part = "readability"
	SEO         Part = "seo"
	Inclusive   Part = "inclusive"
	Information Part = "told"
)

// Finding is what one check found. Score is from 0, bad, to 9, good; some
// faults count against the rest.
type Finding struct {
	Check string `json:"check"`
	Part  Part   `json:"part"`
	Score int    `json:"score"`
	Text  string `json:"text"`
}

// Rating is what a score means.
func (f Finding) Rating() string {
	switch {
	case f.Score >= 7:
		return "good"
	case f.Score >= 5:
		return "ok"
	}
	return "bad"
}

// Bounds of what is easy to read.
const (
	longSentence     = 20  // words
	longParagraph    = 150 // words
	tooLongParagraph = 200
	longSection      = 300
	tooLongSection   = 350
	fewWords         = 200 // below which some checks say nothing
)

// graded is a score for a number: good up to one bound, bad above another.
func graded(n, good, bad float64) int {
	switch {
	case n > bad:
		return 3
	case n > good:
		return 6
	}
	return 9
}

func percent(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return 100 * float64(part) / float64(of)
}

// readability are the findings about how a text reads.
func (d *document) readability() []Finding {
	var out []Finding
	add := func(check string, score int, format string, args ...any) {
		out = append(out, Finding{check, Readability, score, fmt.Sprintf(format, args...)})
	}
	if !longer(d.words, 50) {
		add("textPresence", 3, "There is not enough text to look at.")
		return out
	}
	long := 0
	for _, s := range d.used {
		if len(s) > longSentence {
			long++
		}
	}
	share := percent(long, len(d.used))
	add("sentenceLength", graded(share, 25, 30), "%.1f%% of the sentences have more than %d words.", share, longSentence)

	most := 0
	for _, p := range d.paragraphs() {
		most = max(most, len(p.words))
	}
	add("paragraphLength", graded(float64(most), longParagraph, tooLongParagraph), "The longest paragraph has %d words.", most)

	headings, longest := d.sections()
	switch {
	case len(d.words) <= longSection:
		add("subheadingDistribution", 9, "The text is short enough to do without subheadings.")
	case headings == 0:
		add("subheadingDistribution", 2, "The text has %d words and no subheading.", len(d.words))
	default:
		add("subheadingDistribution", graded(float64(longest), longSection, tooLongSection), "The longest part below one subheading has %d words.", longest)
	}

	if run, word := d.consecutive(); run >= 3 {
		add("consecutiveSentences", 3, "%d sentences in a row begin with %q.", run, word)
	} else {
		add("consecutiveSentences", 9, "The beginnings of the sentences vary.")
	}
	if !d.english {
		return out
	}
	passive, leading := 0, 0
	telling := len(d.words) >= fewWords
	for _, words := range d.used {
		if isPassive(words) {
			passive++
		}
		if telling && hasTransition(words) {
			leading++
		}
	}
	share = percent(passive, len(d.used))
	add("passiveVoice", graded(share, 10, 15), "%.1f%% of the sentences are in the passive voice.", share)
	if telling {
		share = percent(leading, len(d.used))
		score := 3
		switch {
		case share >= 30:
			score = 9
		case share >= 20:
			score = 6
		}
		add("transitionWords", score, "%.1f%% of the sentences have a transition word.", share)
	}
	ease := Flesch(d.words, len(d.used))
	score := 3
	switch {
	case ease >= 60:
		score = 9
	case ease >= 50:
		score = 6
	}
	out = append(out, Finding{"fleschReadingEase", Information, score, fmt.Sprintf("The text scores %.1f for reading ease.", ease)})
	return out
}

// longer tells whether words with single spaces between them have at least n bytes.
func longer(words []string, n int) bool {
	for i, w := range words {
		if i > 0 {
			n--
		}
		if n -= len(w); n <= 0 {
			return true
		}
	}
	return n <= 0
}

// sections counts subheadings, and the words of the longest part below one or
// before the first.
func (d *document) sections() (headings, longest int) {
	n := 0
	for _, b := range d.blocks {
		if b.heading >= 2 {
			headings++
			longest, n = max(longest, n), 0
			continue
		}
		n += len(b.words)
	}
	return headings, max(longest, n)
}

// consecutive is the longest run of sentences that begin with one word.
func (d *document) consecutive() (run int, word string) {
	n, last := 0, ""
	for _, words := range d.used {
		begin := words[0]
		if d.english && len(words) > 1 && (begin == "the" || begin == "a" || begin == "an" || begin == "this" || begin == "that" || begin == "these" || begin == "those") {
			begin += " " + words[1]
		}
		if begin == last {
			n++
		} else {
			n, last = 1, begin
		}
		if n > run {
			run, word = n, begin
		}
	}
	return run, word
}

// inclusive are the phrases that leave people out.
func (d *document) inclusive() []Finding {
	if !d.english || !d.CheckInclusive {
		return nil
	}
	var out []Finding
	found := make([]bool, len(remarks))
	text := append(Words(d.Title), d.words...)
	for i := range text {
		for remark := range remarkable.at(text[i:]) {
			found[remark] = true
		}
	}
	for i, r := range remarks {
		if !found[i] {
			continue
		}
		score, degree := 6, "may leave people out"
		if r.always {
			score, degree = 3, "leaves people out"
		}
		out = append(out, Finding{"inclusive-" + strings.ReplaceAll(r.phrase, " ", "-"), Inclusive, score,
			fmt.Sprintf("%q %s. Instead one could say: %s.", r.phrase, degree, r.instead)})
	}
	return out
}

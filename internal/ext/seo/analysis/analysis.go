package analysis

import "math"

// Result is what was found in a text.
type Result struct {
	Findings []Finding
	// Scores from 1 to 100; 0 where nothing can be said.
	SEO, Readability, Inclusive, Title, Description int
}

// Spend takes the words and tags that were just gone over from what an analysis
// may cost. An error ends it.
type Spend func(steps int) error

// Analyse looks at a text. It takes time in proportion to the length of the text;
// spend is asked on the way, nil allows all.
func Analyse(t *Text, spend Spend) (*Result, error) {
	d := read(t, spend)
	r := &Result{}
	reading, found, remarks := d.readability(), d.seo(), d.inclusive()
	r.Readability = readable(reading, d.english)
	if t.Keyphrase != "" {
		r.SEO = overall(found)
	}
	r.Inclusive = 90
	for _, f := range remarks {
		r.Inclusive = min(r.Inclusive, f.Score*10)
	}
	if !d.english || !t.CheckInclusive {
		r.Inclusive = 0
	}
	pick := func(checks ...string) int {
		var of []Finding
		for _, f := range found {
			for _, c := range checks {
				if f.Check == c {
					of = append(of, f)
				}
			}
		}
		return overall(of)
	}
	r.Title = pick("titleWidth", "keyphraseInSEOTitle")
	r.Description = pick("metaDescriptionLength", "metaDescriptionKeyword")
	r.Findings = append(append(reading, found...), remarks...)
	return r, d.ended
}

// overall is the share of what could be reached, from 1 to 100.
func overall(list []Finding) int {
	sum, n := 0, 0
	for _, f := range list {
		if f.Part == Information {
			continue
		}
		sum += f.Score
		n++
	}
	if n == 0 {
		return 0
	}
	return min(100, max(1, int(math.Round(100*float64(sum)/float64(9*n)))))
}

// readable is how well a text reads: 90, 60 or 30. What needs words of the
// language counts in English alone, so that less may be wrong in others.
func readable(list []Finding, english bool) int {
	points, n := 0, 0
	for _, f := range list {
		if f.Part == Information {
			continue
		}
		n++
		switch f.Rating() {
		case "bad":
			points += 3
			if !english {
				points++
			}
		case "ok":
			points += 2
		}
	}
	worst, middling := 6, 4
	if !english {
		worst, middling = 4, 2
	}
	switch {
	case n <= 1, points > worst:
		return 30
	case points > middling:
		return 60
	}
	return 90
}

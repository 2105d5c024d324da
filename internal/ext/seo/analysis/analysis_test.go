package analysis

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestSentences(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"One. Two! Three?":                      {"One.", "Two!", "Three?"},
		"Dr. Smith met Mr. Jones. They talked.": {"Dr. Smith met Mr. Jones.", "They talked."},
		"It costs 3.50 euros. Really.":          {"It costs 3.50 euros.", "Really."},
		"He said \"Stop.\" Then he left.":       {"He said \"Stop.\"", "Then he left."},
		"See example.org for more. Good.":       {"See example.org for more.", "Good."},
		"Wait... what? yes":                     {"Wait... what? yes"},
		"J. R. R. Tolkien wrote it. I did not.": {"J. R. R. Tolkien wrote it.", "I did not."},
		"これは文です。これも。":                           {"これは文です。", "これも。"},
		"":                                      nil,
		"...":                                   nil,
		"No end":                                {"No end"},
		"First line\nsecond line":               {"First line", "second line"},
	} {
		if got := Sentences(text); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"It’s a well-known fact": "it's a well-known fact", "3 cats, 4 dogs": "3 cats 4 dogs", "naïve café": "naïve café", "- dash -": "dash", "a--b": "a b",
	} {
		if got := strings.Join(Words(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestStem(t *testing.T) {
	t.Parallel()
	for _, group := range []string{
		"stone stones", "running run runs", "city cities", "box boxes", "quick quickly", "love loved loving loves", "happy", "glass glasses", "stop stopped stopping",
		"church churches", "garden gardens gardening gardened",
	} {
		words := strings.Fields(group)
		for _, w := range words {
			if Stem(w) != Stem(words[0]) {
				t.Errorf("%s has the stem %s, %s has %s", w, Stem(w), words[0], Stem(words[0]))
			}
		}
	}
	for _, pair := range [][2]string{{"bus", "bu"}, {"glass", "gla"}, {"sing", "s"}, {"bed", "b"}} {
		if Stem(pair[0]) == pair[1] {
			t.Errorf("%s is cut to %s", pair[0], pair[1])
		}
	}
}

func TestSyllables(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]int{"cat": 1, "table": 2, "make": 1, "reading": 2, "wanted": 2, "jumped": 1, "banana": 3, "tree": 1, "rhythm": 1} {
		if got := Syllables(word); got != want {
			t.Errorf("%s: %d, want %d", word, got, want)
		}
	}
}

func TestPassive(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]bool{
		"The book was written by her.":          true,
		"The house is being built.":             true,
		"The ball was quickly thrown.":          true,
		"They are often invited.":               true,
		"It got stolen.":                        true,
		"She wrote the book.":                   false,
		"She is happy.":                         false,
		"They have finished it.":                false,
		"He was a friend who invited us.":       false,
		"The garden bed was red.":               false,
		"There were one hundred people.":        false,
		"We are in the hands of a skilled man.": false,
	} {
		if got := isPassive(Words(sentence)); got != want {
			t.Errorf("%q: passive %v, want %v", sentence, got, want)
		}
	}
}

func TestTransition(t *testing.T) {
	t.Parallel()
	for sentence, want := range map[string]bool{
		"However, it rained.": true, "For example, this one.": true, "Either we go or we stay.": true, "The cat sat.": false, "As a result, we left.": true,
		"It rained on the roof.": false,
	} {
		if got := hasTransition(Words(sentence)); got != want {
			t.Errorf("%q: %v, want %v", sentence, got, want)
		}
	}
}

func repeat(s string, n int) string { return strings.Repeat(s, n) }

// sentences of eight, and of thirty words.
const (
	short = "The old mason cuts a stone with care. "
	long  = "The old mason who lives in the small white house near the river at the end of the village cuts a heavy stone with much care every single morning early. "
)

func check(t *testing.T, text *Text, name string) *Finding {
	t.Helper()
	for _, f := range must(t, text).Findings {
		if f.Check == name {
			return &f
		}
	}
	return nil
}

// TestChecks has a text for each outcome of each check. A score of 99 stands for
// a check that says nothing.
func TestChecks(t *testing.T) {
	t.Parallel()
	varied := "<p>Stones are old. Masons cut them. However, some break. We keep those. Because of that, walls grow. You see them here. </p>"
	keyed := func(html string) *Text {
		return &Text{HTML: html, Keyphrase: "garden walls", Title: "Garden walls for all", Slug: "garden-walls", Description: "All about garden walls.", Host: "e.test"}
	}
	for _, c := range []struct {
		check, name string
		text        *Text
		want        int
	}{
		{"textPresence", "none", &Text{HTML: "<p>Hi.</p>"}, 3},
		{"textPresence", "some", &Text{HTML: varied}, 99},
		{"sentenceLength", "short", &Text{HTML: "<p>" + repeat(short, 10) + "</p>"}, 9},
		{"sentenceLength", "a quarter", &Text{HTML: "<p>" + repeat(short, 5) + repeat(long, 2) + "</p>"}, 6},
		{"sentenceLength", "long", &Text{HTML: "<p>" + repeat(long, 5) + "</p>"}, 3},
		{"paragraphLength", "short", &Text{HTML: varied}, 9},
		{"paragraphLength", "long", &Text{HTML: "<p>" + repeat(short, 22) + "</p>"}, 6},
		{"paragraphLength", "too long", &Text{HTML: "<p>" + repeat(short, 30) + "</p>"}, 3},
		{"subheadingDistribution", "short text", &Text{HTML: varied}, 9},
		{"subheadingDistribution", "none", &Text{HTML: repeat("<p>"+short+"</p>", 50)}, 2},
		{"subheadingDistribution", "well spread", &Text{HTML: repeat("<h2>Part</h2>"+repeat("<p>"+short+"</p>", 20), 3)}, 9},
		{"subheadingDistribution", "one too long", &Text{HTML: "<h2>Part</h2>" + repeat("<p>"+short+"</p>", 60)}, 3},
		{"consecutiveSentences", "three", &Text{HTML: "<p>We cut stones here. We build walls there. We like the work that we do.</p>"}, 3},
		{"consecutiveSentences", "varied", &Text{HTML: varied}, 9},
		{"passiveVoice", "active", &Text{HTML: varied}, 9},
		{"passiveVoice", "passive", &Text{HTML: "<p>" + repeat("The wall was built by them. ", 5) + "</p>"}, 3},
		{"passiveVoice", "a little", &Text{HTML: "<p>" + repeat(short, 7) + "The wall was built.</p>"}, 6},
		{"passiveVoice", "German", &Text{HTML: "<p>" + repeat("Das Haus wurde gebaut von ihnen allen. ", 5) + "</p>", Language: "de_DE"}, 99},
		{"transitionWords", "none", &Text{HTML: "<p>" + repeat(short, 30) + "</p>"}, 3},
		{"transitionWords", "few", &Text{HTML: "<p>" + repeat(repeat(short, 3)+"However, the mason cuts a stone with care. ", 8) + "</p>"}, 6},
		{"transitionWords", "many", &Text{HTML: "<p>" + repeat("However, the mason cuts a stone with care. ", 30) + "</p>"}, 9},
		{"transitionWords", "short text", &Text{HTML: varied}, 99},
		{"fleschReadingEase", "easy", &Text{HTML: varied}, 9},
		{"fleschReadingEase", "hard", &Text{HTML: "<p>" + repeat("Institutional considerations necessitate comprehensive organisational transformation. ", 4) + "</p>"}, 3},

		{"textLength", "tiny", &Text{HTML: varied}, -20},
		{"textLength", "small", &Text{HTML: repeat("<p>"+short+"</p>", 15)}, -10},
		{"textLength", "fair", &Text{HTML: repeat("<p>"+short+"</p>", 26)}, 3},
		{"textLength", "nearly", &Text{HTML: repeat("<p>"+short+"</p>", 34)}, 6},
		{"textLength", "enough", &Text{HTML: repeat("<p>"+short+"</p>", 40)}, 9},
		{"metaDescriptionLength", "none", &Text{HTML: varied}, 1},
		{"metaDescriptionLength", "short", &Text{Description: "Short."}, 6},
		{"metaDescriptionLength", "right", &Text{Description: repeat("a", 140)}, 9},
		{"metaDescriptionLength", "long", &Text{Description: repeat("a", 157)}, 6},
		{"titleWidth", "none", &Text{}, 1},
		{"titleWidth", "right", &Text{Title: "A title of a usual length"}, 9},
		{"titleWidth", "wide", &Text{Title: repeat("Wide words ", 10)}, 3},
		{"singleH1", "one", &Text{HTML: "<h1>Again</h1>" + varied}, 1},
		{"singleH1", "none", &Text{HTML: "<h2>Part</h2>" + varied}, 99},
		{"images", "none", &Text{HTML: varied}, 3},
		{"images", "one", &Text{HTML: varied + `<img src="a.png">`}, 9},
		{"externalLinks", "none", &Text{HTML: varied + `<a href="mailto:a@b.c">m</a>`}, 3},
		{"externalLinks", "one", &Text{HTML: varied + `<a href="https://other.test/">o</a>`, Host: "e.test"}, 9},
		{"externalLinks", "not followed", &Text{HTML: varied + `<a rel="nofollow" href="https://other.test/">o</a>`, Host: "e.test"}, 7},
		{"internalLinks", "none", &Text{HTML: varied + `<a href="#x">x</a>`}, 3},
		{"internalLinks", "one", &Text{HTML: varied + `<a href="/x/">x</a>`}, 9},
		{"internalLinks", "by its whole address", &Text{HTML: varied + `<a href="https://e.test/x/">x</a>`, Host: "e.test"}, 9},

		{"keyphraseLength", "none", &Text{HTML: varied}, 0},
		{"keyphraseLength", "right", keyed(varied), 9},
		{"keyphraseLength", "long", &Text{Keyphrase: "one garden wall stone mason builds"}, 6},
		{"keyphraseLength", "too long", &Text{Keyphrase: "red green blue grey brown black white pink orange"}, 3},
		{"functionWordsInKeyphrase", "only", &Text{Keyphrase: "about the"}, 0},
		{"functionWordsInKeyphrase", "others", keyed(varied), 99},
		{"usedKeywords", "never", keyed(varied), 9},
		{"usedKeywords", "once", &Text{Keyphrase: "walls", KeyphraseUsed: 1}, 6},
		{"usedKeywords", "often", &Text{Keyphrase: "walls", KeyphraseUsed: 2}, 1},
		{"keyphraseInSEOTitle", "at the beginning", keyed(varied), 9},
		{"keyphraseInSEOTitle", "after function words", &Text{Keyphrase: "garden walls", Title: "How to build the garden walls"}, 6},
		{"keyphraseInSEOTitle", "after an article", &Text{Keyphrase: "garden walls", Title: "The garden walls"}, 9},
		{"keyphraseInSEOTitle", "later", &Text{Keyphrase: "garden walls", Title: "Beautiful garden walls"}, 6},
		{"keyphraseInSEOTitle", "in parts", &Text{Keyphrase: "garden walls", Title: "Walls of a garden"}, 6},
		{"keyphraseInSEOTitle", "not", &Text{Keyphrase: "garden walls", Title: "Stones"}, 2},
		{"slugKeyword", "has it", keyed(varied), 9},
		{"slugKeyword", "has it not", &Text{Keyphrase: "garden walls", Slug: "stones"}, 6},
		{"metaDescriptionKeyword", "once", keyed(varied), 9},
		{"metaDescriptionKeyword", "not", &Text{Keyphrase: "garden walls", Description: "Stones."}, 3},
		{"metaDescriptionKeyword", "too often", &Text{Keyphrase: "wall", Description: "A wall. A wall. A wall."}, 3},
		{"metaDescriptionKeyword", "no description", &Text{Keyphrase: "wall"}, 99},
		{"introductionKeyword", "in a sentence", keyed("<p>A garden needs walls.</p>" + varied), 9},
		{"introductionKeyword", "in two", keyed("<p>A garden is fine. Walls keep it.</p>" + varied), 6},
		{"introductionKeyword", "not", keyed(varied + "<p>Garden walls.</p>"), 3},
		{"introductionKeyword", "a synonym", &Text{Keyphrase: "garden walls", Synonyms: []string{"stone fence"}, HTML: "<p>A stone fence is strong.</p>"}, 9},
		{"keyphraseDensity", "right", keyed("<p>Garden walls last.</p>" + repeat("<p>"+short+"</p>", 20)), 9},
		{"keyphraseDensity", "none", keyed(repeat("<p>"+short+"</p>", 20)), 4},
		{"keyphraseDensity", "stuffed", keyed(repeat("<p>Garden walls are garden walls.</p>", 30)), -50},
		{"keyphraseDensity", "short text", keyed("<p>Garden walls.</p>"), 99},
		{"subheadingsKeyword", "one", keyed("<h2>Walls in a garden</h2>" + varied), 9},
		{"subheadingsKeyword", "none", keyed("<h2>Stones</h2>" + varied), 3},
		{"subheadingsKeyword", "all", keyed(repeat("<h2>Garden walls</h2>"+varied, 4)), 3},
		{"subheadingsKeyword", "no headings", keyed(varied), 99},
		{"imageKeyphrase", "has it", keyed(varied + `<img alt="A garden wall" src="a.png">`), 9},
		{"imageKeyphrase", "others", keyed(varied + `<img alt="A dog" src="a.png">`), 6},
		{"imageKeyphrase", "no texts", keyed(varied + `<img src="a.png">`), 6},
		{"imageKeyphrase", "too many", keyed(varied + repeat(`<img alt="garden walls" src="a.png">`, 6)), 6},
		{"imageKeyphrase", "no image", keyed(varied), 99},
		{"textCompetingLinks", "one", keyed(varied + `<a href="/x/">garden walls</a>`), 2},
		{"textCompetingLinks", "others", keyed(varied + `<a href="/x/">stones</a>`), 99},

		{"inclusive-blacklist", "said", &Text{HTML: "<p>Put it on the blacklist.</p>", CheckInclusive: true}, 3},
		{"inclusive-guys", "said", &Text{HTML: "<p>Hello guys.</p>", CheckInclusive: true}, 6},
		{"inclusive-blacklist", "not asked for", &Text{HTML: "<p>Put it on the blacklist.</p>"}, 99},
		{"inclusive-the-blind", "part of a word", &Text{HTML: "<p>The blinds are shut.</p>", CheckInclusive: true}, 99},
	} {
		f := check(t, c.text, c.check)
		got := 99
		if f != nil {
			got = f.Score
		}
		if got != c.want {
			t.Errorf("%s, %s: %d, want %d (%+v)", c.check, c.name, got, c.want, f)
		}
	}
}

func TestScores(t *testing.T) {
	t.Parallel()
	good := &Text{
		Keyphrase: "garden walls", Title: "Garden walls that last", Slug: "garden-walls", Host: "e.test", CheckInclusive: true,
		Description: "Garden walls keep a garden safe for a hundred years, if you choose the right stones and take your time. Here is how masons do that today.",
		HTML: "<p>Garden walls last long. However, they need care. First, look at the stones.</p><h2>Stones for garden walls</h2>" +
			repeat("<p>Masons choose stones with care. Therefore, their work lasts. You can do so too. Then it is yours. <a href=\"/stones/\">More</a> <a href=\"https://other.test/\">Elsewhere</a></p><h3>Next step</h3>", 14) +
			"<p>Then the garden walls stand. <img alt=\"garden walls\" src=\"a.png\"></p>",
	}
	r := must(t, good)
	if r.SEO < 71 || r.Readability != 90 || r.Inclusive != 90 || r.Title < 71 || r.Description < 71 {
		t.Errorf("a good text: %+v", r)
	}
	bad := must(t, &Text{Keyphrase: "garden walls", HTML: "<p>" + repeat(long, 2) + "</p>", Title: "x", CheckInclusive: true})
	if bad.SEO > 40 {
		t.Errorf("a bad text: %+v", bad)
	}
	if hard := must(t, &Text{HTML: "<p>" + repeat(long, 12) + "</p>"}); hard.Readability != 30 {
		t.Errorf("a text that reads badly: %+v", hard)
	}
	if r := must(t, &Text{HTML: "<p>Words</p>"}); r.SEO != 0 {
		t.Errorf("a text without a keyphrase has the score %d", r.SEO)
	}
}

// FuzzAnalyse holds that no text is too odd.
func FuzzAnalyse(f *testing.F) {
	for _, s := range []string{"<p>a. b", "<a <a href=x>", "<!-- ", "<script>x", "<h1>é</h1>.", "\x00<", "<a href=%zz>b</a>"} {
		f.Add(s, "a b")
	}
	f.Fuzz(func(t *testing.T, html, keyphrase string) {
		r := must(t, &Text{HTML: html, Keyphrase: keyphrase, Title: keyphrase, Description: html, CheckInclusive: true})
		if r.SEO < 0 || r.SEO > 100 || r.Readability < 30 || r.Readability > 90 {
			t.Errorf("%+v", r)
		}
	})
}

// must is the analysis of a text that nothing ends.
func must(t *testing.T, text *Text) *Result {
	t.Helper()
	r, err := Analyse(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What is gone over grows with a text and not with its square, whatever it and
// the keyphrase are made of.
func TestStepsGrowWithTheText(t *testing.T) {
	t.Parallel()
	steps := func(text *Text) (n int) {
		if _, err := Analyse(text, func(steps int) error { n += steps; return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	var phrase strings.Builder
	for i := range 40_000 {
		phrase.WriteString("word" + strconv.Itoa(i) + " ")
	}
	for _, piece := range []string{"<code>", "<p>a", "<h2>word1</h2>", "<img alt=word1>", "<a href=/x>word1</a>", "a. ", "word1 "} {
		of := func(n int) int {
			return steps(&Text{HTML: strings.Repeat(piece, n), Keyphrase: phrase.String(), Synonyms: []string{phrase.String(), phrase.String()}})
		}
		if short, long := of(5000), of(10_000); long > 2*short+100 || long > 200_000 {
			t.Errorf("%q: %d steps for 5000, %d for 10000", piece, short, long)
		}
	}
}

// An analysis ends when nothing may be spent any more.
func TestAnalysisEnds(t *testing.T) {
	t.Parallel()
	enough, n := errors.New("enough"), 0
	_, err := Analyse(&Text{HTML: strings.Repeat("<p>One word.", 1000)}, func(steps int) error {
		if n += steps; n > 100 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || n > 110 {
		t.Errorf("%v after %d steps", err, n)
	}
}

// TestTransitionsAnywhere holds the index of transitions to looking for each of them in
// the sentence.
func TestTransitionsAnywhere(t *testing.T) {
	t.Parallel()
	var phrases, vocabulary []string
	for first, list := range transitions {
		for _, x := range list {
			phrases = append(phrases, strings.Join(append([]string{first}, x.rest...), " "))
		}
	}
	for _, p := range phrases {
		if words := strings.Split(p, " "); len(words) > 1 {
			vocabulary = append(vocabulary, words...)
		}
	}
	for _, p := range pairs {
		vocabulary = append(vocabulary, strings.Split(p[0]+" "+p[1], " ")...)
	}
	slow := func(words []string) bool {
		text := " " + strings.Join(words, " ") + " "
		if slices.ContainsFunc(phrases, func(p string) bool { return strings.Contains(text, " "+p+" ") }) {
			return true
		}
		return slices.ContainsFunc(pairs, func(p [2]string) bool {
			_, rest, ok := strings.Cut(text, " "+p[0]+" ")
			return ok && strings.Contains(" "+rest, " "+p[1]+" ")
		})
	}
	random, found := rand.New(rand.NewPCG(1, 2)), 0
	for range 20000 {
		words := make([]string, 1+random.IntN(6))
		for i := range words {
			words[i] = vocabulary[random.IntN(len(vocabulary))]
		}
		want := slow(words)
		if got := hasTransition(words); got != want {
			t.Fatalf("%q: %v, want %v", words, got, want)
		}
		if want {
			found++
		}
	}
	if found == 0 || found == 20000 {
		t.Errorf("%d of the sentences have a transition", found)
	}
}

// BenchmarkAnalyse looks at a hundred words, and at a thousand.
func BenchmarkAnalyse(b *testing.B) {
	for _, n := range []int{20, 200} {
		b.Run(strconv.Itoa(5*n), func(b *testing.B) {
			text := &Text{HTML: "<p>" + repeat("Some words of a post. ", n) + "</p>", Title: "Written 1", Slug: "written-1", CheckInclusive: true}
			for b.Loop() {
				if _, err := Analyse(text, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

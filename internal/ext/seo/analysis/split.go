package analysis

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Words are the words of a text in lower case: runs of letters, digits, and the
// apostrophes and dashes between them.
func Words(text string) []string { return firstWords(text, len(text)) }

var plainSigns = strings.NewReplacer("’", "'", "‘", "'", "‑", "-")

// firstWords are the first n words of a text.
func firstWords(text string, n int) []string {
	out := make([]string, 0, min(n, len(text)/5+1))
	if strings.ContainsAny(text, "’‘‑") {
		text = plainSigns.Replace(text)
	}
	text = strings.ToLower(text)
	start := -1
	for i, r := range text {
		inside := inWord(r)
		if !inside && start >= 0 && (r == '\'' || r == '-') {
			if next, _ := utf8.DecodeRuneInString(text[i+1:]); unicode.IsLetter(next) || unicode.IsDigit(next) {
				inside = true
			}
		}
		switch {
		case inside && start < 0:
			start = i
		case !inside && start >= 0:
			out = append(out, text[start:i])
			start = -1
		}
		if len(out) == n {
			return out
		}
	}
	if start >= 0 {
		out = append(out, text[start:])
	}
	return out
}

// inWord tells whether a sign belongs to words wherever it stands.
func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// abbreviations end with a stop that ends no sentence.
var abbreviations = set("mr mrs ms dr prof st vs etc e.g i.e cf approx dept fig inc jr ltd no sr u.s u.k a.m p.m vol")

// Sentences are the sentences of a text.
func Sentences(text string) []string {
	var out []string
	start := 0
	add := func(end int) {
		if s := strings.TrimSpace(text[start:end]); strings.IndexFunc(s, inWord) >= 0 {
			out = append(out, s)
		}
		start = end
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch r {
		case '\n', '。', '！', '？':
			add(i)
			continue
		case '.', '!', '?', '…':
		default:
			continue
		}
		// Further stops, quotes and brackets belong to the sentence.
		for i < len(text) {
			next, n := utf8.DecodeRuneInString(text[i:])
			if !strings.ContainsRune(".!?…\"'”’)]»", next) {
				break
			}
			i += n
		}
		rest := strings.TrimLeft(text[i:], " \t")
		if rest == "" {
			add(i)
			continue
		}
		if len(rest) == len(text[i:]) {
			continue // no space: a number, an address
		}
		next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, "\"'“‘([«"))
		if unicode.IsLower(next) {
			continue
		}
		if r == '.' {
			before := text[start : i-size]
			last := strings.ToLower(before[strings.LastIndexAny(before, " (\"")+1:])
			if abbreviations[last] || utf8.RuneCountInString(last) == 1 && last != "i" && unicode.IsLetter(first(last)) {
				continue
			}
		}
		add(i)
	}
	add(len(text))
	return out
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// set is a set of the words of a text.
func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// Stem is the part of an English word that its forms share.
func Stem(word string) string {
	word = strings.TrimSuffix(strings.TrimSuffix(word, "'s"), "'")
	cut := func(suffix, with string, least int) bool {
		if base, ok := strings.CutSuffix(word, suffix); ok && len(base) >= least {
			word = base + with
			return true
		}
		return false
	}
	if !cut("sses", "ss", 1) && !cut("ies", "y", 2) && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") {
		_ = cut("ches", "ch", 2) || cut("shes", "sh", 2) || cut("xes", "x", 2) || cut("s", "", 3)
	}
	for _, suffix := range []string{"ing", "ed"} {
		if base, ok := strings.CutSuffix(word, suffix); ok && len(base) >= 3 && strings.ContainsAny(base, "aeiouy") {
			word = base
			if n := len(word); n > 3 && word[n-1] == word[n-2] && !strings.ContainsRune("lsz", rune(word[n-1])) {
				word = word[:n-1]
			}
			break
		}
	}
	_ = cut("ly", "", 4)
	if n := len(word); n > 3 && word[n-1] == 'e' {
		word = word[:n-1]
	}
	if n := len(word); n > 2 && word[n-1] == 'i' {
		word = word[:n-1] + "y"
	}
	return word
}

// Syllables counts the syllables of an English word.
func Syllables(word string) int {
	n, vowel := 0, false
	for _, r := range word {
		is := strings.ContainsRune("aeiouyàáâäèéêëìíîïòóôöùúûü", r)
		if is && !vowel {
			n++
		}
		vowel = is
	}
	if n > 1 && strings.HasSuffix(word, "e") && !strings.HasSuffix(word, "le") && !strings.HasSuffix(word, "ee") {
		n--
	}
	if n > 1 && strings.HasSuffix(word, "ed") && !strings.HasSuffix(word, "ted") && !strings.HasSuffix(word, "ded") {
		n--
	}
	return max(n, 1)
}

// Flesch is how easy an English text is to read, from 0 to 100.
func Flesch(words []string, sentences int) float64 {
	if len(words) == 0 || sentences == 0 {
		return 0
	}
	syllables := 0
	for _, w := range words {
		syllables += Syllables(w)
	}
	n := float64(len(words))
	return min(100, max(0, 206.835-1.015*n/float64(sentences)-84.6*float64(syllables)/n))
}

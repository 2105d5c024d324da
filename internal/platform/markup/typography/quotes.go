package typography

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

// The marks stand for a decision already taken while later rules still look
// at the text; no text can contain them, since a '<' always begins a tag.
const (
	openDoubleMark = "<!--oq-->"
	openSingleMark = "<!--osq-->"
	apostropheMark = "<!--apos-->"
)

// fixed replaces the strings that mean one thing wherever they stand.
func (s *Signs) fixed(text string) string {
	// Each pair is applied to the whole text before the next.
	for _, pair := range [...][2]string{
		{"...", s.Ellipsis},
		{"``", s.OpenDouble},
		{"''", s.CloseDouble},
		{" (tm)", " &#8482;"},
		{"'tain't", s.Apostrophe + "tain" + s.Apostrophe + "t"},
		{"'twere", s.Apostrophe + "twere"},
		{"'twas", s.Apostrophe + "twas"},
		{"'tis", s.Apostrophe + "tis"},
		{"'twill", s.Apostrophe + "twill"},
		{"'til", s.Apostrophe + "til"},
		{"'bout", s.Apostrophe + "bout"},
		{"'nuff", s.Apostrophe + "nuff"},
		{"'round", s.Apostrophe + "round"},
		{"'cause", s.Apostrophe + "cause"},
		{"'em", s.Apostrophe + "em"},
	} {
		text = strings.ReplaceAll(text, pair[0], pair[1])
	}
	return text
}

// A rule looks at text[i], which is the byte the rule is about, and returns
// how many bytes to replace and by what; zero bytes means it does not apply.
type rule func(text string, i int) (int, string)

// apply runs one rule over the text. What the rule sees on either side of i
// is always the text as it was before the rule ran.
func apply(text string, first byte, r rule) string {
	out := scan.NewEdits(text)
	for i := 0; i < len(text); {
		j := strings.IndexByte(text[i:], first)
		if j < 0 {
			break
		}
		i += j
		n, with := r(text, i)
		if n == 0 {
			i++
			continue
		}
		out.Replace(i, i+n, with)
		i += n
	}
	return out.String()
}

func (s *Signs) singleQuotes(text string) string {
	for _, r := range [...]rule{
		shortYearThen('\'', s.CloseSingle), shortYearThen('"', s.CloseDouble), shortYear,
		quotedNumber('\'', openSingleMark, s.CloseSingle), openingSingle, apostropheInWord,
	} {
		text = apply(text, '\'', r)
	}
	text = primes(text, '\'', s.Prime, openSingleMark, s.OpenSingle, s.CloseSingle)
	return strings.ReplaceAll(text, apostropheMark, s.Apostrophe)
}

func (s *Signs) doubleQuotes(text string) string {
	text = apply(text, '"', quotedNumber('"', openDoubleMark, s.CloseDouble))
	text = apply(text, '"', openingDouble)
	return primes(text, '"', s.DoublePrime, openDoubleMark, s.OpenDouble, s.CloseDouble)
}

// ends reports whether what follows at i is where a quotation may end: the
// end of the text, closing punctuation or a blank.
func ends(text string, i int) bool {
	return i == len(text) ||
		strings.IndexByte(".,:;!?)}-]", text[i]) >= 0 ||
		strings.HasPrefix(text[i:], "&gt;") ||
		scan.BlankAt(text, i) > 0
}

func twoDigits(text string, i int) bool {
	return i+1 < len(text) && scan.IsDigit(text[i]) && scan.IsDigit(text[i+1])
}

// shortYearThen is '99' or '99" at the end of a quotation: an abbreviated
// year and the closing quote.
func shortYearThen(quote byte, closing string) rule {
	return func(text string, i int) (int, string) {
		if twoDigits(text, i+1) && i+3 < len(text) && text[i+3] == quote && ends(text, i+4) {
			return 4, apostropheMark + text[i+1:i+3] + closing
		}
		return 0, ""
	}
}

// shortYear is '99 or '99s, but not '99%, '999 or '99.0.
func shortYear(text string, i int) (int, string) {
	if !twoDigits(text, i+1) {
		return 0, ""
	}
	rest := text[i+3:]
	if rest == "" || rest == "\n" {
		return 1, apostropheMark
	}
	if rest[0] == '%' || scan.IsDigit(rest[0]) ||
		(rest[0] == '.' || rest[0] == ',') && len(rest) > 1 && scan.IsDigit(rest[1]) {
		return 0, ""
	}
	return 1, apostropheMark
}

// quotedNumber is a number alone between quotes, after a blank.
func quotedNumber(quote byte, opening, closing string) rule {
	return func(text string, i int) (int, string) {
		if i > 0 && !scan.BlankBefore(text, i) || i+1 == len(text) || !scan.IsDigit(text[i+1]) {
			return 0, ""
		}
		j := i + 1
		for j < len(text) && inNumber(text[j]) {
			j++
		}
		if j == len(text) || text[j] != quote {
			return 0, ""
		}
		return j + 1 - i, opening + text[i+1:j] + closing
	}
}

func inNumber(b byte) bool { return scan.IsDigit(b) || b == '.' || b == ',' }

func opens(text string, i int, brackets string) bool {
	return i == 0 || strings.IndexByte(brackets, text[i-1]) >= 0 ||
		strings.HasSuffix(text[:i], "&lt;") || scan.BlankBefore(text, i)
}

func openingSingle(text string, i int) (int, string) {
	if opens(text, i, `([{"-`) {
		return 1, openSingleMark
	}
	return 0, ""
}

func openingDouble(text string, i int) (int, string) {
	if opens(text, i, "([{-") && scan.BlankAt(text, i+1) == 0 {
		return 1, openDoubleMark
	}
	return 0, ""
}

func apostropheInWord(text string, i int) (int, string) {
	j := i + 1
	if scan.BlankBefore(text, i) || j == len(text) || strings.IndexByte(`.,:;!?"'(){}[]-`, text[j]) >= 0 ||
		strings.HasPrefix(text[j:], "&lt;") || strings.HasPrefix(text[j:], "&gt;") || scan.BlankAt(text, j) > 0 {
		return 0, ""
	}
	return 1, apostropheMark
}

package typography

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

// undecided marks a quote that may be a prime or may close the quotation.
const undecided = "<!--prime-or-quote-->"

// primes decides, for each quote not yet replaced, whether it is a prime (7
// feet, 6 inches) or closes a quotation. The text is taken apart at the marks of
// opening quotes, since each quotation is closed once, and put together with these.
func primes(text string, quote byte, prime, mark, opening, closing string) string {
	q := string(quote)
	sentences := strings.Split(text, mark)
	for k, s := range sentences {
		if !strings.Contains(s, q) {
			continue
		}
		if k > 0 && !strings.Contains(s, closing) {
			s = closeQuotation(s, quote, prime, closing)
		} else {
			s = apply(s, quote, afterDigit(1, prime))
			s = apply(s, quote, beforeEnd(closing))
		}
		if quote == '"' && strings.Contains(opening, q) {
			s = strings.ReplaceAll(s, q, closing)
		}
		sentences[k] = s
	}
	text = strings.Join(sentences, opening)
	if quote == '"' && !strings.Contains(opening, q) {
		text = strings.ReplaceAll(text, q, closing) // once for all, since it may become long
	}
	return text
}

// closeQuotation handles text after an opening quote that nothing closes yet.
func closeQuotation(s string, quote byte, prime, closing string) string {
	s = apply(s, quote, beforeEnd(undecided))
	switch strings.Count(s, undecided) {
	case 0:
		return apply(s, quote, afterDigit(1, prime))
	case 1:
		// The only candidate closes the quotation, whatever stands before it.
		s = strings.ReplaceAll(s, undecided, closing)
		return apply(s, quote, afterDigit(1, prime))
	}
	before := s
	s = apply(s, '<', func(text string, i int) (int, string) {
		if strings.HasPrefix(text[i:], undecided) && !digitBefore(text, i) {
			return len(undecided), closing
		}
		return 0, ""
	})
	if s == before {
		// Every candidate follows a digit: the last one before a full stop
		// closes the quotation, or else the last one.
		at := strings.LastIndex(s, undecided+".")
		if at < 0 {
			at = strings.LastIndex(s, undecided)
		}
		s = s[:at] + closing + s[at+len(undecided):]
	}
	s = apply(s, quote, afterDigit(1, prime))
	s = apply(s, '<', func(text string, i int) (int, string) {
		if strings.HasPrefix(text[i:], undecided) {
			return afterDigit(len(undecided), prime)(text, i)
		}
		return 0, ""
	})
	return strings.ReplaceAll(s, undecided, closing)
}

func digitBefore(text string, i int) bool { return i > 0 && scan.IsDigit(text[i-1]) }

func afterDigit(n int, with string) rule {
	return func(text string, i int) (int, string) {
		if digitBefore(text, i) {
			return n, with
		}
		return 0, ""
	}
}

func beforeEnd(with string) rule {
	return func(text string, i int) (int, string) {
		if ends(text, i+1) {
			return 1, with
		}
		return 0, ""
	}
}

package entity

import (
	"strconv"
	"strings"
)

// names are the named references that stored text may keep: those of HTML 4
// and apos. Others are shown as typed.
var names = nameSet(`
	nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy
	reg macr deg plusmn acute micro para middot cedil ordm raquo iquest
	Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc
	Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml
	times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute
	acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave
	iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash
	ugrave uacute ucirc uuml yacute thorn yuml
	quot amp lt gt apos OElig oelig Scaron scaron Yuml circ tilde ensp emsp
	thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo
	dagger Dagger permil lsaquo rsaquo euro fnof
	Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi
	Omicron Pi Rho Sigma Tau Upsilon Phi Chi Psi Omega alpha beta gamma delta
	epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf
	sigma tau upsilon phi chi psi omega thetasym upsih piv
	bull hellip prime Prime oline frasl weierp image real trade alefsym
	larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr
	forall part exist empty nabla isin notin ni prod sum minus lowast radic
	prop infin ang and or cap cup int sim cong asymp ne equiv le ge sub sup
	nsub sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang
	loz spades clubs hearts diams sup1 sup2 sup3 frac14 frac12 frac34 there4`)

func nameSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, n := range strings.Fields(list) {
		set[n] = true
	}
	return set
}

// Normalize writes every "&" that does not start a complete, known reference
// as "&amp;". Numeric references of characters that XML allows are kept, in
// decimal with at least three digits and in hexadecimal without leading zeros.
func Normalize(s string) string {
	if !strings.Contains(s, "&") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 16)
	for {
		i := strings.IndexByte(s, '&')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		s = s[i:]
		if ref, n := reference(s); n > 0 {
			b.WriteString(ref)
			s = s[n:]
			continue
		}
		b.WriteString("&amp;")
		s = s[1:]
	}
}

// reference reads the reference at the start of s, which begins with "&", and
// gives its normal form and the length read; 0 when there is none to keep.
func reference(s string) (string, int) {
	if strings.HasPrefix(s, "&#") {
		if len(s) > 2 && (s[2] == 'x' || s[2] == 'X') {
			return numeric(s, 3, 16)
		}
		return numeric(s, 2, 10)
	}
	i := 1
	for i < len(s) && i <= 9 && isLetter(s[i]) {
		i++
	}
	for d := 0; i < len(s) && d < 2 && isDigit(s[i]); d++ {
		i++
	}
	if i < len(s) && s[i] == ';' && names[s[1:i]] {
		return s[:i+1], i + 1
	}
	return "", 0
}

func numeric(s string, i, base int) (string, int) {
	for i < len(s) && s[i] == '0' {
		i++
	}
	from, most := i, 7
	if base == 16 {
		most = 6
	}
	for i < len(s) && i-from <= most && isBaseDigit(s[i], base) {
		i++
	}
	if i == from || i-from > most || i >= len(s) || s[i] != ';' {
		return "", 0
	}
	digits := s[from:i]
	n, err := strconv.ParseInt(digits, base, 64)
	if err != nil || !xmlChar(n) {
		return "", 0
	}
	if base == 16 {
		return "&#x" + digits + ";", i + 1
	}
	return "&#" + strings.Repeat("0", max(0, 3-len(digits))) + digits + ";", i + 1
}

// xmlChar reports whether XML 1.0 allows the code point.
func xmlChar(n int64) bool {
	return n == 9 || n == 10 || n == 13 || n >= 0x20 && n <= 0xD7FF ||
		n >= 0xE000 && n <= 0xFFFD || n >= 0x10000 && n <= 0x10FFFF
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

func isBaseDigit(c byte, base int) bool {
	return isDigit(c) || base == 16 && c|0x20 >= 'a' && c|0x20 <= 'f'
}

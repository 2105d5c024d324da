package clean

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// folds lists what each letter with a mark, ligature or currency sign becomes
// in ASCII. Letters that are not listed keep their marks.
var folds = [...]struct{ to, from string }{
	{"a", "ªàáâãäåāăąầằảẩẳẫẵấắạậặɑǎ"},
	{"A", "ÀÁÂÃÄÅĀĂĄẦẰẢẨẲẪẴẤẮẠẬẶǍ"},
	{"ae", "æ"}, {"AE", "Æ"},
	{"c", "çćĉċč"}, {"C", "ÇĆĈĊČ"},
	{"d", "ðďđ"}, {"D", "ÐĎĐ"},
	{"e", "èéêëēĕėęěǝềẻểẽễếẹệ"}, {"E", "ÈÉÊËĒĔĖĘĚƏ€ỀẺỂẼỄẾẸỆ"},
	{"g", "ĝğġģ"}, {"G", "ĜĞĠĢ"},
	{"h", "ĥħ"}, {"H", "ĤĦ"},
	{"i", "ìíîïĩīĭįıỉịǐ"}, {"I", "ÌÍÎÏĨĪĬĮİỈỊǏ"},
	{"ij", "ĳ"}, {"IJ", "Ĳ"},
	{"j", "ĵ"}, {"J", "Ĵ"},
	{"k", "ķĸ"}, {"K", "Ķ"},
	{"l", "ĺļľŀł"}, {"L", "ĹĻĽĿŁ"},
	{"n", "ñńņňŉŋ"}, {"N", "ÑŃŅŇŊ"},
	{"o", "ºòóôõöøōŏőơồờỏổởỗỡốớọộợǒ"}, {"O", "ÒÓÔÕÖØŌŎŐƠỒỜỎỔỞỖỠỐỚỌỘỢǑ"},
	{"oe", "œ"}, {"OE", "Œ"},
	{"r", "ŕŗř"}, {"R", "ŔŖŘ"},
	{"s", "ßśŝşšſș"}, {"S", "ŚŜŞŠȘ"},
	{"t", "ţťŧț"}, {"T", "ŢŤŦȚ"},
	{"th", "þ"}, {"TH", "Þ"},
	{"u", "ùúûüũūŭůűųưừủửữứụựǖǘǔǚǜ"}, {"U", "ÙÚÛÜŨŪŬŮŰŲƯỪỦỬỮỨỤỰǕǗǓǙǛ"},
	{"w", "ŵ"}, {"W", "Ŵ"},
	{"y", "ýÿŷỳỷỹỵ"}, {"Y", "ÝŶŸỲỶỸỴ"},
	{"z", "źżž"}, {"Z", "ŹŻŽ"},
	{"", "£"},
}

var foldRune = foldTable()

func foldTable() map[rune]string {
	t := map[rune]string{}
	for _, f := range folds {
		for _, r := range f.from {
			t[r] = f.to
		}
	}
	return t
}

// latin1 folds single bytes of a text that is not UTF-8 and is therefore
// taken for Latin-1 with the Windows additions.
var latin1 = strings.NewReplacer(latin1Pairs()...)

func latin1Pairs() []string {
	const from = "\x80\x83\x8a\x8e\x9a\x9e\x9f\xa2\xa5\xb5" +
		"\xc0\xc1\xc2\xc3\xc4\xc5\xc7\xc8\xc9\xca\xcb\xcc\xcd\xce\xcf\xd1\xd2\xd3\xd4\xd5\xd6\xd8\xd9\xda\xdb\xdc\xdd" +
		"\xe0\xe1\xe2\xe3\xe4\xe5\xe7\xe8\xe9\xea\xeb\xec\xed\xee\xef\xf1\xf2\xf3\xf4\xf5\xf6\xf8\xf9\xfa\xfb\xfc\xfd\xff"
	const to = "EfSZszYcYuAAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyy"
	pairs := []string{
		"\x8c", "OE", "\x9c", "oe", "\xc6", "AE", "\xd0", "DH", "\xde", "TH",
		"\xdf", "ss", "\xe6", "ae", "\xf0", "dh", "\xfe", "th",
	}
	for i := 0; i < len(from); i++ {
		pairs = append(pairs, from[i:i+1], to[i:i+1])
	}
	return pairs
}

// Accents replaces Latin letters with marks by plain ones, as English does. Other scripts
// stay.
func Accents(s string) string { return AccentsIn("", s) }

// AccentsIn is Accents as the language of a locale, such as de_DE, writes its letters.
func AccentsIn(locale, s string) string {
	if IsASCII(s) {
		return s
	}
	if !utf8.ValidString(s) {
		return latin1.Replace(s)
	}
	s = norm.NFC.String(s)
	if locale == catalan {
		s = strings.ReplaceAll(s, "l·l", "ll")
	}
	own := lettersOf(locale)
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if to := own(r); to != "" {
			b.WriteString(to)
		} else if to, ok := foldRune[r]; ok {
			b.WriteString(to)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

const catalan = "ca"

// lettersOf tells what letters become in the language of a locale; those that it writes as
// English does are "".
func lettersOf(locale string) func(r rune) string {
	switch {
	case strings.HasPrefix(locale, "de"):
		return germanLetter
	case locale == "da_DK":
		return danishLetter
	case locale == "sr_RS", locale == "bs_BA":
		return serbianLetter
	}
	return func(rune) string { return "" }
}

func germanLetter(r rune) string {
	switch r {
	case 'Ä':
		return "Ae"
	case 'ä':
		return "ae"
	case 'Ö':
		return "Oe"
	case 'ö':
		return "oe"
	case 'Ü':
		return "Ue"
	case 'ü':
		return "ue"
	case 'ẞ':
		return "SS"
	case 'ß':
		return "ss"
	}
	return ""
}

func danishLetter(r rune) string {
	switch r {
	case 'Æ':
		return "Ae"
	case 'æ':
		return "ae"
	case 'Ø':
		return "Oe"
	case 'ø':
		return "oe"
	case 'Å':
		return "Aa"
	case 'å':
		return "aa"
	}
	return ""
}

func serbianLetter(r rune) string {
	switch r {
	case 'Đ':
		return "DJ"
	case 'đ':
		return "dj"
	}
	return ""
}

// IsASCII tells whether a text has nothing but ASCII characters.
func IsASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

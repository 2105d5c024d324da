package tags

import (
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/scan"
)

// linkURLs links "name://..." after white space or punctuation.
func (l Links) linkURLs(text string) string {
	blank := -1 // the first white space after the address looked at last
	return eachAfter(text, func(b byte) bool {
		return scan.IsSpace(b) || strings.IndexByte("(<.,;:!?", b) >= 0
	}, func(i int) (int, string) {
		from := schemeEnd(text, i)
		if from == 0 {
			return 0, ""
		}
		if blank < from {
			for blank = from; blank < len(text) && !scan.IsSpace(text[blank]); {
				blank++
			}
		}
		if blank == from || blank == len(text) || blank-from > longURL {
			return 0, ""
		}
		end := urlEnd(text, from)
		url, suffix := text[i:end], ""
		if text[end] == ')' {
			if strings.Contains(url, "(") {
				url += ")"
			} else {
				suffix = ")"
			}
			end++
		}
		ext := extensionEnd(text, end)
		url += text[end:ext]
		url, unpaired := pairParentheses(url)
		href := clean.URLDisplay(url, nil)
		if href == "" {
			return ext, text[i:ext]
		}
		return ext, l.anchor(href) + unpaired + suffix
	})
}

func inURL(b byte) bool {
	return scan.IsWord(b) || b >= 0x80 || strings.IndexByte("#%~/@[]*(+=&$-", b) >= 0
}

// urlEnd returns the end of the address, in which punctuation counts only
// when more of the address follows it.
func urlEnd(text string, i int) int {
	for {
		for i < len(text) && inURL(text[i]) {
			i++
		}
		if i+1 >= len(text) || strings.IndexByte("'.,;:!?)", text[i]) < 0 || !inURL(text[i+1]) {
			return i
		}
		i++
	}
}

// extensionEnd returns the end of a file extension with its dot at i, or i.
func extensionEnd(text string, i int) int {
	if i == len(text) || text[i] != '.' {
		return i
	}
	j := i + 1
	for j < len(text) && j-i <= 6 && scan.IsWord(text[j]) {
		j++
	}
	if j-i < 3 {
		return i
	}
	return j
}

// pairParentheses cuts an address before the closing parentheses that nothing
// in it opens.
func pairParentheses(url string) (kept, rest string) {
	opening, closing := strings.Count(url, "("), strings.Count(url, ")")
	kept = url
	for opening < closing {
		at := strings.LastIndexByte(kept, ')')
		opening -= strings.Count(kept[at:], "(")
		closing--
		kept = kept[:at]
	}
	return kept, url[len(kept):]
}

// linkHosts links what begins with "www." or "ftp.".
func (l Links) linkHosts(text string) string {
	return eachAfter(text, spaceOrTag, func(i int) (int, string) {
		if i+4 > len(text) || !strings.EqualFold(text[i:i+4], "www.") && !strings.EqualFold(text[i:i+4], "ftp.") {
			return 0, ""
		}
		end := i + 4
		for end < len(text) && (scan.IsWord(text[end]) || text[end] >= 0x80 ||
			strings.IndexByte("#$%&~/.-;:=,?@[]+", text[end]) >= 0) {
			end++
		}
		if end == i+4 {
			return 0, ""
		}
		url, last := "http://"+text[i:end], ""
		if n := len(url) - 1; strings.IndexByte(".,;:)", url[n]) >= 0 {
			url, last = url[:n], url[n:]
		}
		href := clean.URLDisplay(url, nil)
		if href == "" {
			return end, text[i:end]
		}
		return end, l.anchor(href) + last
	})
}

func linkEmails(text string) string {
	return eachAfter(text, spaceOrTag, func(i int) (int, string) {
		at := i
		for at < len(text) && (scan.IsWord(text[at]) || strings.IndexByte(".+-", text[at]) >= 0) {
			at++
		}
		if at == i || at == len(text) || text[at] != '@' {
			return 0, ""
		}
		end := mailHostEnd(text, at+1)
		if end == 0 {
			return 0, ""
		}
		address := text[i:end]
		return end, `<a href="mailto:` + address + `">` + address + "</a>"
	})
}

// mailHostEnd returns the end of the host name at i, which has at least two
// labels and a last one of two letters or digits or more, or 0.
func mailHostEnd(text string, i int) int {
	end := 0
	for {
		label := i
		for i < len(text) && (isAlnum(text[i]) || text[i] == '-') {
			i++
		}
		if i == label || i == len(text) || text[i] != '.' {
			return end
		}
		i++
		last := i
		for last < len(text) && isAlnum(text[last]) {
			last++
		}
		if last-i >= 2 {
			end = last
		}
	}
}

func isAlnum(b byte) bool { return scan.IsAlpha(b) || scan.IsDigit(b) }

func spaceOrTag(b byte) bool { return scan.IsSpace(b) || b == '>' }

// eachAfter calls match behind each byte that lead accepts. A match says where
// it ends (0: none) and what to put in its place.
func eachAfter(text string, lead func(byte) bool, match func(i int) (int, string)) string {
	var out strings.Builder
	copied := 0
	for i := 0; i+1 < len(text); {
		if !lead(text[i]) {
			i++
			continue
		}
		end, with := match(i + 1)
		if end == 0 {
			i++
			continue
		}
		out.WriteString(text[copied : i+1])
		out.WriteString(with)
		i, copied = end, end
	}
	out.WriteString(text[copied:])
	return out.String()
}

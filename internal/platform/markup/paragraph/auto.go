package paragraph

import (
	"strings"

	"quoin/internal/platform/markup/scan"
)

const (
	lineEndInTag = " <!-- wpnl --> "
	keptLineEnd  = "<WPPreserveNewline />"
)

// Auto returns text with each run of lines between blank lines made a p
// element, around block-level tags and never around pre. With br set, the
// line ends that remain become br elements, save in script, style, svg and
// math. Text of white space only gives the empty string.
func Auto(text string, br bool) string {
	if scan.Trim(text) == "" {
		return ""
	}
	switch line, paragraph := oneLine(text); {
	case paragraph:
		return text + "\n"
	case line:
		return "<p>" + text + "</p>\n"
	}
	return auto(text, br)
}

// oneLine tells whether a text is one line without markup, or such a line that
// is a paragraph already: in neither do the steps find anything.
func oneLine(text string) (line, paragraph bool) {
	if rest, ok := strings.CutPrefix(text, "<p"); ok && (strings.HasPrefix(rest, ">") || strings.HasPrefix(rest, " ")) {
		tag, rest, _ := strings.Cut(rest, ">")
		inner, ok := strings.CutSuffix(rest, "</p>")
		return false, ok && !strings.ContainsAny(tag, markedUp) && !strings.ContainsAny(inner, markedUp) && scan.Trim(inner) != ""
	}
	return !strings.ContainsAny(text, markedUp), false
}

// markedUp are the characters that the steps look for, and a blank that isn't
// trimmed.
const markedUp = "<\r\n\f"

// auto is Auto for a text that isn't blank.
func auto(text string, br bool) string {
	text, pres := setAside(text + "\n")
	text = doubleBreaks(text)
	text = spreadBlocks(text)
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	text = hideLineEndsInTags(text)
	text = tightenEmbedded(text)
	text = wrap(text)
	text = unwrapBlocks(text)
	if br {
		text = breakLines(text)
	}
	text = afterBlock(text, "<br />")
	text = dropBreakBeforeBlock(text)
	text = dropLastLineEnd(text)
	text = restore(text, pres)
	text = strings.ReplaceAll(text, lineEndInTag, "\n")
	return strings.ReplaceAll(text, strings.TrimSpace(lineEndInTag), "\n")
}

// doubleBreaks makes two br elements in a row a paragraph boundary.
func doubleBreaks(text string) string {
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		j := brEnd(text, i)
		if j == 0 {
			return 0, ""
		}
		if j = brEnd(text, scan.SkipSpace(text, j)); j == 0 {
			return 0, ""
		}
		return j, "\n\n"
	})
}

// brEnd returns the offset after the br tag at i, or 0.
func brEnd(text string, i int) int { return voidEnd(text, i, "<br") }

func voidEnd(text string, i int, start string) int {
	if !strings.HasPrefix(text[i:], start) {
		return 0
	}
	i = scan.SkipSpace(text, i+len(start))
	if strings.HasPrefix(text[i:], "/") {
		i++
	}
	if !strings.HasPrefix(text[i:], ">") {
		return 0
	}
	return i + 1
}

// spreadBlocks puts blank lines before the opening tags of block-level
// elements, and after their closing tags and hr.
func spreadBlocks(text string) string {
	text = scan.ReplaceEach(text, "<", func(i int) (int, string) {
		j := blockName(text, i+1)
		if j == 0 || j == len(text) || !scan.IsSpace(text[j]) && text[j] != '/' && text[j] != '>' {
			return 0, ""
		}
		return j + 1, "\n\n" + text[i:j+1]
	})
	text = scan.ReplaceEach(text, "<", func(i int) (int, string) {
		if !strings.HasPrefix(text[i:], "</") {
			return 0, ""
		}
		j := blockName(text, i+2)
		if j == 0 || j == len(text) || text[j] != '>' {
			return 0, ""
		}
		return j + 1, text[i:j+1] + "\n\n"
	})
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		j := voidEnd(text, i, "<hr")
		if j == 0 {
			return 0, ""
		}
		return j, text[i:j] + "\n\n"
	})
}

func hideLineEndsInTags(text string) string {
	out, i := scan.NewEdits(text), 0
	for piece, markup := range scan.Pieces(text) {
		if markup {
			out.Replace(i, i+len(piece), strings.ReplaceAll(piece, "\n", lineEndInTag))
		}
		i += len(piece)
	}
	return out.String()
}

// wrap makes each run of lines between blank lines a p element.
func wrap(text string) string {
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	paragraph := func(start, end int) {
		if p := text[start:end]; p != "" {
			p = strings.Trim(p, "\n")
			scan.Room(&out, len("<p></p>\n")+len(p), end, len(text))
			out.WriteString("<p>")
			out.WriteString(p)
			out.WriteString("</p>\n")
		}
	}
	start := 0
	for i := 0; i < len(text); {
		if !scan.IsSpace(text[i]) {
			i++
			continue
		}
		end := scan.SkipSpace(text, i)
		first := strings.IndexByte(text[i:end], '\n')
		last := strings.LastIndexByte(text[i:end], '\n')
		if first != last {
			paragraph(start, i+first)
			start = i + last + 1
		}
		i = end
	}
	paragraph(start, len(text))
	return out.String()
}

func breakLines(text string) string {
	text = keepLineEnds(text)
	text = strings.ReplaceAll(text, "<br>", "<br />")
	text = strings.ReplaceAll(text, "<br/>", "<br />")
	var out strings.Builder
	out.Grow(len(text) + len(text)/8)
	for i := 0; i < len(text); {
		if !scan.IsSpace(text[i]) {
			j := i + 1
			for j < len(text) && !scan.IsSpace(text[j]) {
				j++
			}
			out.WriteString(text[i:j])
			i = j
			continue
		}
		end := scan.SkipSpace(text, i)
		last := i + strings.LastIndexByte(text[i:end], '\n')
		start := i
		if strings.HasSuffix(text[:i], "<br />") {
			// Compat (TestAuto): only the byte right after the br is protected.
			start++
		}
		if last < start {
			out.WriteString(text[i:end])
		} else {
			scan.Room(&out, len("<br />\n")+end-i, end, len(text))
			out.WriteString(text[i:start])
			out.WriteString("<br />\n")
			out.WriteString(text[last+1 : end])
		}
		i = end
	}
	return strings.ReplaceAll(out.String(), keptLineEnd, "\n")
}

// keepLineEnds hides the line ends in elements whose text is not prose.
func keepLineEnds(text string) string {
	names := [...]string{"script", "style", "svg", "math"}
	var closers [len(names)]*scan.Finder
	for k, name := range names {
		closers[k] = scan.NewFinder(text, "</"+name+">")
	}
	return scan.ReplaceEach(text, "<", func(i int) (int, string) {
		for k, name := range names {
			if !strings.HasPrefix(text[i+1:], name) {
				continue
			}
			j := closers[k].Next(i + 1 + len(name))
			if j < 0 {
				return 0, ""
			}
			end := j + len("</>") + len(name)
			return end, strings.ReplaceAll(text[i:end], "\n", keptLineEnd)
		}
		return 0, ""
	})
}

func dropLastLineEnd(text string) string {
	const end = "\n</p>"
	if s, ok := strings.CutSuffix(text, end); ok {
		return s + "</p>"
	}
	if s, ok := strings.CutSuffix(text, end+"\n"); ok {
		return s + "</p>\n"
	}
	return text
}

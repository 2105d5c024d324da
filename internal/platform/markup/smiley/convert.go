package smiley

import (
	"strings"

	"quoin/internal/platform/markup/clean"
	"quoin/internal/platform/markup/entity"
	"quoin/internal/platform/markup/scan"
)

// Convert returns text with its faces replaced. Images are taken from
// imageBase, the address of the folder that holds them.
func Convert(text, imageBase string) string {
	if !strings.ContainsAny(text, beginnings) {
		return text
	}
	out := scan.NewEdits(text)
	gt := scan.NewFinder(text, ">")
	ignored := ""
	for i := 0; i < len(text); {
		end := pieceEnd(text, i, gt)
		piece := text[i:end]
		if ignored == "" {
			ignored = ignoredBy(piece)
		}
		// Compat (TestConvert): text that begins with a "<" that is never closed is no text.
		if ignored == "" && piece[0] != '<' {
			piece = faces(piece, imageBase)
		}
		if ignored != "" && piece == "</"+ignored+">" {
			ignored = ""
		}
		out.Replace(i, end, piece)
		i = end
	}
	return out.String()
}

// pieceEnd returns the end of the tag or of the text between tags at i.
func pieceEnd(text string, i int, gt *scan.Finder) int {
	lt := strings.IndexByte(text[i:], '<')
	if lt < 0 {
		return len(text)
	}
	close := gt.Next(i + lt)
	switch {
	case close < 0:
		return len(text)
	case lt == 0:
		return close + 1
	}
	return i + lt
}

// ignoredBy returns the name of the element that a tag opens and whose
// content stays as it is, or "".
func ignoredBy(piece string) string {
	if piece[0] != '<' || !strings.Contains(piece, ">") {
		return ""
	}
	for _, name := range [...]string{"code", "pre", "script", "style", "textarea"} {
		// Compat (TestConvert): any name that begins like one of these counts, but only the
		// exact closing tag ends it.
		if strings.HasPrefix(piece[1:], name) {
			return name
		}
	}
	return ""
}

func faces(text, imageBase string) string {
	return scan.ReplaceEach(text, beginnings, func(i int) (int, string) {
		if i > 0 && !scan.BlankBefore(text, i) {
			return 0, ""
		}
		return faceAt(text, i, imageBase)
	})
}

func faceAt(text string, i int, imageBase string) (int, string) {
	for end := i + 2; end <= len(text) && end-i <= longest; end++ {
		if end < len(text) && scan.BlankAt(text, end) == 0 {
			continue
		}
		with, image, ok := lookup(text[i:end])
		if !ok {
			continue
		}
		if image {
			src := clean.URLDisplay(strings.TrimSuffix(imageBase, "/")+"/"+with, nil)
			with = `<img src="` + src + `" alt="` + entity.Escape(text[i:end]) +
				`" class="wp-smiley" style="height: 1em; max-height: 1em;" />`
		}
		return end, with
	}
	return 0, ""
}

package verify

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// document compares what isn't a page: the elements of feeds and sitemaps, the lines of what
// robots may do, other texts but for the address of the site, the bytes of files.
func (r *run) document(name, path string, was, is *Answer) {
	placedTexts := func() (string, string) {
		return placed(string(was.Body), r.Old.Base()), placed(string(is.Body), r.New.Base())
	}
	kind := mediaType(was)
	switch {
	case was.tooLarge:
		r.report.differ(name, path+" bytes", fmt.Sprintf("more than %d", maxAnswer), fmt.Sprint(len(is.Body)), "larger than what is compared; compare the lengths of the files by hand")
	case strings.HasSuffix(kind, "xml") && name == "pages":
		before, now := placedTexts()
		r.elements("feeds", path, before, now)
	case path == "/robots.txt":
		before, now := placedTexts()
		r.lines(name, path, before, now)
	default:
		same, has := bytes.Equal(was.Body, is.Body), fmt.Sprint(len(is.Body))
		if !same && writtenAsText.MatchString(kind) {
			before, now := placedTexts()
			same = before == now
		}
		if !same && len(was.Body) == len(is.Body) {
			has += " others"
		}
		r.report.count(name, same, path+" bytes", fmt.Sprint(len(was.Body)), has)
	}
}

// writtenAsText are types of files in which the address of the site may stand.
var writtenAsText = regexp.MustCompile(`^text/|javascript$|json$|xml$`)

// lines counts the lines of a text that the other has too, comments and blank lines aside.
func (r *run) lines(name, path, was, is string) {
	have := slices.Collect(strings.Lines(is))
	for i := range have {
		have[i] = strings.TrimSpace(have[i])
	}
	for line := range strings.Lines(was) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		now := missing
		if slices.Contains(have, line) {
			now = line
		}
		r.report.count(name, now == line, path, line, now)
	}
}

// elements counts the texts of elements that the other document has as often, but for the name
// of the program that made it. Texts with tags count by what they show.
func (r *run) elements(name, path, was, is string) {
	have := map[[2]string]int{}
	forms := 0
	counted := ""
	_ = elementTexts(is, func(place, text, whole string) { // what can't be read is missing
		have[[2]string{place, text}]++
		if whole != counted {
			forms, counted = forms+len(passwordForm.FindAllString(whole, -1)), whole
		}
	})
	err := elementTexts(was, func(place, text, whole string) {
		if strings.HasSuffix(place, "/generator") {
			return
		}
		now, one := missing, [2]string{place, text}
		if have[one] > 0 {
			have[one]--
			now = text
		}
		if now == missing && forms > 0 && asksPassword(whole, text) {
			forms--
			r.report.differ(name, path+" "+place, text, now, ownPasswordForm)
			return
		}
		r.report.count(name, now == text, path+" "+place, text, now)
		if sitemap, ok := strings.CutPrefix(text, "{base}"); ok && place == "sitemapindex/sitemap/loc" {
			r.named[sitemap] = true
		}
	})
	if err != nil {
		r.report.count(name, was == is, path, "no XML: "+err.Error(), "")
	}
}

// elementTexts are the texts of a document with the names of the elements that they stand in, and whole, which
// is all that the element says.
func elementTexts(document string, show func(place, text, whole string)) error {
	d := xml.NewDecoder(strings.NewReader(document))
	d.Strict = false
	var place []string
	var text strings.Builder
	for {
		token, err := d.Token()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read elements: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			place = append(place, t.Name.Local)
			text.Reset()
		case xml.CharData:
			text.Write(t)
		case xml.EndElement:
			at, one := strings.Join(place, "/"), strings.TrimSpace(text.String())
			if strings.Contains(one, "<") {
				visibleTexts(one, func(part string) { show(at, part, one) })
			} else if one != "" {
				show(at, one, one)
			}
			text.Reset()
			if len(place) > 0 {
				place = place[:len(place)-1]
			}
		}
	}
}

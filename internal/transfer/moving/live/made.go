package live

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// between is what stands between the parts of titles.
var between = regexp.MustCompile(` ([-–—:·•*⋆|~«»<>]) `)

// form is a title with marks in the place of what the thing is called, of who wrote it, of the
// number of the page, of the separator and of the site's name.
func form(title, name, mark, site, author string) string {
	title, name = html.UnescapeString(title), plain(name)
	if name == "" || !strings.Contains(title, name) {
		return ""
	}
	before, after, _ := strings.Cut(title, name)
	if site != "" && name != site {
		after = strings.Replace(after, site, "%%sitename%%", 1)
	}
	if utf8.RuneCountInString(author) >= shortestName && name != author {
		if marked, ok := replaceWords(before, author, "%%name%%"); ok {
			before = marked
		} else if marked, ok := replaceWords(after, author, "%%name%%"); ok {
			after = marked
		}
	}
	if at := between.FindStringIndex(after); at != nil {
		after = after[:at[0]] + " %%page%% %%sep%% " + after[at[1]:]
	}
	return before + mark + after
}

// shortestName is the length from which on a name in a text isn't there by chance.
const shortestName = 3

// replaceWords puts a mark in the place of words that stand in a text by themselves.
func replaceWords(text, words, mark string) (string, bool) {
	before, after, found := strings.Cut(" "+text+" ", " "+words+" ")
	if !found {
		return text, false
	}
	marked := before + " " + mark + " " + after
	return marked[1 : len(marked)-1], true
}

// title is its title as a form.
func (h head) title(mark, site string) string {
	return form(h.says.Text("title"), h.name, mark, site, h.author)
}

// excerptWords is how many words of a text make its beginning known.
const excerptWords = 3

var markup = regexp.MustCompile(`\[/?[a-zA-Z][^\[\]]*\]`)

// described is a description with a mark in the place of the excerpt of the thing, or of the
// beginning of its text.
func described(text, excerpt, content string) string {
	text = strings.Join(strings.Fields(html.UnescapeString(text)), " ")
	if text == "" {
		return ""
	}
	if own := strings.Join(strings.Fields(plain(excerpt)), " "); own != "" {
		return strings.Replace(text, own, "%%excerpt%%", 1)
	}
	words := strings.Fields(plain(markup.ReplaceAllString(content, "")))
	begin := strings.Join(words[:min(len(words), excerptWords)], " ")
	at := strings.Index(text, begin)
	if begin == "" || at < 0 {
		return text
	}
	whole, end := strings.Join(words, " "), at
	for n := 0; n < len(whole) && end < len(text) && whole[n] == text[end]; n++ {
		end++
	}
	return text[:at] + "%%excerpt%%" + text[end:]
}

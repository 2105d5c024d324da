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

// Marks of excerpts: of one or the beginning of the text, and of one alone.
const (
	ofExcerpt     = "%%excerpt%%"
	ofExcerptOnly = "%%excerpt_only%%"
)

// onlyExcerpts tells where the descriptions of things without an excerpt of their own are those
// of the others, without it: then they are made of excerpts alone. One without a description that
// has one for networks tells that there is no form: with one, that would be as empty.
func onlyExcerpts(list []head) []string {
	out := make([]string, len(list))
	var with, without []string
	formless := false
	for i, h := range list {
		if out[i] = h.describes; h.excerpted {
			with = append(with, h.describes)
		} else {
			without = append(without, h.describes)
			formless = formless || h.describes == "" && h.says.Text("og_description") != ""
		}
	}
	own, others := most(with), most(without)
	if formless || !strings.Contains(own, ofExcerpt) || len(without) == 0 || strings.Join(strings.Fields(strings.Replace(own, ofExcerpt, "", 1)), " ") != others {
		return out
	}
	for i, h := range list {
		if out[i] == others || h.excerpted && out[i] == own {
			out[i] = strings.Replace(own, ofExcerpt, ofExcerptOnly, 1)
		}
	}
	return out
}

// described is a description with marks in the place of the excerpt of the thing, or of the
// beginning of its text, and of who wrote it.
func described(text, excerpt, content, author string) string {
	text = strings.Join(strings.Fields(html.UnescapeString(text)), " ")
	if text == "" {
		return ""
	}
	made := excerpted(text, excerpt, content)
	if author = strings.Join(strings.Fields(author), " "); utf8.RuneCountInString(author) < shortestName {
		return made
	}
	if marked, ok := replaceWords(made, author, "%%name%%"); ok {
		return marked
	}
	return made
}

// excerpted is a description with a mark in the place of an excerpt.
func excerpted(text, excerpt, content string) string {
	if own := strings.Join(strings.Fields(plain(excerpt)), " "); own != "" {
		return strings.Replace(text, own, ofExcerpt, 1)
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
	return text[:at] + ofExcerpt + text[end:]
}

package language

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// own has what packs of the field lack. reference.tsv tells under which keys packs have
// texts that Quoin words in its own way; the catalogues, named by languages, translate what
// only Quoin says.
//
//go:embed own
var own embed.FS

// RefusalContext is the context under which reference.tsv has refusals by their codes,
// where a code has one text in the reference.
const RefusalContext = "refusal"

// references are the keys of packs by those of our texts.
var references = sync.OnceValue(func() map[Key]Key {
	data, err := own.ReadFile("own/reference.tsv")
	if err != nil {
		panic(err) // it is built in
	}
	out, err := readReferences(data)
	if err != nil {
		panic(err)
	}
	return out
})

// readReferences reads lines of context, our text, and the key of the reference's text.
func readReferences(data []byte) (map[Key]Key, error) {
	out := map[Key]Key{}
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		line := strings.Split(s.Text(), "\t")
		if len(line) != 3 {
			return nil, fmt.Errorf("%q has not three columns", s.Text())
		}
		key, err := strconv.ParseUint(line[2], 16, 64)
		if err != nil {
			return nil, err
		}
		ours := KeyOf(line[0], line[1])
		if _, twice := out[ours]; twice {
			return nil, fmt.Errorf("%q stands twice", line[1])
		}
		out[ours] = Key(key)
	}
	return out, nil
}

var element = regexp.MustCompile(`<[^<>]*>`)

// withoutMarkup are the forms of a text as our own texts are written: without elements and
// entities, and without the arrows that the reference puts before links.
func withoutMarkup(forms []string) []string {
	out := make([]string, len(forms))
	for i, form := range forms {
		out[i] = form
		if strings.ContainsAny(form, "<&") {
			out[i] = strings.Trim(html.UnescapeString(element.ReplaceAllString(form, "")), " \u00a0←→")
		}
	}
	return out
}

// sampled is up to which number forms of one rule are sought under another.
const sampled = 200

// underRule is the pack with its plural forms in the order of another rule: each form is the
// one that goes with the first number that has it.
func (p *Pack) underRule(rule *Plural) *Pack {
	if rule == nil || p.Plural == nil || rule.Text == p.Plural.Text {
		return p
	}
	from := make([]int, rule.Forms) // our form for each of theirs
	for at := range from {
		from[at] = -1
	}
	for n := range int64(sampled) {
		if at := rule.Form(n); from[at] < 0 {
			from[at] = p.Plural.Form(n)
		}
	}
	out := *p
	out.Texts = make(map[Key][]string, len(p.Texts))
	for key, forms := range p.Texts {
		if len(forms) > 1 || p.Plural.Forms == 1 {
			sorted := make([]string, len(from))
			for at, own := range from {
				if own < 0 {
					own = len(forms) - 1 // no number has it
				}
				sorted[at] = forms[min(own, len(forms)-1)]
			}
			forms = sorted
		}
		out.Texts[key] = forms
	}
	return &out
}

// ownPack is the catalogue of the language of a locale, nil where there is none.
func ownPack(locale string) *Pack {
	base, _, _ := strings.Cut(locale, "_")
	name := base + ".po"
	data, err := own.ReadFile("own/" + name)
	if err != nil {
		return nil
	}
	p, err := Read(name, data)
	if err != nil {
		panic(fmt.Errorf("catalogue %s: %w", name, err)) // it is built in
	}
	return p
}

package verify

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Names of what the API shows of a head.
const (
	headText   = "yoast_head"
	headObject = "yoast_head_json"
)

// Reasons why heads differ.
const (
	olderThanItsTexts = "the index of the old site is older than what was written for it: it shows there what it does of others; here it shows what was written"
	pathOfOlderIndex  = "the index of the old site is older than the name that was written for a term in the path"
	saysMore          = "the head here says more than that of the old site, and nothing less"
)

// headItem is a thing in a list with its heads on both sides.
type headItem struct {
	id, link string
	was, is  map[string]string // what both say, by place
	old, new string            // their texts
	before   *strings.Replacer // has names of its own for what the thing is called
	now      *strings.Replacer
}

// headReasons are reasons why heads in a list differ, by id and place.
//
// What the old site says of several things of a list alike, but for what they are called, nobody wrote for one of
// them. Where the new one says something else of one thing alone, that was written for it.
func (r *run) headReasons(list []any, byID map[string]any) map[string]map[string]string {
	var items []*headItem
	usualWas, usualIs := map[string]int{}, map[string]int{}
	for _, v := range list {
		before, ok := v.(*wire.Object)
		if !ok || !before.Has(headObject) {
			continue
		}
		now, ok := byID[schema.ToText(before.Get("id"))].(*wire.Object)
		if !ok {
			continue
		}
		i := &headItem{
			id: schema.ToText(before.Get("id")), link: strings.TrimPrefix(before.Text("link"), "{base}"), was: map[string]string{}, is: map[string]string{},
			old: before.Text(headText), new: now.Text(headText), before: calledAnyway(before), now: calledAnyway(now),
		}
		leaves(before.Get(headObject), "", func(at, v string) { i.was[at] = v; usualWas[at+" "+i.before.Replace(v)]++ })
		leaves(now.Get(headObject), "", func(at, v string) { i.is[at] = v; usualIs[at+" "+i.now.Replace(v)]++ })
		items = append(items, i)
	}
	reasons := map[string]map[string]string{}
	for _, i := range items {
		reasons[i.id] = r.reasonsOf(i, usualWas, usualIs)
	}
	return reasons
}

// calledAnyway has {name}, {about} and {link} stand for what a thing is called.
func calledAnyway(o *wire.Object) *strings.Replacer {
	var pairs []string
	for _, p := range [][2]string{{"link", "{link}"}, {"name", "{name}"}, {"description", "{about}"}} {
		if text := o.Text(p[0]); text != "" {
			for _, form := range []string{text, html.UnescapeString(text), html.EscapeString(html.UnescapeString(text))} {
				pairs = append(pairs, form, p[1])
			}
		}
	}
	return strings.NewReplacer(pairs...)
}

func (r *run) reasonsOf(i *headItem, usualWas, usualIs map[string]int) map[string]string {
	reasons := map[string]string{}
	unexplained := false
	for at, was := range i.was {
		is, ok := i.is[at]
		if ok && is == was || passing.MatchString("/"+headObject+at) {
			continue
		}
		switch {
		case usualWas[at+" "+i.before.Replace(was)] > 1 && (ok && usualIs[at+" "+i.now.Replace(is)] == 1 || !ok && i.is["/robots/index"] == "noindex"):
			reasons["/"+headObject+at] = olderThanItsTexts
			if strings.Contains(at, "/itemListElement/") {
				r.renamed[was] = is
			}
		case ok && strings.Contains(at, "/itemListElement/") && r.renamed[was] == is:
			reasons["/"+headObject+at] = pathOfOlderIndex
		default:
			if !ok {
				is = missing
			}
			why := reasonFor(" /"+headObject+at, was, is)
			unexplained = unexplained || why == ""
			if why != "" {
				reasons["/"+headObject+at] = why
			}
		}
	}
	if unexplained || !i.saysAllElse() {
		return reasons
	}
	var whys []string
	for _, why := range reasons {
		if !slices.Contains(whys, why) {
			whys = append(whys, why)
		}
	}
	slices.Sort(whys)
	for at := range i.is {
		if _, ok := i.was[at]; !ok && !slices.Contains(whys, saysMore) {
			whys = append(whys, saysMore)
		}
	}
	if len(whys) > 0 {
		reasons["/"+headText] = strings.Join(whys, "; ")
	}
	if slices.Contains(whys, olderThanItsTexts) {
		r.older[i.link] = newlySaid(i)
	}
	return reasons
}

// saysAllElse tells whether the text of the new head has all tags of the old one, but for those with something that
// differs in the head as an object, too.
func (i *headItem) saysAllElse() bool {
	have := map[string]bool{}
	for line := range strings.Lines(i.new) {
		have[strings.TrimSpace(line)] = true
	}
	for line := range strings.Lines(i.old) {
		line = strings.TrimSpace(line)
		if have[line] || !strings.HasPrefix(line, "<meta ") && !strings.HasPrefix(line, "<link ") && !strings.HasPrefix(line, "<title>") {
			continue
		}
		differs := false
		for at, was := range i.was {
			if is, ok := i.is[at]; !ok || is != was {
				differs = differs || strings.Contains(html.UnescapeString(line), html.UnescapeString(was))
			}
		}
		if !differs && !listPageTag.MatchString(line+"\n") {
			return false
		}
	}
	return true
}

// newlySaid are the texts of the old head that the new one doesn't have.
func newlySaid(i *headItem) map[string]bool {
	here, gone := map[string]bool{}, map[string]bool{}
	visibleTexts(i.new, func(text string) { here[text] = true })
	visibleTexts(i.old, func(text string) {
		if !here[text] {
			gone[text] = true
		}
	})
	if i.is["/robots/index"] == "noindex" && i.was["/robots/index"] == "index" {
		gone[neighbour] = true
	}
	return gone
}

// neighbour stands for links to other pages of a list, which those that search engines leave out don't have.
const neighbour = "link next"

// fromOlderIndex tells whether a text of a page is of a head that is older on the old site than its texts.
func (r *run) fromOlderIndex(path, text string) bool {
	gone := r.older[path]
	switch {
	case gone[text]:
		return true
	case strings.HasPrefix(text, "meta robots "):
		for other := range gone {
			if sortedWords(other) == sortedWords(text) {
				return true
			}
		}
	case strings.HasPrefix(text, neighbour+" "):
		return gone[neighbour]
	}
	return false
}

// sortedWords is a list with commas in an order of its own.
func sortedWords(list string) string {
	_, words, ok := strings.Cut(list, "meta robots ")
	if !ok {
		return ""
	}
	parts := strings.Split(words, ", ")
	slices.Sort(parts)
	return fmt.Sprint(parts)
}

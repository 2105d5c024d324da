package verify

import (
	"regexp"
	"slices"
	"strings"
)

// What follows where something is that the old site says itself of it.
const (
	ofNoPages     = " (of a kind without pages)"
	inRandomOrder = " (in random order)"
	atFront       = " (a page of the front)"
	toAdmin       = " (an entry that leads to the administration)"
)

// kindWithoutPages is why an address isn't there.
const kindWithoutPages = "things of its kind have no pages, as the old site says itself; it answers their addresses with the front page or leads there"

// pageOfFront is an address of a page of the front that leads to one with the number in its path and, still, behind it.
var pageOfFront = regexp.MustCompile(`^/\?paged=(\d+) \{base\}/page/(\d+)/\?paged=(\d+)$`)

// otherSizeAsked is why addresses of images differ.
const otherSizeAsked = "the address in the text asks for a size, which a server of files doesn't know; here the head names the image itself"

var (
	sizeAsked = regexp.MustCompile(`(\.(?:jpe?g|png|gif|webp|avif))\?[wh]=\d+`)
	// imageFacts are what a head says of an image that it knows.
	imageFacts = regexp.MustCompile(`,\s*"(width|height)": \d+|,\s*"caption": "[^"\n]*"`)
)

// sameButSizeAsked tells whether nothing but sizes that addresses of images ask for differs, what the head says more of
// such images, what administrators are told, and ids of people.
func sameButSizeAsked(was, is string) bool {
	bare := sizeAsked.ReplaceAllString(was, "$1")
	if sameButPerson(bare, is) {
		return true
	}
	bare, is = notice.ReplaceAllString(bare, "$1"), notice.ReplaceAllString(is, "$1")
	return sameButPerson(imageFacts.ReplaceAllString(bare, ""), imageFacts.ReplaceAllString(is, ""))
}

// sameButPlaces tells whether nothing but the order of the lines of a head differs, what administrators are told, and ids
// of people.
func sameButPlaces(was, is string) bool {
	lines := func(head string) string {
		all := strings.Split(notice.ReplaceAllString(head, "$1"), "\n")
		for i := range all {
			all[i] = strings.TrimSpace(all[i])
		}
		slices.Sort(all)
		return strings.TrimSpace(strings.Join(all, "\n"))
	}
	return notice.MatchString(was) == notice.MatchString(is) && sameButPerson(lines(was), lines(is))
}

var galleryItem = regexp.MustCompile(`(?s)<(figure|dl) class='gallery-item'>.*?</(figure|dl)>`)

// sameButOrder tells whether nothing but the order of images in galleries differs.
func sameButOrder(was, is string) bool {
	images := func(text string) []string {
		found := galleryItem.FindAllString(text, -1)
		slices.Sort(found)
		return found
	}
	around := func(text string) string {
		return strings.Join(strings.Fields(galleryItem.ReplaceAllString(text, "")), " ")
	}
	return slices.Equal(images(was), images(is)) && sameButMade(around(was), around(is))
}

var (
	token       = regexp.MustCompile(`(&amp;|&#038;)_wpnonce=[0-9a-f]{10}\b`)
	mayWriteAll = regexp.MustCompile(`(?s)<input type="hidden" id="_wp_unfiltered_html_comment_disabled"[^>]*/><script>.*?</script>\n?`)
	replyLink   = regexp.MustCompile(`href="(?:#comment-|[^"]*\breplytocom=)(\d+)(?:#respond)?"`)
	logInLink   = regexp.MustCompile(`<a rel="nofollow" href="(\{base\}/wp-login\.php)`)
	captionID   = regexp.MustCompile(`\b((?:caption-)?attachment[_-]\d+)-\d+\b`)
)

// sameButAsker tells whether nothing but what is made for who asks differs: tokens, where a link to reply leads before a
// script takes it, whether robots follow links to log in or out, and ids.
func sameButAsker(was, is string) bool {
	for _, text := range []*string{&was, &is} {
		*text = token.ReplaceAllString(*text, "")
		*text = mayWriteAll.ReplaceAllString(*text, "")
		*text = replyLink.ReplaceAllString(*text, `href="#comment-$1"`)
		*text = logInLink.ReplaceAllString(*text, `<a href="$1`)
	}
	return sameButMade(was, is)
}

var (
	frameBegins = regexp.MustCompile(`<div\s+class="wp-lightbox-overlay\b`)
	divTag      = regexp.MustCompile(`</?div\b`)
	enlarging   = regexp.MustCompile(`\bwp-lightbox-container\b`)
)

// withoutFrame is a page without the frame in which images are shown enlarged; ok tells whether it has one.
func withoutFrame(page string) (rest string, ok bool) {
	at := frameBegins.FindStringIndex(page)
	if at == nil {
		return page, false
	}
	depth := 0
	for _, tag := range divTag.FindAllStringIndex(page[at[0]:], -1) {
		if depth++; page[at[0]+tag[0]+1] == '/' {
			depth -= 2
		}
		if depth == 0 {
			return page[:at[0]] + page[at[0]+tag[1]:], true
		}
	}
	return page[:at[0]], true
}

var (
	spoken       = regexp.MustCompile(`id="a11y-speak-intro-text"[^>]*\bhidden\b[^>]*>([^<]*)<`)
	passwordForm = regexp.MustCompile(`<form\b[^>]*\bclass="post-password-form[^>]*>(?:\s*<input type="hidden"[^>]*>)*(?:\s*</p>)?\s*<p>([^<]*)</p>`)
)

// ownPasswordForm is why the text of a form for a password differs.
const ownPasswordForm = "what a form for a password says is in the program's own words"

// speaks tells whether a text of a page heads what scripts have readers of screens say.
func speaks(page, text string) bool {
	m := spoken.FindStringSubmatch(page)
	return m != nil && m[1] == text
}

// asksPassword tells whether a text of a page is what its form for a password says.
func asksPassword(page, text string) bool {
	return slices.ContainsFunc(passwordForm.FindAllStringSubmatch(page, -1), func(m []string) bool { return m[1] == text })
}

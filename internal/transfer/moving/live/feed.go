package live

import (
	"context"
	"encoding/xml"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/platform/wire"
)

// feedTexts are the texts that the SEO extension puts before and after entries in feeds, with
// its variables.
type feedTexts struct {
	before, after string
	// tagged tells that all links say that they were found in a feed, byAnchor that they do so behind a #.
	tagged, byAnchor bool
}

// feedTexts reads them off the feed of the site, nil where it doesn't show enough. They are
// asked for once in a run: nobody changes them in passing.
func (r heads) feedTexts(ctx context.Context) (*feedTexts, error) {
	if r.quick || r.fed != nil {
		return r.fed, nil
	}
	for _, path := range []string{"/feed/", "/?feed=rss2"} {
		body, ok, err := design{r.reading}.public(ctx, r.home()+path)
		if err != nil {
			return nil, err
		}
		if ok {
			r.fed = feedTextsOf(body, r.home(), html.UnescapeString(r.settings.Text("title")), html.UnescapeString(r.settings.Text("description")))
			break
		}
	}
	return r.fed, nil
}

var (
	anchor         = regexp.MustCompile(`(?is)<a\s[^>]*href="([^"]*)"[^>]*>(.*?)</a>`)
	firstParagraph = regexp.MustCompile(`(?is)^\s*<p>(.*?)</p>`)
	lastParagraph  = regexp.MustCompile(`(?is)<p>((?:[^<]|<[^p]|<p[^>\s])*)</p>\s*$`)
)

// fewestPlain is how many entries have to say the same where it has no variable. With one a single
// entry is enough: summaries have no links of their own.
const fewestPlain = 4

// feedTag is what the analytics extension calls feeds as a source of visits.
const feedTag = "rss&utm_medium=rss&utm_campaign="

// analyticsSettings is the option of that extension.
const analyticsSettings = "monsterinsights_settings"

// readFeedLinks keeps how links in feeds are marked, as the option of the analytics extension has it.
func (r heads) readFeedLinks(ctx context.Context) error {
	if !offers(r.index, "monsterinsights/v1") {
		return nil
	}
	feed, err := r.feedTexts(ctx)
	if err != nil || feed == nil {
		return err
	}
	return r.Mirror.in(ctx, func(t *tx) error {
		return t.option(analyticsSettings, serialised(wire.NewObject("tag_links_in_rss", feed.tagged, "allow_anchor", feed.byAnchor)))
	})
}

// feedTextsOf are the texts around the entries of a feed: the first and the last paragraph
// where all entries have the same, once links to the entry, its author and the site are
// variables.
func feedTextsOf(feed []byte, home, title, tagline string) *feedTexts {
	var rss struct {
		Items []struct {
			Link    string `xml:"link"`
			Summary string `xml:"description"`
		} `xml:"channel>item"`
	}
	if err := xml.Unmarshal(feed, &rss); err != nil || len(rss.Items) == 0 {
		return nil
	}
	var befores, afters []string
	tagged, anchors := 0, 0
	for _, it := range rss.Items {
		link, tag, _ := strings.Cut(it.Link, "utm_source=") // of a site that counts visits
		if strings.HasPrefix(tag, feedTag) {
			tagged++
		}
		if tag != "" {
			if strings.HasSuffix(link, "#") {
				anchors++
			}
			link = strings.TrimRight(link, "?#&")
		}
		of := func(paragraph *regexp.Regexp) string {
			m := paragraph.FindStringSubmatch(it.Summary)
			if m == nil {
				return ""
			}
			return anchor.ReplaceAllStringFunc(m[1], func(tag string) string {
				a := anchor.FindStringSubmatch(tag)
				switch said := html.UnescapeString(a[2]); {
				case a[1] == html.UnescapeString(strings.TrimSpace(link)):
					return "%%POSTLINK%%"
				case strings.TrimRight(a[1], "/") == home && said == title:
					return "%%BLOGLINK%%"
				case strings.TrimRight(a[1], "/") == home && said == title+" - "+tagline:
					return "%%BLOGDESCLINK%%"
				case ofAuthor(a[1], home):
					return "%%AUTHORLINK%%"
				}
				return tag
			})
		}
		before, after := of(firstParagraph), of(lastParagraph)
		if before == after && strings.Count(it.Summary, "<p>") == 1 {
			before = "" // the only paragraph stands after an empty summary
		}
		befores, afters = append(befores, before), append(afters, after)
	}
	return &feedTexts{shared(befores), shared(afters), tagged == len(rss.Items), anchors == len(rss.Items)}
}

// shared is the text that all have, "" where they differ or are too few to tell.
func shared(texts []string) string {
	text := texts[0]
	if slices.ContainsFunc(texts, func(other string) bool { return other != text }) || !strings.Contains(text, "LINK%%") && len(texts) < fewestPlain {
		return ""
	}
	return text
}

// ofAuthor tells whether an address is that of a list of an author's posts.
func ofAuthor(address, home string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.HasPrefix(address, home+"/") && (strings.Contains(u.Path, "/author/") || u.Query().Has("author"))
}

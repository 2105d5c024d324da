package seo

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/platform/markup/clean"
)

// What is stored of the fields of entries, whoever writes them: the editor, a program or an
// import. A site that moves in by its database has them as they were, they went through this
// there.

// entryField is a field of entries. What is as usual isn't stored.
type entryField struct {
	usual string
	clean func(string) string
}

var entryFields = map[string]entryField{
	metaKeyphrase: {"", clean.TemplateField}, metaTitle: {"", clean.TemplateField}, metaDescription: {"", clean.TemplateField}, metaCrumb: {"", clean.TemplateField},
	metaSocialTitle: {"", clean.TemplateField}, metaSocialDesc: {"", clean.TemplateField}, metaSocialImage: {"", clean.TemplateField}, metaSocialImageID: {"", clean.TemplateField},
	metaCardTitle: {"", clean.TemplateField}, metaCardDesc: {"", clean.TemplateField}, metaCardImage: {"", clean.TemplateField}, metaCardImageID: {"", clean.TemplateField},
	metaReadability: {"0", clean.TemplateField}, metaInclusive: {"0", clean.TemplateField},
	metaScore: {"0", wholeUpTo(0)}, metaTitleScore: {"0", wholeUpTo(100)}, metaDescScore: {"0", wholeUpTo(100)},
	metaNoIndex: {"0", oneOf("0", "1", "2")}, metaNoFollow: {"0", oneOf("0", "1")}, metaRobotsMore: {"", robotsMore},
	metaCanonical: {"", canonicalAddress}, metaCornerstone: {"false", yesAsOne},
	metaPageType: {"", oneOf("WebPage", "ItemPage", "AboutPage", "FAQPage", "QAPage", "ProfilePage", "ContactPage", "MedicalWebPage", "CollectionPage",
		"CheckoutPage", "RealEstateListing", "SearchResultsPage")},
	metaArticleType: {"", oneOf("Article", "BlogPosting", "SocialMediaPosting", "NewsArticle", "AdvertiserContentArticle", "SatiricalArticle", "ScholarlyArticle",
		"TechArticle", "Report", "None")},
}

// cleanFields makes of the fields that a write of an entry brings what is stored.
//
// Compat (api.TestFieldsOfImports): the reference does so with every write too, imports of
// export files included.
func cleanFields(_ context.Context, _, _ *content.Entry, c *content.Change) error {
	for key, values := range c.Meta {
		field, ok := entryFields[key]
		if !ok {
			continue
		}
		var kept []any
		for _, v := range values {
			given := asText(v)
			switch text := field.clean(given); text {
			case "", field.usual:
			case given:
				kept = append(kept, v)
			default:
				kept = append(kept, text)
			}
		}
		c.Meta[key] = kept
	}
	return nil
}

// wholeUpTo lets whole numbers pass that aren't negative or above most, 0 for any.
func wholeUpTo(most int64) func(string) string {
	return func(text string) string {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil || n < 0 || most > 0 && n > most {
			return ""
		}
		return strconv.FormatInt(n, 10)
	}
}

func oneOf(values ...string) func(string) string {
	return func(text string) string {
		if slices.Contains(values, text) {
			return text
		}
		return ""
	}
}

// robotsMore are the further wishes to search engines that there are.
func robotsMore(text string) string {
	var known []string
	for wish := range strings.SplitSeq(text, ",") {
		if wish = strings.TrimSpace(wish); slices.Contains([]string{"noimageindex", "noarchive", "nosnippet"}, wish) {
			known = append(known, wish)
		}
	}
	return strings.Join(known, ",")
}

func yesAsOne(text string) string {
	if text == "true" {
		return "1"
	}
	return text
}

var encodedByte = regexp.MustCompile(`%[a-fA-F0-9]{2}`)

// canonicalAddress is an address of the web, or a path of the site, with its parts encoded
// alike; "" for anything else.
func canonicalAddress(text string) string {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil {
		return ""
	}
	var out strings.Builder
	if u.Scheme != "" && u.Host != "" {
		out.WriteString(u.Scheme + "://")
		if u.User != nil {
			out.WriteString(u.User.String() + "@")
		}
		out.WriteString(strings.ToLower(u.Host))
	}
	if path := u.EscapedPath(); strings.HasPrefix(path, "/") {
		parts := strings.Split(path, "/")
		for i, part := range parts {
			parts[i] = encodedText(part)
		}
		out.WriteString(strings.ReplaceAll(strings.Join(parts, "/"), "%40", "@"))
	}
	if out.Len() == 0 {
		return ""
	}
	if u.RawQuery != "" {
		sign := "?"
		for pair := range strings.SplitSeq(u.RawQuery, "&") {
			name, value, _ := strings.Cut(strings.ReplaceAll(pair, "+", "%20"), "=")
			if name = encodedText(name); name == "" {
				continue
			}
			out.WriteString(sign + name)
			if value = encodedText(value); value != "" {
				out.WriteString("=" + value)
			}
			sign = "&"
		}
	}
	if u.Fragment != "" {
		out.WriteString("#" + encodedText(u.EscapedFragment()))
	}
	return clean.URL(encodedByte.ReplaceAllStringFunc(out.String(), strings.ToLower), []string{"http", "https"})
}

// encodedText is a part of an address as a plain text, encoded.
func encodedText(part string) string {
	if plain, err := url.PathUnescape(part); err == nil {
		part = plain
	}
	return strings.ReplaceAll(url.QueryEscape(clean.TextField(part)), "+", "%20")
}

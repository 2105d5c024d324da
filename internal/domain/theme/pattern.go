package theme

import (
	"errors"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Pattern is a piece of block content that a theme offers for reuse.
type Pattern struct {
	Slug, Title, Description string
	// ViewportWidth is the width for previews in pixels, 0 when not given.
	ViewportWidth int
	// Inserter says whether the pattern is offered to authors; nil when the
	// file doesn't say, which means yes.
	Inserter                                                   *bool
	Categories, Keywords, BlockTypes, PostTypes, TemplateTypes []string
	Content                                                    string
	// Source is "core" for the patterns that every site has.
	Source string
}

var (
	patternSlug  = regexp.MustCompile(`^[A-Za-z0-9/_-]+$`)
	listSplitter = regexp.MustCompile(`[\s,]+`)

	errNoHeader = errors.New("no header comment with Title and Slug")
)

// parsePattern reads the header of a pattern file. Where the header is part of
// the content, as a comment in HTML is, the content is what follows.
func parsePattern(name, source string) (Pattern, error) {
	header, body := source, ""
	if path.Ext(name) != ".php" {
		var err error
		if body, err = afterHTMLHeader(source); err != nil {
			return Pattern{}, err
		}
		header = source[:len(source)-len(body)]
	}
	f := headerFields(header, "Title", "Slug", "Description", "Viewport Width", "Inserter",
		"Categories", "Keywords", "Block Types", "Post Types", "Template Types")
	p := Pattern{
		Slug: f["Slug"], Title: f["Title"], Description: f["Description"],
		Categories: splitList(f["Categories"]), Keywords: splitList(f["Keywords"]),
		BlockTypes: splitList(f["Block Types"]), PostTypes: splitList(f["Post Types"]),
		TemplateTypes: splitList(f["Template Types"]), Content: body,
	}
	if p.Title == "" || p.Slug == "" {
		return Pattern{}, errNoHeader
	}
	if !patternSlug.MatchString(p.Slug) {
		return Pattern{}, errors.New("the slug " + strconv.Quote(p.Slug) + " has characters that are not allowed")
	}
	if width, err := strconv.Atoi(f["Viewport Width"]); err == nil && width > 0 {
		p.ViewportWidth = width
	}
	if shown := strings.ToLower(f["Inserter"]); shown != "" {
		yes := shown == "yes" || shown == "true"
		p.Inserter = &yes
	}
	return p, nil
}

func splitList(s string) []string {
	var out []string
	for _, item := range listSplitter.Split(s, -1) {
		if item != "" {
			out = append(out, item)
		}
	}
	return out
}

// afterHTMLHeader is what follows the HTML comment at the top of a file.
func afterHTMLHeader(source string) (string, error) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(source, " \t\r\n"), "<!--")
	if !ok || strings.HasPrefix(strings.TrimLeft(rest, " "), "wp:") {
		return "", errNoHeader
	}
	_, body, ok := strings.Cut(rest, "-->")
	if !ok {
		return "", errNoHeader
	}
	return strings.TrimLeft(body, "\r\n"), nil
}

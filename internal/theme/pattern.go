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
}

var (
	patternSlug  = regexp.MustCompile(`^[A-Za-z0-9/_-]+$`)
	listSplitter = regexp.MustCompile(`[\s,]+`)

	errNoHeader = errors.New("no header comment with Title and Slug")
	errCode     = errors.New("the file holds program code")
)

// parsePattern reads one pattern file: a header comment and, below it, block
// content. In a file for PHP the comment stands in an opening tag; any other
// code makes the file unusable, since code is never run.
func parsePattern(name, source string) (Pattern, error) {
	var body string
	var err error
	if path.Ext(name) == ".php" {
		body, err = afterPHPHeader(source)
	} else {
		body, err = afterHTMLHeader(source)
	}
	if err != nil {
		return Pattern{}, err
	}
	f := headerFields(source[:len(source)-len(body)], "Title", "Slug", "Description", "Viewport Width", "Inserter",
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

// afterPHPHeader is what follows an opening tag that holds comments only.
func afterPHPHeader(source string) (string, error) {
	rest, ok := strings.CutPrefix(strings.TrimLeft(source, " \t\r\n"), "<?php")
	if !ok {
		return "", errNoHeader
	}
	for {
		rest = strings.TrimLeft(rest, " \t\r\n")
		switch {
		case strings.HasPrefix(rest, "?>"):
			rest = rest[2:]
			// The line break right behind a closing tag belongs to the tag.
			if strings.HasPrefix(rest, "\r\n") {
				rest = rest[2:]
			} else {
				rest = strings.TrimPrefix(rest, "\n")
			}
			if strings.Contains(rest, "<?") {
				return "", errCode
			}
			return rest, nil
		case strings.HasPrefix(rest, "/*"):
			_, after, ok := strings.Cut(rest[2:], "*/")
			if !ok {
				return "", errNoHeader
			}
			rest = after
		case strings.HasPrefix(rest, "//"), strings.HasPrefix(rest, "#") && !strings.HasPrefix(rest, "#["):
			end := strings.IndexAny(rest, "\r\n")
			if tag := strings.Index(rest, "?>"); tag >= 0 && (end < 0 || tag < end) {
				end = tag
			}
			if end < 0 {
				return "", errNoHeader
			}
			rest = rest[end:]
		case rest == "":
			return "", errNoHeader
		default:
			return "", errCode
		}
	}
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

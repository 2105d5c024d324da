package theme

import (
	"io"
	"io/fs"
	"regexp"
	"strings"
)

// Header is what the comment at the top of style.css says.
type Header struct {
	Name, URI, Description, Author, AuthorURI, Version string
	// Parent is the id of the theme that this one builds on, "" for none.
	Parent                 string
	Status                 string
	Tags                   []string
	TextDomain, DomainPath string
	RequiresAtLeast        string
	RequiresPHP            string
	UpdateURI              string
}

// headerBytes is how much of a file is searched for header fields.
const headerBytes = 8 << 10

var commentEnd = regexp.MustCompile(`\s*(?:\*/|\?>|-->).*`)

// headerFields reads "Name: value" lines from the comment at the top of a
// file. The first line for a name counts.
func headerFields(source string, names ...string) map[string]string {
	if len(source) > headerBytes {
		source = source[:headerBytes]
	}
	source = strings.ReplaceAll(source, "\r", "\n")
	out := make(map[string]string, len(names))
	for _, line := range strings.Split(source, "\n") {
		line = strings.TrimLeft(line, " \t")
		for _, opening := range []string{"<?php", "<?", "<!--"} {
			if strings.HasPrefix(line, opening) {
				line = line[len(opening):]
				break
			}
		}
		line = strings.TrimLeft(line, " \t/*#@")
		key, value, ok := strings.Cut(line, ":")
		if !ok || value == "" {
			continue
		}
		for _, name := range names {
			if _, seen := out[name]; !seen && strings.EqualFold(key, name) {
				out[name] = strings.TrimSpace(commentEnd.ReplaceAllString(value, ""))
			}
		}
	}
	return out
}

// HeaderOf is the header of a theme that isn't loaded.
func HeaderOf(fsys fs.FS) (Header, error) {
	file, err := fsys.Open("style.css")
	if err != nil {
		return Header{}, err
	}
	defer file.Close()
	css, err := io.ReadAll(io.LimitReader(file, headerBytes))
	return parseHeader(string(css)), err
}

func parseHeader(css string) Header {
	f := headerFields(css, "Theme Name", "Theme URI", "Description", "Author", "Author URI", "Version", "Template",
		"Status", "Tags", "Text Domain", "Domain Path", "Requires at least", "Requires PHP", "Update URI")
	h := Header{
		Name: f["Theme Name"], URI: f["Theme URI"], Description: f["Description"], Author: f["Author"],
		AuthorURI: f["Author URI"], Version: f["Version"], Parent: f["Template"], Status: f["Status"],
		TextDomain: f["Text Domain"], DomainPath: f["Domain Path"], RequiresAtLeast: f["Requires at least"],
		RequiresPHP: f["Requires PHP"], UpdateURI: f["Update URI"],
	}
	for tag := range strings.SplitSeq(f["Tags"], ",") {
		if tag = strings.TrimSpace(tag); tag != "" {
			h.Tags = append(h.Tags, tag)
		}
	}
	return h
}

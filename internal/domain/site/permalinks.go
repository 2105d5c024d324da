package site

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Bounds of a structure: each address is made of it, and each request is
// matched with the forms that follow from it.
const (
	maxStructure = 200 // bytes
	maxSegments  = 10
)

// PermalinkTags are the tags that a structure may have.
func PermalinkTags() []string {
	return []string{
		"%year%", "%monthnum%", "%day%", "%hour%", "%minute%", "%second%", "%post_id%", "%postname%", "%category%", "%author%",
	}
}

// freeTags are those whose values may hold any letters, so that nothing tells
// where one ends and the next begins but a slash.
func freeTags() []string { return []string{"%postname%", "%category%", "%author%"} }

// takenStarts are the first parts of paths that lead elsewhere than to entries
// and terms.
func takenStarts() []string {
	return []string{
		"account", "api", "assets", "comments", "embed", "feed", "atom", "rdf", "rss", "rss2", "healthz", "login", "page", "readyz", "robots.txt", "search",
		"sitemap.xml", "wp-admin", "wp-content", "wp-includes", "wp-json",
	}
}

var (
	permalinkTag = regexp.MustCompile(`%[^%/]*%`)
	plainText    = regexp.MustCompile(`^[A-Za-z0-9._~-]*$`)
)

// CheckPermalinks tells what is wrong with the structure of post addresses, ""
// for plain ones, and with what the addresses of categories and tags begin
// with, "" for the usual. They are judged together, since each may hide what
// another names.
func CheckPermalinks(structure, categoryBase, tagBase string) error {
	if structure != "" {
		if err := checkStructure(structure); err != nil {
			return err
		}
	}
	front := PermalinkFront(structure)
	bases := []string{front + "category", front + "tag"}
	for i, own := range []string{categoryBase, tagBase} {
		if own == "" {
			continue
		}
		if err := checkBase(own); err != nil {
			return err
		}
		bases[i] = strings.Trim(own, "/")
		for _, list := range []string{front + "author", front + "type"} {
			if within(bases[i], list) {
				return fmt.Errorf("the addresses below %q are those of other lists", "/"+list)
			}
		}
		if within(strings.TrimSuffix(front, "/"), bases[i]) {
			return fmt.Errorf("addresses of entries begin with %q, so those of terms can't", "/"+bases[i])
		}
	}
	if within(bases[0], bases[1]) || within(bases[1], bases[0]) {
		return errors.New("addresses of categories and of tags must begin with different words")
	}
	return nil
}

// within tells whether a path is another or lies below it.
func within(path, above string) bool { return path == above || strings.HasPrefix(path, above+"/") }

func checkStructure(structure string) error {
	switch {
	case len(structure) > maxStructure:
		return fmt.Errorf("it has more than %d bytes", maxStructure)
	case !strings.HasPrefix(structure, "/"):
		return errors.New(`it must begin with "/"`)
	}
	found := permalinkTag.FindAllString(structure, -1)
	for i, tag := range found {
		if !slices.Contains(PermalinkTags(), tag) {
			return fmt.Errorf("there is no tag %s; there are %s", tag, strings.Join(PermalinkTags(), " "))
		}
		if slices.Contains(found[:i], tag) {
			return fmt.Errorf("it has %s twice", tag)
		}
	}
	if !slices.Contains(found, "%postname%") && !slices.Contains(found, "%post_id%") {
		return errors.New("without %postname% or %post_id% entries would share their addresses")
	}
	segments := strings.Split(strings.TrimSuffix(structure[1:], "/"), "/")
	if len(segments) > maxSegments {
		return fmt.Errorf("it has more than %d parts", maxSegments)
	}
	for _, segment := range segments {
		if err := checkSegment(segment); err != nil {
			return err
		}
	}
	return checkStart(segments[0])
}

func checkSegment(segment string) error {
	if err := checkText(segment, permalinkTag.ReplaceAllString(segment, "")); err != nil {
		return err
	}
	free, end := 0, -1
	for _, at := range permalinkTag.FindAllStringIndex(segment, -1) {
		tag := segment[at[0]:at[1]]
		if at[0] == end {
			return fmt.Errorf("something must stand between %s and what precedes it", tag)
		}
		end = at[1]
		if slices.Contains(freeTags(), tag) {
			free++
		}
		// The category is a path of its own, with those above it.
		if tag == "%category%" && tag != segment {
			return errors.New("%category% must stand alone between slashes")
		}
	}
	if free > 1 {
		return fmt.Errorf("a slash must stand between the tags of %q", segment)
	}
	return nil
}

// checkText checks the fixed text of a part of a path.
func checkText(segment, text string) error {
	switch {
	case segment == "":
		return errors.New("it has two slashes in turn")
	case segment == "." || segment == ".." || strings.HasSuffix(segment, ".php"):
		return fmt.Errorf("%q can't be a part of an address", segment)
	case !plainText.MatchString(text):
		return fmt.Errorf("%q may hold tags, letters from A to Z, digits and . _ ~ - only", segment)
	}
	return nil
}

func checkStart(segment string) error {
	if slices.Contains(takenStarts(), segment) || strings.HasPrefix(segment, "wp-sitemap") {
		return fmt.Errorf("addresses that begin with %q lead elsewhere", "/"+segment)
	}
	return nil
}

func checkBase(base string) error {
	if len(base) > maxStructure {
		return fmt.Errorf("it has more than %d bytes", maxStructure)
	}
	segments := strings.Split(strings.Trim(base, "/"), "/")
	if len(segments) > maxSegments {
		return fmt.Errorf("it has more than %d parts", maxSegments)
	}
	for _, segment := range segments {
		if err := checkText(segment, segment); err != nil {
			return err
		}
	}
	return checkStart(segments[0])
}

// PermalinkFront is what all addresses of lists begin with under a structure:
// its folders before the first tag, without the first slash and with the last.
func PermalinkFront(structure string) string {
	front, _, _ := strings.Cut(strings.TrimPrefix(structure, "/"), "%")
	return front[:strings.LastIndexByte(front, '/')+1]
}

// DateFront is what the addresses of dates begin with under a structure. Where
// a year would read as the id of an entry it has a word more.
func DateFront(structure string) string {
	front := PermalinkFront(structure)
	if i := strings.Index(structure, "%post_id%"); i >= 0 && !strings.Contains(structure[:i], "%year%") {
		front += "date/"
	}
	return front
}

package theme

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Names are the names of post types and taxonomies, in registry order, that
// tell how a slug such as "single-post-hello" is to be read.
type Names struct {
	PostTypes, Taxonomies []string
}

var (
	simplePrefix = regexp.MustCompile(`^(author|category|archive|tag|page)-.+$`)
	typedPrefix  = regexp.MustCompile(`(?s)^(taxonomy|single)-(.+)$`)
)

// Candidates are the slugs that may stand in for a template, best first. prefix
// is the type of template with what it is made for ("category",
// "taxonomy-genre"); it may be empty and is then read from the slug.
func Candidates(slug string, isCustom bool, prefix string, names Names) []string {
	switch {
	case slug == "index":
		return []string{"index"}
	case isCustom:
		return []string{"page", "singular", "index"}
	case slug == "front-page":
		return []string{"front-page", "home", "index"}
	}
	list := []string{slug}
	if prefix != "" {
		kind, _, _ := strings.Cut(prefix, "-")
		if prefix != slug && prefix != kind {
			list = append(list, prefix)
		}
		if slug != kind {
			list = append(list, kind)
		}
	} else if m := simplePrefix.FindStringSubmatch(slug); m != nil {
		list = append(list, m[1])
	} else if m := typedPrefix.FindStringSubmatch(slug); m != nil {
		list = append(list, typedCandidates(m[1], m[2], names)...)
	}
	return append(list, generalCandidates(slug)...)
}

// typedCandidates reads the rest of a "taxonomy-" or "single-" slug: the first
// registered name that it starts with counts.
func typedCandidates(kind, rest string, names Names) []string {
	registered := names.Taxonomies
	if kind == "single" {
		registered = names.PostTypes
	}
	for _, name := range registered {
		switch {
		case !strings.HasPrefix(rest, name):
		case rest == name:
			return []string{kind}
		case len(rest) > len(name)+1:
			// Compat (TestCandidates): "single-postcard" counts as an entry of the type "post".
			return []string{kind + "-" + name, kind}
		}
	}
	return nil
}

func generalCandidates(slug string) []string {
	var list []string
	starts := func(prefixes ...string) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(slug, p) })
	}
	if starts("author", "taxonomy", "category", "tag") || slug == "date" {
		list = append(list, "archive")
	}
	if slug == "attachment" {
		list = append(list, "single")
	}
	if starts("single", "page") || slug == "attachment" {
		list = append(list, "singular")
	}
	return append(list, "index")
}

// RequestKind says what a page request shows.
type RequestKind string

// The kinds of request.
const (
	RequestFront         RequestKind = "front"      // the front of the site
	RequestHome          RequestKind = "home"       // the list of posts
	RequestPage          RequestKind = "page"       // a page
	RequestSingle        RequestKind = "single"     // an entry of another type
	RequestAttachment    RequestKind = "attachment" // a media file's page
	RequestCategory      RequestKind = "category"
	RequestTag           RequestKind = "tag"
	RequestTaxonomy      RequestKind = "taxonomy" // a term of another taxonomy
	RequestAuthor        RequestKind = "author"
	RequestDate          RequestKind = "date"
	RequestPostTypeIndex RequestKind = "archive" // all entries of a post type
	RequestSearch        RequestKind = "search"
	RequestNotFound      RequestKind = "404"
)

// Request is what is known about a page request. Only the fields that fit the
// kind are read.
type Request struct {
	Kind RequestKind
	// ID and Slug are those of the entry, the term or the author.
	ID   int64
	Slug string
	// Type is the post type or the taxonomy.
	Type string
	// Template is the template that was chosen for the entry.
	Template string
	// MediaType is the media type of an attachment.
	MediaType string
	// PostsOnFront says that the front shows posts and no page.
	PostsOnFront bool
	// PrivacyPolicy says that the page is the site's privacy policy.
	PrivacyPolicy bool
}

// HierarchyFor are the slugs of the templates that may serve a request, best
// first. The last one is always "index".
func HierarchyFor(r Request) []string {
	var list []string
	switch r.Kind {
	case RequestFront:
		list = append(list, "front-page")
		if r.PostsOnFront {
			list = append(list, "home")
			break
		}
		list = append(list, pageHierarchy(r)...)
	case RequestHome:
		list = append(list, "home")
	case RequestPage:
		list = append(list, pageHierarchy(r)...)
	case RequestSingle:
		list = append(list, chosen(r)...)
		if r.Type != "" {
			list = append(list, slugTemplates("single-"+r.Type, r.Slug, 0)...)
			list = append(list, "single-"+r.Type)
		}
		list = append(list, "single", "singular")
	case RequestAttachment:
		list = append(list, attachmentHierarchy(r)...)
	case RequestCategory, RequestTag:
		list = append(list, slugTemplates(string(r.Kind), r.Slug, r.ID)...)
		list = append(list, string(r.Kind), "archive")
	case RequestTaxonomy:
		list = append(list, slugTemplates("taxonomy-"+r.Type, r.Slug, r.ID)...)
		list = append(list, "taxonomy-"+r.Type, "taxonomy", "archive")
	case RequestAuthor:
		list = append(list, slugTemplates("author", r.Slug, r.ID)...)
		list = append(list, "author", "archive")
	case RequestDate:
		list = append(list, "date", "archive")
	case RequestPostTypeIndex:
		if r.Type != "" {
			list = append(list, "archive-"+r.Type)
		}
		list = append(list, "archive")
	case RequestSearch:
		list = append(list, "search")
	case RequestNotFound:
		list = append(list, "404")
	}
	return append(list, "index")
}

// chosen is the template that was chosen for an entry. Slugs that could leave
// the theme's folder are passed over.
func chosen(r Request) []string {
	slug := strings.TrimSuffix(r.Template, ".html")
	if slug == "" || slug == "default" || strings.Contains(slug, "..") || strings.ContainsAny(slug, "\\\x00:") ||
		strings.HasPrefix(slug, "/") {
		return nil
	}
	return []string{slug}
}

// slugTemplates are the templates for one thing: by its slug, also as people read it,
// and by its id.
func slugTemplates(prefix, slug string, id int64) []string {
	var list []string
	if slug != "" {
		if plain, err := url.PathUnescape(slug); err == nil && plain != slug {
			list = append(list, prefix+"-"+plain)
		}
		list = append(list, prefix+"-"+slug)
	}
	if id != 0 {
		list = append(list, prefix+"-"+strconv.FormatInt(id, 10))
	}
	return list
}

func pageHierarchy(r Request) []string {
	var list []string
	if r.PrivacyPolicy {
		list = append(list, "privacy-policy")
	}
	list = append(list, chosen(r)...)
	list = append(list, slugTemplates("page", r.Slug, r.ID)...)
	return append(list, "page", "singular")
}

func attachmentHierarchy(r Request) []string {
	var list []string
	kind, subtype, _ := strings.Cut(r.MediaType, "/")
	if subtype != "" {
		list = append(list, kind+"-"+subtype, subtype)
	}
	if kind != "" {
		list = append(list, kind)
	}
	list = append(list, "attachment")
	list = append(list, chosen(r)...)
	list = append(list, slugTemplates("single-attachment", r.Slug, 0)...)
	return append(list, "single-attachment", "single", "singular")
}

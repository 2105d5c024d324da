package front

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"

	"quoin/internal/display/render"
	"quoin/internal/domain/content"
	"quoin/internal/platform/scope"
)

// Page is what a public address shows, for what adds to pages.
type Page struct {
	// Request tells the kind of page, and what is shown on it: entries, a term,
	// an author, a search.
	*render.Request
	// Entry is the one that the page shows, nil on lists and the rest.
	Entry *content.Entry
	// Title is that of what is shown, HTML; Canonical the usual address, with
	// its page, "" where there is none.
	Title, Canonical string
	Status           int // of the answer
	// Archive tells what a list is called, with the kind of list in front, HTML; "" for what
	// is no archive.
	Archive func() string
	// Image is what stands for the page elsewhere, nil for none; it reads what it needs
	// when it is called.
	Image func() *render.Image
}

// Output is what is added to a page. It begins with what the page has by
// itself, and may change that.
type Output struct {
	// Title is the text of the title element, HTML. Robots and Canonical are
	// "" where the page has none.
	Title, Robots, Canonical string
	// TitleBy is Title with another sign between its parts, which is HTML.
	TitleBy func(separator string) string
	// NoTitle leaves the elements of Title, Robots and Canonical out, when Head
	// has its own.
	NoTitle, NoRobots, NoCanonical bool
	// NoShare leaves out what the site tells social networks of a page, when Head has its own.
	NoShare bool
	// Head is HTML at the end of the head.
	Head strings.Builder
	// Paged gives HTML for the end of the head of an entry that shows a list of its own: the
	// addresses of the list's pages before and behind the one that is shown, "" for none.
	Paged func(before, behind string) string
	// Start and End are HTML at the start and the end of the body. Before and
	// After stand around the content of the entry that the page shows.
	Start, End, Before, After string

	sources map[string][]string
}

// Allow adds a source to a directive of the page's content policy, such as
// "script-src" and "https://stats.example". Inline scripts of Head and the
// others are allowed by themselves.
func (o *Output) Allow(directive, source string) {
	if strings.ContainsAny(source, "; ,\r\n\t") || slices.Contains(o.sources[directive], source) {
		return
	}
	if o.sources == nil {
		o.sources = map[string][]string{}
	}
	o.sources[directive] = append(o.sources[directive], source)
}

// Size is how many bytes there are of all, with those that the page has by itself.
func (o *Output) Size() int {
	n := o.Head.Len()
	for _, text := range []string{o.Title, o.Robots, o.Canonical, o.Start, o.End, o.Before, o.After} {
		n += len(text)
	}
	for directive, sources := range o.sources {
		for _, source := range sources {
			n += len(directive) + len(source)
		}
	}
	return n
}

// policy is a content policy with the added sources.
func (o *Output) policy(policy string) string {
	parts, scripts := strings.Split(policy, "; "), "'self'"
	for i, part := range parts {
		directive, usual, _ := strings.Cut(part, " ")
		if directive == "script-src" {
			scripts = usual
		}
		for _, source := range o.sources[directive] {
			parts[i] += " " + source
		}
		delete(o.sources, directive)
	}
	for _, directive := range slices.Sorted(maps.Keys(o.sources)) {
		usual := "'self'"
		if strings.HasPrefix(directive, "script-src-") || directive == "worker-src" {
			usual = scripts // which stands for it elsewhere
		}
		parts = append(parts, directive+" "+usual+" "+strings.Join(o.sources[directive], " "))
	}
	return strings.Join(parts, "; ")
}

// Additions are what a site adds to its public pages.
type Additions struct {
	// Output adds to a page before it is rendered. What it reads is what the
	// page depends on. After an error the page is shown without, and not stored.
	Output []func(ctx context.Context, p *Page, out *Output) error
	// Lost is asked about an address that means nothing, before it leads to what
	// it probably means. Nil is the answer of what knows nothing of it.
	Lost []func(ctx context.Context, path string) *Lead
	// NotFound is called for an address that means nothing, before that is
	// answered. True tells that it answered the request itself.
	NotFound []func(w http.ResponseWriter, r *http.Request) bool
	// Documents answer addresses that only programs ask for, such as sitemaps or
	// robots.txt, in place of what the site has there; path is below the site's
	// address. nil leaves it to others. What they read is what the document
	// depends on.
	Documents []func(ctx context.Context, path string) (*Document, error)
	// Feed adds to feeds, which are shown without after an error.
	Feed []func(ctx context.Context, p *Page, out *Feed) error
	// NoEmptyFeeds lets a feed of what isn't there be answered as any address that
	// means nothing.
	NoEmptyFeeds bool
	// AnswersBy is the name by which addresses ask to answer a comment, "" for the usual
	// one. Addresses with the usual one lead to the comment then.
	AnswersBy string
	// Sitemap restricts what one sitemap lists: kind is posts, taxonomies or
	// users, of the type or the taxonomy. False leaves all of it out.
	Sitemap []func(ctx context.Context, kind, of string) (restrict []content.Condition, keep bool)
}

// Lead is where an address leads that means nothing now.
type Lead struct {
	// Location is where, "" for an address that meant something once, of which
	// nothing is left.
	Location string
	Header   http.Header // of the answer, beside the location
}

type placeKey struct{}

// InPlace makes a request one that is answered at the address that it asks for,
// where others lead to the usual one.
func InPlace(r *http.Request) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), placeKey{}, true))
}

func inPlace(ctx context.Context) bool { return ctx.Value(placeKey{}) != nil }

// Document is an answer that isn't a page.
type Document struct {
	Location string // where it stands; nothing else is set then
	Header   http.Header
	Body     []byte
	Missing  bool // nothing is there, and nothing of the site either
}

// Feed is what is added to a feed. It begins with what the feed has by itself.
type Feed struct {
	// Link is the address of what the feed is of.
	Link string
	// Comments tells that it has comments, and not entries; Form is how it is written:
	// "rss2", "rss", "rdf" or "atom".
	Comments bool
	Form     string
	Header   http.Header // more headers
	// Frame, which may be nil, is HTML before and after the content of an entry. A summary
	// beside it stands in paragraphs of its own.
	Frame func(e *FeedEntry) (before, after string)
	// Address, which may be nil, is the address that a feed of entries names for one of them.
	Address func(e *FeedEntry) string
}

// FeedEntry is an entry of a feed.
type FeedEntry struct {
	*render.Post
	// Title is HTML. Author is who wrote it, nil where nobody is named.
	Title  string
	Author *render.User
}

// added is what an addition answers at a path, nil for none; missing tells
// that nothing stands there.
func (f *Front) added(ctx context.Context, path string) (p *page, missing bool, err error) {
	if f.Additions == nil || asked(ctx) != 0 {
		return nil, false, nil
	}
	for _, answer := range f.Additions(ctx).Documents {
		var d *Document
		err := f.safely(ctx, func() (err error) { d, err = answer(ctx, path); return err })
		var broken *panicked
		switch {
		case errors.As(err, &broken):
			f.Log.ErrorContext(ctx, "a document is left to the site", "path", path, "error", err)
			continue
		case err != nil:
			return nil, false, err
		case d == nil:
			continue
		case d.Location != "":
			return f.redirect(d.Location, false), false, nil
		case d.Missing:
			return nil, true, nil
		}
		p := textPage(d.Header.Get("Content-Type"), d.Body)
		maps.Copy(p.header, d.Header)
		return p, false, nil
	}
	return nil, false, nil
}

// panicked is the error of an addition that panicked.
type panicked struct {
	value any
	stack []byte
}

func (p *panicked) Error() string { return fmt.Sprintf("panic: %v\n%s", p.value, p.stack) }

// safely calls an addition; one that panics has an error of its own. What is shown
// after an error lacks something, and isn't stored.
func (f *base) safely(ctx context.Context, add func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &panicked{v, debug.Stack()}
		}
		if err != nil {
			scope.NoStore(ctx)
		}
	}()
	return add()
}

// lead asks what is added where an address leads that means nothing, nil for
// nowhere.
func (f *base) lead(ctx context.Context, path string) (lead *Lead) {
	if f.Additions == nil {
		return nil
	}
	for _, ask := range f.Additions(ctx).Lost {
		err := f.safely(ctx, func() error { lead = ask(ctx, path); return nil })
		if err != nil {
			f.Log.ErrorContext(ctx, "an address means nothing that an extension may know", "path", path, "error", err)
		}
		if lead != nil {
			return lead
		}
	}
	return nil
}

// answersBy is the name by which addresses ask to answer a comment.
func (f *base) answersBy(ctx context.Context) string {
	if f.Additions != nil {
		if name := f.Additions(ctx).AnswersBy; name != "" {
			return name
		}
	}
	return render.AnswersBy
}

// emptyFeeds tells whether there are feeds of what isn't there.
func (f *base) emptyFeeds(ctx context.Context) bool {
	return f.Additions == nil || !f.Additions(ctx).NoEmptyFeeds
}

type statusKey struct{}

// AnswerNotFound makes a request one that is answered with the page for
// addresses that mean nothing, with a status of its own such as 410.
func AnswerNotFound(r *http.Request, status int) *http.Request {
	return r.WithContext(context.WithValue(r.Context(), statusKey{}, status))
}

// asked is the status that AnswerNotFound put into a context, 0 for none.
func asked(ctx context.Context) int {
	status, _ := ctx.Value(statusKey{}).(int)
	return status
}

package exchange

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"runtime"
	"strings"

	"quoin/internal/display/uploads"
	"quoin/internal/domain/content"
	"quoin/internal/domain/media"
	"quoin/internal/people/reply"
	"quoin/internal/platform/blob"
	"quoin/internal/platform/scope"
	"quoin/internal/storage/auth"
	"quoin/internal/transfer/static"
)

// StaticExport says what is written as files.
type StaticExport struct {
	Dir string
	// AllMedia has uploaded files that no page names, too.
	AllMedia bool
	// Progress is told how many addresses are done and known; may be nil.
	Progress func(done, known int)
}

// ExportStatic writes the public site as files, as it answers visitors.
func (x *Exchange) ExportStatic(ctx context.Context, to StaticExport) (*static.Report, error) {
	ctx = scope.Unwatched(ctx)
	leads, rules, err := x.leads(ctx)
	if err != nil {
		return nil, err
	}
	site := x.Answers()
	// Files come from the store, wherever the site has visitors fetch them.
	files := uploads.Handler(passedOn{x.Media.Blobs}, x.Log)
	out := &static.Exporter{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, media.Path) {
				files.ServeHTTP(w, r)
				return
			}
			site.ServeHTTP(w, r)
		}),
		Base: x.Env.Site.Base(ctx), Dynamic: dynamic, Rules: rules,
		Workers: runtime.GOMAXPROCS(0), Progress: to.Progress,
		Paths: func(yield func(string, error) bool) {
			for _, path := range leads {
				if !yield(path, nil) {
					return
				}
			}
			for path, err := range x.formerPaths(ctx) {
				if !yield(path, err) {
					return
				}
			}
			if !to.AllMedia {
				return
			}
			for info, err := range x.Media.Blobs.List(ctx, "") {
				if !yield((&url.URL{Path: media.Path + info.Key}).EscapedPath(), err) {
					return
				}
			}
		},
	}
	return out.Write(ctx, to.Dir)
}

// passedOn is a store whose files the site passes on itself.
type passedOn struct{ blob.Store }

// URL implements blob.Store.
func (passedOn) URL(context.Context, string) (string, error) { return "", nil }

// dynamic tells whether only a server has something for a path.
func dynamic(path string) bool {
	for _, prefix := range []string{"/api", "/wp-json", "/wp-admin", "/wp-content/plugins"} {
		if rest, ok := strings.CutPrefix(path, prefix); ok && (rest == "" || rest[0] == '/') {
			return true
		}
	}
	return path == auth.LoginPath || path == reply.Path || path == "/xmlrpc.php"
}

// leads are the addresses that extensions lead elsewhere, and what servers are told of
// others.
func (x *Exchange) leads(ctx context.Context) (paths []string, rules []static.Rule, err error) {
	for _, one := range x.Active(ctx) {
		if one.Parts.Leads == nil {
			continue
		}
		list, err := one.Parts.Leads(ctx)
		if err != nil {
			return nil, nil, err
		}
		for _, l := range list {
			if strings.HasPrefix(l.Path, "/") {
				paths = append(paths, l.Path)
			}
			if l.Nginx+l.Apache != "" {
				rules = append(rules, static.Rule{Nginx: l.Nginx, Apache: l.Apache})
			}
		}
	}
	return paths, rules, nil
}

// formerWindow is how many entries are read together.
const formerWindow = 500

// formerPaths are the paths that published entries may have had.
func (x *Exchange) formerPaths(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		base := x.Env.Site.Base(ctx)
		err := x.EachPublished(ctx, func(ctx context.Context, entry *content.Entry) bool {
			for _, link := range x.Env.Links.FormerLinks(ctx, entry) {
				if path, ok := strings.CutPrefix(link, base); ok && !yield(path, nil) {
					return false
				}
			}
			return true
		})
		if err != nil {
			yield("", err)
		}
	}
}

// EachPublished gives all published entries that have pages, until do says no.
func (x *Exchange) EachPublished(ctx context.Context, do func(ctx context.Context, e *content.Entry) bool) error {
	var types []string
	for _, t := range x.Env.Types.All() {
		if t.Public && t.Name != content.TypeAttachment {
			types = append(types, t.Name)
		}
	}
	for offset := 0; ; offset += formerWindow {
		// What is read once is forgotten with its window.
		inner := scope.New(ctx)
		page, err := x.DB.ListEntries(inner, content.Query{
			Types: types, Statuses: []content.Status{content.Publish}, Order: []content.Order{{By: content.ByID}},
			Limit: formerWindow, Offset: offset, SkipTotal: true,
		})
		if err == nil {
			err = x.Env.Links.Prefetch(inner, page.Entries)
		}
		if err != nil {
			return err
		}
		for _, entry := range page.Entries {
			if !do(inner, entry) {
				return nil
			}
		}
		if len(page.Entries) < formerWindow {
			return nil
		}
	}
}

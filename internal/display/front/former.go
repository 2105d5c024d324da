package front

import (
	"context"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
)

// former is where an address leads that means something by a form that the
// addresses of the site had before, else "".
func (f *resolver) former(ctx context.Context, in *input) (string, error) {
	path := strings.Trim(in.path, "/")
	if path == "" || len(in.fromPath) == 0 && !in.noForm {
		return "", nil // no path says what is asked for
	}
	for _, form := range f.Site.FormerAddresses(ctx) {
		old := *in
		old.rules, old.vars, old.fromPath, old.noForm = f.rulesFor(form), map[string]string{}, nil, false
		if err := f.match(ctx, &old, path); err != nil {
			return "", err
		}
		if old.noForm {
			continue
		}
		old.fill()
		to, err := f.formerly(ctx, in, &old)
		if err != nil || to != "" {
			return to, err
		}
	}
	return "", nil
}

// formerly is where what an address meant in another form is now, else "".
func (f *resolver) formerly(ctx context.Context, in, old *input) (string, error) {
	p, err := f.find(ctx, old)
	if err != nil {
		return "", err
	}
	if p == nil || p.missing || p.nothing {
		return f.moved(ctx, old)
	}
	if p.location != "" || !p.is.singular() && !p.is.archive() || p.canonical == "" {
		return p.location, nil
	}
	form := p.is.feed
	if form == "feed" || form == "rss2" {
		form = ""
	}
	to := p.address(in)
	switch {
	case p.is.feed != "" && p.entry != nil:
		to = f.entryFeedLink(ctx, p.entry, form)
	case p.is.feed != "":
		to = f.feedLink(ctx, p.canonical, form)
	case p.is.embed:
		to = content.CardLink(p.canonical)
	}
	r := &redirect{query: cloneValues(in.query)}
	return r.address(in, to), nil
}

// maxRules bounds how many forms of addresses are kept ready.
const maxRules = 16

// rulesFor are the rules for the addresses of a site with a form.
func (f *resolver) rulesFor(form site.AddressForm) *rules {
	f.ruleLock.Lock()
	defer f.ruleLock.Unlock()
	r := f.ruleSets[form]
	if r == nil {
		if f.ruleSets == nil || len(f.ruleSets) >= maxRules {
			f.ruleSets = map[site.AddressForm]*rules{}
		}
		r = makeRules(form.Posts, form.Categories, form.Tags)
		f.ruleSets[form] = r
	}
	return r
}

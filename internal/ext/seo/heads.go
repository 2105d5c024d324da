package seo

import (
	"context"
	"strings"
	"sync"

	"quoin/internal/api/rest"
	"quoin/internal/display/view"
	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/domain/taxonomy"
	"quoin/internal/domain/user"
	"quoin/internal/ext"
	"quoin/internal/ext/seo/head"
	"quoin/internal/platform/cache"
	"quoin/internal/platform/language"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/scope"
	"quoin/internal/platform/wire"
)

// The words by which programs find a head, which dialects have names for.
const (
	generator  = "Quoin SEO"
	closing    = "/ " + generator
	graphClass = head.OwnClass
	tagClass   = "seo-meta-tag"
)

// undescribed is what administrators are told of a page without a description, in own words;
// language packs know it by its key (docs/adr/0015).
const (
	undescribed                 = "For administrators: nothing describes this page. Give it a description of its own, or its kind a template at %1$s, %2$s."
	undescribedKey language.Key = 0xdcd4d2613d8d4bc8
)

// kept is a finished head in the forms that it is printed in.
type kept struct {
	html   string       // in own words
	tags   string       // the part of html that is the same in all words
	robots string       // the tag of html, as pages have it
	title  string       // as the template has it, "" when it says nothing
	object *wire.Object // shared: nobody changes it
	graph  wire.Raw     // its member schema, as JSON

	indented bool   // whether the graph stands on many lines in the reference's words
	version  string // that heads name there, "" for the usual one

	own, parts onceRaw // html in own words and object as JSON
	// foreign is html in the reference's words: as visitors have it, with marks, with a notice,
	// and with both.
	foreign [4]onceRaw
	texts   *language.Texts // of the extension, in the language of the site
}

// onceRaw is JSON that is made when it is first asked for.
type onceRaw struct {
	once sync.Once
	raw  wire.Raw
}

func (o *onceRaw) of(make func() []byte) wire.Raw {
	o.once.Do(func() { o.raw = make() })
	return o.raw
}

// quoted is the text of a head as the answer to a request has it, as JSON: with the words that
// the dialect has for what programs find it by.
//
// Compat (api.TestWordsOfHeads): in the words of the reference all of the text is as there. Tags
// are marked for who would see the bar of the site, where the caller doesn't say that it reads
// or sends JSON; who keeps the settings is told where a description is missing.
func (s *heads) quoted(r *rest.Request, k *kept) (wire.Raw, error) {
	if r.Symbol(graphClass) == graphClass {
		return k.own.of(func() []byte { return quote(k.html) }), nil
	}
	form, mark, notice := 0, "", false
	if r.Actor.LoggedIn() && !r.JSON {
		found, err := s.Store.UsersByID(r.Context(), []int64{r.Actor.ID})
		if err != nil {
			return nil, err
		}
		if u := found[r.Actor.ID]; u != nil && user.ShowsToolbar(u) {
			form, mark = 1, r.Symbol(tagClass)
		}
	}
	if !k.object.Has("description") && r.Actor.Can("seo_manage_options") {
		form, notice = form+2, true
	}
	return k.foreign[form].of(func() []byte {
		opening := r.Symbol(generator)
		if k.version != "" {
			opening = strings.Replace(opening, referenceVersion, k.version, 1)
		}
		as := head.Form{Opening: opening, Closing: r.Symbol(closing), Class: r.Symbol(graphClass), Mark: mark, Indented: k.indented}
		if notice {
			as.Notice = language.Fill(k.texts.Keyed(undescribedKey, undescribed), "SEO", k.texts.Of("Settings"))
		}
		return quote(as.Print(k.tags, k.graph))
	}), nil
}

func quote(text string) []byte {
	return wire.AppendString(make([]byte, 0, len(text)+len(text)/4), text)
}

// member is object as JSON, which is the same in all dialects: it has no declared names.
func (k *kept) member() wire.Raw {
	return k.parts.of(func() []byte {
		whole := k.object.Shallow()
		whole.Set("schema", k.graph)
		// The tags in front of the graph are longer than what they say.
		return wire.Append(make([]byte, 0, len(k.html)), whole, nil)
	})
}

// headKey names the head of what is shown under an id; sum is that of the
// object.
type headKey struct {
	kind head.Kind
	id   int64
	sum  uint64
	// visited heads are those of pages, where these tell something else.
	visited bool
	// item heads are those of attachments as the API lists them.
	item bool
	// plain heads tell of their page what those of protected entries do.
	plain bool
	// list heads are those of the page that stands for the list of posts, where the list is shown.
	list bool
}

// cachedHead is a head with what it was made of.
type cachedHead struct {
	*kept
	deps cache.Deps
}

// maxHeads is how much memory finished heads take.
const maxHeads = 32 << 20

// keptForms is how many times as long as its text a head is, with the forms of it that are made
// when they are asked for. Few are asked for in all of them.
const keptForms = 5

// head is the head of what a key names. It is made once, until something
// changes that it was made of; gather gathers that.
func (s *heads) head(ctx context.Context, key headKey, gather func(ctx context.Context) (*head.Page, error)) (*kept, error) {
	keep := !s.DB.InTransaction(ctx)
	if keep {
		if h, ok := s.kept.Get(key); ok {
			scope.Include(ctx, h.deps)
			return h.kept, nil
		}
	}
	ticket := scope.Ticket(ctx, s.kept)
	made := scope.Part(ctx)
	k, err := s.makeHead(made, gather)
	if err != nil || !keep {
		return k, err
	}
	deps := scope.From(made).Deps()
	s.kept.Put(ticket, key, cachedHead{k, deps}, keptForms*len(k.html)+1024, deps)
	return k, nil
}

// makeHead makes a head of what gather gathers.
func (s *heads) makeHead(ctx context.Context, gather func(ctx context.Context) (*head.Page, error)) (*kept, error) {
	p, err := gather(ctx)
	if err != nil {
		return nil, err
	}
	about, err := s.facts.headSite(ctx, s.settings(ctx))
	if err != nil {
		return nil, err
	}
	if about.Owner != nil && about.Owner.Logo == nil {
		about.Owner.Logo = p.Face
	}
	if !site.Public.Of(ctx, s.Site) {
		p.Robots.NoIndex, p.Robots.NoFollow = true, true
	}
	if p.Picture == nil && p.Kind != head.NotFound && !p.Protected {
		if p.Picture, err = s.facts.usualPicture(ctx); err != nil {
			return nil, err
		}
	}
	h := head.Make(about, p)
	return &kept{
		html: h.HTML(), tags: h.Tags(), robots: h.PageRobots(), title: h.Title(), object: h.JSON(), graph: h.Graph(),
		indented: !strings.Contains(s.Site.Base(ctx), "."), version: optionVersion.Of(ctx, s.Options), texts: s.facts.texts(ctx),
	}, nil
}

// headed tells whether entries of a type have heads in the API and rows in the index: public
// ones, found by searches or not. Those of a declared type that is public do, even where they
// have no pages.
func headed(t *content.Type) bool {
	public := t.Public
	if t.Declared {
		public = t.Announced
	}
	return public && t.REST && t.Name != content.TypeAttachment
}

// attachments tells whether a type is that of attachments, which have heads on sites where they
// have pages.
func attachments(t *content.Type) bool { return t.Name == content.TypeAttachment }

// headless tells of an entry that has no head: it was begun and never saved.
//
// Compat (api.TestHeadsOfTrash): entries in the trash keep theirs.
func headless(e *content.Entry) bool { return e.Status == content.AutoDraft }

func (s *heads) entryHead(ctx context.Context, e *content.Entry) (*kept, error) {
	return s.entryHeadAt(ctx, e, false)
}

// itemHead is the head of an attachment as the API lists it.
//
// Compat (api.TestHeadsOfAttachments): it differs from the one that is asked for by an address where
// the site's person has no picture.
func (s *heads) itemHead(ctx context.Context, e *content.Entry) (*kept, error) {
	key := headKey{kind: head.Entry, id: e.ID, sum: s.sumOfEntry(e), item: true}
	return s.head(ctx, key, func(ctx context.Context) (*head.Page, error) {
		scope.DependsOn(ctx, cache.Entry(e.ID))
		at := first()
		at.shown = true
		return s.facts.entryPage(ctx, e, at)
	})
}

// entryHeadAt is the head of an entry, visited for that of its page. They differ
// where the entry is the front page or an attachment, lists show only its beginning, or its
// title tells the name that it was asked for by.
func (s *heads) entryHeadAt(ctx context.Context, e *content.Entry, visited bool) (*kept, error) {
	front := s.Site.FrontIsPage(ctx) && e.ID == site.PageOnFront.Of(ctx, s.Site)
	visited = visited && (front || hasMore(e) || e.Type == content.TypeAttachment || s.tellsName(ctx, e))
	key := headKey{kind: head.Entry, id: e.ID, sum: s.sumOfEntry(e), visited: visited}
	return s.head(ctx, key, func(ctx context.Context) (*head.Page, error) {
		// The entry may be what is about to be stored, or was read before.
		scope.DependsOn(ctx, cache.Entry(e.ID))
		at := first()
		if at.visited, at.shown = visited, visited; visited && !front {
			at.name = e.Slug
		}
		return s.facts.entryPage(ctx, e, at)
	})
}

// tellsName tells whether the templates of an entry ask by which name a page is visited.
func (s *heads) tellsName(ctx context.Context, e *content.Entry) bool {
	t := s.settings(ctx).entry(e.Type)
	for _, template := range []string{t.Title, t.Description, metaText(e.Meta, metaTitle), metaText(e.Meta, metaDescription)} {
		if strings.Contains(strings.ToLower(template), "%%term404%%") {
			return true
		}
	}
	return false
}

func (s *heads) termHead(ctx context.Context, t *taxonomy.Term) (*kept, error) {
	return s.head(ctx, headKey{kind: head.Term, id: t.ID, sum: s.sumOfTerm(t)}, func(ctx context.Context) (*head.Page, error) {
		if _, err := s.Store.TermsByID(ctx, []int64{t.ID}); err != nil {
			return nil, err
		}
		return s.facts.termPage(ctx, t, first())
	})
}

func (s *heads) authorHead(ctx context.Context, u *user.User) (*kept, error) {
	return s.head(ctx, headKey{kind: head.Author, id: u.ID, sum: s.sumOfUser(u)}, func(ctx context.Context) (*head.Page, error) {
		return s.facts.authorPage(ctx, u, first())
	})
}

func (s *heads) homeHead(ctx context.Context) (*kept, error) {
	return s.head(ctx, headKey{kind: head.Home}, func(ctx context.Context) (*head.Page, error) {
		return s.facts.homePage(ctx, first())
	})
}

func (s *heads) missingHead(ctx context.Context) (*kept, error) {
	return s.head(ctx, headKey{kind: head.NotFound}, func(ctx context.Context) (*head.Page, error) {
		return s.facts.missingPage(ctx, first()), nil
	})
}

// postsHead is the head of the list of posts: that of the front, or of the page
// that stands for it; nil when a page is on the front and none stands for it.
func (s *heads) postsHead(ctx context.Context) (*kept, error) {
	if !s.Site.FrontIsPage(ctx) {
		return s.homeHead(ctx)
	}
	id := site.PageForPosts.Of(ctx, s.Site)
	found, err := s.Store.EntriesByID(ctx, []int64{id})
	if err != nil || found[id] == nil {
		return nil, err
	}
	return s.listHead(ctx, found[id])
}

// standsForPosts tells whether an entry is the page that stands for the list of posts.
func (s *facts) standsForPosts(ctx context.Context, e *content.Entry) bool {
	return s.Site.FrontIsPage(ctx) && e.ID == site.PageForPosts.Of(ctx, s.Site)
}

// listHead is the head of the page that stands for the list of posts, where the list is shown.
//
// Compat (api.TestHeadOfPostsPage): it tells nothing of the page as an article, as the head of its item does.
func (s *heads) listHead(ctx context.Context, e *content.Entry) (*kept, error) {
	return s.head(ctx, headKey{kind: head.Entry, id: e.ID, sum: s.sumOfEntry(e), list: true}, func(ctx context.Context) (*head.Page, error) {
		scope.DependsOn(ctx, cache.Entry(e.ID))
		p, err := s.facts.entryPage(ctx, e, first())
		if p != nil {
			p.List = true
		}
		return p, err
	})
}

// fields are the two fields of a head, on items of a kind; of gives the head of
// an item, nil for one that has none.
func fields[T any](s *heads, of func(ctx context.Context, item T) (*kept, error)) []ext.Field[T] {
	return fieldsAfter(s, func(r *rest.Request, item T) (*kept, []besideLink, error) {
		k, err := of(r.Context(), item)
		return k, nil, err
	})
}

// fieldsAfter are fields of items whose heads also follow from what came before them in an
// answer, and may tell pages of lists.
func fieldsAfter[T any](s *heads, of func(r *rest.Request, item T) (*kept, []besideLink, error)) []ext.Field[T] {
	field := func(name string, show func(r *rest.Request, k *kept, links []besideLink) any) ext.Field[T] {
		return ext.Field[T]{Field: rest.Field[T]{
			// Compat (api.TestHeads): the reference registers the fields without a
			// schema, so they are in all contexts and in no description.
			Name: name, Schema: schema.New("", "", schema.Readonly()), Hidden: true,
			Read: func(r *rest.Request, item T) any {
				k, links, err := of(r, item)
				r.Fail(err)
				if k == nil || err != nil {
					return nil
				}
				return show(r, k, links)
			},
		}}
	}
	return []ext.Field[T]{
		field("seo_head", func(r *rest.Request, k *kept, links []besideLink) any {
			text, err := s.quoted(r, k)
			r.Fail(err)
			return withLinks(r, text, links)
		}),
		field("seo_head_json", func(r *rest.Request, k *kept, links []besideLink) any {
			if f := r.Fields(); f != nil && !f.WantsWhole("seo_head_json") {
				return withMembers(k.object, links, func(l besideLink) any { return l.address(r) }) // a part of it is asked for
			}
			if len(links) == 0 {
				return k.member()
			}
			whole := withMembers(k.object, links, func(l besideLink) any { return l.printed(r, false) })
			whole.Set("schema", k.graph)
			return wire.Raw(wire.Append(nil, whole, nil))
		}),
	}
}

// onEntries are the fields of entries.
func (s *heads) onEntries() ext.Added[*content.Entry, content.Query] {
	heads := fieldsAfter(s, func(r *rest.Request, e *content.Entry) (*kept, []besideLink, error) {
		if headless(e) {
			return nil, nil, nil
		}
		k, err := s.entryHeadIn(r, e)
		if k == nil || err != nil {
			return nil, nil, err
		}
		return k, s.besideLists(r, e, k), nil
	})
	return ext.Added[*content.Entry, content.Query]{
		Fields: append(heads, ext.EntryField{
			Field: rest.Field[*content.Entry]{
				Name: fieldTexts, Hidden: true, Schema: schema.Obj(nil, "Texts for search engines and social networks.", schema.Open()),
				Read: func(*rest.Request, *content.Entry) any { return rest.Absent },
			},
			Write: s.writeField,
		}),
		Prefetch: func(ctx context.Context, _ *rest.Request, items []*content.Entry) error {
			return s.prefetchEntries(ctx, items)
		},
	}
}

// onAttachments are the fields of attachments, which are absent where these have no pages.
//
// Compat (api.TestHeadsOfAttachments): they tell the address of the file, not that of the page.
func (s *heads) onAttachments() ext.Added[*content.Entry, content.Query] {
	added := fields(s, s.itemHead)
	for i, f := range added {
		added[i].Read = func(r *rest.Request, e *content.Entry) any {
			if !site.AttachmentPages.Of(r.Context(), s.Site) {
				return rest.Absent
			}
			return f.Read(r, e)
		}
	}
	return ext.Added[*content.Entry, content.Query]{
		Fields: added,
		Prefetch: func(ctx context.Context, _ *rest.Request, items []*content.Entry) error {
			if !site.AttachmentPages.Of(ctx, s.Site) {
				return nil
			}
			return s.prefetchEntries(ctx, items)
		},
	}
}

func (s *heads) onTerms() ext.Added[*taxonomy.Term, taxonomy.Query] {
	return ext.Added[*taxonomy.Term, taxonomy.Query]{
		Fields: fields(s, s.termHead),
		Prefetch: func(ctx context.Context, _ *rest.Request, items []*taxonomy.Term) error {
			return s.prefetchTerms(ctx, items)
		},
	}
}

func (s *heads) onUsers() ext.UserAdded {
	return ext.UserAdded{
		Fields: fields(s, func(ctx context.Context, u *user.User) (*kept, error) {
			if idle, err := s.facts.idle(ctx, u.ID); idle || err != nil {
				return nil, err
			}
			return s.authorHead(ctx, u)
		}),
		Prefetch: func(ctx context.Context, _ *rest.Request, items []*user.User) error {
			ids := make([]int64, len(items))
			for i, u := range items {
				ids[i] = u.ID
			}
			return s.facts.findAuthors(ctx, ids)
		},
	}
}

func (s *heads) onTypes() ext.TypeAdded {
	return ext.TypeAdded{Fields: fields(s, func(ctx context.Context, t *content.Type) (*kept, error) {
		switch {
		case t.Name == content.TypePost:
			return s.postsHead(ctx)
		case t.Archive == "" || !headed(t):
			return nil, nil // it has no list
		}
		return s.makeHead(ctx, func(ctx context.Context) (*head.Page, error) { return s.facts.typePage(ctx, t, first()), nil })
	})}
}

// prefetchEntries loads at once what the heads of entries will ask for, but for
// those that are there.
func (s *heads) prefetchEntries(ctx context.Context, items []*content.Entry) error {
	var missing []*content.Entry
	for _, e := range items {
		if _, ok := s.kept.Get(headKey{kind: head.Entry, id: e.ID, sum: s.sumOfEntry(e), item: e.Type == content.TypeAttachment}); !ok && !headless(e) {
			missing = append(missing, e)
		}
	}
	if len(missing) < 2 {
		return nil
	}
	var ids, authors, related []int64
	var files []string
	for _, e := range missing {
		ids, authors = append(ids, e.ID), append(authors, e.Author)
		for _, key := range []string{content.MetaFeaturedMedia, metaSocialImageID, metaCardImageID} {
			if id := e.Meta.Int(key); id > 0 {
				related = append(related, id)
			}
		}
		if known, ok := pictureKnown(e); ok && known.ID > 0 {
			related = append(related, known.ID)
		}
		if s.facts.below(e) {
			related = append(related, e.Parent)
		}
		if e.Type == content.TypeAttachment {
			related = append(related, e.ID)
		}
		if e.Meta.Int(content.MetaFeaturedMedia) == 0 {
			address, id := firstImage(e.Content)
			if id > 0 {
				related = append(related, id)
			}
			if key := s.facts.uploadKey(ctx, address); key != "" {
				files = append(files, key)
			}
		}
	}
	terms, err := s.Store.EntryTerms(ctx, ids)
	if err != nil {
		return err
	}
	if err := s.facts.findTermsTo(ctx, missing, terms); err != nil {
		return err
	}
	if _, err := s.Store.UsersByID(ctx, authors); err != nil {
		return err
	}
	if err := s.facts.findAttachments(ctx, files); err != nil {
		return err
	}
	for _, key := range files {
		for _, file := range filesOf(key) {
			if known, _ := scope.Get[foundAttachment](ctx, attachmentKey{file}); known.id != 0 {
				related = append(related, known.id)
			}
		}
	}
	// What is above what is above: as many statements as the deepest has levels.
	for level := 0; len(related) > 0 && level < maxAncestors; level++ {
		found, err := s.Store.EntriesByID(ctx, related)
		if err != nil {
			return err
		}
		related = related[:0:0]
		for _, e := range found {
			// Who may see a file depends on what it belongs to.
			if s.facts.below(e) {
				related = append(related, e.Parent)
			}
		}
	}
	if err := s.prefetchAbove(ctx, missing); err != nil {
		return err
	}
	if err := s.Links.Prefetch(ctx, missing); err != nil {
		return err
	}
	s.View.Prefetch(ctx, view.Visit{}, missing)
	return nil
}

// prefetchAbove loads what paths tell of the entries that attachments belong to.
func (s *heads) prefetchAbove(ctx context.Context, items []*content.Entry) error {
	var owners []int64
	for _, e := range items {
		if e.Type == content.TypeAttachment && e.Parent != 0 {
			owners = append(owners, e.Parent)
		}
	}
	if len(owners) == 0 {
		return nil
	}
	found, err := s.Store.EntriesByID(ctx, owners)
	if err != nil {
		return err
	}
	var above []*content.Entry
	var ids []int64
	for _, e := range found {
		if e != nil {
			above, ids = append(above, e), append(ids, e.ID)
		}
	}
	terms, err := s.Store.EntryTerms(ctx, ids)
	if err != nil {
		return err
	}
	if err := s.facts.findTermsTo(ctx, above, terms); err != nil {
		return err
	}
	return s.Links.Prefetch(ctx, above)
}

// prefetchTerms loads the terms above others.
func (s *heads) prefetchTerms(ctx context.Context, items []*taxonomy.Term) error {
	var up []int64
	for _, t := range items {
		if t.Parent != 0 {
			up = append(up, t.Parent)
		}
	}
	for level := 0; len(up) > 0 && level < maxAncestors; level++ {
		found, err := s.Store.TermsByID(ctx, up)
		if err != nil {
			return err
		}
		up = up[:0:0]
		for _, t := range found {
			if t.Parent != 0 {
				up = append(up, t.Parent)
			}
		}
	}
	return nil
}

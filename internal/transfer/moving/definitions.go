package moving

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/domain/definition"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/site"
	"quoin/internal/platform/wire"
	"quoin/internal/transfer/moving/code"
)

// moveDefinitions declares the types, taxonomies and fields that the old site had by its
// code. What the old site told itself comes first, then what its code says, where that is
// there. The tables don't have it, so the rest is read off what they do have: the patterns of
// addresses, who has terms, what has parents.
func (r *run) moveDefinitions(ctx context.Context, _ *journal.Source) error {
	refused := func(kind definition.Kind, name string, why error) {
		r.report.Warn("the %s %q can't be declared here; what is of it came nevertheless: %v", kind, name, why)
	}
	told, err := r.Definitions.ApplyTold(ctx, slices.Concat(r.from.declared, r.code()), r.Name, refused)
	if err != nil {
		return err
	}
	for _, d := range told {
		r.report.Took("declared "+string(d.Kind), 1)
	}
	if r.sizes.Len() > 0 {
		if err := site.OwnImageSizes.Set(ctx, r.Site, r.sizes); err != nil {
			return err
		}
		r.report.Took("size of images", r.sizes.Len())
	}
	if r.sidebars.Len() > 0 {
		if err := site.OwnSidebars.Set(ctx, r.Site, r.sidebars); err != nil {
			return err
		}
		r.report.Took("place for widgets", r.sidebars.Len())
	}
	types, err := r.unknownTypes(ctx)
	if err != nil {
		return err
	}
	taxonomies, err := r.unknownTaxonomies(ctx)
	if err != nil {
		return err
	}
	list, err := r.Definitions.ApplySeen(ctx, slices.Concat(types, taxonomies), refused)
	if err != nil {
		return err
	}
	for _, d := range list {
		r.report.Took("declared "+string(d.Kind), 1)
		r.report.Warn("the old site's code declared the %s %q; it is declared here by what the tables tell. See quoin type show %s %s",
			d.Kind, d.Name, d.Kind, d.Name)
	}
	return nil
}

// code are the definitions that the code of the old site says, but for those of types and
// taxonomies that are here anyway.
func (r *run) code() []*wire.Object {
	if r.Content == nil {
		return nil
	}
	says := &code.Site{Content: r.Content}
	for _, plugin := range r.old.Plugins() {
		if r.Covered == nil || !r.Covered(plugin) {
			says.Plugins = append(says.Plugins, plugin+".php")
		}
	}
	for _, name := range []string{oldStylesheet, oldTemplate} {
		if theme := r.old.Text(name); theme != "" && !slices.Contains(says.Themes, theme) {
			says.Themes = append(says.Themes, theme)
		}
	}
	declared := says.Declared()
	r.sizes, r.sidebars = declared.Sizes, declared.Sidebars
	return slices.DeleteFunc(declared.Definitions, func(d *wire.Object) bool {
		switch name := r.Name(d.Text("name")); definition.Kind(d.Text("kind")) {
		case definition.OfType:
			return r.Types.Get(name) != nil
		case definition.OfTaxonomy:
			return r.Taxonomies.Get(name) != nil
		}
		return false
	})
}

// texts are the texts that a query answers with.
func (r *run) texts(ctx context.Context, query string, args ...any) (list []string, err error) {
	err = r.from.each(ctx, query, args, func(scan func(...any) error) error {
		var text string
		err := scan(&text)
		list = append(list, text)
		return err
	})
	return list, err
}

// any tells whether a query answers with anything.
func (r *run) any(ctx context.Context, query string, args ...any) (bool, error) {
	list, err := r.texts(ctx, query+" LIMIT 1", args...)
	return len(list) > 0, err
}

// internal are types that the reference keeps for itself and nobody edits.
var internal = []string{"revision", "oembed_cache", "customize_changeset", "user_request", "custom_css"}

func (r *run) unknownTypes(ctx context.Context) (list []definition.Seen, err error) {
	names, err := r.texts(ctx, "SELECT DISTINCT post_type FROM {posts} ORDER BY post_type")
	if err != nil {
		return nil, err
	}
	rules := r.old.Object("rewrite_rules")
	for _, name := range names {
		if slices.Contains(internal, name) || r.Types.Get(r.Name(name)) != nil {
			continue
		}
		nested, err := r.any(ctx, "SELECT p.post_type FROM {posts} p JOIN {posts} q ON q.ID = p.post_parent AND q.post_type = p.post_type WHERE p.post_type = ?", name)
		if err != nil {
			return nil, err
		}
		supports, err := r.features(ctx, name)
		if err != nil {
			return nil, err
		}
		one := definition.Seen{Kind: definition.OfType, Name: name, Nested: nested, Supports: supports, English: r.english()}
		one.Slug, one.Archive = addressesOf(rules, name)
		taxonomies, err := r.texts(ctx, "SELECT DISTINCT x.taxonomy FROM {term_taxonomy} x JOIN {term_relationships} t ON t.term_taxonomy_id = x.term_taxonomy_id"+
			" JOIN {posts} p ON p.ID = t.object_id WHERE p.post_type = ? ORDER BY x.taxonomy", name)
		if err != nil {
			return nil, err
		}
		for _, name := range taxonomies {
			one.Of = append(one.Of, r.Name(name))
		}
		list = append(list, one)
	}
	return list, nil
}

// features are those that a type is taken to have: what its code said isn't stored, and
// a feature that nobody used harms less than one that is missing.
func (r *run) features(ctx context.Context, typ string) ([]string, error) {
	features := []string{"title", "editor", "author", "excerpt", "thumbnail", "comments", "revisions", "custom-fields"}
	ordered, err := r.any(ctx, "SELECT post_type FROM {posts} WHERE post_type = ? AND (menu_order <> 0 OR post_parent <> 0)", typ)
	if ordered {
		features = append(features, "page-attributes")
	}
	return features, err
}

func (r *run) unknownTaxonomies(ctx context.Context) (list []definition.Seen, err error) {
	names, err := r.texts(ctx, "SELECT DISTINCT taxonomy FROM {term_taxonomy} ORDER BY taxonomy")
	if err != nil {
		return nil, err
	}
	rules := r.old.Object("rewrite_rules")
	for _, name := range names {
		if name == "link_category" || r.Taxonomies.Get(r.Name(name)) != nil {
			continue
		}
		of, err := r.texts(ctx, "SELECT DISTINCT p.post_type FROM {term_taxonomy} x JOIN {term_relationships} t ON t.term_taxonomy_id = x.term_taxonomy_id"+
			" JOIN {posts} p ON p.ID = t.object_id WHERE x.taxonomy = ? ORDER BY p.post_type", name)
		if err != nil {
			return nil, err
		}
		for i, typ := range of {
			of[i] = r.Name(typ)
		}
		nested, err := r.any(ctx, "SELECT taxonomy FROM {term_taxonomy} WHERE taxonomy = ? AND parent <> 0", name)
		if err != nil {
			return nil, err
		}
		slug, _ := addressesOf(rules, name)
		list = append(list, definition.Seen{Kind: definition.OfTaxonomy, Name: name, Nested: nested, Of: of, Slug: slug, English: r.english()})
	}
	return list, nil
}

// english tells whether the old site was in English.
func (r *run) english() bool {
	locale := r.old.Text(site.Locale.Name)
	return locale == "" || strings.HasPrefix(locale, "en")
}

// addressesOf are what the addresses of entries or terms begin with and that of the
// list of a type, as the stored patterns have them.
func addressesOf(rules *wire.Object, name string) (slug, archive string) {
	one := regexp.MustCompile(`^index\.php\?` + regexp.QuoteMeta(name) + `=\$matches\[1\]`)
	all := fmt.Sprintf("index.php?post_type=%s", name)
	for _, m := range rules.Members() {
		to, _ := m.Value.(string)
		if path, ok := strings.CutSuffix(m.Key, "/?$"); ok && to == all && !strings.ContainsAny(path, "()[]") {
			archive = strings.TrimPrefix(path, "^")
		}
		if slug != "" || !one.MatchString(to) {
			continue
		}
		if path, _, ok := strings.Cut(strings.TrimPrefix(m.Key, "^"), "/("); ok && !strings.ContainsAny(path, `()[]\`) {
			slug = path
		}
	}
	return slug, archive
}

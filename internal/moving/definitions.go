package moving

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"quoin/internal/definition"
	"quoin/internal/importer/journal"
	"quoin/internal/wire"
)

// moveDefinitions declares the types and taxonomies that the old site had by its code.
// The tables don't have what the code said, so it is read off what they do have: the
// patterns of addresses, who has terms, what has parents.
func (r *run) moveDefinitions(ctx context.Context, source *journal.Source) error {
	types, err := r.unknownTypes(ctx)
	if err != nil {
		return err
	}
	taxonomies, err := r.unknownTaxonomies(ctx)
	if err != nil {
		return err
	}
	var list []*definition.Definition
	for _, o := range slices.Concat(types, taxonomies) {
		d, err := definition.Of(o)
		if err != nil {
			r.notDeclared(o.Text("kind"), o.Text("name"), err)
			continue
		}
		list = append(list, d)
	}
	if list, err = r.apply(ctx, list); err != nil {
		return err
	}
	for _, d := range list {
		r.report.Took("declared "+string(d.Kind), 1)
		r.report.Warn("the old site's code declared the %s %q; it is declared here by what the tables tell. See quoin type show %s %s",
			d.Kind, d.Name, d.Kind, d.Name)
	}
	return nil
}

// apply declares what can be declared together, and tells of the others.
func (r *run) apply(ctx context.Context, list []*definition.Definition) ([]*definition.Definition, error) {
	for len(list) > 0 {
		err := r.Definitions.Apply(ctx, list...)
		var problem *definition.Problem
		if !errors.As(err, &problem) {
			return list, err
		}
		at := slices.IndexFunc(list, func(d *definition.Definition) bool { return problem.Of == fmt.Sprintf("%s %q", d.Kind, d.Name) })
		if at < 0 {
			return nil, err
		}
		r.notDeclared(string(list[at].Kind), list[at].Name, err)
		list = slices.Delete(list, at, at+1)
	}
	return nil, nil
}

func (r *run) notDeclared(kind, name string, err error) {
	r.report.Warn("the %s %q can't be declared here; what is of it came nevertheless: %v", kind, name, err)
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

func (r *run) unknownTypes(ctx context.Context) (list []*wire.Object, err error) {
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
		supports, err := r.supports(ctx, name)
		if err != nil {
			return nil, err
		}
		o := wire.NewObject("kind", string(definition.OfType), "name", name, "label", title(name), "public", true, "show_in_rest", true,
			"hierarchical", nested, "supports", supports)
		slug, archive := addressesOf(rules, name)
		if slug != "" {
			o.Set("rewrite", wire.NewObject("slug", slug, "with_front", false))
		}
		if archive != "" {
			o.Set("has_archive", archive)
		}
		taxonomies, err := r.texts(ctx, "SELECT DISTINCT x.taxonomy FROM {term_taxonomy} x JOIN {term_relationships} t ON t.term_taxonomy_id = x.term_taxonomy_id"+
			" JOIN {posts} p ON p.ID = t.object_id WHERE p.post_type = ? ORDER BY x.taxonomy", name)
		if err != nil {
			return nil, err
		}
		for i, name := range taxonomies {
			taxonomies[i] = r.Name(name)
		}
		if len(taxonomies) > 0 {
			o.Set("taxonomies", wire.Strings(taxonomies))
		}
		list = append(list, o)
	}
	return list, nil
}

// supports are the features that entries of a type are seen to use.
func (r *run) supports(ctx context.Context, typ string) ([]any, error) {
	features := []any{"title", "editor", "custom-fields"}
	for _, f := range []struct{ name, query string }{
		{"author", "SELECT post_type FROM {posts} WHERE post_type = ? AND post_author > 0"},
		{"excerpt", "SELECT post_type FROM {posts} WHERE post_type = ? AND post_excerpt <> ''"},
		{"thumbnail", "SELECT p.post_type FROM {posts} p JOIN {postmeta} m ON m.post_id = p.ID WHERE p.post_type = ? AND m.meta_key = '_thumbnail_id'"},
		{"comments", "SELECT p.post_type FROM {posts} p JOIN {comments} c ON c.comment_post_ID = p.ID WHERE p.post_type = ?"},
		{"revisions", "SELECT p.post_type FROM {posts} p JOIN {posts} v ON v.post_parent = p.ID WHERE p.post_type = ? AND v.post_type = 'revision'"},
		{"page-attributes", "SELECT post_type FROM {posts} WHERE post_type = ? AND (menu_order <> 0 OR post_parent <> 0)"},
	} {
		used, err := r.any(ctx, f.query, typ)
		if err != nil {
			return nil, err
		}
		if used {
			features = append(features, f.name)
		}
	}
	return features, nil
}

func (r *run) unknownTaxonomies(ctx context.Context) (list []*wire.Object, err error) {
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
		o := wire.NewObject("kind", string(definition.OfTaxonomy), "name", name, "label", title(name), "public", true, "show_in_rest", true,
			"object_type", wire.Strings(of), "hierarchical", nested)
		if slug, _ := addressesOf(rules, name); slug != "" {
			o.Set("rewrite", wire.NewObject("slug", slug, "with_front", false))
		}
		list = append(list, o)
	}
	return list, nil
}

// title is a name as people read it.
func title(name string) string {
	words := strings.NewReplacer("_", " ", "-", " ").Replace(name)
	if words == "" {
		return name
	}
	return strings.ToUpper(words[:1]) + words[1:]
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

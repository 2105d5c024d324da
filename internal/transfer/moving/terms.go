package moving

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"

	"quoin/internal/domain/content"
	"quoin/internal/domain/importer/journal"
	"quoin/internal/domain/taxonomy"
)

const termQuery = "SELECT x.term_taxonomy_id, x.term_id, x.taxonomy, x.description, x.parent, t.name, t.slug, t.term_group" +
	" FROM {term_taxonomy} x JOIN {terms} t ON t.term_id = x.term_id WHERE "

// moveTerms brings the terms. A term that stands in two taxonomies, as old versions
// had them, is a term of its own in the second.
func (r *run) moveTerms(ctx context.Context, source *journal.Source) error {
	if err := r.rememberTerms(ctx); err != nil {
		return err
	}
	for {
		list, last, err := r.readTerms(ctx, "x.term_taxonomy_id > ? ORDER BY x.term_taxonomy_id LIMIT "+strconv.Itoa(atOnce), source.Cursor)
		if err != nil || len(list) == 0 {
			return err
		}
		r.done += int64(len(list))
		if err := r.batch(ctx, "terms", source, last, func(ctx context.Context) error {
			for _, t := range list {
				if err := r.term(ctx, t); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
}

// readTerms reads terms with their meta values, and the last row.
func (r *run) readTerms(ctx context.Context, which string, args ...any) (list []*taxonomy.Term, last int64, err error) {
	err = r.from.each(ctx, termQuery+which, args, func(scan func(...any) error) error {
		t := &taxonomy.Term{Meta: content.Meta{}}
		err := scan(&last, &t.ID, &t.Taxonomy, &t.Description, &t.Parent, &t.Name, &t.Slug, &t.Group)
		r.broken.cleanAll("terms", t.ID, []column{{"name", &t.Name}, {"slug", &t.Slug}, {"description", &t.Description}})
		for _, x := range r.Extensions {
			if x.OfTerm != nil {
				maps.Copy(t.Meta, x.OfTerm(r.old, t.Taxonomy, t.ID))
			}
		}
		t.Taxonomy = r.Name(t.Taxonomy)
		list = append(list, t)
		return err
	})
	if err == nil && len(list) > 0 {
		err = r.addTermMeta(ctx, list)
	}
	return list, last, err
}

func (r *run) addTermMeta(ctx context.Context, list []*taxonomy.Term) error {
	if !r.from.Has("termmeta") {
		return nil
	}
	first, last := list[0].ID, list[0].ID
	for _, t := range list {
		first, last = min(first, t.ID), max(last, t.ID)
	}
	meta, err := r.meta(ctx, "termmeta", "term_id", "meta_id", first, last)
	if err != nil {
		return err
	}
	for _, t := range list {
		for _, m := range meta[t.ID] {
			add(t.Meta, r.Name(m.key), m.value)
		}
	}
	return nil
}

func (r *run) term(ctx context.Context, t *taxonomy.Term) error {
	here := false
	switch there, err := r.Store.TermByID(ctx, t.ID); {
	case err == nil && r.again != nil && there.Slug != t.Slug && there.Slug != r.again.change.Was:
		r.stays("term", t.ID, there.Name, t.Name)
		return nil
	case err == nil && there.Taxonomy == t.Taxonomy && r.again == nil:
		return nil
	case err == nil && there.Taxonomy == t.Taxonomy:
		here = true
	case err == nil:
		r.report.Warn("the term %d stands in the taxonomies %s and %s; it has a new id in the second", t.ID, there.Taxonomy, t.Taxonomy)
		t.ID = 0
	case !errors.Is(err, taxonomy.ErrNotFound):
		return err
	}
	if other, err := r.Store.TermBySlug(ctx, t.Taxonomy, t.Slug); err == nil && other.ID != t.ID {
		slug := fmt.Sprintf("%s-%d", t.Slug, t.ID)
		r.report.Warn("the term %d of %s has the slug %q of another; it has %q now", t.ID, t.Taxonomy, t.Slug, slug)
		t.Slug = slug
	} else if err != nil && !errors.Is(err, taxonomy.ErrNotFound) {
		return err
	}
	if err := r.storeTerm(ctx, t, here); err != nil {
		return err
	}
	r.report.Took("term of "+t.Taxonomy, 1)
	return nil
}

// rememberTerms learns which rows of term_taxonomy stand for which terms.
func (r *run) rememberTerms(ctx context.Context) error {
	names := map[string]string{}
	return r.from.each(ctx, "SELECT term_taxonomy_id, term_id, taxonomy FROM {term_taxonomy}", nil, func(scan func(...any) error) error {
		var row int64
		var t termRef
		if err := scan(&row, &t.id, &t.taxonomy); err != nil {
			return err
		}
		own, ok := names[t.taxonomy]
		if !ok {
			own = r.Name(t.taxonomy)
			names[t.taxonomy] = own
		}
		t.taxonomy = own
		r.terms[row] = t
		return nil
	})
}

package live

import (
	"context"
	"strings"
)

// hidden notes that an entry has a term of a taxonomy that the API doesn't show.
func (t *tx) hidden(entry int64, taxonomy, slug string) error {
	return t.exec("INSERT OR REPLACE INTO live_hidden (object, taxonomy, slug) VALUES (?, ?, ?)", entry, taxonomy, slug)
}

// hiddenTerms makes terms of those that the API doesn't show: formats, themes and areas of
// templates. Their ids aren't known. They get those that no term of the API has, the
// lowest first: the old site had given them to such terms.
func (r *reading) hiddenTerms(ctx context.Context) error {
	return r.Mirror.in(ctx, func(t *tx) error {
		pairs, err := t.strings("SELECT DISTINCT taxonomy || ' ' || slug FROM live_hidden ORDER BY 1")
		if err != nil {
			return err
		}
		for _, pair := range pairs {
			taxonomy, slug, _ := strings.Cut(pair, " ")
			id, err := t.hiddenTerm(taxonomy, slug)
			if err != nil {
				return err
			}
			if err := t.exec("INSERT OR IGNORE INTO wp_term_relationships (object_id, term_taxonomy_id, term_order) SELECT object, ?, 0 FROM live_hidden WHERE taxonomy = ? AND slug = ?", id, taxonomy, slug); err != nil {
				return err
			}
		}
		return nil
	})
}

// hiddenTerm is the id of such a term, which is made where there is none. One whose id a
// term of the old site has got meanwhile is made anew.
func (t *tx) hiddenTerm(taxonomy, slug string) (id int64, err error) {
	ok, err := t.one("SELECT x.term_id FROM wp_term_taxonomy x JOIN wp_terms t ON t.term_id = x.term_id WHERE x.taxonomy = ? AND t.slug = ?", []any{taxonomy, slug}, &id)
	if err != nil || ok {
		return id, err
	}
	if _, err := t.one("SELECT MIN(n) FROM (SELECT 1 AS n UNION ALL SELECT term_id + 1 FROM wp_terms) WHERE n NOT IN (SELECT term_id FROM wp_terms)", nil, &id); err != nil {
		return 0, err
	}
	for _, do := range []struct {
		text string
		args []any
	}{
		{"INSERT INTO wp_terms (term_id, name, slug) VALUES (?, ?, ?)", []any{id, slug, slug}},
		{"INSERT INTO wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent) VALUES (?, ?, ?, '', 0)", []any{id, id, taxonomy}},
	} {
		if err := t.exec(do.text, do.args...); err != nil {
			return 0, err
		}
	}
	// Entries that have it are brought with it.
	objects, err := t.ids("SELECT object FROM live_hidden WHERE taxonomy = ? AND slug = ?", taxonomy, slug)
	if err != nil {
		return 0, err
	}
	for _, entry := range objects {
		was, _, err := t.before(KindEntry, entry)
		if err != nil {
			return 0, err
		}
		if err := t.changed(KindEntry, entry, false, was, nil); err != nil {
			return 0, err
		}
	}
	return id, t.changed(KindTerm, id, false, "", nil)
}

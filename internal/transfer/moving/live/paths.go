package live

import (
	"net/url"
	"slices"
	"strings"

	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// placed is a term that an address leads to.
type placed struct {
	taxonomy string
	id       int64
}

// addressKey is the same for addresses that are the same, however they are encoded.
func addressKey(address string) string {
	address = strings.ToLower(strings.TrimSuffix(address, "/"))
	if text, err := url.PathUnescape(address); err == nil {
		return text
	}
	return address
}

// paths takes the taxonomy whose terms the paths to entries of a type show, and which term is
// shown where it isn't the one that is shown by itself.
func (r heads) paths(t *tx, typ string, list []head, titles *wire.Object) error {
	if typ == typeAttachment {
		return nil // they show those of what they belong to
	}
	shown, counts, tax := map[int64]placed{}, map[string]int{}, ""
	for _, h := range list {
		steps, _ := schema.AsList(h.says.Get("path"))
		for _, step := range steps {
			if term, ok := r.terms[addressKey(schema.ToText(step))]; ok {
				shown[h.id] = term // the last is the lowest
			}
		}
		if term, ok := shown[h.id]; ok {
			if counts[term.taxonomy]++; counts[term.taxonomy] > counts[tax] {
				tax = term.taxonomy
			}
		}
	}
	if tax == "" {
		return nil
	}
	titles.Set("post_types-"+typ+"-maintax", tax)
	natural, err := t.naturalTerms(typ, tax)
	if err != nil {
		return err
	}
	key := entryTexts + "primary_" + tax
	for _, h := range list {
		term, ok := shown[h.id]
		if !ok || term.taxonomy != tax || natural[h.id] == term.id {
			continue
		}
		if err := t.exec("INSERT INTO wp_postmeta (post_id, meta_key, meta_value) SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM wp_postmeta WHERE post_id = ? AND meta_key = ?)", h.id, key, decimal(term.id), h.id, key); err != nil {
			return err
		}
	}
	return nil
}

// naturalTerms are the terms of a taxonomy that the paths to entries of a type show where nobody
// chose one: the lowest, and of several the first by name.
func (t *tx) naturalTerms(typ, tax string) (map[int64]int64, error) {
	rows, err := t.tx.QueryContext(t.ctx, "SELECT x.term_id, x.parent, COALESCE(p.ID, 0) FROM wp_term_taxonomy x JOIN wp_terms t ON t.term_id = x.term_id"+
		" LEFT JOIN wp_term_relationships r ON r.term_taxonomy_id = x.term_taxonomy_id LEFT JOIN wp_posts p ON p.ID = r.object_id AND p.post_type = ?"+
		" WHERE x.taxonomy = ? ORDER BY LOWER(t.name), x.term_id", typ, tax)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	type has struct{ entry, term int64 }
	var all []has
	parents := map[int64]int64{}
	for rows.Next() {
		var one has
		var parent int64
		if err := rows.Scan(&one.term, &parent, &one.entry); err != nil {
			return nil, err
		}
		parents[one.term] = parent
		if one.entry > 0 {
			all = append(all, one)
		}
	}
	depth := func(id int64) (n int) {
		var seen []int64
		for ; id > 0 && !slices.Contains(seen, id); id = parents[id] {
			seen = append(seen, id)
		}
		return len(seen)
	}
	natural := map[int64]int64{}
	for _, one := range all {
		if depth(one.term) > depth(natural[one.entry]) {
			natural[one.entry] = one.term
		}
	}
	return natural, rows.Err()
}

package live

import (
	"html"
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
	for _, h := range list {
		term, ok := shown[h.id]
		if !ok || term.taxonomy != tax || natural[h.id] == term.id {
			continue
		}
		if err := t.choose(h.id, tax, term.id); err != nil {
			return err
		}
	}
	return nil
}

// chosenIn is the key of the term of a taxonomy that was chosen for an entry.
func chosenIn(tax string) string { return entryTexts + "primary_" + tax }

// choose takes a term as the one that was chosen for an entry, unless it is known which was.
func (t *tx) choose(entry int64, tax string, term int64) error {
	key := chosenIn(tax)
	return t.exec("INSERT INTO wp_postmeta (post_id, meta_key, meta_value) SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM wp_postmeta WHERE post_id = ? AND meta_key = ?)", entry, key, decimal(term), entry, key)
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

// mainCategories takes the categories that addresses of posts show where that isn't the oldest one:
// somebody chose them as the main ones. Nobody did where it is.
func (r heads) mainCategories(t *tx, typ string, list []head) error {
	var form string
	if _, err := t.one("SELECT option_value FROM wp_options WHERE option_name = 'permalink_structure'", nil, &form); err != nil {
		return err
	}
	if typ != "post" || !strings.Contains(form, "%category%") {
		return nil
	}
	for _, h := range list {
		oldest, shown, err := t.categoryIn(h.id, h.says.Text("link"))
		if err != nil {
			return err
		}
		if shown == 0 {
			continue
		}
		if err := t.exec("DELETE FROM wp_postmeta WHERE post_id = ? AND meta_key = ? AND meta_value <> ?", h.id, chosenIn("category"), decimal(shown)); err != nil {
			return err
		}
		if shown == oldest {
			continue
		}
		if err := t.choose(h.id, "category", shown); err != nil {
			return err
		}
	}
	return nil
}

// categoryIn is the oldest category of an entry, and the one that its address shows; 0 for none.
func (t *tx) categoryIn(entry int64, link string) (oldest, shown int64, err error) {
	// The last part of an address is the entry's own.
	link = addressKey(link)
	link = link[:strings.LastIndex(link, "/")+1]
	rows, err := t.tx.QueryContext(t.ctx, "SELECT x.term_id, s.slug FROM wp_term_relationships r JOIN wp_term_taxonomy x ON x.term_taxonomy_id = r.term_taxonomy_id JOIN wp_terms s ON s.term_id = x.term_id"+
		" WHERE r.object_id = ? AND x.taxonomy = 'category' ORDER BY x.term_id", entry)
	if err != nil {
		return 0, 0, err
	}
	defer rows.Close()
	place := -1
	for rows.Next() {
		var id int64
		var slug string
		if err := rows.Scan(&id, &slug); err != nil {
			return 0, 0, err
		}
		if oldest == 0 {
			oldest = id
		}
		// Of one below another the address shows both.
		if at := strings.LastIndex(link, "/"+addressKey(slug)+"/"); at > place {
			place, shown = at, id
		}
	}
	return oldest, shown, rows.Err()
}

// writers takes the profiles of accounts that heads of what they wrote name.
func (t *tx) writers(list []head) error {
	for _, h := range list {
		profile := html.UnescapeString(h.says.Text("writer"))
		if profile == "" {
			continue
		}
		if err := t.exec("INSERT INTO wp_usermeta (user_id, meta_key, meta_value) SELECT post_author, 'facebook', ? FROM wp_posts p WHERE ID = ? AND NOT EXISTS (SELECT 1 FROM wp_usermeta WHERE user_id = p.post_author AND meta_key = 'facebook')",
			profile, h.id); err != nil {
			return err
		}
	}
	return nil
}

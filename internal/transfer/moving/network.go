package moving

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"quoin/internal/domain/importer/phpvalue"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// Which chooses one of the sites that a database may have. The zero Which takes the only
// one.
type Which struct {
	// Prefix is what the names of its tables begin with.
	Prefix string
	// Site is its number in the network that it is of, or its address there, such as
	// example.org/shop.
	Site string
	// Database is the one that a dump of more than one is read of.
	Database string
}

// networkSite is a site of a network, as the network's table names it.
type networkSite struct {
	id            int64
	prefix        string
	address, note string
}

// networkTables are those of a network, which belong to none of its sites.
var networkTables = []string{"blogs", "blogmeta", "blog_versions", "site", "sitemeta", "signups", "registration_log"}

// mainSite is the number of the first site of a network, whose tables have no number.
const mainSite = 1

// choose is the prefix of the chosen site among those that the database has.
func choose(ctx context.Context, db *sql.DB, names, found []string, which Which) (prefix string, err error) {
	var sites []networkSite
	for _, base := range found {
		list, err := sitesOf(ctx, db, names, found, base)
		if err != nil {
			return "", err
		}
		sites = append(sites, list...)
	}
	switch {
	case which.Prefix != "" && which.Site != "":
		return "", errors.New("a site is chosen by its number or address, or by the prefix of its tables, not by both")
	case which.Prefix != "":
		return which.Prefix, nil
	case which.Site != "":
		return chosen(sites, which.Site)
	}
	switch {
	case len(found) == 0:
		return "", ErrNoSite
	case len(found) == 1:
		return found[0], nil
	case len(sites) == len(found):
		return "", fmt.Errorf("%w, a network of them: say which with --site, by its number or its address: %s", ErrWhich, listed(sites))
	}
	return "", fmt.Errorf("%w: say which by its prefix, one of %s", ErrWhich, strings.Join(found, ", "))
}

// sitesOf are the sites of the network whose own tables begin with base, none where they
// aren't of a network.
func sitesOf(ctx context.Context, db *sql.DB, names, found []string, base string) (list []networkSite, err error) {
	if !slices.Contains(names, base+"blogs") {
		return nil, nil
	}
	text := "SELECT blog_id, domain, path, archived, spam, deleted FROM " + quoted(base+"blogs") + " ORDER BY blog_id" // #nosec G202 -- the name of a table that the database has
	err = query(ctx, db, text, nil, func(rows *sql.Rows) error {
		var s networkSite
		var domain, path string
		var archived, spam, deleted int64
		if err := rows.Scan(&s.id, &domain, &path, &archived, &spam, &deleted); err != nil {
			return err
		}
		s.prefix, s.address = base, plainAddress(domain+path)
		if s.id > mainSite {
			s.prefix = base + strconv.FormatInt(s.id, 10) + "_"
		}
		switch {
		case deleted != 0:
			s.note = ", deleted"
		case spam != 0:
			s.note = ", spam"
		case archived != 0:
			s.note = ", archived"
		}
		if slices.Contains(found, s.prefix) {
			list = append(list, s)
		}
		return nil
	})
	return list, err
}

// plainAddress is an address without what people leave out.
func plainAddress(text string) string {
	if _, rest, ok := strings.Cut(text, "://"); ok {
		text = rest
	}
	return strings.ToLower(strings.TrimRight(text, "/"))
}

// chosen is the site that a number or an address names.
func chosen(sites []networkSite, name string) (prefix string, err error) {
	if len(sites) == 0 {
		return "", errors.New("the database has no network of sites, whose numbers and addresses --site could mean")
	}
	for _, s := range sites {
		if strconv.FormatInt(s.id, 10) == name || s.address == plainAddress(name) {
			return s.prefix, nil
		}
	}
	return "", fmt.Errorf("the network has no site %q: it has %s", name, listed(sites))
}

// maxListed bounds how many sites an error names.
const maxListed = 50

func listed(sites []networkSite) string {
	slices.SortFunc(sites, func(a, b networkSite) int { return cmp.Compare(a.id, b.id) })
	var parts []string
	for _, s := range sites[:min(len(sites), maxListed)] {
		parts = append(parts, fmt.Sprintf("%d (%s%s)", s.id, s.address, s.note))
	}
	if more := len(sites) - maxListed; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, ", ")
}

// network is what the site is part of.
type network struct {
	base string // the prefix of its tables
	site int64  // the number of the site in it
}

// networkOf finds the network of the site whose tables begin with prefix, nil where it is of
// none.
func networkOf(names []string, prefix string) *network {
	if slices.Contains(names, prefix+"blogs") {
		return &network{prefix, mainSite}
	}
	base, ok := mainPrefix(prefix)
	if !ok || !slices.Contains(names, base+"users") {
		return nil
	}
	id, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimPrefix(prefix, base), "_"), 10, 64)
	if err != nil {
		return nil
	}
	return &network{base, id}
}

// uploads is the folder of the site in the one that all sites of a network share, "" for the
// main site.
func (n *network) uploads() string {
	if n == nil || n.site == mainSite {
		return ""
	}
	return "sites/" + strconv.FormatInt(n.site, 10) + "/"
}

// setting is a setting of the network that is a list or an object.
func (s *Source) setting(ctx context.Context, key string) (v any, err error) {
	if s.network == nil || !slices.Contains(s.names, s.network.base+"sitemeta") {
		return nil, nil
	}
	text := "SELECT meta_value FROM " + quoted(s.network.base+"sitemeta") + " WHERE meta_key = ? ORDER BY meta_id LIMIT 1" // #nosec G202 -- the name of a table that the database has
	err = query(ctx, s.db, text, []any{key}, func(rows *sql.Rows) error {
		var value sql.NullString
		if err := rows.Scan(&value); err != nil {
			return err
		}
		if len(value.String) <= phpvalue.MaxBytes {
			v, _ = valueOf(value.String)
		}
		return nil
	})
	return v, err
}

// readNetwork reads what the network of the site decides for it: the extensions that are on
// for all sites, and who administers all.
func (r *run) readNetwork(ctx context.Context) error {
	r.everywhere = map[string]bool{}
	plugins, err := r.from.setting(ctx, "active_sitewide_plugins")
	if err != nil {
		return err
	}
	if o, ok := plugins.(*wire.Object); ok {
		for _, m := range o.Members() {
			r.old.everywhere = append(r.old.everywhere, strings.TrimSuffix(m.Key, ".php"))
		}
	}
	people, err := r.from.setting(ctx, "site_admins")
	if err != nil {
		return err
	}
	list, _ := schema.AsList(people)
	for _, login := range list {
		r.everywhere[schema.ToText(login)] = true
	}
	return nil
}

// wrote tells whether an account has entries or comments on the site.
func (s *Source) wrote(ctx context.Context, account int64) (some bool, err error) {
	for _, text := range []string{"SELECT 1 FROM {posts} WHERE post_author = ? LIMIT 1", "SELECT 1 FROM {comments} WHERE user_id = ? LIMIT 1"} {
		err := s.each(ctx, text, []any{account}, func(func(...any) error) error { some = true; return nil })
		if err != nil || some {
			return some, err
		}
	}
	return false, nil
}

// part is what of the uploads of a network is the site's.
func (n *network) part(uploads fs.FS) (fs.FS, error) {
	folder := strings.TrimSuffix(n.uploads(), "/")
	if folder == "" {
		return uploads, nil
	}
	if info, err := fs.Stat(uploads, folder); err != nil || !info.IsDir() {
		return uploads, nil // it is the site's own already
	}
	return fs.Sub(uploads, folder)
}

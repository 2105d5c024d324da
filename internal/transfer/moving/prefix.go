package moving

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"quoin/internal/domain/user"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
	"quoin/internal/platform/wire"
)

// rightsKey is, behind the prefix, the meta key with the roles of an account.
const rightsKey = "capabilities"

// keyPrefixes are what stands before names that the reference makes with the prefix of the
// tables: the option with the roles, and meta keys of accounts. Who renames tables by hand
// often leaves these.
type keyPrefixes struct{ roles, accounts string }

// roleFinder finds where the old site keeps roles.
type roleFinder struct{ *run }

// findPrefixes finds them where they aren't that of the tables. What can't be found so is
// told of by tellRoles.
func (r roleFinder) findPrefixes(ctx context.Context) error {
	own := r.from.prefix
	if _, ok := r.old.options[own+rolesOption]; !ok {
		var found []string
		for _, name := range slices.Sorted(maps.Keys(r.old.options)) {
			if before, ok := strings.CutSuffix(name, rolesOption); ok && hasRoles(r.old.Object(name), nil) {
				found = append(found, before)
			}
		}
		if len(found) == 1 {
			r.prefixes.roles = found[0]
			r.report.Warn("the names of the tables begin with %q, but the roles stand in the option %q, as before the tables were renamed: they were taken from there", own, found[0]+rolesOption)
		}
	}
	found, err := r.rightsPrefixes(ctx)
	if err != nil || found[own] > 0 {
		return err
	}
	former := ""
	switch {
	case found[r.prefixes.roles] > 0:
		former = r.prefixes.roles
	case len(found) == 1 && r.from.network == nil:
		former = slices.Collect(maps.Keys(found))[0]
	default:
		return nil
	}
	r.prefixes.accounts = former
	r.report.Warn("the names of the tables begin with %q, but the roles of %d accounts stand under the meta key %q, as before the tables were renamed: they were taken from there", own, found[former], former+rightsKey)
	return nil
}

// rightsPrefixes are what stands before the meta keys with the roles of accounts, and how
// many accounts have a role by each.
func (r roleFinder) rightsPrefixes(ctx context.Context) (map[string]int, error) {
	found := map[string]int{}
	err := r.from.each(ctx, "SELECT meta_key, meta_value FROM {usermeta} WHERE meta_key LIKE '%"+rightsKey+"'", nil, func(scan func(...any) error) error {
		var key, value sql.NullString
		if err := scan(&key, &value); err != nil {
			return err
		}
		if before, ok := strings.CutSuffix(key.String, rightsKey); ok {
			v, _ := valueOf(value.String)
			if o, ok := v.(*wire.Object); ok && hasRoles(o, r.oldRoles()) {
				found[before]++
			}
		}
		return nil
	})
	return found, err
}

// hasRoles tells whether members of an object are named as roles are: those of every site, or
// those that the old site has.
func hasRoles(o, roles *wire.Object) bool {
	return slices.ContainsFunc(o.Members(), func(m wire.Member) bool {
		return (access.IsRole(m.Key) || roles.Has(m.Key)) && (roles == nil || schema.ToBool(m.Value))
	})
}

// tellRoles warns of a site that nobody can administer, and tells where roles may stand.
func (r roleFinder) tellRoles(ctx context.Context) error {
	page, err := r.Store.ListUsers(ctx, user.Query{Roles: []string{access.Administrator}, Limit: 1})
	if err != nil || len(page.Users) > 0 {
		return err
	}
	found, err := r.rightsPrefixes(ctx)
	if err != nil {
		return err
	}
	r.report.Warn("NOBODY CAN ADMINISTER THE SITE: no account that came is an administrator. Make one with quoin user role LOGIN administrator")
	if found[r.prefixes.accounts] == 0 && len(found) > 0 {
		var keys names
		for _, before := range slices.Sorted(maps.Keys(found)) {
			keys.add(before + rightsKey)
		}
		r.report.Warn("no account has roles under the meta key %q, which belongs to the prefix of the tables; there are roles under %s. "+
			"Where one of these has the roles of this site, rename it to the former in the table %s of the dump or of a copy, and begin again with a new folder",
			r.from.prefix+rightsKey, keys.String(), r.from.people+"usermeta")
	}
	return nil
}

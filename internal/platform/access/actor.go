// Package access knows who a caller is and what the roles may do. Rights are
// named capabilities; a role is a set of them.
package access

import (
	"slices"
	"strings"
)

// Capability is the name of one right.
type Capability = string

// LongestName is how many bytes the name of a role or right may have.
const LongestName = 100

// IsName tells whether a text can be the name of a role or right.
func IsName(name string) bool { return len(name) <= LongestName && strings.TrimSpace(name) != "" }

// Actor is whoever makes a request. The zero Actor is an anonymous caller.
type Actor struct {
	ID    int64 // user id; 0 for an anonymous caller
	Login string
	Roles []string
	// AppPassword is the uuid of the application password that this request
	// was made with, "" when it was made otherwise.
	AppPassword string
	// Session is the session that the caller is logged in with, as the store knows
	// it, "" without one.
	Session string
	// IP is the caller's address without port, for anonymous callers too.
	IP string
	// UserAgent is the caller's User-Agent header.
	UserAgent string
	// System acts for the server itself (imports, jobs) and may do all.
	System bool
	// Opens is the entry that the caller may read whoever it is, as a preview
	// link says; 0 for none.
	Opens int64

	caps  []rights // of each role
	own   Own
	scope Scope
}

// Own are the rights that one account has (true) or lacks (false) for itself, whatever its
// roles say. They are read only.
type Own map[Capability]bool

// Clean are those that an account can have: not those over other sites.
func (o Own) Clean() Own {
	out := Own{}
	for c, has := range o {
		if !network[c] {
			out[c] = has
		}
	}
	return out
}

// rights are what a role has: what differs from the table, then the table. Both are
// shared and read only.
type rights struct{ differ, table map[Capability]bool }

func (r rights) has(c Capability) bool {
	if has, said := r.differ[c]; said {
		return has
	}
	return r.table[c]
}

// NewActor is a user with the capabilities of the roles.
func NewActor(id int64, login string, roles []string) Actor {
	a := Actor{ID: id, Login: login, Roles: roles}
	for _, r := range roles {
		a.caps = append(a.caps, rights{table: sets[r]})
	}
	return a
}

// With is the actor whose roles differ from the table as more says.
func (a Actor) With(more Grants) Actor {
	a.caps = slices.Clone(a.caps)
	for i, r := range a.Roles {
		if set := more[r]; set != nil && i < len(a.caps) {
			a.caps[i].differ = set
		}
	}
	return a
}

// Having is the actor with rights of its own account.
func (a Actor) Having(own Own) Actor {
	a.own = own
	return a
}

// Own are the rights that the actor's account has or lacks for itself.
func (a Actor) Own() Own { return a.own }

// System is the server itself.
func System() Actor { return Actor{System: true} }

// LoggedIn tells whether the caller is a user.
func (a Actor) LoggedIn() bool { return a.ID != 0 || a.System }

// Can tells whether the caller has a capability.
func (a Actor) Can(c Capability) bool {
	if !a.scope.Allows(c) {
		return false
	}
	if has, said := a.own[c]; said {
		return has && !network[c]
	}
	for _, r := range a.caps {
		if r.has(c) {
			return true
		}
	}
	return a.System
}

// MayOpen tells whether the caller has a preview link to an entry.
func (a Actor) MayOpen(entry int64) bool { return entry != 0 && a.Opens == entry }

// HasRole tells whether the caller has a role.
func (a Actor) HasRole(role string) bool { return slices.Contains(a.Roles, role) }

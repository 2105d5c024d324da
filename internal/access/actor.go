// Package access knows who a caller is and what the roles may do. Rights are
// named capabilities; a role is a set of them.
package access

import "slices"

// Capability is the name of one right.
type Capability = string

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

	caps  []map[Capability]bool // of each role; shared, read only
	scope Scope
}

// NewActor is a user with the capabilities of the roles.
func NewActor(id int64, login string, roles []string) Actor {
	a := Actor{ID: id, Login: login, Roles: roles}
	for _, r := range roles {
		a.caps = append(a.caps, sets[r])
	}
	return a
}

// With is the actor with what more gives to its roles.
func (a Actor) With(more Grants) Actor {
	for _, r := range a.Roles {
		if set := more[r]; set != nil {
			a.caps = append(slices.Clip(a.caps), set)
		}
	}
	return a
}

// System is the server itself.
func System() Actor { return Actor{System: true} }

// LoggedIn tells whether the caller is a user.
func (a Actor) LoggedIn() bool { return a.ID != 0 || a.System }

// Can tells whether the caller has a capability.
func (a Actor) Can(c Capability) bool {
	if !a.scope.Allows(c) {
		return false
	}
	for _, set := range a.caps {
		if set[c] {
			return true
		}
	}
	return a.System
}

// MayOpen tells whether the caller has a preview link to an entry.
func (a Actor) MayOpen(entry int64) bool { return entry != 0 && a.Opens == entry }

// HasRole tells whether the caller has a role.
func (a Actor) HasRole(role string) bool { return slices.Contains(a.Roles, role) }

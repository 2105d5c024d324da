package access

import (
	"slices"
	"strings"
)

// Scope is how much of an account's rights an application password has. The zero Scope
// has no bounds: it is that of callers who came otherwise.
type Scope string

// The scopes of application passwords, the narrowest first.
const (
	// ScopeRead sees what everybody with an account sees, and private entries where
	// the account may; it changes nothing.
	ScopeRead Scope = "read"
	// ScopeDrafts also makes entries and changes those that readers don't see yet.
	ScopeDrafts Scope = "drafts"
	// ScopePublish does all that the account may.
	ScopePublish Scope = "publish"
)

// Scopes are all scopes, the narrowest first.
func Scopes() []string { return []string{string(ScopeRead), string(ScopeDrafts), string(ScopePublish)} }

// ParseScope is the scope of a name, and whether there is one.
func ParseScope(name string) (Scope, bool) {
	return Scope(name), slices.Contains(Scopes(), name)
}

// Covers tells whether what needs a scope may be done within this one. A scope that
// isn't known covers nothing.
func (s Scope) Covers(need Scope) bool {
	if s == "" {
		return true
	}
	have, want := slices.Index(Scopes(), string(s)), slices.Index(Scopes(), string(need))
	return have >= 0 && want >= 0 && have >= want
}

// Allows tells whether a capability is left within the scope.
func (s Scope) Allows(c Capability) bool {
	switch s {
	case "", ScopePublish:
		return true
	case ScopeRead:
		return readable(c)
	case ScopeDrafts:
		return readable(c) || c == "level_1" || drafting(c)
	}
	return false
}

func readable(c Capability) bool {
	return c == "read" || c == "level_0" || strings.HasPrefix(c, "read_private_")
}

// drafting tells of the right to edit entries, by the form that the names of all types'
// rights have, whether it reaches only what isn't published. Other rights that the table
// of roles names don't count, whatever form they have.
func drafting(c Capability) bool {
	plural, ok := strings.CutPrefix(c, "edit_")
	if !ok || strings.HasPrefix(plural, "published_") || strings.HasPrefix(plural, "private_") {
		return false
	}
	return !sets[Administrator][c] || sets[Editor][c]
}

// Within is the actor with no more rights than a scope leaves.
func (a Actor) Within(s Scope) Actor {
	a.scope = s
	return a
}

// Scope bounds what the caller may do.
func (a Actor) Scope() Scope { return a.scope }

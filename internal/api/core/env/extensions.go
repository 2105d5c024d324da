package env

import (
	"context"
	"errors"
	"slices"

	"quoin/internal/domain/site"
	"quoin/internal/platform/wire"
)

// Extension is a part of the program that a site may do without. It serves
// namespaces of its own and changes what others answer.
type Extension struct {
	// ID is what the resource core/v2/plugins calls it: a folder and a name,
	// "redirects/redirects".
	ID      string
	Title   string
	Version string
	// Description is plain text.
	Description       string
	URI               string
	Author, AuthorURI string
	TextDomain        string
	RequiresCore      string // least version of the reference that it asks for
	RequiresRuntime   string
	// SameID tells that the reference has the extension too, under this ID.
	SameID bool
}

// ExtensionState says what a site does with an extension.
type ExtensionState string

// The states of extensions. A new site has all of its extensions active.
const (
	ExtensionActive   ExtensionState = "active"
	ExtensionInactive ExtensionState = "inactive"
	// ExtensionRemoved extensions are in no list until they are installed
	// again.
	ExtensionRemoved ExtensionState = "removed"
)

// Extensions are the extensions that a site was started with. A nil
// Extensions is empty.
type Extensions struct {
	Site *site.Site
	// List is in the order of ids.
	List []Extension
	// Failed are those that failed when the site started, by id. They are
	// inactive whatever the site wants.
	Failed map[string]bool
	// Switched is called when an extension becomes active or ceases to be, in
	// the transaction of that; may be nil.
	Switched func(ctx context.Context, id string, active bool) error
}

// ErrFailedToStart refuses to switch on what failed when the site started.
var ErrFailedToStart = errors.New("the extension failed to start")

// Installed are the extensions that aren't removed.
func (x *Extensions) Installed(ctx context.Context) []Extension {
	if x == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(x.List), func(e Extension) bool { return x.State(ctx, e.ID) == ExtensionRemoved })
}

// Find is an extension, removed or not, by a test of its id.
func (x *Extensions) Find(is func(id string) bool) (Extension, bool) {
	if x == nil {
		return Extension{}, false
	}
	i := slices.IndexFunc(x.List, func(e Extension) bool { return is(e.ID) })
	if i < 0 {
		return Extension{}, false
	}
	return x.List[i], true
}

// State is what the site does with an extension. One that it wasn't started
// with is removed.
func (x *Extensions) State(ctx context.Context, id string) ExtensionState {
	if _, ok := x.Find(func(known string) bool { return known == id }); !ok {
		return ExtensionRemoved
	}
	switch s := ExtensionState(site.Extensions.Of(ctx, x.Site).Text(id)); {
	case s == ExtensionInactive, s == ExtensionRemoved:
		return s
	case x.Failed[id]:
		return ExtensionInactive
	}
	return ExtensionActive
}

// Active tells whether an extension works.
func (x *Extensions) Active(ctx context.Context, id string) bool {
	return x.State(ctx, id) == ExtensionActive
}

// SetState changes what the site does with an extension.
func (x *Extensions) SetState(ctx context.Context, id string, s ExtensionState) error {
	if s == ExtensionActive && x.Failed[id] {
		return ErrFailedToStart
	}
	before := x.Active(ctx, id)
	states := site.Extensions.Of(ctx, x.Site).Clone()
	if states == nil {
		states = &wire.Object{}
	}
	if s == ExtensionActive {
		states.Delete(id)
	} else {
		states.Set(id, string(s))
	}
	if err := site.Extensions.Set(ctx, x.Site, states); err != nil {
		return err
	}
	if active := s == ExtensionActive; active != before && x.Switched != nil {
		return x.Switched(ctx, id, active)
	}
	return nil
}

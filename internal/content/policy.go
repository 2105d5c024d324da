package content

import (
	"quoin/internal/access"
)

// Policy answers who may do what with entries. It only looks at what it is
// given: parents that matter (of revisions, of attachments) are passed in.
type Policy struct{ Types *Types }

// CanRead tells whether the actor may read an entry. The parent matters for
// entries of status inherit; nil when there is none.
func (p Policy) CanRead(a access.Actor, e, parent *Entry) bool {
	t := p.Types.Get(e.Type)
	if t == nil {
		return false
	}
	if t.Caps.Read != "read" && t.Name == TypeBlock {
		return a.Can(t.Caps.Read) && (e.Status == Publish || p.mayReadHidden(a, t, e))
	}
	if e.Status == Publish || p.mayReadHidden(a, t, e) {
		return true
	}
	if e.Status == Inherit {
		return parent == nil || p.CanRead(a, parent, nil)
	}
	return false
}

// mayReadHidden is the right to read an entry that isn't public.
func (p Policy) mayReadHidden(a access.Actor, t *Type, e *Entry) bool {
	switch {
	case e.Status == Inherit:
		return false
	case a.ID != 0 && e.Author == a.ID:
		return a.Can(t.Caps.Read)
	case e.Status == Private:
		return a.Can(t.Caps.ReadPrivate)
	}
	return p.CanEdit(a, e)
}

// CanEdit tells whether the actor may change an entry.
func (p Policy) CanEdit(a access.Actor, e *Entry) bool {
	t := p.Types.Get(e.Type)
	if t == nil {
		return false
	}
	c := t.Caps
	return may(a, e, c.EditOwn, c.EditOthers, c.EditPublished, c.EditPrivate)
}

// CanDelete tells whether the actor may trash or delete an entry.
func (p Policy) CanDelete(a access.Actor, e *Entry) bool {
	t := p.Types.Get(e.Type)
	if t == nil {
		return false
	}
	c := t.Caps
	return may(a, e, c.DeleteOwn, c.DeleteOthers, c.DeletePublished, c.DeletePrivate)
}

func may(a access.Actor, e *Entry, own, others, published, private access.Capability) bool {
	if a.System {
		return true
	}
	status := e.Status
	if e.Author != 0 && e.Author == a.ID {
		if status == Trash {
			status = Status(e.Meta.Text(MetaTrashStatus))
		}
		if status == Publish || status == Future {
			return a.Can(published)
		}
		return a.Can(own)
	}
	if !a.Can(others) {
		return false
	}
	switch status {
	case Publish, Future:
		return a.Can(published)
	case Private:
		return a.Can(private)
	}
	return true
}

// CanEditAny tells whether the actor may edit entries of at least one type
// that the API shows: the right to see what only editors need.
func (p Policy) CanEditAny(a access.Actor) bool {
	for _, t := range p.Types.REST() {
		if a.Can(t.Caps.EditOwn) {
			return true
		}
	}
	return false
}

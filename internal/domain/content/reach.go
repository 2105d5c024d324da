package content

import (
	"context"
	"fmt"
	"slices"

	"quoin/internal/domain/site"
	"quoin/internal/platform/access"
)

// Reach says which entries a right covers, in a form that a store can test: by
// type, status and author.
type Reach struct {
	All    bool    // every entry
	Any    []Kinds // entries of these kinds, whoever wrote them
	Own    []Kinds // entries of these kinds that Author wrote
	Author int64
	Except []int64 // but none of these
}

// Kinds are entries of some types in some statuses.
type Kinds struct {
	Types    []string
	Statuses []Status
	Not      bool // in all other statuses than these
}

// Has tells whether entries of a type and status are among the kinds.
func (k Kinds) Has(typ string, status Status) bool {
	return slices.Contains(k.Types, typ) && slices.Contains(k.Statuses, status) != k.Not
}

// OfAnybody tells whether the reach covers a kind of entry whoever wrote it.
func (r Reach) OfAnybody(typ string, status Status) bool {
	return r.All || slices.ContainsFunc(r.Any, func(k Kinds) bool { return k.Has(typ, status) })
}

// OfAuthor tells whether the reach covers a kind of entry that Author wrote.
func (r Reach) OfAuthor(typ string, status Status) bool {
	return r.OfAnybody(typ, status) || r.Author != 0 && slices.ContainsFunc(r.Own, func(k Kinds) bool { return k.Has(typ, status) })
}

// Reader is whose list it is, for lists that could tell of hidden texts: by
// what they find, how many it is, or in which order.
type Reader struct {
	// Read are the entries that may be read; those of status inherit as far as
	// what they belong to may be. Others aren't in the list.
	Read Reach
	// Unlock are the entries whose text may be read whatever their password.
	// Of others with a password a search knows the title alone.
	Unlock Reach
}

// TellsText tells whether a list depends on the texts of entries: on words in
// them, their slugs, meta, what extensions keep, or their order.
func (q *Query) TellsText() bool {
	return q.Search != nil || q.Slugs != nil || q.SlugPart != "" || q.SlugPrefix != "" || len(q.MetaValues) > 0 || len(q.Conditions) > 0 || len(q.Fields) > 0 || slices.ContainsFunc(q.Order, func(o Order) bool {
		return o.By == ByTitle || o.By == BySlug || o.By == ByField
	})
}

// Reader is what a list needs to know of the actor; nil for one who may read
// everything.
func (p Policy) Reader(ctx context.Context, a access.Actor) *Reader {
	r := &Reader{Read: p.ReadReach(ctx, a), Unlock: p.EditReach(ctx, a)}
	if r.Read.All && r.Unlock.All {
		return nil
	}
	return r
}

// ReadReach are the entries that the actor may read, those of status inherit as
// far as what they belong to is one of them.
func (p Policy) ReadReach(ctx context.Context, a access.Actor) Reach {
	return p.reach(ctx, a, func(e *Entry) bool { return p.canRead(ctx, a, e) })
}

// EditReach are the entries that the actor may change.
func (p Policy) EditReach(ctx context.Context, a access.Actor) Reach {
	return p.reach(ctx, a, func(e *Entry) bool { return p.CanEdit(ctx, a, e) })
}

// Statuses are those that entries of every site may have.
func Statuses() []Status { return slices.Clone(statuses) }

// statuses are those that policies tell from others.
var statuses = []Status{Publish, Future, Draft, Pending, Private, Trash, AutoDraft, Inherit}

const (
	otherStatus Status = "other" // of an extension; policies treat all alike
	otherAuthor int64  = -1
)

// reach asks a right for one entry of each kind, so that the two can't differ.
func (p Policy) reach(ctx context.Context, a access.Actor, may func(*Entry) bool) Reach {
	kinds := func(author int64) (list []Kinds, all bool) {
		all = true
		byStatuses := map[string]int{}
		for _, t := range p.Types.All() {
			k := Kinds{Types: []string{t.Name}, Not: may(&Entry{Type: t.Name, Status: otherStatus, Author: author})}
			for _, s := range statuses {
				if may(&Entry{Type: t.Name, Status: s, Author: author}) != k.Not {
					k.Statuses = append(k.Statuses, s)
				}
			}
			all = all && k.Not && len(k.Statuses) == 0
			if !k.Not && len(k.Statuses) == 0 {
				continue
			}
			key := fmt.Sprint(k.Not, k.Statuses)
			if i, ok := byStatuses[key]; ok {
				list[i].Types = append(list[i].Types, t.Name)
			} else {
				byStatuses[key] = len(list)
				list = append(list, k)
			}
		}
		return list, all
	}
	r := Reach{Author: a.ID}
	r.Any, r.All = kinds(otherAuthor)
	if a.ID != 0 && !r.All {
		r.Own, _ = kinds(a.ID)
	}
	r.Except = p.exceptions(ctx, a, r, may)
	r.All = r.All && len(r.Except) == 0
	return r
}

// exceptions are the entries with a right of their own: the privacy policy.
func (p Policy) exceptions(ctx context.Context, a access.Actor, r Reach, may func(*Entry) bool) []int64 {
	if !a.LoggedIn() || a.Can("manage_options") || p.Site == nil || p.Entries == nil {
		return nil
	}
	id := site.PrivacyPage.Of(ctx, p.Site)
	if id == 0 {
		return nil
	}
	found, err := p.Entries.EntriesByID(ctx, []int64{id})
	e := found[id]
	if err != nil {
		return []int64{id}
	}
	if e != nil && r.OfAuthor(e.Type, e.Status) && !may(e) {
		return []int64{id}
	}
	return nil
}

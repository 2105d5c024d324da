package user

import (
	"context"
	"fmt"

	"quoin/internal/domain/content"
	"quoin/internal/platform/access"
)

// Policy answers who may know of accounts: of their names, addresses of pages,
// biographies and pictures. The API, pages, feeds, blocks, heads and the feed of
// changes ask the same one wherever a caller or a text names an account. The author of
// an entry needs no such question: who may read the entry may know its author.
type Policy struct {
	Types *content.Types
	Store interface {
		Authors(ctx context.Context, ids []int64, types []string, status content.Status) (map[int64]bool, error)
	}
}

// PublicTypes are the names of the types whose published entries make their authors
// public.
func (p Policy) PublicTypes() []string {
	var names []string
	for _, t := range p.Types.REST() {
		if t.Public {
			names = append(names, t.Name)
		}
	}
	return names
}

// IsPublic tells whether everybody may know of an account: whether it published
// something.
func (p Policy) IsPublic(ctx context.Context, id int64) (bool, error) {
	return p.MayKnow(ctx, access.Actor{}, id)
}

// MayKnow tells whether an actor may know of an account.
func (p Policy) MayKnow(ctx context.Context, a access.Actor, id int64) (bool, error) {
	known, err := p.Visible(ctx, a, []int64{id})
	return known[id], err
}

// Visible are those of the accounts that an actor may know of: those that published
// something, and beside them one's own, for who reads the private entries of a type the
// authors of such, and for who lists or changes accounts all.
func (p Policy) Visible(ctx context.Context, a access.Actor, ids []int64) (map[int64]bool, error) {
	known := make(map[int64]bool, len(ids))
	var others []int64
	for _, id := range ids {
		if id != 0 && (a.ID == id || a.Can("list_users") || a.Can("edit_users")) {
			known[id] = true
		} else if id != 0 {
			others = append(others, id)
		}
	}
	for _, of := range []struct {
		status content.Status
		types  []string
	}{{content.Publish, p.PublicTypes()}, {content.Private, p.privateTypes(a)}} {
		if len(others) == 0 || len(of.types) == 0 {
			continue
		}
		found, err := p.Store.Authors(ctx, others, of.types, of.status)
		if err != nil {
			return nil, fmt.Errorf("known users: %w", err)
		}
		var rest []int64
		for _, id := range others {
			if found[id] {
				known[id] = true
			} else {
				rest = append(rest, id)
			}
		}
		others = rest
	}
	return known, nil
}

// privateTypes are the types whose private entries the actor lists.
func (p Policy) privateTypes(a access.Actor) []string {
	var names []string
	for _, t := range p.Types.REST() {
		if a.Can(t.Caps.ListPrivate) {
			names = append(names, t.Name)
		}
	}
	return names
}

// Policy is who may know of the accounts.
func (s *Service) Policy() Policy { return Policy{Types: s.Entries.Types, Store: s.Store} }

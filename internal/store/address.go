package store

import (
	"context"
	"fmt"

	"quoin/internal/address"
	"quoin/internal/comment"
	"quoin/internal/content"
	"quoin/internal/scope"
	"quoin/internal/site"
)

// Addresses of the own site are stored as marks (package address), in all that
// texts of people are in: contents, excerpts, meta, descriptions, comments,
// addresses of people, options, and what these are found by. Titles, slugs and
// names aren't: they are read by people and sorted. Nor are the GUIDs of
// entries that aren't files, which stay forever what they were first.

// plainOptions are the options that say what the address is.
var plainOptions = map[string]bool{site.URL.Name: true, site.Home.Name: true}

// address is the codec for the site's address, in the transaction of ctx if it
// has one. It must not be called while rows are read.
func (db *DB) address(ctx context.Context) (*address.Codec, error) {
	if db.fixed != nil {
		return db.fixed, nil
	}
	t := txOf(ctx, db)
	if t == nil && scope.From(ctx) == nil {
		return db.storedAddress(ctx)
	}
	if t == nil {
		set, err := db.optionSet(ctx)
		if err != nil {
			return nil, fmt.Errorf("address of the site: %w", err)
		}
		db.addressRead(ctx)
		return set.address, nil
	}
	t.mu.Lock()
	known := t.address
	t.mu.Unlock()
	if known != nil {
		return known, nil
	}
	set, err := db.optionsInTx(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("address of the site: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.address = set.address
	return t.address, nil
}

// storedAddress reads the one option, for what remembers nothing.
func (db *DB) storedAddress(ctx context.Context) (*address.Codec, error) {
	var text string
	found, err := db.one(quick(ctx), "SELECT value FROM site_option WHERE name = ?", []any{site.URL.Name}, &text)
	if err != nil {
		return nil, fmt.Errorf("address of the site: %w", err)
	}
	if !found {
		return db.codecOf(nil), nil
	}
	value, err := decodeValue(text)
	if err != nil {
		return nil, fmt.Errorf("address of the site: %w", err)
	}
	return db.codecOf(value), nil
}

// addressRead notes that an answer has texts of the site in it, which change
// with its address.
func (db *DB) addressRead(ctx context.Context) {
	if db.fixed == nil {
		scope.DependsOn(ctx, site.URL.Tag())
	}
}

// codecOf is the codec for a stored address.
func (db *DB) codecOf(stored any) *address.Codec {
	text, _ := stored.(string)
	base := site.Address(db.given, text, db.fallback)
	if last := db.last.Load(); last != nil && last.Base() == base {
		return last
	}
	c := address.New(base)
	db.last.Store(c)
	return c
}

// encodeQuery makes the texts that a query looks for what is stored of them.
func (db *DB) encodeQuery(ctx context.Context, q content.Query) (content.Query, error) {
	if q.Search == nil && len(q.MetaValues) == 0 && len(q.Fields) == 0 {
		return q, nil
	}
	own, err := db.address(ctx)
	if err != nil {
		return q, err
	}
	if q.Search != nil {
		s := *q.Search
		s.Phrase, s.Terms, s.Excluded = own.Encode(s.Phrase), encodeAll(own, s.Terms), encodeAll(own, s.Excluded)
		q.Search = &s
	}
	if len(q.MetaValues) > 0 {
		values := make(map[string][]string, len(q.MetaValues))
		for key, list := range q.MetaValues {
			values[key] = encodeAll(own, list)
		}
		q.MetaValues = values
	}
	if len(q.Fields) > 0 {
		if q.Fields, err = db.encodeFields(own, q.Fields); err != nil {
			return q, err
		}
	}
	return q, nil
}

func encodeAll(own *address.Codec, texts []string) []string {
	if texts == nil {
		return nil
	}
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = own.Encode(t)
	}
	return out
}

func (db *DB) encodeCommentQuery(ctx context.Context, q comment.Query) (comment.Query, error) {
	if q.Search == "" && q.Content == nil {
		return q, nil
	}
	own, err := db.address(ctx)
	if err != nil {
		return q, err
	}
	q.Search = own.Encode(q.Search)
	if q.Content != nil {
		text := own.Encode(*q.Content)
		q.Content = &text
	}
	return q, nil
}

// storedGUID is what is stored of a GUID.
func storedGUID(own *address.Codec, e *content.Entry) string {
	if e.Type == content.TypeAttachment {
		return own.Encode(e.GUID)
	}
	return e.GUID
}

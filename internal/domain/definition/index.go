package definition

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"

	"quoin/internal/domain/content"
	"quoin/internal/domain/site"
	"quoin/internal/platform/wire"
)

// Index makes the indexes of fields; the store is one.
type Index interface {
	// IndexFields makes what the index has of the next entries of a type again: of at most
	// most, after the one with an id. It returns the last of them, and how many they are.
	// Others may write meanwhile.
	IndexFields(ctx context.Context, typ string, fields []content.IndexedField, after int64, most int) (last int64, n int, err error)
	// DropField removes a field from the index, bit by bit.
	DropField(ctx context.Context, typ, key string) error
	// SharedValue are two entries of a type that have the same value of a key, 0 without.
	SharedValue(ctx context.Context, typ, key string) (a, b int64, err error)
}

// How far an index is, by type and key in site.FieldIndexes: its kind, a mark that is
// another one each time it is declared again, and whether it has all entries. An index
// that isn't declared any more is gone once its rows are.
const (
	stateKind = "kind"
	stateMark = "mark"
	stateDone = "done"
	stateGone = "gone"
)

func stateKey(typ, key string) string { return typ + " " + key }

// Indexed are the indexed fields by type of entry, as ctx sees them. It is shared.
func (s *Service) Indexed(ctx context.Context) map[string][]content.IndexedField {
	type key struct{}
	return site.Derived(ctx, s.Site, key{}, func(ctx context.Context) map[string][]content.IndexedField {
		states := site.FieldIndexes.Of(ctx, s.Site)
		return s.Stored(ctx).Indexes(func(typ string, f content.IndexedField) bool {
			state := states.Object(stateKey(typ, f.Key))
			return state.Text(stateKind) == kindOf(f) && flag(state, stateDone, false)
		})
	})
}

// Unfinished are the keys of a group whose indexes aren't finished.
func (s *Service) Unfinished(ctx context.Context, d *Definition) []string {
	var out []string
	fields, _ := d.fields()
	for _, typ := range texts(d.Body, "object_subtype") {
		for _, f := range s.Indexed(ctx)[typ] {
			ours := slices.ContainsFunc(fields, func(o Field) bool { return o.Key == f.Key })
			if ours && !f.Ready && !slices.Contains(out, f.Key) {
				out = append(out, f.Key)
			}
		}
	}
	return out
}

// kindOf tells indexes apart that hold values otherwise.
func kindOf(f content.IndexedField) string {
	if f.Many {
		return string(f.Kind) + " list"
	}
	return string(f.Kind)
}

// indexes brings the states to what a set declares. It refuses unique fields that
// entries share values of.
func (s *Service) indexes(ctx context.Context, before, set *Set) error {
	states := site.FieldIndexes.Of(ctx, s.Site).Clone()
	if states == nil {
		states = &wire.Object{}
	}
	none := func(string, content.IndexedField) bool { return false }
	declared, was := set.Indexes(none), before.Indexes(none)
	changed := false
	for typ, fields := range declared {
		for _, f := range fields {
			had := slices.ContainsFunc(was[typ], func(o content.IndexedField) bool { return o.Key == f.Key && o.Unique })
			if f.Unique && !had {
				if err := s.shared(ctx, set, typ, f.Key); err != nil {
					return err
				}
			}
			state := states.Object(stateKey(typ, f.Key))
			if state.Text(stateKind) == kindOf(f) && !flag(state, stateGone, false) {
				continue
			}
			// Nobody else writes meanwhile: where there is nothing, nothing is to be done.
			some, err := s.used(ctx, OfType, typ)
			if err != nil {
				return err
			}
			states.Set(stateKey(typ, f.Key), wire.NewObject(stateKind, kindOf(f), stateMark, rand.Text(), stateDone, !some))
			changed = true
		}
	}
	for _, m := range states.Members() {
		typ, key, _ := strings.Cut(m.Key, " ")
		if slices.ContainsFunc(declared[typ], func(f content.IndexedField) bool { return f.Key == key }) {
			continue
		}
		if state := states.Object(m.Key); !flag(state, stateGone, false) {
			states.Set(m.Key, wire.NewObject(stateKind, "", stateMark, rand.Text(), stateGone, true))
			changed = true
		}
	}
	if !changed {
		return nil
	}
	if err := site.FieldIndexes.Set(ctx, s.Site, states); err != nil {
		return fmt.Errorf("store the states of indexes: %w", err)
	}
	if s.Later == nil {
		return nil
	}
	return s.Later(ctx)
}

// shared refuses a field to be unique.
func (s *Service) shared(ctx context.Context, set *Set, typ, key string) error {
	a, b, err := s.Index.SharedValue(ctx, typ, key)
	if err != nil || a == 0 {
		return err
	}
	for _, d := range set.of(OfFields) {
		fields, _ := d.fields()
		if i := slices.IndexFunc(fields, func(f Field) bool { return f.Key == key }); i >= 0 && slices.Contains(texts(d.Body, "object_subtype"), typ) {
			return &Problem{
				Of: fmt.Sprintf("%s %q", d.Kind, d.Name), Path: fmt.Sprintf("fields[%d].unique", i),
				Message: fmt.Sprintf("the entries %d and %d have the same value", a, b),
			}
		}
	}
	return nil
}

// indexedAtOnce is how many entries are indexed in one transaction: few enough that
// nobody waits long for one of them.
const indexedAtOnce = 200

// BuildIndexes finishes indexes that were declared, and removes what is left of those
// that aren't any more. It tells how far it is with one; all counts the entries of its type.
func (s *Service) BuildIndexes(ctx context.Context, progress func(typ string, done, all int)) error {
	for {
		typ, fields, marks, gone := s.unfinished(ctx)
		switch {
		case len(gone) > 0:
			for _, key := range gone {
				if err := s.Index.DropField(ctx, typ, key); err != nil {
					return err
				}
			}
		case len(fields) == 0:
			return nil
		default:
			if err := s.build(ctx, typ, fields, progress); err != nil {
				return err
			}
		}
		if err := s.finish(ctx, typ, marks, gone); err != nil {
			return err
		}
	}
}

// build indexes all entries of a type.
func (s *Service) build(ctx context.Context, typ string, fields []content.IndexedField, progress func(typ string, done, all int)) error {
	page, err := s.Entries.ListEntries(ctx, content.Query{Types: []string{typ}, OnlyTotal: true})
	if err != nil {
		return fmt.Errorf("entries of type %s: %w", typ, err)
	}
	for after, done := int64(0), 0; ; {
		last, n, err := s.Index.IndexFields(ctx, typ, fields, after, indexedAtOnce)
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		after, done = last, done+n
		if progress != nil {
			progress(typ, done, max(page.Total, done))
		}
	}
}

// unfinished are the fields of one type whose indexes aren't finished, or keys of those
// that are to go, with the marks of all.
func (s *Service) unfinished(ctx context.Context) (typ string, fields []content.IndexedField, marks map[string]string, gone []string) {
	states := site.FieldIndexes.Of(ctx, s.Site)
	declared := s.Indexed(ctx)
	marks = map[string]string{}
	for _, m := range states.Members() {
		of, key, _ := strings.Cut(m.Key, " ")
		state := states.Object(m.Key)
		if typ != "" && of != typ || flag(state, stateDone, false) {
			continue
		}
		at := slices.IndexFunc(declared[of], func(f content.IndexedField) bool { return f.Key == key })
		switch {
		case flag(state, stateGone, false) && len(fields) == 0:
			gone = append(gone, key)
		case at >= 0 && !flag(state, stateGone, false) && len(gone) == 0:
			fields = append(fields, declared[of][at])
		default:
			continue
		}
		typ, marks[key] = of, state.Text(stateMark)
	}
	return typ, fields, marks, gone
}

// finish notes what was finished, unless it was declared again meanwhile.
func (s *Service) finish(ctx context.Context, typ string, marks map[string]string, gone []string) error {
	return s.Transact(ctx, func(ctx context.Context) error {
		states := site.FieldIndexes.Of(ctx, s.Site).Clone()
		for key, mark := range marks {
			name := stateKey(typ, key)
			state := states.Object(name)
			switch {
			case state == nil || state.Text(stateMark) != mark:
			case slices.Contains(gone, key):
				states.Delete(name)
			default:
				done := state.Clone()
				done.Set(stateDone, true)
				states.Set(name, done)
			}
		}
		if err := site.FieldIndexes.Set(ctx, s.Site, states); err != nil {
			return fmt.Errorf("store the states of indexes: %w", err)
		}
		return nil
	})
}

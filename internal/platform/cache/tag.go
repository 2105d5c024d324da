package cache

import (
	"slices"
	"strconv"
	"strings"
)

// Tag names something that values are made of and that writes change. Tags are
// comparable. The zero Tag names nothing.
type Tag struct {
	kind kind
	id   int64
	name string
}

// kind is what a tag names. Its number is of this process only.
type kind uint8

const (
	other kind = iota // a tag of another version of the program; name is all of it
	entry
	entriesOfType
	allEntries
	revisions
	term
	termsOfTaxonomy
	allTerms
	user
	allUsers
	comment
	entryComments
	allComments
	option
	allOptions
	versions
	extension
	viewer
	address
	editing
	sessions
)

// form is how the tags of a kind are written: the word alone, or the word, a
// colon and an id or a name.
type form uint8

const (
	bare form = iota
	byID
	byName
)

// written is the text form of each kind. Other nodes and shared caches read it.
var written = [...]struct {
	word string
	form form
}{
	other:           {"", bare},
	entry:           {"entry", byID},
	entriesOfType:   {"entries", byName},
	allEntries:      {"entries", bare},
	revisions:       {"revisions", byID},
	term:            {"term", byID},
	termsOfTaxonomy: {"terms", byName},
	allTerms:        {"terms", bare},
	user:            {"user", byID},
	allUsers:        {"users", bare},
	comment:         {"comment", byID},
	entryComments:   {"comments", byID},
	allComments:     {"comments", bare},
	option:          {"option", byName},
	allOptions:      {"options", bare},
	versions:        {"versions", bare},
	extension:       {"ext", byName},
	viewer:          {"request:viewer", bare},
	address:         {"request:address", bare},
	editing:         {"request:editing", bare},
	sessions:        {"sessions", byID},
}

// Entry is one entry of any type, Revisions its revisions and autosaves.
func Entry(id int64) Tag     { return Tag{kind: entry, id: id} }
func Revisions(id int64) Tag { return Tag{kind: revisions, id: id} }

// Entries are all entries of a type, AllEntries those of every type.
func Entries(typ string) Tag { return Tag{kind: entriesOfType, name: typ} }
func AllEntries() Tag        { return Tag{kind: allEntries} }

// Term is one term, Terms are all of a taxonomy, AllTerms those of every one.
func Term(id int64) Tag         { return Tag{kind: term, id: id} }
func Terms(taxonomy string) Tag { return Tag{kind: termsOfTaxonomy, name: taxonomy} }
func AllTerms() Tag             { return Tag{kind: allTerms} }

// User is one user, AllUsers are all.
func User(id int64) Tag { return Tag{kind: user, id: id} }
func AllUsers() Tag     { return Tag{kind: allUsers} }

// Sessions are those of one user. Nothing that is stored depends on them: whom
// the site goes on answering, as in a stream, hears by it that one may have ended.
func Sessions(user int64) Tag { return Tag{kind: sessions, id: user} }

// Comment is one comment, EntryComments are all on an entry, AllComments those
// on every one.
func Comment(id int64) Tag          { return Tag{kind: comment, id: id} }
func EntryComments(entry int64) Tag { return Tag{kind: entryComments, id: entry} }
func AllComments() Tag              { return Tag{kind: allComments} }

// Option is one option, AllOptions are all.
func Option(name string) Tag { return Tag{kind: option, name: name} }
func AllOptions() Tag        { return Tag{kind: allOptions} }

// Versions are the versions of all collections, which rise with every commit.
func Versions() Tag { return Tag{kind: versions} }

// Extension is something of an extension, which gives it a name of its own;
// with no name it is all that the extension keeps. The id of the extension has
// no colon.
func Extension(id, name string) Tag { return Tag{kind: extension, name: id + ":" + name} }

// Viewer and Address are who makes a request and the address that it asks for.
// Nothing changes them: whoever stores a value that depends on one of them
// stores it for that viewer or address alone.
func Viewer() Tag  { return Tag{kind: viewer} }
func Address() Tag { return Tag{kind: address} }

// Editing is whether a request reads what may be edited, kept apart like Viewer.
func Editing() Tag { return Tag{kind: editing} }

// IsOption tells whether a tag is that of one option.
func (t Tag) IsOption() bool { return t.kind == option }

// IsCollection tells whether a tag is that of a collection: of all things of a
// kind, of a type or of a taxonomy.
func (t Tag) IsCollection() bool {
	switch t.kind {
	case entriesOfType, allEntries, termsOfTaxonomy, allTerms, allUsers, allComments, allOptions:
		return true
	case extension:
		return strings.HasSuffix(t.name, ":")
	}
	return false
}

// Entry is the id of the entry that a tag names, if it names one.
func (t Tag) Entry() (id int64, ok bool) { return t.id, t.kind == entry }

// Term is the id of the term that a tag names, if it names one.
func (t Tag) Term() (id int64, ok bool) { return t.id, t.kind == term }

// Wider is a tag that changes whenever t does: that of the collection of a
// single thing, t itself for everything else.
func (t Tag) Wider() Tag {
	switch t.kind {
	case entry:
		return AllEntries()
	case revisions:
		return Entries("revision")
	case term:
		return AllTerms()
	case user:
		return AllUsers()
	case comment, entryComments:
		return AllComments()
	case option:
		return AllOptions()
	case extension:
		id, _, _ := strings.Cut(t.name, ":")
		return Extension(id, "")
	}
	return t
}

// String is the text form of a tag.
func (t Tag) String() string {
	w := written[t.kind]
	switch w.form {
	case byID:
		return w.word + ":" + strconv.FormatInt(t.id, 10)
	case byName:
		return w.word + ":" + t.name
	}
	return w.word + t.name // only an unknown tag has both
}

// ParseTag reads what String wrote. It takes any text: a tag that this version
// of the program doesn't know keeps its text.
func ParseTag(s string) Tag {
	word, rest, colon := strings.Cut(s, ":")
	for k, w := range written {
		switch {
		case k == int(other):
		case w.form == bare:
			if s == w.word {
				return Tag{kind: kind(k)}
			}
		case !colon || word != w.word:
		case w.form == byName:
			return Tag{kind: kind(k), name: rest}
		default:
			if id, err := strconv.ParseInt(rest, 10, 64); err == nil && strconv.FormatInt(id, 10) == rest {
				return Tag{kind: kind(k), id: id}
			}
		}
	}
	return Tag{name: s}
}

// MarshalText and UnmarshalText are String and ParseTag.
func (t Tag) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

func (t *Tag) UnmarshalText(text []byte) error {
	*t = ParseTag(string(text))
	return nil
}

// Strings are the text forms of tags, sorted.
func Strings(tags []Tag) []string {
	list := make([]string, len(tags))
	for i, t := range tags {
		list[i] = t.String()
	}
	slices.Sort(list)
	return list
}

// Sort orders tags by their text forms, which is the same order in every
// process.
func Sort(tags []Tag) {
	slices.SortFunc(tags, func(a, b Tag) int { return strings.Compare(a.String(), b.String()) })
}

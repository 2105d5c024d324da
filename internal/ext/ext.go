package ext

import (
	"fmt"
	"io/fs"
	"strings"

	"quoin/internal/api/core/env"
	"quoin/internal/api/core/meta"
	"quoin/internal/api/rest/dialect"
	"quoin/internal/platform/access"
	"quoin/internal/platform/schema"
)

// Extension declares an extension. A value is made once at the start and not
// changed any more.
type Extension struct {
	// ID names the extension inside: its folder, its data, its options and
	// jobs. Letters and digits only.
	ID string
	// Info is what the resource core/v2/plugins shows. With the zero Info an
	// extension is a part of every site that has it, and can't be switched off.
	Info Info
	// Names are its names and the reference's.
	Names Names
	// Caps are capabilities that roles have while the extension is active.
	Caps map[string][]access.Capability
	// Meta are the meta keys that the API shows and lets callers write.
	Meta []MetaKeys
	// Statuses are further statuses of entries.
	Statuses []Status
	// Options are what the site keeps about the extension.
	Options []Option
	// Migrations has a folder of numbered files per engine, "sqlite" and
	// "postgres" (0001_name.sql and on), for tables of its own; nil without
	// tables. The names of tables begin with the ID. Files that were released
	// are never edited.
	Migrations fs.FS
	// Tables are all tables that the migrations make, and who adds rows to each.
	Tables []Table
	// Commands are what its commands of the command line look like; what they
	// do is in Parts. About is what help says of the group that they make, if
	// they make one.
	Commands []Command
	About    string
	// Features are what it does beside what it always does, for presets that ask for it
	// (Host.Has). The preset full asks for all.
	Features []string
	// New makes the working parts. It must have no effects: it runs at every
	// start, on every node, whether or not the extension is switched on. An
	// extension whose New fails is left off, and the site runs.
	New func(h *Host) (*Parts, error)
}

// The types that declarations are made of.
type (
	// Info identifies an extension; its ID is a folder and a name,
	// "redirects/redirects".
	Info = env.Extension
	// Names are pairs of names for the dialects.
	Names = dialect.Names
	// Pair is one pair of names.
	Pair = dialect.Pair
	// MetaKey is one registered meta key.
	MetaKey = meta.Key
	// Status is an entry status.
	Status = env.Status
)

// Object is a kind of object that has meta.
type Object int

// The kinds of objects that have meta.
const (
	Entries Object = iota
	Terms
	Users
)

// MetaKeys are meta keys of a kind of object.
type MetaKeys struct {
	Object Object
	// Of are the types of the entries, or the taxonomies of the terms, that
	// have the keys.
	Of []string
	// Public has entries of all other public types, too, the site's own among them.
	Public bool
	Keys   []MetaKey
}

// Option is one value that a site keeps for an extension.
type Option struct {
	// Name is its name within the extension; it is stored as "ID:name".
	Name string
	// Schema describes the value; its Default stands for one that isn't
	// stored.
	Schema *schema.Schema
	// Setting is the member of core/v2/settings that shows the option and lets
	// administrators change it, and that quoin option sets; "" for options
	// that only the extension itself knows.
	Setting string
	// Secret options stay on the site: exports don't have them.
	Secret bool
}

// Command declares a command of the command line: quoin ID VERB.
type Command struct {
	Verb string
	// Group puts the command into another group than that of the ID: quoin
	// media VERB, quoin user VERB.
	Group string
	Short string   // one line
	Long  string   // optional
	Args  []string // names of the arguments, all of which must be given
	// Check refuses arguments that no site takes, before one is opened.
	Check func(args []string) error
	Flags []Flag
}

// Flag is a flag of a command.
type Flag struct {
	Name  string
	Usage string
	// Default is a string, an int64 or a bool, and says which of them the flag
	// takes.
	Default any
	// Least is the smallest number that is taken. Check refuses texts; one of ""
	// isn't asked about.
	Least int64
	Check func(text string) error
}

// CheckID refuses ids that no extension of a list has.
func CheckID(id string, list []Extension) error {
	var known []string
	for _, x := range list {
		if x.ID == id {
			return nil
		}
		known = append(known, x.ID)
	}
	return fmt.Errorf("there is no extension %q; there are %s", id, strings.Join(known, ", "))
}

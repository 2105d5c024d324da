package ext

import (
	"context"

	"quoin/internal/ext"
	"quoin/internal/platform/access"
)

// Extension declares an extension.
type Extension = ext.Extension

// What a declaration is made of.
type (
	// Info identifies the extension for people: a folder and a name, a title, a version.
	Info = ext.Info
	// Names are names of the reference's dialect for names of the extension, Pair is one.
	Names = ext.Names
	Pair  = ext.Pair
	// Option is a value that the site keeps for the extension.
	Option = ext.Option
	// Table is a table of the extension's own, Growth says who adds rows to it, Bound
	// how many it keeps.
	Table  = ext.Table
	Growth = ext.Growth
	Bound  = ext.Bound
	// Command is a command of the command line, Flag is one of its flags.
	Command = ext.Command
	Flag    = ext.Flag
	// MetaKeys are meta keys that the API shows, MetaKey is one, Object says of what.
	MetaKeys = ext.MetaKeys
	MetaKey  = ext.MetaKey
	Object   = ext.Object
	// Status is a status of entries.
	Status = ext.Status
	// Capability names a right.
	Capability = access.Capability
)

// Who adds rows to a table.
const (
	ByObjects  = ext.ByObjects
	ByStaff    = ext.ByStaff
	ByVisitors = ext.ByVisitors
)

// What meta keys belong to.
const (
	Entries = ext.Entries
	Terms   = ext.Terms
	Users   = ext.Users
)

// Host is what a site hands to the extension when it starts, Parts what the extension
// does there.
type (
	Host  = ext.Host
	Parts = ext.Parts
)

// The parts of a Host, for types that use some of them.
type (
	Own     = ext.Own
	Kept    = ext.Kept
	Reads   = ext.Reads
	Writes  = ext.Writes
	Display = ext.Display
	Callers = ext.Callers
	Outward = ext.Outward
)

// What a host has.
type (
	// Tables is the door to the extension's own tables.
	Tables = ext.Tables
	// Options are the values that the site keeps for it.
	Options = ext.Options
	// Journal takes rows that visitors cause.
	Journal = ext.Journal
	Row     = ext.Row
	Place   = ext.Place
)

// What parts are made of.
type (
	// EntryAdded is what entries get: fields, links, arguments and filters of lists;
	// EntryField is a field. Terms, users and types get the like.
	EntryAdded = ext.EntryAdded
	EntryField = ext.EntryField
	TermAdded  = ext.TermAdded
	TermField  = ext.TermField
	UserAdded  = ext.UserAdded
	UserField  = ext.UserField
	// Hooks follow, or refuse, what others write.
	Hooks        = ext.Hooks
	OptionWrites = ext.OptionWrites
	// Periodic is done from time to time on one node, Loop on each.
	Periodic = ext.Periodic
	Loop     = ext.Loop
	// Action is what a link of the administration does.
	Action = ext.Action
	// Call is a call of a command, Values a result of one for programs.
	Call   = ext.Call
	Values = ext.Values
	// Gauge is a number among the metrics.
	Gauge = ext.Gauge
	// Data brings the extension's data out and in.
	Data = ext.Data
	// Personal tells and erases what it keeps of people.
	Personal = ext.Personal
	Person   = ext.Person
	// Cost is what work costs that ext.Spend counts.
	Cost = ext.Cost
)

// Added is what the items of a resource get, Field one field: T is the type of an item, Q
// that of the query of a list.
type (
	Added[T, Q any] = ext.Added[T, Q]
	Field[T any]    = ext.Field[T]
)

// OptionOf is an option with the type of its value.
type OptionOf[T any] = ext.OptionOf[T]

// TextOption is an option that holds a text.
func TextOption(name, about, fallback string) OptionOf[string] {
	return ext.TextOption(name, about, fallback)
}

// BoolOption is an option that is on or off.
func BoolOption(name, about string, fallback bool) OptionOf[bool] {
	return ext.BoolOption(name, about, fallback)
}

// IntOption is an option that holds a whole number.
func IntOption(name, about string, fallback int64) OptionOf[int64] {
	return ext.IntOption(name, about, fallback)
}

// Loader reads one value of each item of a list at once.
type Loader[T, V any] = ext.Loader[T, V]

// NewLoader makes a loader: id is that of an item, load reads the values of many by their
// ids; what it leaves out has none.
func NewLoader[T, V any](id func(item T) int64, load func(ctx context.Context, ids []int64) (map[int64]V, error)) *Loader[T, V] {
	return ext.NewLoader(id, load)
}

// Spend counts work of a request that takes long, and refuses it beyond what one may cost.
func Spend(ctx context.Context, c Cost) error { return ext.Spend(ctx, c) }

// WrongValue refuses a value of a command that only the site could judge.
func WrongValue(format string, args ...any) error { return ext.WrongValue(format, args...) }

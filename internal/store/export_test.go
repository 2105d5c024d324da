package store

// What tests outside of the package look at.
var (
	Each = (*DB).each
	Exec = (*DB).exec
)

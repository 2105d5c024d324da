// Package code reads what the code of an old site declares: types, taxonomies and fields
// that its plug-ins and its theme register. Nothing of it is run: package php works out
// what the files say, and what can't be worked out is left to what the tables tell.
package code

// Package outside builds the example extension, a module of its own, as anybody would who
// has no place in this module, and runs the program with it.
package outside

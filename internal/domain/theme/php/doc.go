// Package php reads files that themes write in PHP, and works out what they
// say without running them.
//
// It knows as much of the language as pattern files and functions.php are made
// of: HTML outside of code, echo, strings, arrays, assignments, conditions,
// loops over lists, functions of the file itself, and those functions that a
// Host gives it, which have no effect outside of it. There is no way from here
// to a process, a file, a network or the state of the program.
//
// A value that can't be known is an Unknown. It spreads: what is made of it is
// unknown, of a condition that depends on it neither branch counts, and printing
// it prints nothing. Each such place is a Problem with its line. A statement
// that can't be read is left out as well, and reading goes on behind it, so one
// odd line doesn't cost a file. A library that reads the whole language would
// give up on such a file.
//
// Sizes, depth and the number of steps are bounded (see limits.go); beyond them
// the rest of the file is left out.
package php

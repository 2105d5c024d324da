// Package ext is what an extension of Quoin is written with, in a module of your own.
//
// An extension is a value of Extension: what it is called, what it keeps, what it adds.
// Its function New gets the Host, which is one running site, and returns the Parts that
// do the work. A program with it is one line:
//
//	func main() { quoin.Main(notes.Extension()) }
//
// docs/extensions.md writes one from start to end.
//
// The names of this package are stable: what is here stays, with the same meaning, and
// what is added is only added (the file api.txt, which a test compares). Most are those of
// the types that the program itself is made of, so that nothing stands between an
// extension and the site. Fields and methods that are reached through them, and aren't in
// api.txt, may change with a release.
package ext

// Package ext is the seam between the program and its extensions.
//
// An extension is one folder below this one, which exports a function that
// makes an Extension, and one line in package ext/all. It declares what it is
// and what it adds (Extension), and builds the working parts of that from what
// the site hands it (Host, Parts). Packages core, front, rest and store don't
// know extensions: package app merges what they bring into what each serves.
//
// While an extension is switched off nothing of it is there, on no node: no
// route, field, hook, output, capability, status, job or loop; its data stays.
// Parts needn't ask whether they are active: they aren't called.
//
// docs/extensions.md shows how to write one.
package ext

// Package transfer copies all blobs of one store into another and makes sure
// that they arrived.
//
// Every blob is read back from its new place and compared by SHA-256 before it
// counts as done. A run may be interrupted at any time; the next one goes on,
// with a Journal without reading again what was compared already. The source
// is only read.
package transfer

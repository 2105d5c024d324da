// Package reply is the form on which visitors comment on an entry: it takes what
// they send (reply.go), and says what became of it.
//
// Comments are written by comment.Service, as those of the API are: names,
// lengths, duplicates, haste, blocked words and approval are its rules. What a
// visitor may comment on is said by comment.Policy. Here is only what a form on
// a page adds: a field that people leave empty (and programs don't), cookies
// that remember a visitor who wants that, and the way back.
package reply

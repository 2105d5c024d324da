// Package comment describes comments, pingbacks and editorial notes, with the
// rules of their life: what is accepted, what waits for approval, statuses,
// trash and threads. Service is the only writer of comments.
//
// Notes are comments of type note: editors write them to each other on posts
// and pages. They are approved from the start, don't count as comments of
// their entry, and neither duplicates nor haste are refused.
package comment

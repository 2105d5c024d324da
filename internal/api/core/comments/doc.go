// Package comments is the resource core/v2/comments: comments, pingbacks and
// editorial notes.
//
// Who may see a comment depends on the entry that it belongs to, so every list
// loads the entries of its comments at once; see read.go. The rules of what
// becomes of a new comment are those of package comment.
package comments

// Package filetype decides what kind of file an upload is and whether it may be stored.
//
// The kind comes from the extension of the file's name, by a fixed table, and the first bytes have to
// agree with it: an image under another image's extension gets the right one, and anything else that
// does not fit is refused. What a client says about the type plays no part. Types a browser or server
// might run (SVG, PHP, scripts, programs) are not in the table; HTML and JavaScript need the right to
// post unfiltered HTML.
package filetype

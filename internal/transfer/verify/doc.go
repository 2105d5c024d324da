// Package verify compares a site with the one that it came from: what the old site shows
// an administrator by its API (in edit context) and visitors on its pages, feeds and
// sitemaps, it asks of both, and compares field by field. The address of each side stands
// as {base}; ids, paths, dates, slugs and files must be the same.
//
// Nothing is written on either side. The old side is asked one thing at a time, and again
// after a pause when it says that it is busy.
//
// Start reading in verify.go.
package verify

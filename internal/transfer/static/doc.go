// Package static writes a site as files that any file server can serve under the site's
// address: what its links, feeds and sitemaps reach, byte for byte as the site answers,
// with the redirects and the types of files in the forms of common hosts and servers.
//
// Invariants: nothing is written outside of the folder, whatever addresses a site names
// (os.Root holds that); a folder that has something and no list of ours is refused; of a
// folder with one only files of the list are overwritten or removed. What was written
// before stays as it is when its content does, and also when the site fails to answer.
//
// Start reading in write.go.
package static

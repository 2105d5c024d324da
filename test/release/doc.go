// Package release checks what a release has beside the program: the list of its
// parts, and the archive. Building all of a release takes too long for a test; see
// scripts/release.sh.
package release

// Package transfer is the folder of how sites come and go: by export files, databases, a
// running site, backups and plain files, and the comparison of both sides.
package transfer

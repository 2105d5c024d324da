// Package display is the folder of how a site is shown: entries become HTML, addresses become
// pages, files are served. It reads through the storage and writes nothing.
package display

// Package upgrade starts the real program on databases of older and newer ones,
// several at a time, and restarts the nodes of a site one after the other while
// requests come in.
package upgrade

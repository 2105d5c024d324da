// Package operation is the folder of what those who run a site ask: what is wrong with it.
package operation

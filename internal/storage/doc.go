// Package storage is the folder of what a site keeps: the store has the only SQL, auth tells
// who calls from it. It imports platform and domain.
package storage

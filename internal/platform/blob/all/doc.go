// Package all opens the blob store that an address names. It is the one place that lists the kinds
// of stores.
package all

// Package statuses is the resource core/v2/statuses: the statuses that entries
// can have, keyed by name.
package statuses

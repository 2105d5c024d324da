// Package search is the resource core/v2/search: one list of entries, terms or
// post formats that contain a text. kinds.go says what can be searched.
package search

// Package abilities is the namespace core-abilities/v1: things that the site
// can do for programs, each with a schema of what it takes and gives.
//
// An ability is a value of type ability (list.go); routes, schemas, the checks
// of input and output and the right to run it all follow from that value.
package abilities

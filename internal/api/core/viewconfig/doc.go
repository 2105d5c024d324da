// Package viewconfig is the resource core/v2/view-config: how editors show
// lists of things and the forms for one of them. config.go holds what most
// kinds share, kinds.go those that differ.
package viewconfig

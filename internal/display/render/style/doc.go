// Package style turns the style objects of blocks into class names and inline
// CSS, and filters inline CSS to what is safe.
//
// Declarations come out in the order of the groups in properties.go, not in
// the order of the object. Values that are not strings are left out.
package style

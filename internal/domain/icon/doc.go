// Package icon holds the drawings that blocks and editors show by name. They
// are lines on a field of 24 by 24, drawn for this project.
package icon

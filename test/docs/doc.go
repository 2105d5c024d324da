// Package docs does what README and the pages of docs say, with the real program: their
// command lines are run, or read where they need a machine of their own.
package docs

// Package datafolder is what processes keep for themselves in the data folder while they
// run: a place for temporary files. A file that is locked tells that its process lives;
// the system takes the lock away when it ends, however it does.
package datafolder

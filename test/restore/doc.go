// Package restore kills the real program with SIGKILL while it restores a backup,
// at any moment, and holds what is left to two promises: nothing serves a site
// that is half there, and the same command goes on until all is there.
//
// It does the same to moves of a site that is served and written to: nothing that was
// acknowledged is lost, and a killed move leaves the site as it was.
package restore

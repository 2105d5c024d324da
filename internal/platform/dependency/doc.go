// Package dependency knows which of the things that a server stands on work: its
// database, the storage of files, the mail server. Each is a Part with two states, which
// probes and failing requests change. A change is one line in the log, whatever many
// requests meet meanwhile; metrics tell the states and count failures.
package dependency

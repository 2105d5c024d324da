package config

import "testing"

func TestCopiedAt(t *testing.T) {
	for name, copied := range map[string]bool{
		"quoin-20261126-101500-v23.db":            true,
		"quoin-20261126-101500-v23.zip":           true,
		"quoin-20261126-101500-v23.db.part":       true,
		"quoin-20261126-101500-login-limit-v2.db": true,
		"quoin-20261126-101500.zip":               false, // a nightly backup in the same folder
		"quoin-20261126-101500-manual.zip":        false,
		"quoin-20261326-101500-v23.db":            false,
		"quoin.db":                                false,
	} {
		if _, got := copiedAt(name); got != copied {
			t.Errorf("%s: a copy before an upgrade: %v", name, got)
		}
	}
}

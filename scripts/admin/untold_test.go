package main

import (
	"slices"
	"testing"
)

func TestBeside(t *testing.T) {
	got, err := beside(`
		import { __, _n, sprintf } from "@wordpress/i18n";
		const told = [__("Save it"), sprintf(_n("%d thing", "%d things", 2), 2), _x("Post", "noun")];
		const quiet = { "Content-Type": 1, kind: "WebPage", className: "quoin-bar quoin-row", method: "POST", path: ` + "`/wp/v2/${told}`" + ` };
		if (quiet.kind === "Not shown to anybody") throw new Error("It failed.");
		export const Screen = ({ label = "Edit" }) => <p aria-label="The list">Some text <b title={quiet ? "On" : __("Off")}>{` + "`Remove ${label} for ever`" + `}</b></p>;
	`)
	want := []string{"It failed.", "Edit", "The list", "Some text ", "On", "Remove  for ever"}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestScreensTellTexts holds our scripts to functions that look texts up.
func TestScreensTellTexts(t *testing.T) {
	if err := untold("../../web/admin"); err != nil {
		t.Error(err)
	}
}

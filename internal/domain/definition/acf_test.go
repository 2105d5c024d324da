package definition_test

import (
	"strings"
	"testing"

	"quoin/internal/domain/definition"
)

// Groups of fields of an acf-json folder become definitions, and what can't is told.
func TestFromACF(t *testing.T) {
	t.Parallel()
	list, notes, err := definition.FromACF([]byte(`[{"key":"group_1","title":"Book facts","show_in_rest":1,"active":true,
		"location":[[{"param":"post_type","operator":"==","value":"book"},{"param":"page_template","operator":"==","value":"x"}],[{"param":"taxonomy","operator":"==","value":"genre"}]],
		"fields":[
			{"name":"","type":"tab","label":"Facts"},
			{"name":"isbn","type":"text","label":"ISBN","instructions":"On the back","required":1,"default_value":""},
			{"name":"price","type":"number","min":0,"max":"","default_value":"5"},
			{"name":"cover","type":"image","return_format":"array"},
			{"name":"binding","type":"select","choices":{"soft":"Soft","hard":"Hard"},"default_value":"soft"},
			{"name":"tones","type":"checkbox","choices":{"low":"Low"}},
			{"name":"writer","type":"post_object","post_type":["person"],"multiple":0},
			{"name":"related","type":"relationship","post_type":["book","page"]},
			{"name":"genres","type":"taxonomy","taxonomy":"genre","field_type":"checkbox"},
			{"name":"steps","type":"repeater","label":"Steps","min":0,"sub_fields":[
				{"name":"what","type":"text","label":"What","instructions":"In short"},{"name":"minutes","type":"number","min":1},
				{"name":"pictures","type":"gallery"},{"name":"parts","type":"repeater","sub_fields":[{"name":"part","type":"true_false"}]}]},
			{"name":"none","type":"repeater","sub_fields":[{"type":"tab"}]},
			{"name":"size","type":"group","sub_fields":[{"name":"w","type":"number"},{"name":"unit","type":"select","choices":{"mm":"mm"},"default_value":"mm"}]},
			{"name":"rows","type":"flexible_content","layouts":{"layout_1":{"name":"quote","sub_fields":[{"name":"text","type":"text"},{"name":"by","type":"text"}]},
				"layout_2":{"name":"picture","sub_fields":[{"name":"image","type":"image"},{"name":"by","type":"number"}]}}},
			{"name":"copy","type":"clone"},
			{"name":"sold","type":"true_false","default_value":1}]},
		{"key":"post_type_1","title":"Books","post_type":"book","active":true,"public":true,"show_in_rest":true,"rest_base":"books","has_archive":true,
			"has_archive_slug":"library","labels":{"name":"Books","singular_name":"Book","all_items":""},"supports":["title","editor"],
			"rewrite":{"permalink_rewrite":"custom_permalink","slug":"shop/books","with_front":"0"},"admin_menu_parent":""},
		{"key":"group_2","title":"Old","active":false,"fields":[]}]`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range list {
		got = append(got, strings.TrimSpace(string(d.Encode())))
	}
	want := []string{
		`{"kind":"fields","name":"book-facts","label":"Book facts","object_subtype":["book"],"fields":[` +
			`{"key":"isbn","type":"string","single":true,"show_in_rest":true,"label":"ISBN","help":"On the back","required":true},` +
			`{"key":"price","type":"number","single":true,"show_in_rest":{"schema":{"minimum":0}},"default":5},` +
			`{"key":"cover","type":"integer","single":true,"show_in_rest":true,"relation":{"to":"media"}},` +
			`{"key":"binding","type":"string","single":true,"show_in_rest":{"schema":{"enum":["soft","hard",""]}},"default":"soft"},` +
			`{"key":"tones","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"string","enum":["low"]}}}},` +
			`{"key":"writer","type":"integer","single":true,"show_in_rest":true,"relation":{"to":"type","name":"person"}},` +
			`{"key":"related","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"integer"}}}},` +
			`{"key":"genres","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"integer"}}},"relation":{"to":"taxonomy","name":"genre"}},` +
			`{"key":"steps","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"object","properties":{` +
			`"what":{"type":"string","title":"What","description":"In short"},"minutes":{"type":"number","minimum":1},` +
			`"pictures":{"type":"array","items":{"type":"integer"}},"parts":{"type":"array","items":{"type":"object","properties":{"part":{"type":"boolean"}}}}}}}},"label":"Steps"},` +
			`{"key":"size","type":"object","single":true,"show_in_rest":{"schema":{"properties":{"w":{"type":"number"},"unit":{"type":"string","enum":["mm",""],"default":"mm"}}}}},` +
			`{"key":"rows","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"object","properties":{"acf_fc_layout":{"type":"string","enum":["quote","picture"]},` +
			`"text":{"type":"string"},"by":{"type":"string"},"image":{"type":"integer"}}}}}},` +
			`{"key":"sold","type":"boolean","single":true,"show_in_rest":true,"default":true}]}`,
		"", // the same for terms
		`{"kind":"type","name":"book","label":"Books","labels":{"name":"Books","singular_name":"Book"},"public":true,"show_in_rest":true,"rest_base":"books",` +
			`"supports":["title","editor"],"has_archive":"library","rewrite":{"slug":"shop\/books","with_front":false}}`,
	}
	if len(got) != len(want) {
		t.Fatalf("%d definitions: %q\n%q", len(got), got, notes)
	}
	for i, w := range want {
		if w != "" && got[i] != w {
			t.Errorf("definition %d:\n%s, want\n%s", i, got[i], w)
		}
	}
	if !strings.Contains(got[1], `"name":"book-facts-term"`) || !strings.Contains(got[1], `"object_type":"term"`) || strings.Contains(got[1], "relation") {
		t.Errorf("the fields of terms: %s", got[1])
	}
	all := strings.Join(notes, "\n")
	for _, w := range []string{"page_template", "several types", "values of the field steps", "the field none is left out", "pictures of steps holds ids", "by of rows is left out", "the field copy", "it isn't active"} {
		if !strings.Contains(all, w) {
			t.Errorf("no note tells of %s: %s", w, all)
		}
	}
}

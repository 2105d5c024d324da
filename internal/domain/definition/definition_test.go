package definition_test

import (
	"errors"
	"strings"
	"testing"

	"quoin/internal/domain/definition"
)

// A mistake is refused with the place where it is.
func TestMistakes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, path string }{
		{`{"kind":"tipe","name":"book"}`, "kind"},
		{`{"kind":"type"}`, ""},
		{`{"kind":"type","name":"a-name-that-is-too-long"}`, "name"},
		{`{"kind":"type","name":"book","publc":true}`, "publc"},
		{`{"kind":"type","name":"book","rewrite":{"slug":"No good"}}`, "rewrite.slug"},
		{`{"kind":"type","name":"book","rewrite":{"front":true}}`, "rewrite.front"},
		{`{"kind":"type","name":"book","supports":["title","wings"]}`, "supports[1]"},
		{`{"kind":"type","name":"book","template":[["core/paragraph"],["core/image",5]]}`, "template[1][1]"},
		{`{"kind":"taxonomy","name":"genre","object_type":["book","No"]}`, "object_type[1]"},
		{`{"kind":"fields","name":"facts","fields":[{"key":"a","type":"string"},{"key":"b","type":"text"}]}`, "fields[1].type"},
		{`{"kind":"fields","name":"facts","fields":[{"key":"a","type":"string"},{"key":"a","type":"string"}]}`, "fields[1].key"},
		{`{"kind":"fields","name":"facts","fields":[{"key":"a","type":"integer","single":true,"default":"many"}]}`, "fields[0].default"},
		{`{"kind":"fields","name":"facts","fields":[{"key":"a","type":"string","show_in_rest":{"schema":{"pattern":"("}}}]}`,
			"fields[0].show_in_rest.schema.pattern"},
		{`{"kind":"fields","name":"facts","fields":[{"key":"a","type":"array","show_in_rest":true}]}`, "fields[0].show_in_rest.schema.items"},
	} {
		_, err := definition.Parse([]byte(c.text))
		var p *definition.Problem
		if !errors.As(err, &p) || p.Path != c.path {
			t.Errorf("%s: %v, want a problem at %q", c.text, err, c.path)
		}
	}
}

// Arguments of the reference may say what is so anyway; what can't be said is refused with
// what to do instead.
func TestArgumentsOfTheReference(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{"kind":"type","name":"book","rest_namespace":"wp/v2","rest_controller_class":"WP_REST_Posts_Controller","can_export":true}`: "",
		`{"kind":"taxonomy","name":"genre","rest_namespace":"wp/v2","rest_controller_class":"WP_REST_Terms_Controller"}`:              "",
		`{"kind":"type","name":"book","rest_namespace":"shop/v1"}`:                                                                    "",
		`{"kind":"type","name":"book","rest_namespace":"shop"}`:                                                                       "rest_namespace",
		`{"kind":"type","name":"book","rest_controller_class":"Shop_Controller"}`:                                                     "rest_controller_class",
		`{"kind":"type","name":"book","can_export":false}`:                                                                            "can_export",
		`{"kind":"type","name":"book","capabilities":{"edit_post":"edit_book"}}`:                                                      "given to roles by grant",
		`{"kind":"type","name":"book","register_meta_box_cb":"shop_box"}`:                                                             "no code",
		`{"kind":"taxonomy","name":"genre","update_count_callback":"shop_count"}`:                                                     "no code",
		`{"kind":"fields","name":"f","fields":[{"key":"a","type":"string","auth_callback":"x"}]}`:                                     "no code",
	} {
		_, err := definition.Parse([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// What is read, written and read again is the same.
func TestThereAndBack(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`{"kind":"type","name":"book","public":true,"supports":["title"],"capability_type":["book","library"],"template":[["core/paragraph",{"content":"a"}]]}`,
		`{"kind":"type","name":"book","supports":[],"has_archive":"library","rewrite":false}`,
		`{"kind":"taxonomy","name":"genre","object_type":["post"],"capabilities":{"edit_terms":"edit_genres"}}`,
		`{"kind":"fields","name":"facts","object_subtype":["post"],"fields":[{"key":"a","type":"array","single":true,"show_in_rest":{"schema":{"items":{"type":"integer"}}}}]}`,
		`{"kind":"fields","name":"facts","object_subtype":["post"],"fields":[{"key":"a","type":"object","single":true,"show_in_rest":{"schema":{"additionalProperties":{"type":"number"}}}}]}`,
	} {
		d, err := definition.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(string(d.Encode())); got != strings.ReplaceAll(text, "/", `\/`) {
			t.Errorf("%s\nbecame\n%s", text, got)
		}
	}
}

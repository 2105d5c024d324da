package admin

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"quoin/internal/platform/language"
)

// TestScriptTexts gives scripts the texts that a pack has of what they say, with its rule.
func TestScriptTexts(t *testing.T) {
	t.Parallel()
	p, err := language.Read("ar.po", []byte(`msgid ""
msgstr "Plural-Forms: nplurals=3; plural=n==0 ? 0 : n==1 ? 1 : 2;\n"

msgid "Save"
msgstr "حفظ"

msgctxt "text direction"
msgid "ltr"
msgstr "rtl"

msgid "%d block"
msgid_plural "%d blocks"
msgstr[0] "لا"
msgstr[1] "واحد"
msgstr[2] "%d"

msgid "Nobody asks for this"
msgstr "x"
`))
	if err != nil {
		t.Fatal(err)
	}
	texts := language.Join("ar", p)
	s := newScriptTexts()
	s.said = func() []string { return []string{"Save", "text direction\x04ltr", "%d block", "Not in the pack"} }
	made, err := s.in(texts)
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := s.in(texts); &again.body[0] != &made.body[0] {
		t.Error("made twice")
	}
	for _, accepts := range []string{"br", ""} {
		w, r := httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Encoding", accepts)
		writePacked(w, r, ".js", "no-cache", made.body, made.size)
		var from io.Reader = w.Body
		if accepts != "" {
			from = brotli.NewReader(from)
		}
		script, err := io.ReadAll(from)
		if err != nil {
			t.Fatal(err)
		}
		var data map[string]any
		if err := json.Unmarshal([]byte(strings.TrimSuffix(strings.TrimPrefix(string(script), "window.quoinTexts="), ";\n")), &data); err != nil {
			t.Fatalf("%s: %v", script, err)
		}
		if len(data) != 4 || len(data["%d block"].([]any)) != 3 || data["Save"].([]any)[0] != "حفظ" || data["text direction\x04ltr"].([]any)[0] != "rtl" {
			t.Errorf("%v", data)
		}
		if header := data[""].(map[string]any); header["lang"] != "ar" || !strings.HasPrefix(header["plural-forms"].(string), "nplurals=3;") {
			t.Errorf("%v", header)
		}
	}
}

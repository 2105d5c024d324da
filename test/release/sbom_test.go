package release

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"quoin/test/program"
)

// schemas finds the schemas of CycloneDX among the files of its library.
type schemas struct{ dir string }

// Load implements jsonschema.URLLoader.
func (s schemas) Load(address string) (any, error) {
	name := filepath.Base(address)
	if name == "jsf-0.82.schema.json" {
		name = "jsf-0.82.schemax.json" // as the library calls it
	}
	f, err := os.Open(filepath.Join(s.dir, "schema", name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return jsonschema.UnmarshalJSON(f)
}

// run runs go.
func run(t *testing.T, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("go", args...)
	out, err := cmd.Output()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		t.Fatalf("go %s: %v: %s", strings.Join(args, " "), err, exit.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestListOfParts lists the parts of the program: in the form that CycloneDX
// wants, all that are in it, each with its licence, and twice the same.
func TestListOfParts(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	bin, err := program.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	sbom := filepath.Join(dir, "sbom")
	run(t, "build", "-o", sbom, "quoin/scripts/sbom")
	list := func() []byte {
		t.Helper()
		out, err := exec.Command(sbom, bin, "1.2.3").Output()
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	text := list()
	if again := list(); !bytes.Equal(text, again) {
		t.Error("the second list differs")
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(schemas{strings.TrimSpace(string(run(t, "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go")))})
	schema, err := c.Compile("http://cyclonedx.org/schema/bom-1.6.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(document); err != nil {
		t.Error(err)
	}
	document.(map[string]any)["specVersion"] = 7
	if schema.Validate(document) == nil {
		t.Error("the schema takes anything")
	}
	var bom struct {
		Metadata   struct{ Component struct{ Version string } }
		Components []struct {
			Name, Version, PURL string
			Licenses            []any
		}
	}
	if err := json.Unmarshal(text, &bom); err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(bin)
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, c := range bom.Components {
		listed[c.Name+"@"+c.Version] = true
		if len(c.Licenses) == 0 {
			t.Errorf("%s has no licence", c.Name)
		}
	}
	for _, m := range info.Deps {
		if !listed[m.Path+"@"+m.Version] {
			t.Errorf("%s %s isn't listed", m.Path, m.Version)
		}
	}
	if bom.Metadata.Component.Version != "1.2.3" || len(listed) != len(info.Deps)+1 {
		t.Errorf("%+v, %d parts of %d", bom.Metadata, len(listed), len(info.Deps)+1)
	}
}

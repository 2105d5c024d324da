package clients

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The generator of Go clients, and what its clients import.
const (
	goGenerator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2"
	goRuntime   = "github.com/oapi-codegen/runtime@v1.9.0"
)

// TestGoClient generates a Go client from the description that a site serves, compiles it,
// and reads with each of its methods that reads: what comes has the types that were promised.
func TestGoClient(t *testing.T) {
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%.3000s", name, args, err, out)
		}
		return string(out)
	}
	text, err := os.ReadFile(filepath.Join("testdata", "reads.go.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"go.mod": []byte("module client\n\ngo 1.26\n"), "main.go": text} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	get := exec.Command("go", "install", goGenerator)
	get.Env = append(os.Environ(), "GOBIN="+dir, "GOFLAGS=-mod=mod")
	if out, err := get.CombinedOutput(); err != nil {
		if os.Getenv("QUOIN_TEST_STRICT") != "" {
			t.Fatalf("%v: %s", err, out)
		}
		t.Skipf("the generator can't be had: %v", err)
	}
	said := map[string]string{}
	for _, line := range site(t) {
		name, value, _ := strings.Cut(line, "=")
		said[name] = value
	}
	res, err := http.Get(said["QUOIN_BASE"] + "/api/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	document, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var api any
	if err := json.Unmarshal(document, &api); err != nil {
		t.Fatal(err)
	}
	if document, err = json.Marshal(anyOfSeveral(api)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "api.json"), document, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "api"), 0o700); err != nil {
		t.Fatal(err)
	}
	run(filepath.Join(dir, "oapi-codegen"), "-generate", "types,client", "-package", "api", "-o", "api/client.go", "api.json")
	run("go", "get", goRuntime)
	run("go", "build", "-o", "reads", ".")
	out := run(filepath.Join(dir, "reads"), said["QUOIN_BASE"]+"/api", said["QUOIN_SECRET"])
	m := regexp.MustCompile(`reads: (\d+) typed: (\d+)`).FindStringSubmatch(out)
	if m == nil || strings.Contains(out, "wrong:") {
		t.Fatal(out)
	}
	if reads, err := strconv.Atoi(m[1]); err != nil || reads < 100 || m[1] != m[2] {
		t.Error(out)
	}
	t.Log(strings.TrimSpace(fmt.Sprint(out)))
}

// anyOfSeveral has a value of one of several types be of any: the generator knows no unions
// of plain types.
func anyOfSeveral(v any) any {
	switch v := v.(type) {
	case map[string]any:
		if types, ok := v["type"].([]any); ok {
			n := 0
			for _, name := range types {
				if name != "null" {
					n++
				}
			}
			if n != 1 {
				for _, name := range []string{"type", "properties", "additionalProperties", "items"} {
					delete(v, name)
				}
			}
		}
		for name, member := range v {
			v[name] = anyOfSeveral(member)
		}
	case []any:
		for i, item := range v {
			v[i] = anyOfSeveral(item)
		}
	}
	return v
}

package api

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"quoin/internal/api/rest/dialect"
	"quoin/internal/app"
	"quoin/internal/platform/access"
)

var update = flag.Bool("update", false, "write testdata/matrix.txt anew; read the difference before you keep it")

const matrixFile = "testdata/matrix.txt"

// cell is one request of the matrix: an endpoint, asked for an object. Path and
// body may depend on the role.
type cell struct {
	method, name string
	path         func(role string) string
	body         map[string]any
}

func (c cell) key() string { return c.method + " " + c.name }

// matrixRoles are the columns, "" for an anonymous caller.
func matrixRoles() []string {
	roles := append(access.Roles(), "")
	slices.Reverse(roles)
	return roles
}

// errUndone takes back what a request of the matrix wrote.
var errUndone = errors.New("undone")

// tried is the status of a request that leaves no trace: it runs inside a
// transaction that is rolled back.
func (s *server) tried(role, method, path string, body map[string]any) (status int, text string) {
	s.t.Helper()
	err := s.app.DB.InTx(s.t.Context(), func(ctx context.Context) error {
		req := httptest.NewRequestWithContext(ctx, method, path, jsonBody(s.t, body))
		if body != nil {
			req.Header.Set("Content-Type", "application/json")
		}
		if role != "" {
			req.SetBasicAuth("test_"+role, s.secrets[role])
		}
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, req)
		status, text = w.Code, w.Body.String()
		return errUndone
	})
	if !errors.Is(err, errUndone) {
		s.t.Fatal(err)
	}
	return status, text
}

// TestMatrix asks every endpoint as every role, in both dialects and on both
// engines. The table says who may do what; it was compared with the rights that
// the reference documents.
func TestMatrix(t *testing.T) {
	want := readMatrix(t)
	engines(t, func(t *testing.T, e engine) {
		clock := newClock()
		s := start(t, app.Config{DatabaseURL: e.database(t), Preset: "full", NoCache: true, Clock: clock.now})
		f := s.seed()
		clock.unix.Add(3600) // nobody comments too fast
		reference := s.app.Reference()
		var table []string
		known := map[string]bool{}
		for _, c := range f.cells() {
			line := fmt.Sprintf("%-90s", c.key())
			for _, role := range matrixRoles() {
				path := c.path(role)
				own, text := s.tried(role, c.method, "/api"+path, c.body)
				forgets := strings.Contains(text, `"rest_cannot_delete"`) && strings.HasPrefix(c.name, "/duplicate-post/") // as the reference answers
				if own >= 500 && own != 501 && !remote(c.name) && !forgets {
					t.Errorf("%s %s as %q: %d %s", c.method, path, role, own, text)
				}
				if e.name != "sqlite" {
					line += fmt.Sprintf(" %d", own) // the dialects are the same whatever the engine
					continue
				}
				if other, text := s.tried(role, c.method, "/wp-json"+translated(reference, path), c.body); other != own {
					t.Errorf("%s %s as %q: %d, in the other dialect %d %s", c.method, path, role, own, other, text)
				}
				line += fmt.Sprintf(" %d", own)
			}
			table = append(table, line)
			known[c.key()] = true
			switch was, ok := want[c.key()]; {
			case *update:
			case !ok:
				t.Errorf("no row for a new endpoint: run go test ./test/api -run Matrix -update\n%s", line)
			case was != line:
				t.Errorf("got  %s\nwant %s", line, was)
			}
		}
		for key := range want {
			if !known[key] && !*update {
				t.Errorf("%s is in the table and not in the index", key)
			}
		}
		if *update && e.name == "sqlite" {
			writeMatrix(t, table)
		}
	})
}

// translated is a path with its query in the names of a dialect.
func translated(d *dialect.Dialect, path string) string {
	path, query, ok := strings.Cut(path, "?")
	if ok {
		query = "?" + query
	}
	// The id of an extension is a name with a slash in it.
	if id, ok := strings.CutPrefix(path, "/core/v2/plugins/"); ok {
		return d.Path("/core/v2/plugins") + "/" + d.Symbol(id) + query
	}
	return d.Path(path) + query
}

// remote tells whether an endpoint asks another site, of which tests have none.
func remote(name string) bool {
	return strings.HasPrefix(name, "/core/v2/font-collections/") || strings.HasPrefix(name, "/core/v2/block-directory") || strings.HasPrefix(name, "/core/v2/pattern-directory")
}

func readMatrix(t *testing.T) map[string]string {
	t.Helper()
	data, err := os.ReadFile(matrixFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if key, _, ok := strings.Cut(line, "  "); ok && line[0] != '#' {
			rows[key] = line
		}
	}
	return rows
}

func writeMatrix(t *testing.T, table []string) {
	t.Helper()
	head := fmt.Sprintf("# Who may do what: the status of each request as a\n#%90s stranger, subscriber, contributor, author, editor, administrator\n", "")
	if err := os.WriteFile(matrixFile, []byte(head+strings.Join(table, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

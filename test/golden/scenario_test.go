package golden

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// scenario is one file of requests.
type scenario struct {
	name     string // path below testdata without extension
	requests []request
}

func (s scenario) golden() string { return filepath.Join("testdata", s.name+".golden") }

// request is one request of a scenario, as it stands in the file.
type request struct {
	title   string
	actors  []string // logins, "" for an anonymous caller
	saves   []saved
	wait    time.Duration
	headers bool           // record all
	untyped bool           // sent without a Content-Type
	part    *regexp.Regexp // of a body that isn't JSON, nil for all
	method  string
	path    string
	header  [][2]string
	body    string
}

// saved is a value of an answer that later requests use by name.
type saved struct{ name, pointer string }

// scenarios reads all scenario files in the order of their names.
func scenarios(t testing.TB) []scenario {
	t.Helper()
	files, err := filepath.Glob("testdata/*/*.http")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	slices.Sort(files)
	var out []scenario
	for _, file := range files {
		out = append(out, readScenario(t, file))
	}
	return out
}

// preset is what the site of a scenario has: those of the core run without
// extensions, which add to what the core's resources show, but for the one that
// lists extensions.
func (s scenario) preset() string {
	if s.name == "core-v2/plugins" {
		return "full"
	}
	if strings.HasPrefix(s.name, "core-") || strings.HasPrefix(s.name, "oembed-") {
		return "core"
	}
	return "full"
}

func readScenario(t testing.TB, file string) scenario {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := scenario{name: strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(file), "testdata/"), ".http")}
	parts := strings.Split("\n"+string(data), "\n### ")
	titles := map[string]bool{}
	for _, part := range parts[1:] {
		r, err := parseRequest(part)
		if err != nil {
			t.Fatalf("%s: %q: %v", file, r.title, err)
		}
		if titles[r.title] {
			t.Fatalf("%s: two requests are called %q", file, r.title)
		}
		titles[r.title] = true
		s.requests = append(s.requests, r)
	}
	return s
}

func parseRequest(text string) (request, error) {
	title, rest, _ := strings.Cut(text, "\n")
	r := request{title: strings.TrimSpace(title), actors: []string{""}}
	lines := strings.Split(strings.TrimRight(rest, "\n"), "\n")
	for i, line := range lines {
		switch {
		case strings.HasPrefix(line, "# @"):
			if err := r.directive(line[len("# @"):]); err != nil {
				return r, err
			}
		case line == "" && r.method != "":
			r.body = strings.Join(lines[i+1:], "\n")
			return r, nil
		case line == "" || line[0] == '#':
		case r.method == "":
			method, path, ok := strings.Cut(line, " ")
			if !ok || strings.ToUpper(method) != method {
				return r, fmt.Errorf("no request: %q", line)
			}
			r.method, r.path = method, path
		default:
			name, value, ok := strings.Cut(line, ": ")
			if !ok {
				return r, fmt.Errorf("no header: %q", line)
			}
			r.header = append(r.header, [2]string{name, value})
		}
	}
	if r.method == "" {
		return r, fmt.Errorf("no request")
	}
	return r, nil
}

func (r *request) directive(text string) error {
	name, value, _ := strings.Cut(text, " ")
	switch name {
	case "as":
		r.actors = nil
		for _, actor := range strings.Split(value, ",") {
			if actor = strings.TrimSpace(actor); actor == "anonymous" {
				actor = ""
			}
			r.actors = append(r.actors, actor)
		}
	case "save":
		name, pointer, ok := strings.Cut(value, " = ")
		if !ok {
			return fmt.Errorf("@save NAME = POINTER, not %q", value)
		}
		r.saves = append(r.saves, saved{name, pointer})
	case "wait":
		d, err := time.ParseDuration(value)
		r.wait = d
		return err
	case "headers":
		r.headers = true
	case "part":
		form, err := regexp.Compile("(?s)" + value)
		r.part = form
		return err
	case "untyped":
		r.untyped = true
	default:
		return fmt.Errorf("no directive @%s", name)
	}
	return nil
}

var variable = regexp.MustCompile(`\{[a-z0-9][a-z0-9_-]*\}`)

// expand puts the values of names into a text; unknown names stay.
func expand(text string, values map[string]string) string {
	return variable.ReplaceAllStringFunc(text, func(name string) string {
		if v, ok := values[name[1:len(name)-1]]; ok {
			return v
		}
		return name
	})
}

// content is the body as it is sent, with files in the place of their lines.
// Forms get the line ends of the standard.
func (r request) content(values map[string]string, file func(name string) ([]byte, error)) ([]byte, error) {
	if r.body == "" {
		return nil, nil
	}
	var out bytes.Buffer
	end := "\n"
	if strings.HasPrefix(r.contentType(), "multipart/") {
		end = "\r\n"
	}
	lines := strings.Split(r.body, "\n")
	for i, line := range lines {
		name, isFile := strings.CutPrefix(line, "< ")
		if isFile {
			data, err := file(name)
			if err != nil {
				return nil, err
			}
			out.Write(data)
		} else {
			out.WriteString(expand(line, values))
		}
		if i+1 < len(lines) || end == "\r\n" {
			out.WriteString(end)
		}
	}
	return out.Bytes(), nil
}

func (r request) contentType() string {
	for _, h := range r.header {
		if strings.EqualFold(h[0], "Content-Type") {
			return h[1]
		}
	}
	if r.body == "" || r.untyped {
		return ""
	}
	return "application/json"
}

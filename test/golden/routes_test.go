package golden

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// route is what the site's index says about one.
type route struct {
	namespace, pattern string
	methods            []string
	description        *node
}

// routes walks the index.
func (s *site) routes() []route {
	s.t.Helper()
	root := "/api/"
	if s.reference {
		root = "/wp-json/"
	}
	w := s.serve("GET", siteURL+root+"?context=help", "", nil, nil)
	index, err := parseJSON(w.Body.Bytes())
	if err != nil {
		s.t.Fatal(err)
	}
	text := strings.ReplaceAll(w.Body.String(), `\/`, "/")
	if name := s.names.foreign(text, s.reference); name != "" {
		i := strings.Index(text, name)
		s.t.Errorf("the index has the name %s of the other dialect: %.200s", name, text[max(0, i-80):])
	}
	m := &masks{site: s}
	index.each(m.mask)
	var out []route
	list := index.find("/routes")
	for i, d := range list.values {
		r := route{namespace: d.find("/namespace").literal, pattern: list.keys[i], description: d}
		for _, e := range d.find("/endpoints").values {
			for _, method := range e.find("/methods").values {
				r.methods = append(r.methods, method.literal)
			}
		}
		out = append(out, r)
	}
	return out
}

// file is where the description of a route is recorded: one file for each
// resource.
func (r route) file() string {
	dir, rest := strings.ReplaceAll(r.namespace, "/", "-"), strings.TrimPrefix(r.pattern, "/"+r.namespace)
	if dir == "" {
		return "testdata/index.routes"
	}
	resource, _, _ := strings.Cut(strings.TrimPrefix(rest, "/"), "/")
	if resource == "" {
		resource = "index"
	}
	return path.Join("testdata", dir, resource+".routes")
}

// checkIndex compares what the index says of each route: methods, arguments
// and schema.
func checkIndex(t *testing.T, routes []route, written bool) {
	t.Helper()
	files := map[string]*strings.Builder{}
	for _, r := range routes {
		b := files[r.file()]
		if b == nil {
			b = &strings.Builder{}
			files[r.file()] = b
		}
		b.WriteString(r.pattern + "\n")
		r.description.print(b, 0)
		b.WriteString("\n\n")
	}
	for file, b := range files {
		record(t, file, b.String(), written)
	}
}

// ofExtensions are the routes of namespaces that a site without extensions
// doesn't have.
func ofExtensions(core, full []route) []route {
	return slices.DeleteFunc(full, func(r route) bool {
		return slices.ContainsFunc(core, func(c route) bool { return c.namespace == r.namespace })
	})
}

// withScenarios are the routes of namespaces that have any scenarios.
func withScenarios(list []scenario, routes []route) []route {
	return slices.DeleteFunc(slices.Clone(routes), func(r route) bool {
		return !slices.ContainsFunc(list, func(sc scenario) bool {
			return strings.HasPrefix(sc.name, strings.ReplaceAll(r.namespace, "/", "-")+"/")
		})
	})
}

// checkEveryEndpoint walks the index: each route must have an answer on record
// to each of its methods, and one that refuses.
func checkEveryEndpoint(t *testing.T, routes []route) {
	t.Helper()
	answers := recordedAnswers(t)
	for _, r := range routes {
		pattern, err := regexp.Compile("^" + r.pattern + "$")
		if err != nil {
			t.Fatal(err)
		}
		given, refused := map[string]bool{}, false
		for _, a := range answers {
			if pattern.MatchString(a.path) && slices.Contains(r.methods, a.method) {
				given[a.method] = given[a.method] || a.status < 400 || onlyRefuses(a, r)
				refused = refused || a.status >= 400
			}
		}
		for _, method := range r.methods {
			if !given[method] {
				t.Errorf("%s %s has no scenario with a good answer", method, r.pattern)
			}
		}
		description := r.pattern == "/"+r.namespace // public, so it refuses nobody
		if !refused && !description {
			t.Errorf("%s has no scenario that is refused", r.pattern)
		}
	}
}

// onlyRefuses tells whether an endpoint has no good answer: nobody may delete
// revisions, nothing is fetched from stores of others, the abilities that there
// are only read, and forms, which bring files, are read with POST only.
func onlyRefuses(a answer, r route) bool {
	switch {
	case a.method == "DELETE" && strings.Contains(r.pattern, "/revisions/"):
		return true
	case strings.HasSuffix(r.pattern, "callback") && strings.HasPrefix(r.pattern, "/seo/v1/ai_generator/"):
		return true // the service calls it while it is asked for tokens: see api.TestSEOWriter
	case r.pattern == "/quoin/v1/changes/stream":
		return true // it doesn't end: see api.TestStreams
	case a.method != "POST" && strings.HasPrefix(r.pattern, "/core/v2/font-families/"):
		return true // nothing is what PUT and PATCH ask for: see fonts.TestFamilies
	case a.method != "POST" && r.pattern == "/quoin/v1/mcp":
		return true // there are no streams and no sessions
	case a.method != "POST" && strings.HasPrefix(r.pattern, "/redirection/v1/import/file/"):
		return true
	case strings.HasPrefix(r.pattern, "/analytics/v1/onboarding/"): // the key is told to administrators alone
		return true
	case r.pattern == "/core/v2/plugins" && a.method == "POST", strings.HasPrefix(r.pattern, "/core/v2/font-collections/"):
		return true
	}
	return a.method != "GET" && strings.HasSuffix(r.pattern, "/run")
}

// answer is one that is on record.
type answer struct {
	method, path string
	status       int
}

var recordedAnswer = regexp.MustCompile(`(?m)^### .*\n([A-Z]+) (\S+) \(.*\)\n(\d+)$`)

// recordedAnswers reads all golden files; the names of objects in paths become
// numbers.
func recordedAnswers(t testing.TB) []answer {
	t.Helper()
	var out []answer
	for _, sc := range scenarios(t) {
		data, err := os.ReadFile(sc.golden())
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range recordedAnswer.FindAllStringSubmatch(string(data), -1) {
			a := answer{method: m[1], path: variable.ReplaceAllString(m[2], "1")}
			a.path, _, _ = strings.Cut(a.path, "?")
			if _, err := fmt.Sscan(m[3], &a.status); err != nil {
				t.Fatal(err)
			}
			out = append(out, a)
		}
	}
	return out
}

// checkRecords finds records whose scenario or route is gone.
func checkRecords(t *testing.T, list []scenario, routes []route) {
	t.Helper()
	known := map[string]bool{}
	for _, sc := range list {
		known[sc.golden()] = true
	}
	for _, r := range routes {
		known[r.file()] = true
	}
	for _, pattern := range []string{"testdata/*/*.golden", "testdata/*.routes", "testdata/*/*.routes"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if !known[file] {
				t.Errorf("%s is a record of nothing: remove it", file)
			}
		}
	}
}

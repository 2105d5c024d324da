package coretest

import (
	"fmt"
	"strings"
)

// Step is one request of a scenario and what it must answer.
type Step struct {
	Role, Method, Path, Body string
	Status                   int
	Code                     string
	// Keep remembers the id of the answer: {name} in later paths and bodies.
	Keep string
	// Want are members that the answer must have, printed as JSON prints them:
	// a path with slashes, "=" and the value.
	Want []string
}

// Run sends the requests of a scenario in order, in one dialect: "own" or
// "reference". Paths and bodies are in its names. {role} stands for the id of
// a role's account.
func (s *Site) Run(dialect string, steps []Step) {
	s.t.Helper()
	send := s.Do
	if dialect == "reference" {
		send = s.DoReference
	}
	known := map[string]string{}
	for role, id := range s.IDs {
		known["{"+role+"}"] = fmt.Sprint(id)
	}
	for _, step := range steps {
		for name, v := range known {
			step.Path = strings.ReplaceAll(step.Path, name, v)
			step.Body = strings.ReplaceAll(step.Body, name, v)
		}
		a := send(step.Role, step.Method, step.Path, step.Body)
		if a.Status != step.Status || a.Code() != step.Code {
			s.t.Errorf("%s %s %s %s: %d %q, want %d %q\n%s", step.Role, step.Method, step.Path, step.Body,
				a.Status, a.Code(), step.Status, step.Code, a.Text)
		}
		if step.Keep != "" {
			known["{"+step.Keep+"}"] = fmt.Sprint(a.at("id"))
		}
		for _, want := range step.Want {
			path, v, _ := strings.Cut(want, "=")
			for name, known := range known {
				v = strings.ReplaceAll(v, name, known)
			}
			if got := fmt.Sprint(a.at(path)); got != v {
				s.t.Errorf("%s %s %s: %s is %s, want %s\n%s", step.Role, step.Method, step.Path, path, got, v, a.Text)
			}
		}
	}
}

// Fill puts ids for their names in braces, and for those of roles the ids of
// their accounts.
func (s *Site) Fill(text string, ids map[string]string) string {
	for role, id := range s.IDs {
		text = strings.ReplaceAll(text, "{"+role+"}", fmt.Sprint(id))
	}
	for name, id := range ids {
		text = strings.ReplaceAll(text, "{"+name+"}", id)
	}
	return text
}

// at is the value at a path with slashes; numbers are list indexes.
func (a Answer) at(path string) any {
	var keys []any
	for _, key := range strings.Split(path, "/") {
		var n int
		if _, err := fmt.Sscanf(key, "%d", &n); err == nil {
			keys = append(keys, n)
			continue
		}
		keys = append(keys, key)
	}
	return a.Get(keys...)
}

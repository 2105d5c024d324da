package api

import (
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"quoin/internal/app"
)

var (
	fenced    = regexp.MustCompile("(?s)```(\\w+)\n(.*?)```")
	setsPlace = regexp.MustCompile(`^(SITE|AUTH)=`)
)

// TestBookShop makes the book shop of docs/content-types.md: its files are applied and its
// lines run as they stand there, but for the address and the password.
func TestBookShop(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/content-types.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("there is no curl")
	}
	s := start(t, app.Config{})
	web := httptest.NewServer(s.handler)
	t.Cleanup(web.Close)
	var files, lines []string
	for _, block := range fenced.FindAllStringSubmatch(string(text), -1) {
		switch block[1] {
		case "json":
			files = append(files, block[2])
		case "sh":
			for line := range strings.Lines(block[2]) {
				line = strings.TrimSpace(line)
				if !setsPlace.MatchString(line) && !strings.HasPrefix(line, "quoin ") {
					lines = append(lines, line)
				}
			}
		}
	}
	if err := s.define(files...); err != nil {
		t.Fatal(err)
	}
	const end = "\n=====\n"
	script := strings.Join(lines, "\nprintf '"+strings.ReplaceAll(end, "\n", `\n`)+"'\n")
	cmd := exec.CommandContext(t.Context(), "sh", "-c", script)
	cmd.Env = append(os.Environ(), "SITE="+web.URL+"/wp-json/wp/v2", "AUTH=test_editor:"+s.secrets["editor"])
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	answers := strings.Split(string(out), end)
	want := []string{
		"", `"name":"Crime"`, `"isbn":"978-1","price":12.5`, `"isbn":"978-2","price":30`,
		`"rendered":"Quarries"`, `"fields.writer":[{"id":`, `"fields.books":[[{"id":`, `"code":"rest_field_taken"`,
	}
	if len(answers) != len(want) {
		t.Fatalf("%d lines, want %d: %q", len(answers), len(want), lines)
	}
	for i, w := range want {
		if !strings.Contains(answers[i], w) {
			t.Errorf("%s\nanswers %.600s\nwithout %s", lines[i], answers[i], w)
		}
	}
	if got := titles(t, s.do("", "GET", "/api/core/v2/books?fields[price][lte]=20", nil)); !slices.Equal(got, []string{"Quarries"}) {
		t.Errorf("books for little: %v", got)
	}
}

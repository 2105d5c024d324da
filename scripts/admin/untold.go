package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// A text that people read begins with a capital letter, a digit or a sign, or has several
// small words. What only looks like one is a name of types of structured data, of headers,
// of parts of protocols, a format of dates, or what packages want to be told before they are used.
var (
	readable = regexp.MustCompile(`(?s)^[("“]?[A-Z0-9%].*[a-z]|^(On|No|OK)\.?$|^[a-z]+( [a-z]+){2,}[.!?]?$`)
	names    = regexp.MustCompile(`^([A-Z][a-z]+([A-Z][A-Za-z]+)+|[A-Z]+[A-Z][a-z]+|[A-Z][\w]*(-[A-Z][\w]*)+|%%\w+%%|\d+d|\d+px \w+|I acknowledge private features.*|Article|Report|Paper|Enter|Escape|[A-Za-z]([ ,.:/-]{1,2}[A-Za-z])+)$`)
)

// untold finds texts of our scripts that no catalogue can translate, since they aren't looked
// up by one of the functions for that. It fails naming them all.
func untold(source string) error {
	var all []error
	for _, dir := range []string{filepath.Join(source, "src"), filepath.Join(source, "..", "..", "internal", "ext")} {
		err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".js" && filepath.Ext(path) != ".jsx" {
				return err
			}
			if in := filepath.Base(filepath.Dir(path)); strings.Contains(path, filepath.Join("internal", "ext")) && in != "screen" && in != "editor" {
				return nil // a script of pages, which isn't the admin's
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			found, err := beside(string(text))
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			for _, f := range found {
				all = append(all, fmt.Errorf("%s: %q isn't looked up by __ or _n, so it can't be translated", path, f))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return errors.Join(all...)
}

// beside are the texts of a script that aren't arguments of functions that look texts up.
// Text between elements is an argument in the script that is made of it.
func beside(script string) ([]string, error) {
	made := api.Transform(script, api.TransformOptions{Loader: api.LoaderJSX, JSX: api.JSXAutomatic, Charset: api.CharsetUTF8, LegalComments: api.LegalCommentsNone, MinifyWhitespace: true})
	if len(made.Errors) > 0 {
		return nil, errors.New(made.Errors[0].Text)
	}
	code := string(made.Code)
	for _, m := range reverse(call.FindAllStringIndex(code, -1)) {
		code = code[:m[1]] + withoutTexts(code[m[1]:])
	}
	var found []string
	for i := 0; i < len(code); i++ {
		if !strings.Contains("\"'`", code[i:i+1]) {
			continue
		}
		if code[i] != '`' && i > 0 && strings.Contains("=!", code[i-1:i]) && i > 1 && code[i-2] == '=' {
			// what something is compared with is never shown
			i = end(code, i)
			continue
		}
		from := i
		i = end(code, i)
		text := code[from+1 : i]
		if code[from] == '`' {
			text = places.ReplaceAllString(text, "")
			if strings.Contains(text, "<svg") {
				continue
			}
			if words.MatchString(text) {
				found = append(found, text)
			}
			continue
		}
		if named := i+1 < len(code) && code[i+1] == ':' && from > 0 && strings.Contains("{,", code[from-1:from]); named {
			continue // the name of a member
		}
		if readable.MatchString(text) && !names.MatchString(text) && !imported(code[:from]) {
			found = append(found, text)
		}
	}
	return found, nil
}

var (
	places = regexp.MustCompile(`\$\{[^}]*\}`)
	words  = regexp.MustCompile(`[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]+ `)
)

// imported tells whether code ends where the name of a module stands.
func imported(code string) bool {
	return strings.HasSuffix(code, "from") || strings.HasSuffix(code, "import")
}

// end is where a literal that begins at i ends.
func end(code string, i int) int {
	for j := i + 1; j < len(code); j++ {
		switch code[j] {
		case '\\':
			j++
		case code[i]:
			return j
		}
	}
	return len(code) - 1
}

// withoutTexts leaves out the literals at the start of the arguments of a call.
func withoutTexts(rest string) string {
	for range 4 {
		_, after, ok := literal(skip(rest))
		if !ok {
			return rest
		}
		rest = strings.TrimPrefix(after, ",")
	}
	return rest
}

func reverse(list [][]int) [][]int {
	out := make([][]int, 0, len(list))
	for i := len(list) - 1; i >= 0; i-- {
		out = append(out, list[i])
	}
	return out
}

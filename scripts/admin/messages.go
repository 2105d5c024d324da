package main

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Files that list the texts that scripts say, of the packages and of our screens. The server
// gives pages the translations of these.
const (
	packagesSay = "messages-packages.json"
	screensSay  = "messages-screens.json"
)

// contextMark stands between the context and the id of a text, as packs of languages have it.
const contextMark = "\x04"

// messages lists the ids of all texts that the sources of a pass say, with their contexts.
func messages(source, metafile string) ([]byte, error) {
	var meta struct {
		Inputs map[string]json.RawMessage `json:"inputs"`
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, err
	}
	said := map[string]bool{}
	for input := range meta.Inputs {
		name := filepath.Base(input)
		script := slices.Contains([]string{".js", ".mjs", ".cjs", ".jsx"}, filepath.Ext(name))
		if !script && name != "block.json" || strings.Contains(input, ":") {
			continue // neither says anything, or it is no file
		}
		text, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(input)))
		if err != nil {
			return nil, err
		}
		if script {
			saidBy(string(text), said)
		} else if err := saidOfBlock(text, said); err != nil {
			return nil, err
		}
	}
	return json.Marshal(slices.Sorted(maps.Keys(said)))
}

// call is one of the functions that look a text up.
var call = regexp.MustCompile(`\b(__|_x|_n|_nx)\)?\(`)

// saidBy finds the texts that a script looks up by literals.
func saidBy(script string, said map[string]bool) {
	for _, m := range call.FindAllStringSubmatchIndex(script, -1) {
		args := literals(script[m[1]:])
		if len(args) == 0 || args[0] == nil {
			continue
		}
		context := map[string]int{"_x": 1, "_nx": 3}[script[m[2]:m[3]]]
		switch {
		case context == 0:
			said[*args[0]] = true
		case context < len(args) && args[context] != nil:
			said[*args[context]+contextMark+*args[0]] = true
		}
	}
}

// literals are the arguments of a call, up to four; nil for those that are no literal.
func literals(rest string) []*string {
	var args []*string
	for len(args) < 4 {
		rest = skip(rest)
		text, after, ok := literal(rest)
		if ok {
			rest = skip(after)
			args = append(args, &text)
		} else {
			args = append(args, nil)
			rest = beyond(rest)
		}
		if !strings.HasPrefix(rest, ",") {
			break
		}
		rest = rest[1:]
	}
	return args
}

// skip leaves out space and comments.
func skip(s string) string {
	for {
		s = strings.TrimLeft(s, " \t\r\n")
		switch {
		case strings.HasPrefix(s, "//"):
			_, s, _ = strings.Cut(s, "\n")
		case strings.HasPrefix(s, "/*"):
			_, s, _ = strings.Cut(s, "*/")
		default:
			return s
		}
	}
}

// beyond is what follows an argument that is no literal.
func beyond(s string) string {
	depth := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return s[i:]
			}
		case ',':
			if depth == 0 {
				return s[i:]
			}
		}
	}
	return ""
}

var escape = regexp.MustCompile(`(?s)\\(u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|\r?\n|.)`)

// literal reads a text of a script, of one piece.
func literal(s string) (text, rest string, ok bool) {
	if s == "" || !strings.Contains("\"'`", s[:1]) {
		return "", s, false
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == s[0]:
			text = escape.ReplaceAllStringFunc(s[1:i], func(e string) string {
				switch e[1] {
				case 'u', 'x':
					if n, err := strconv.ParseInt(strings.Trim(e[2:], "{}"), 16, 32); err == nil {
						return string(rune(n))
					}
				case 'n':
					return "\n"
				case 't':
					return "\t"
				case '\n', '\r':
					return ""
				}
				return e[1:]
			})
			rest = skip(s[i+1:])
			return text, rest, rest != "" && (rest[0] == ',' || rest[0] == ')') && !(s[0] == '`' && strings.Contains(text, "${"))
		}
	}
	return "", s, false
}

// saidOfBlock are what editors look up of the description of a block type.
func saidOfBlock(text []byte, said map[string]bool) error {
	type described struct {
		Title, Description string
		Keywords           []string
	}
	var b struct {
		described
		Styles     []struct{ Label string }
		Variations []described
	}
	if err := json.Unmarshal(text, &b); err != nil {
		return err
	}
	say := func(context string, texts ...string) {
		for _, text := range texts {
			if text != "" {
				said[context+contextMark+text] = true
			}
		}
	}
	say("block title", b.Title)
	say("block description", b.Description)
	say("block keyword", b.Keywords...)
	for _, s := range b.Styles {
		say("block style label", s.Label)
	}
	for _, v := range b.Variations {
		say("block variation title", v.Title)
		say("block variation description", v.Description)
		say("block variation keyword", v.Keywords...)
	}
	return nil
}

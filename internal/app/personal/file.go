package personal

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"slices"
	"strings"
)

// WriteFile writes what the site knows of whoever has an address, as a ZIP file: for programs
// in export.json, and for people in index.html.
func (d *Data) WriteFile(ctx context.Context, email string, w io.Writer) error {
	p, err := d.withEmail(ctx, email)
	if err != nil {
		return err
	}
	var known bytes.Buffer
	if err := d.export(ctx, p, email, &known); err != nil {
		return err
	}
	file := zip.NewWriter(w)
	part, err := file.Create("export.json")
	if err != nil {
		return err
	}
	if _, err := part.Write(known.Bytes()); err != nil {
		return err
	}
	if part, err = file.Create("index.html"); err != nil {
		return err
	}
	if err := writeReport(part, email, d.Site.Base(ctx), known.Bytes()); err != nil {
		return err
	}
	return file.Close()
}

// pair is a value under its name.
type pair struct{ Name, Value string }

// group is one kind of what is known: things of it, each with its values.
type group struct {
	ID, Name string
	Items    [][]pair
}

// groupsOf are the kinds of what an export tells.
func groupsOf(known []byte) ([]group, error) {
	dec := json.NewDecoder(bytes.NewReader(known))
	dec.UseNumber()
	var all map[string]any
	if err := dec.Decode(&all); err != nil {
		return nil, fmt.Errorf("read an export again: %w", err)
	}
	about := group{ID: "about", Name: "About"}
	groups := []group{about}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		g := group{ID: name, Name: spaced(name)}
		switch v := all[name].(type) {
		case map[string]any:
			g.Items = [][]pair{pairsOf(v)}
		case []any:
			for _, item := range v {
				if o, ok := item.(map[string]any); ok {
					g.Items = append(g.Items, pairsOf(o))
				} else {
					g.Items = append(g.Items, []pair{{"", shown(item)}})
				}
			}
		default:
			if len(groups[0].Items) == 0 {
				groups[0].Items = [][]pair{nil}
			}
			groups[0].Items[0] = append(groups[0].Items[0], pair{spaced(name), shown(v)})
			continue
		}
		if len(g.Items) > 0 {
			groups = append(groups, g)
		}
	}
	return groups, nil
}

func spaced(name string) string { return strings.ReplaceAll(name, "_", " ") }

func pairsOf(o map[string]any) []pair {
	var all []pair
	for _, name := range slices.Sorted(maps.Keys(o)) {
		if text := shown(o[name]); text != "" {
			all = append(all, pair{spaced(name), text})
		}
	}
	return all
}

// shown is a value as a text.
func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case map[string]any, []any:
		text, err := json.MarshalIndent(v, "", "  ")
		if err != nil || len(text) == len("[]") {
			return ""
		}
		return string(text)
	default:
		return fmt.Sprint(v)
	}
}

var report = template.Must(template.New("report").Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<title>Personal data of {{.Email}} at {{.Site}}</title>
<style>body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em } table { border-collapse: collapse; margin-bottom: 1em; width: 100% } th, td { border: 1px solid #ddd; padding: .3em .6em; text-align: start; vertical-align: top } th { width: 20% } td { white-space: pre-wrap; overflow-wrap: anywhere }</style>
</head>
<body>
<h1>Personal data of {{.Email}} at {{.Site}}</h1>
<ul>{{range .Groups}}
<li><a href="#{{.ID}}">{{.Name}}</a>{{with len .Items}} ({{.}}){{end}}</li>{{end}}
</ul>
{{range .Groups}}<h2 id="{{.ID}}">{{.Name}}</h2>
{{range .Items}}<table>
{{range .}}<tr><th scope="row">{{.Name}}</th><td>{{.Value}}</td></tr>
{{end}}</table>
{{end}}{{end}}</body>
</html>
`))

func writeReport(w io.Writer, email, site string, known []byte) error {
	groups, err := groupsOf(known)
	if err != nil {
		return err
	}
	return report.Execute(w, map[string]any{"Email": email, "Site": site, "Groups": groups})
}

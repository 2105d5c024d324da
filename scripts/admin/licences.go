package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// licencesName is the file that tells of what is bundled.
const licencesName = "licences.txt"

// licences lists the packages that went into bundles, with version, licence and where
// their sources are.
func licences(source string, metafiles []string) ([]byte, error) {
	folders := map[string]bool{}
	for _, metafile := range metafiles {
		var meta struct {
			Outputs map[string]struct {
				Inputs map[string]json.RawMessage `json:"inputs"`
			} `json:"outputs"`
		}
		if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
			return nil, err
		}
		for _, output := range meta.Outputs {
			for input := range output.Inputs {
				if strings.HasPrefix(input, "(disabled):") {
					continue // replaced by nothing
				}
				if folder := packageOf(input); folder != "" {
					folders[folder] = true
				}
			}
		}
	}
	lines := []string{"What the bundle of the admin is made of. Its own sources are part of Quoin (GPL-2.0-or-later); together with packages under the GPL-3.0 it is under that."}
	for _, folder := range slices.Sorted(maps.Keys(folders)) {
		text, err := os.ReadFile(filepath.Join(source, filepath.FromSlash(folder), "package.json"))
		if err != nil {
			return nil, err
		}
		var p struct {
			Name, Version string
			License       json.RawMessage
		}
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		var licence string
		if json.Unmarshal(p.License, &licence) != nil || licence == "" {
			licence = cmp.Or(string(p.License), "not said")
		}
		if strings.HasPrefix(licence, "MPL") {
			return nil, fmt.Errorf("%s is under the %s, which the bundle leaves out", p.Name, licence)
		}
		base := p.Name[strings.LastIndex(p.Name, "/")+1:]
		lines = append(lines, fmt.Sprintf("%s %s, %s, https://registry.npmjs.org/%s/-/%s-%s.tgz", p.Name, p.Version, licence, p.Name, base, p.Version))
	}
	return []byte(strings.Join(lines, "\n") + "\n"), nil
}

// packageOf is the folder of the package that a file belongs to, "" for one of ours.
func packageOf(path string) string {
	const modules = "node_modules/"
	i := strings.LastIndex(path, modules)
	if i < 0 {
		return ""
	}
	parts := strings.SplitN(path[i+len(modules):], "/", 3)
	if strings.HasPrefix(parts[0], "@") && len(parts) > 1 {
		parts[0] += "/" + parts[1]
	}
	return path[:i] + modules + parts[0]
}

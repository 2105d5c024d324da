// Command sbom lists what a built program is made of, as CycloneDX: its modules
// with their versions, checksums and licences, from what the Go toolchain wrote
// into the program. Usage: sbom PROGRAM VERSION >FILE
//
// Two runs for the same program write the same bytes.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/licenseclassifier/v2/assets"
	"github.com/google/uuid"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sbom PROGRAM VERSION")
		os.Exit(2)
	}
	if err := write(os.Stdout, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(w io.Writer, path, version string) error {
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return err
	}
	digest, err := digestOf(path)
	if err != nil {
		return err
	}
	licences, err := newLicences()
	if err != nil {
		return err
	}
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	name := filepath.Base(path)
	top := cdx.Component{
		BOMRef: name, Type: cdx.ComponentTypeApplication, Name: "quoin", Version: version,
		Hashes:     &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: digest}},
		Properties: properties("file", name, "os", settings["GOOS"], "architecture", settings["GOARCH"], "vcs.revision", settings["vcs.revision"]),
	}
	bom := cdx.NewBOM()
	// A serial number that follows from the program, not from the day.
	bom.SerialNumber = uuid.NewSHA1(uuid.NameSpaceOID, []byte(digest)).URN()
	bom.Metadata = &cdx.Metadata{Component: &top}
	components := []cdx.Component{{
		BOMRef: "std", Type: cdx.ComponentTypeLibrary, Name: "std", Version: info.GoVersion,
		PackageURL: "pkg:golang/std@" + strings.TrimPrefix(info.GoVersion, "go"), Licenses: licence("BSD-3-Clause"),
	}}
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		c, err := component(m, licences)
		if err != nil {
			return err
		}
		components = append(components, c)
	}
	var refs []string
	for _, c := range components {
		refs = append(refs, c.BOMRef)
	}
	slices.Sort(refs)
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: top.BOMRef, Dependencies: &refs}}
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bom, cdx.SpecVersion1_6)
}

func digestOf(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, f)
	return hex.EncodeToString(sum.Sum(nil)), err
}

func properties(pairs ...string) *[]cdx.Property {
	var list []cdx.Property
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			list = append(list, cdx.Property{Name: "quoin:" + pairs[i], Value: pairs[i+1]})
		}
	}
	return &list
}

func component(m *debug.Module, l *licences) (cdx.Component, error) {
	purl := "pkg:golang/" + m.Path + "@" + m.Version
	c := cdx.Component{BOMRef: purl, Type: cdx.ComponentTypeLibrary, Name: m.Path, Version: m.Version, PackageURL: purl, Properties: properties("go.sum", m.Sum)}
	id, err := l.of(m)
	if err != nil {
		return c, fmt.Errorf("licence of %s: %w", m.Path, err)
	}
	if id != "" {
		c.Licenses = licence(id)
	}
	return c, nil
}

func licence(id string) *cdx.Licenses {
	if strings.Contains(id, " ") {
		return &cdx.Licenses{{Expression: id}}
	}
	return &cdx.Licenses{{License: &cdx.License{ID: id}}}
}

// licences reads the licences of modules from their files.
type licences struct {
	classify func([]byte) []string
	folder   func(path, version string) (string, error)
}

// surely is how much of a licence's text a file must have.
const surely = 0.9

func newLicences() (*licences, error) {
	classifier, err := assets.DefaultClassifier()
	if err != nil {
		return nil, err
	}
	return &licences{
		classify: func(text []byte) (ids []string) {
			for _, m := range classifier.Match(text).Matches {
				if m.MatchType == "License" && m.Confidence >= surely && !slices.Contains(ids, m.Name) {
					ids = append(ids, m.Name)
				}
			}
			return ids
		},
		folder: moduleFolder,
	}, nil
}

// moduleFolder is where the files of a module are, which go downloads when they
// aren't there.
func moduleFolder(path, version string) (string, error) {
	out, err := exec.Command("go", "mod", "download", "-json", path+"@"+version).Output()
	var m struct{ Dir, Error string }
	if parsed := json.Unmarshal(out, &m); parsed != nil {
		return "", errors.Join(err, parsed)
	}
	if m.Error != "" {
		return "", errors.New(m.Error)
	}
	return m.Dir, nil
}

// of is the licence of a module as an SPDX expression; "" if it can't be told.
func (l *licences) of(m *debug.Module) (string, error) {
	dir, err := l.folder(m.Path, m.Version)
	if err != nil {
		return "", err
	}
	files, err := os.ReadDir(dir)
	if err != nil {
		return "", err
	}
	var ids []string
	for _, f := range files {
		name := strings.ToUpper(f.Name())
		if f.IsDir() || !strings.HasPrefix(name, "LICEN") && !strings.HasPrefix(name, "COPYING") && !strings.HasPrefix(name, "UNLICENSE") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return "", err
		}
		for _, id := range l.classify(text) {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " AND "), nil
}

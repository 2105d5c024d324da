// Command pack puts a built program into the archive of a release: with licence,
// documents, manual pages, completions of shells, and what runs it as a service.
// Usage: pack PROGRAM NATIVE NAME FOLDER
//
// NATIVE is the same program for this system, which prints manual pages and
// completions. NAME is that of the archive and of the one folder in it. A PROGRAM for
// Windows (.exe) gets a zip file, any other a tar file with gzip. It is run in the
// checkout. All times are that of SOURCE_DATE_EPOCH, so two runs write the same bytes.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	if len(os.Args) != 5 {
		fmt.Fprintln(os.Stderr, "usage: pack PROGRAM NATIVE NAME FOLDER")
		os.Exit(2)
	}
	archive, err := pack(os.Args[1], os.Args[2], os.Args[3], os.Args[4])
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
	fmt.Println(archive)
}

// file is one file of an archive.
type file struct {
	name   string // with slashes, below the one folder
	text   []byte
	active bool // it can be run
}

func pack(program, native, name, folder string) (archive string, err error) {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return "", errors.New("SOURCE_DATE_EPOCH must be the time of the sources in seconds")
	}
	windows := strings.HasSuffix(program, ".exe")
	called := "quoin"
	if windows {
		called += ".exe"
	}
	text, err := os.ReadFile(program) // #nosec G304 -- the caller names it
	if err != nil {
		return "", err
	}
	files := []file{{called, text, true}}
	for _, gather := range []func() ([]file, error){documents, func() ([]file, error) { return manual(native) }, func() ([]file, error) { return completions(native) }} {
		more, err := gather()
		if err != nil {
			return "", err
		}
		files = append(files, more...)
	}
	for i := range files {
		files[i].name = path.Join(name, files[i].name)
	}
	archive, write := filepath.Join(folder, name+".tar.gz"), writeTar
	if windows {
		archive, write = filepath.Join(folder, name+".zip"), writeZip
	}
	out, err := os.Create(archive) // #nosec G304 -- the caller names it
	if err != nil {
		return "", err
	}
	return archive, errors.Join(write(out, files, time.Unix(seconds, 0).UTC()), out.Close())
}

// documents are the files that are taken as they are.
func documents() (files []file, err error) {
	for _, pattern := range []string{"LICENSE", "README.md", "CHANGELOG.md", "docs/*.md", "docs/adr/*.md", "packaging/*"} {
		names, err := fs.Glob(os.DirFS("."), pattern)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("%s isn't here; start in the checkout", pattern)
		}
		for _, name := range names {
			text, err := os.ReadFile(name) // #nosec G304 -- a file of the checkout
			if err != nil {
				return nil, err
			}
			files = append(files, file{name: name, text: text})
		}
	}
	return files, nil
}

// manual has the program write its manual pages.
func manual(program string) (files []file, err error) {
	dir, err := os.MkdirTemp("", "manual")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if _, err := printed(program, "man", dir); err != nil {
		return nil, err
	}
	pages, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(dir, page.Name())) // #nosec G304 -- written a moment ago
		if err != nil {
			return nil, err
		}
		section := strings.TrimPrefix(path.Ext(page.Name()), ".")
		files = append(files, file{name: path.Join("man", "man"+section, page.Name()), text: text})
	}
	return files, nil
}

// completions has the program print what shells complete by.
func completions(program string) (files []file, err error) {
	for _, c := range []struct{ shell, name string }{{"bash", "quoin.bash"}, {"fish", "quoin.fish"}, {"powershell", "quoin.ps1"}, {"zsh", "_quoin"}} {
		text, err := printed(program, "completion", c.shell)
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: path.Join("completions", c.name), text: text})
	}
	return files, nil
}

func printed(program string, args ...string) ([]byte, error) {
	cmd := exec.Command(program, args...) // #nosec G204 -- the program that was built
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", program, strings.Join(args, " "), err)
	}
	return out, nil
}

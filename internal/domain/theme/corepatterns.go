package theme

import (
	"embed"
	"io/fs"
	"slices"
	"sync"
)

//go:embed data/patterns/*.html
var patternFiles embed.FS

// corePatterns are the patterns that every site has, in the order of their
// files.
var corePatterns = sync.OnceValue(func() []Pattern {
	names, err := fs.Glob(patternFiles, "data/patterns/*.html")
	if err != nil {
		panic("theme: " + err.Error()) // the files are part of the program
	}
	slices.Sort(names)
	var out []Pattern
	for _, name := range names {
		source, err := patternFiles.ReadFile(name)
		if err != nil {
			panic("theme: " + err.Error())
		}
		p, err := parsePattern(name, string(source))
		if err != nil {
			panic("theme: " + name + ": " + err.Error())
		}
		// The reference's own say no more of themselves than their titles.
		p.Description, p.Source = "", "core"
		out = append(out, p)
	}
	return out
})

// AllPatterns are the patterns of a site with the theme: those that every site
// has, unless the theme doesn't want them, and its own. One of its own takes
// the place of a general one of the same name.
func (t *Theme) AllPatterns() []Pattern {
	if t == nil {
		return corePatterns()
	}
	t.allPatterns.Do(func() {
		if !t.Registered.NoCorePatterns {
			for _, p := range corePatterns() {
				p.Title = t.core.In("Block pattern title", p.Title)
				if !slices.ContainsFunc(t.Patterns, func(o Pattern) bool { return o.Slug == p.Slug }) {
					t.patterns = append(t.patterns, p)
				}
			}
		}
		t.patterns = append(t.patterns, t.Patterns...)
	})
	return t.patterns
}

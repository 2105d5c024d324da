package dump

import (
	"slices"
	"strings"
)

// ofServers are databases that a server has for itself, which a dump of all has too.
var ofServers = []string{"mysql", "sys", "information_schema", "performance_schema"}

// databases are those that a dump says it is of.
type databases struct {
	current string // the one that statements are of, "" where nothing was said
	// seen are the ones that have tables, others those of them that weren't taken though
	// nobody said which to take.
	seen, others []string
	told         bool // wanted came from whoever reads
}

// use takes the database that the next statements are of.
func (p *parser) use() error {
	if err := p.advance(); err != nil {
		return err
	}
	name, err := p.name()
	if err != nil {
		return err
	}
	p.current = name
	return p.rest()
}

// chosen tells whether the statement is of the database that is taken: the one that is wanted,
// or else the first that has tables.
func (p *parser) chosen() bool {
	if p.current == "" {
		return !p.told
	}
	if slices.Contains(ofServers, strings.ToLower(p.current)) && p.wanted != p.current {
		return false
	}
	if !slices.Contains(p.seen, p.current) && len(p.seen) < maxTables {
		p.seen = append(p.seen, p.current)
	}
	switch {
	case p.wanted == "":
		p.wanted = p.current
	case p.wanted != p.current && !p.told && !slices.Contains(p.others, p.current) && len(p.others) < maxTables:
		p.others = append(p.others, p.current)
	}
	return p.wanted == p.current
}

// maxNamed bounds how many databases an error names.
const maxNamed = 50

// named are the names of the databases that have tables.
func (p *parser) named() string {
	text := strings.Join(p.seen[:min(len(p.seen), maxNamed)], ", ")
	if len(p.seen) > maxNamed {
		text += " and more"
	}
	return text
}

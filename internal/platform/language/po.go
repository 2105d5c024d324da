package language

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// poEntry is one message of a source catalogue while it is read.
type poEntry struct {
	context, id string
	forms       []string
	fuzzy       bool
	into        *string // what the next line of text belongs to
}

// readPO reads a source catalogue. Messages that a translator has yet to look at (fuzzy)
// are left out, as compilers of catalogues do.
func readPO(p *Pack, data []byte) error {
	e, line := &poEntry{}, 0
	for text := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		line++
		text = strings.TrimSpace(text)
		begins := strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "#~") || strings.HasPrefix(text, "msgctxt ") || strings.HasPrefix(text, "msgid ")
		if begins && len(e.forms) > 0 {
			if err := e.end(p); err != nil {
				return fmt.Errorf("line %d: %w", line, err)
			}
			e = &poEntry{}
		}
		if err := e.line(text); err != nil {
			return fmt.Errorf("line %d: %w", line, err)
		}
	}
	return e.end(p)
}

func (e *poEntry) end(p *Pack) error {
	switch {
	case len(e.forms) == 0 || e.fuzzy && e.id != "":
		return nil
	case e.id == "":
		return p.header(e.forms[0])
	case e.context != "":
		return p.add(e.context+contextMark+e.id, e.forms)
	}
	return p.add(e.id, e.forms)
}

func (e *poEntry) line(text string) error {
	word, rest, _ := strings.Cut(text, " ")
	switch {
	case text == "":
		return nil
	case strings.HasPrefix(text, "#"):
		e.fuzzy = e.fuzzy || strings.HasPrefix(text, "#,") && strings.Contains(text, "fuzzy")
		return nil
	case strings.HasPrefix(text, `"`):
		rest = text
	case word == "msgctxt":
		e.into = &e.context
	case word == "msgid":
		e.into = &e.id
	case word == "msgid_plural":
		e.into = new(string)
	case word == "msgstr" || strings.HasPrefix(word, "msgstr["):
		if len(e.forms) >= maxForms {
			return fmt.Errorf("there are at most %d plural forms", maxForms)
		}
		e.forms = append(e.forms, "")
		e.into = &e.forms[len(e.forms)-1]
	default:
		return errors.New("it begins with no word of a catalogue")
	}
	if e.into == nil {
		return errors.New("a text without a place")
	}
	value, err := strconv.Unquote(strings.TrimSpace(rest))
	if err != nil {
		return errors.New("a text isn't quoted as it must be")
	}
	if len(*e.into)+len(value) > maxText {
		return fmt.Errorf("a text is longer than %d KB", maxText>>10)
	}
	*e.into += value
	return nil
}

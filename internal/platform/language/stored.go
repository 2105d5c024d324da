package language

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// stored is how a pack is kept: what was read of its file, so that one that was taken can
// be read again whatever form it had.
type stored struct {
	Plural string              `json:"plural,omitempty"`
	Texts  map[string][]string `json:"texts"` // by key, in hexadecimal
}

// Marshal is the pack without its locale and domain, as a text to store.
func (p *Pack) Marshal() (string, error) {
	out := stored{Texts: make(map[string][]string, len(p.Texts))}
	if p.Plural != nil {
		out.Plural = p.Plural.Text
	}
	for key, forms := range p.Texts {
		out.Texts[strconv.FormatUint(uint64(key), 16)] = forms
	}
	text, err := json.Marshal(out)
	return string(text), err
}

// Unmarshal is a pack that Marshal made.
func Unmarshal(locale, domain, text string) (*Pack, error) {
	var in stored
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return nil, fmt.Errorf("stored language pack %s: %w", locale, err)
	}
	p := &Pack{Locale: locale, Domain: domain, Texts: make(map[Key][]string, len(in.Texts))}
	for text, forms := range in.Texts {
		key, err := strconv.ParseUint(text, 16, 64)
		if err != nil {
			return nil, fmt.Errorf("stored language pack %s: %w", locale, err)
		}
		p.Texts[Key(key)] = forms
	}
	return p, p.rule(in.Plural)
}
